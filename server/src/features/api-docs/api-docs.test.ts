import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { allRoutes, apiKeys, openApiOf } from '@twofold/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../testing/index.ts'
import { insertDonation } from '../donations/testing-donations.ts'
import { bodyOf, type Call, curlOf, typescriptOf } from './examples.ts'
import { guide } from './guide.ts'

const run = promisify(execFile)
const folder = mkdtempSync(join(tmpdir(), 'examples-'))
let app: TestApp
let env: Record<string, string>
let signIn: { email: string; password: string }
beforeAll(async () => {
  app = await startTestApp()
  const id = await app.createOrganization()
  const admin = await app.createMember(id, 'admin')
  signIn = { email: admin.email, password: admin.password }
  const donation = await insertDonation(app, { organization: id })
  const token = await app.signIn(admin)
  const { api_key: made } = await app.call(apiKeys.createApiKey, { params: { id }, body: {} }, { token })
  env = { KEY: made.key, ORG: String(id), DONATION: String(donation), TOKEN: token }
})
afterAll(async () => {
  await app.stop()
  rmSync(folder, { recursive: true, force: true })
})

const calls: Call[] = Object.entries(openApiOf(allRoutes).paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
)

test.each(calls.map((call) => [call.operation.operationId, call] as const))(
  'the body printed for %s is one that it takes',
  (name, call) => {
    const body = bodyOf(call)
    if (body === undefined) return
    const shape = allRoutes.find((route) => route.name === name)?.body
    expect(shape?.safeParse(body).error?.issues ?? []).toEqual([])
  },
)

// What needs only the guide's variables.
const readable = calls.filter(({ method, path, operation }) => {
  const asks = [...curlOf({ method, path, operation }, '').matchAll(/\$([A-Z_]+)/g)].map(([, name]) => name)
  return (
    method === 'GET' && operation['x-api-key'] && asks.every((name) => ['KEY', 'ORG', 'DONATION'].includes(name ?? ''))
  )
})

test('there are calls to try', () => expect(readable.length).toBeGreaterThan(5))

test.each(readable.map((call) => [call.operation.operationId, call] as const))(
  'the TypeScript and the curl of %s run as printed',
  async (name, call) => {
    const file = join(folder, `${name}.mts`)
    writeFileSync(file, typescriptOf(call, app.address))
    const [typescript, curl] = await Promise.all([
      run(process.execPath, [file], { env: { ...process.env, ...env } }),
      run('sh', ['-c', `${curlOf(call, app.address)} -s -o /dev/null -w '%{http_code}'`], {
        env: { ...process.env, ...env },
      }),
    ])
    expect(typescript.stdout).toMatch(/^200 /)
    expect(curl.stdout).toBe('200')
  },
)

test('the guide runs as printed: first call, sign-in, a file of gifts by Test and Upload', async () => {
  const chapters = guide(app.address, signIn)
  const shell = (id: string) =>
    (chapters.find((chapter) => chapter.id === id)?.parts ?? []).flatMap((part) =>
      'code' in part && part.kind === 'Shell' ? [part.code.replace("KEY='tfk_…'", `KEY='${env['KEY']}'`)] : [],
    )
  const script = [...shell('start'), 'echo "<$DONATION> <$TOKEN>"', ...shell('fundraising-platforms')].join('\n')
  const { stdout } = await run('sh', ['-c', script], { cwd: folder })
  expect(stdout).toContain(`<${env['DONATION']}> <ey`)
  expect(stdout).toContain('"donor.email"')
  expect(stdout).toMatch(/"import":\{"id":\d+/)
})

test('the page shows the chapters, every call and how each is called', async () => {
  const page = await (await app.send('GET', '/api/docs')).text()
  for (const id of ['start', 'fundraising-platforms', 'webhooks']) expect(page).toContain(`<section id="${id}">`)
  for (const { operation } of calls) expect(page).toContain(`<section id="${operation.operationId}">`)
  expect(page).toContain('API keys may call it.')
  expect(page).not.toContain('undefined')
})
