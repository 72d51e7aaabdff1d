import { mkdirSync, truncateSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { closing, publicMatch, reportFiles, webhooks } from '@twofold/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../testing/index.ts'

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
  // Two changes can happen within one tick of the file system's clock.
  utimesSync(join(folder, name), 1_000_000, 1_000_000 + ++written)
  return join(folder, name)
}

it.each([
  ['/privacy', 'Privacy notice', 'erased 30 days later'],
  ['/privacy', 'Privacy notice', 'nobody confirms: 60 days'],
  ['/privacy?lang=fr', 'Avis de confidentialité', '30 jours plus tard'],
  ['/privacy?lang=fr', 'Avis de confidentialité', '60 jours après'],
  ['/privacy?lang=es', 'Aviso de privacidad', '30 días después'],
  ['/privacy?lang=es', 'Aviso de privacidad', '60 días después'],
  ['/terms?lang=en', 'Terms of use', 'reopen it for 30 days'],
  ['/terms?lang=fr', 'Conditions d’utilisation', 'le rouvrir pendant 30 jours'],
  ['/terms?lang=es', 'Condiciones de uso', 'reabrirla durante 30 días'],
])('shows the product’s own text at %s until the operator adds a file', async (path, title, fact) => {
  const { status, text } = await read(path)
  expect(status).toBe(200)
  expect(text).toContain(`<h1>${title}</h1>`)
  expect(text).toContain(fact)
  expect(text).toContain('href="mailto:help@portal.example"')
})

it('shows the language that the browser requests', async () => {
  const response = await fetch(`${app.address}/privacy`, { headers: { 'accept-language': 'fr-CA,fr;q=0.9' } })
  expect(await response.text()).toContain('<html lang="fr">')
})

it('names the product’s retention periods', async () => {
  const kept = [closing.reopenDays, publicMatch.unconfirmedDays, webhooks.deliveryRetentionDays, reportFiles.fileDays]
  expect(kept).toEqual([30, 60, 30, 7])
})

it('shows the operator’s text, also after a change, and runs nothing in it', async () => {
  write('terms.md', '# Our terms\n\nBe kind. <script>alert(1)</script> [Mail](javascript:alert(1))')
  const first = await read('/terms')
  expect(first.text).toContain('<h1>Our terms</h1>')
  expect(first.text).not.toMatch(/<script>alert|href="javascript/)
  write('terms.md', '# Our new terms')
  expect((await read('/terms')).text).toContain('<h1>Our new terms</h1>')
})

it('ignores a file of more than half a megabyte', async () => {
  truncateSync(write('privacy.md', '# Long'), 500_001)
  expect((await read('/privacy')).text).toContain('<h1>Privacy notice</h1>')
})
