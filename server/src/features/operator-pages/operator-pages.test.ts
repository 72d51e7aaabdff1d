import { mkdirSync, truncateSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../testing/index.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ config: { supportEmail: 'help@portal.example' } })
})
afterAll(() => app.stop())

const read = async (path: string) => {
  const response = await fetch(`${app.address}${path}`)
  return { status: response.status, text: await response.text() }
}
let written = 0
const write = (name: string, text: string) => {
  const folder = join(app.platform.config.dataDir, 'pages')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, name), text)
  // two changes within one tick of the file system's clock
  utimesSync(join(folder, name), 1_000_000, 1_000_000 + ++written)
  return join(folder, name)
}

it('says who can be asked for a page that nobody has written', async () => {
  const { status, text } = await read('/privacy')
  expect(status).toBe(200)
  expect(text).toContain('hasn’t been published yet')
  expect(text).toContain('href="mailto:help@portal.example"')
})

it('shows what the operator wrote, also after a change, and runs nothing of it', async () => {
  write('terms.md', '# Our terms\n\nBe kind. <script>alert(1)</script> [Mail](javascript:alert(1))')
  const first = await read('/terms')
  expect(first.text).toContain('<h1>Our terms</h1>')
  expect(first.text).not.toMatch(/<script>alert|href="javascript/)
  write('terms.md', '# Our new terms')
  expect((await read('/terms')).text).toContain('<h1>Our new terms</h1>')
})

it('takes a file beyond half a megabyte for none', async () => {
  truncateSync(write('privacy.md', '# Long'), 500_001)
  expect((await read('/privacy')).text).toContain('hasn’t been published yet')
})
