import { execFile, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { allRoutes, apiKeys, openApiOf, webhooks } from '@twofold/contract'
import type { StatusId } from '@twofold/matching'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { refusalCodes } from '../../../platform/runtime/errors.ts'
import { startTestApp, type TestApp } from '../../../testing/index.ts'
import { callsOf, guideOf } from './docs-contract.ts'
import { bodyOf, curlOf, donationsCommand, hasExample, typescriptOf } from './examples.ts'
import { startSamples } from './samples.testing.ts'

const run = promisify(execFile)
const docsShape = z.object({
  info: z.object({ description: z.string() }),
  tags: z.array(z.object({ name: z.string() })),
  paths: z.record(
    z.string(),
    z.record(
      z.string(),
      z.object({
        operationId: z.string(),
        summary: z.string(),
        tags: z.array(z.string()),
        'x-codeSamples': z.array(z.object({ lang: z.string(), source: z.string() })).optional(),
      }),
    ),
  ),
})
const folder = mkdtempSync(join(tmpdir(), 'examples of calls '))
let app: TestApp
let byForm: number
const samples = startSamples()
beforeAll(async () => {
  app = await startTestApp()
  byForm = await app.createCompany({ policy: { method: 'form', ratio: '1:1', contact_email: 'giving@form.example' } })
})
afterAll(async () => {
  await samples.stop()
  await app.stop()
  rmSync(folder, { recursive: true, force: true })
})

const calls = callsOf(openApiOf(allRoutes))

const codeOf = (guide: string, language: string): readonly string[] =>
  [...guide.matchAll(/```(\w+)\n(.*?)```/gs)].flatMap(([, lang, code = '']) => (lang === language ? [code] : []))

type Ground = {
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  readonly signIn: { email: string; password: string }
}

async function ground(
  wanted: (name: string) => boolean,
  gift: { readonly status?: StatusId; readonly company?: number } = {},
): Promise<Ground> {
  const name = `Pantry, ${randomUUID()}`
  const id = await app.createOrganization({ name })
  await app.createOrganization({ parent_id: id, type: 'chapter' })
  const cwd = mkdtempSync(join(folder, 'ground'))
  await run('sh', ['-c', `${donationsCommand}; printf '%%PDF-1.4\\n%%%%EOF\\n' > receipt.pdf`], {
    cwd,
    env: { ...process.env, ORG_NAME: name },
  })
  const admin = await app.createMember(id, 'admin')
  const token = await app.signIn(admin)
  const { api_key: made } = await app.call(apiKeys.createApiKey, { params: { id }, body: {} }, { token })
  const caller = { ORG: String(id), KEY: made.key, KEY_ID: String(made.id), TOKEN: token }
  const idOf = async (sql: string, values: unknown[] = [id]) =>
    String((await app.query<{ id: string }>(sql, values))[0]?.id)
  const idIn = async (operationId: string, before: string) => {
    const call = calls.find(({ operation }) => operation.operationId === operationId)
    const script = `${call ? curlOf(call, app.address) : operationId} -s`
    const { stdout } = await run('sh', ['-c', script], { cwd, env: { ...process.env, ...caller } })
    return new RegExp(`"${before}":\\D*(\\d+)`).exec(stdout)?.[1] ?? stdout
  }
  const seal = (column: string) => app.platform.secrets.seal('a secret', { organizationId: id, column })
  const webhook = idOf(
    `INSERT INTO webhooks (organization_id, url, token_sealed, secret_sealed, created_at)
     VALUES ($1, 'hooks.example.org', $2, $3, now()) RETURNING id`,
    [id, seal('webhooks.token'), seal('webhooks.secret')],
  )
  const makers: Readonly<Record<string, () => Promise<string>>> = {
    DONATION: async () => {
      const donation = await app.createDonation({ organization: id, ...gift })
      const policy = 'SELECT max(p.id) FROM policies p WHERE p.company_id = d.company_id'
      await app.query(`UPDATE donations d SET policy_version_id = (${policy}) WHERE d.id = $1`, [donation])
      return String(donation)
    },
    DONOR: async () => String(await app.createDonor({ organization: id })),
    IMPORT: async () => {
      const importId = await idIn('uploadImportFile', 'import')
      const states = () => app.query('SELECT state, accepted FROM imports WHERE id = $1', [importId])
      await vi.waitFor(async () => expect(await states()).toEqual([{ state: 'done', accepted: 1 }]), {
        timeout: 240_000,
      })
      return importId
    },
    CAMPAIGN: () =>
      idOf(
        `INSERT INTO campaigns (organization_id, name, start_date, end_date)
         VALUES ($1, 'Spring', '2020-01-01', '2999-12-31') RETURNING id`,
      ),
    TEMPLATE: async () => '7',
    DOCUMENT: () => idIn('uploadFile', 'documents'),
    NOTIFEE: () => idIn('addNotifee', 'notifees'),
    COMPANY: () => idOf(`SELECT id FROM companies WHERE name = 'Microsoft'`, []),
    WEBHOOK: () => webhook,
    DELIVERY: async () =>
      idOf(
        `INSERT INTO webhook_deliveries (organization_id, webhook_id, event, happened_at, send_at, data, state)
         VALUES ($1, $2, 'test', now(), now(), '{}', 'failed') RETURNING id`,
        [id, await webhook],
      ),
    MEMBER: async () => {
      const member = await app.createMember(id, 'read')
      await app.query('UPDATE users SET password_hash = NULL WHERE id = $1', [member.id])
      return String(member.id)
    },
  }
  const env: Record<string, string> = { ...caller }
  for (const [name, make] of Object.entries(makers)) if (wanted(name)) env[name] = await make()
  await webhook
  return { cwd, env, signIn: { email: admin.email, password: admin.password } }
}

/** Read-only calls share one organization. */
let asked: Promise<Ground> | undefined
const groundOfReaders = (): Promise<Ground> => {
  asked ??= ground(() => true)
  return asked
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  return port
}

const printed = calls.filter(hasExample)
const named = (some: typeof calls) => some.map((call) => [call.operation.operationId, call] as const)

test.each(named(printed.filter((call) => bodyOf(call) !== undefined)))(
  'the contract of %s accepts its printed body',
  (name, call) => {
    const body = JSON.parse(JSON.stringify(bodyOf(call)).replaceAll(/"\$[A-Z_]+"/g, '1'))
    const shape = allRoutes.find((route) => route.name === name)?.body
    expect(shape?.safeParse(body).error?.issues ?? []).toEqual([])
  },
)

test('every call available to API keys has an example', () => {
  expect(printed.length).toBeGreaterThan(90)
  const without = calls.filter((call) => call.operation['x-api-key'] && !hasExample(call))
  expect(without.map(({ operation }) => operation.operationId)).toEqual([])
})

test.concurrent.each(named(printed))('the curl and TypeScript examples of %s run as printed', async (name, call) => {
  const file = join(folder, `${name}.mts`)
  writeFileSync(file, typescriptOf(call, app.address))
  const script = `${curlOf(call, app.address)} -s -w '\n%{http_code}'`
  const uses = (name: string) => new RegExp(`\\$${name}\\b`).test(script)
  const groundOf = (): Promise<Ground> => {
    // A packet requires a company that takes forms.
    if (name === 'getPacketTicket') return ground(uses, { status: 4, company: byForm })
    return call.method === 'GET' ? groundOfReaders() : ground(uses)
  }
  const [forCurl, forTypescript] = await Promise.all([groundOf(), groundOf()])
  const [curl, typescript] = await Promise.all([
    run('sh', ['-c', script], { cwd: forCurl.cwd, env: { ...process.env, ...forCurl.env } }),
    samples.run(file, forTypescript),
  ])
  const success = Object.keys(call.operation.responses).find((status) => status !== 'default') ?? '200'
  expect(curl.stdout).toMatch(new RegExp(`\n${success}$`))
  expect(typescript.slice(0, 200)).toMatch(new RegExp(`^${success} `))
})

test('the guide runs as printed and finds the IDs of all objects', async () => {
  const { env, signIn } = await ground(() => true)
  const shell = codeOf(guideOf(app.address, signIn), 'sh')
  const script = shell.join('\n').replace("KEY='tfk_…'", `KEY='${env['KEY']}'`)
  const wanted = Object.keys(env).filter((name) => name !== 'TOKEN' && name !== 'DONATION')
  const values = wanted.map((name) => `${name}=$${name}`).join(' ')
  const { stdout } = await run('sh', ['-c', `${script}\necho "<${values}>" && echo "<$TOKEN $DONATION>"`], {
    cwd: mkdtempSync(join(folder, 'guide')),
    env: { PATH: process.env['PATH'] },
  })
  expect(stdout).toContain(`<${wanted.map((name) => `${name}=${env[name]}`).join(' ')}>`)
  expect(stdout).toMatch(/<ey\S+ \d+>/)
  expect(stdout).toContain('200\n200\n')
  expect(stdout).toContain('"donor.email"')
  expect(stdout).toMatch(/"import":\{"id":\d+/)
})

test('the receiver runs as printed and accepts only signed requests', async () => {
  const { env } = await ground((name) => name === 'WEBHOOK')
  const asAdmin = { token: env['TOKEN'] ?? '' }
  const params = { id: Number(env['WEBHOOK']) }
  const own = mkdtempSync(join(folder, 'receiver'))
  symlinkSync(resolve(import.meta.dirname, '../../../../../node_modules'), join(own, 'node_modules'))
  writeFileSync(join(own, 'receiver.mts'), codeOf(guideOf('', { email: '', password: '' }), 'ts').join('\n'))
  await app.call(webhooks.rotateWebhookSecret, { params, body: {} }, asAdmin)
  const { secret } = await app.call(webhooks.revealWebhook, { params, body: {} }, asAdmin)
  const port = await freePort()
  const receiver = spawn(process.execPath, ['receiver.mts'], {
    cwd: own,
    env: { ...process.env, PORT: String(port), WEBHOOK_SECRET: secret },
  })
  try {
    let output = ''
    receiver.stdout.on('data', (chunk: Buffer) => {
      output += chunk
    })
    const url = `127.0.0.1:${port}/hook`
    const forged = () => fetch(`http://${url}`, { method: 'POST', body: '{"data":{}}' }).then(({ status }) => status)
    await vi.waitFor(async () => expect(await forged()).toBe(401), { timeout: 240_000 })
    await app.query(`UPDATE webhooks SET former_secret_until = NULL, former_secret_sealed = NULL WHERE id = $1`, [
      params.id,
    ])
    await app.call(webhooks.updateWebhook, { params, body: { webhook: { url } } }, asAdmin)
    await app.call(webhooks.sendTestEvent, { params, body: {} }, asAdmin)
    await vi.waitFor(
      async () => {
        const { deliveries } = await app.call(webhooks.listDeliveries, { params }, asAdmin)
        expect(deliveries[0]).toMatchObject({ state: 'delivered', response_code: 200 })
        expect(output).toContain(deliveries[0]?.message_id)
        expect(output).toContain(webhooks.dataExample.donation.status_string)
      },
      { timeout: 240_000 },
    )
  } finally {
    receiver.kill('SIGKILL')
  }
})

test('the page’s contract includes the guide and all groups, but no calls for our support team', async () => {
  const response = await fetch(`${app.address}/api/docs/openapi.json`)
  const docs = docsShape.parse(await response.json())
  expect(docs.info.description).toContain(`"${app.address}/api/organization/$ORG"`)
  expect(docs.info.description).not.toMatch(/\{\{|undefined|\[object/)
  for (const [code, status] of Object.entries(refusalCodes))
    expect(docs.info.description).toContain(`| \`${status} ${code}\` |`)
  const shown = Object.values(docs.paths).flatMap((methods) => Object.values(methods))
  const expected = calls.filter(({ operation }) => operation['x-who'] !== 'super')
  expect(shown.map(({ operationId }) => operationId).sort()).toEqual(
    expected.map(({ operation }) => operation.operationId).sort(),
  )
  const used = new Set(shown.flatMap(({ tags }) => tags))
  expect(docs.tags.map(({ name }) => name).filter((name) => !used.has(name))).toEqual([])
  const listed = shown.find(({ operationId }) => operationId === 'listDonations')
  expect(listed).toMatchObject({ summary: 'List donations', tags: ['Gifts and matches'] })
  expect(shown.find(({ operationId }) => operationId === 'logout')?.tags).toEqual(['Signing in and registering'])
  expect(listed?.['x-codeSamples']?.map(({ lang }) => lang)).toEqual(['Shell', 'TypeScript'])
})
