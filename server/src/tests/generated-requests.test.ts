import { allRoutes, apiKeys, type OpenApi, type Operation, openApiOf } from '@twofold/contract'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../testing/index.ts'

/** Requests generated from the published contract: none returns 5xx or hangs. */

// The seed is fixed, so that failures come from code changes. For more and other requests: GENERATED_REQUESTS=10000.
const requestedRuns = process.env['GENERATED_REQUESTS']
const runs = Number(requestedRuns ?? 1_500)
const seeded = requestedRuns === undefined ? { seed: 20_261_121 } : {}
const answeredWithinMs = 120_000

type Schema = Readonly<Record<string, unknown>>
type Call = { readonly method: string; readonly path: string; readonly operation: Operation }

let app: TestApp
let ids: readonly number[]
const tokens: string[] = []
beforeAll(async () => {
  app = await startTestApp()
  const id = await app.createOrganization()
  const chapter = await app.createOrganization({ parent_id: id, type: 'chapter' })
  const otherOrganization = await app.createOrganization()
  const admin = await app.signIn(await app.createMember(id, 'admin'))
  const { api_key: apiKey } = await app.call(apiKeys.createApiKey, { params: { id }, body: {} }, { token: admin })
  const sp = await app.signIn(await app.createUser({ isSuper: true }))
  tokens.push(admin, apiKey.key, sp, await app.signIn(await app.createMember(id, 'read')))
  const gifts = [
    await app.createDonation({ organization: id }),
    await app.createDonation({ organization: otherOrganization }),
  ]
  const seal = (column: string) => app.platform.secrets.seal('a secret', { organizationId: id, column })
  const [webhook] = await app.query<{ id: string }>(
    `INSERT INTO webhooks (organization_id, token_sealed, secret_sealed, created_at) VALUES ($1, $2, $3, now()) RETURNING id`,
    [id, seal('webhooks.token'), seal('webhooks.secret')],
  )
  ids = [id, chapter, otherOrganization, ...gifts, apiKey.id, Number(webhook?.id)]
})
afterAll(() => app.stop())

const hostile = fc.constantFrom(
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  "'; DROP TABLE users; --",
  '../../etc/passwd',
  '%00',
  '{{7*7}}',
  '9'.repeat(400),
  'x'.repeat(5_000),
  '9223372036854775808',
  '-1',
  '1e309',
  'NaN',
  'null',
  '[object Object]',
  '2026-02-30',
  '0000-00-00',
  '+275760-09-13T00:00:00.000Z',
  '\u202e\u2066',
  '__proto__',
)
const anyValue = fc.oneof(
  hostile,
  fc.string(),
  fc.double(),
  fc.boolean(),
  fc.constant(null),
  fc.jsonValue({ maxDepth: 3 }),
)

function anyInputFor(schema: Schema, depth = 0): fc.Arbitrary<unknown> {
  const validInput = fittingFor(schema, depth)
  return fc.oneof({ weight: 6, arbitrary: validInput }, { weight: 1, arbitrary: anyValue })
}

const asSchema = (value: unknown): Schema => (typeof value === 'object' && value !== null ? (value as Schema) : {})

function fittingFor(schema: Schema, depth: number): fc.Arbitrary<unknown> {
  if ('const' in schema) return fc.constant(schema['const'])
  if (Array.isArray(schema['enum'])) return fc.constantFrom(...schema['enum'])
  const choices = schema['anyOf'] ?? schema['oneOf']
  if (Array.isArray(choices) && depth < 6)
    return fc.oneof(...choices.map((choice) => anyInputFor(asSchema(choice), depth + 1)))
  const type = Array.isArray(schema['type']) ? schema['type'][0] : schema['type']
  if (depth >= 6) return fc.constant(null)
  if (type === 'object') {
    const properties = Object.entries(asSchema(schema['properties']))
    const shape = Object.fromEntries(
      properties.map(([name, propertySchema]) => [name, anyInputFor(asSchema(propertySchema), depth + 1)]),
    )
    return fc.record(shape, { requiredKeys: [] })
  }
  if (type === 'array') return fc.array(anyInputFor(asSchema(schema['items']), depth + 1), { maxLength: 4 })
  if (type === 'integer') return fc.oneof(fc.integer(), fc.constantFrom(0, 1, 2, 50, 2 ** 31, 2 ** 53 - 1, 1e21))
  if (type === 'number') return fc.double()
  if (type === 'boolean') return fc.boolean()
  if (schema['format'] === 'email') return fc.oneof(fc.emailAddress(), fc.constant('a@b.co'))
  if (schema['format'] === 'date') return fc.constantFrom('2026-06-15', '1000-01-01', '9999-11-30', '2024-02-29')
  return fc.oneof(fc.string({ maxLength: 60, unit: 'binary' }), fc.constantFrom('1', 'Dana', '2026-06-15', 'tfk_1_x'))
}

const contract: OpenApi = openApiOf(allRoutes)
const calls: readonly Call[] = Object.entries(contract.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
)

const asText = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))
const inAddress = (value: unknown): string => encodeURIComponent(asText(value).toWellFormed())

function requestTo({ method, path, operation }: Call) {
  const id = fc.oneof(
    { weight: 8, arbitrary: fc.nat().map((n) => ids[n % ids.length]) },
    { weight: 1, arbitrary: anyValue },
  )
  const parametersIn = (location: 'path' | 'query') =>
    operation.parameters.filter((parameter) => parameter.in === location)
  const inPath = fc.record(Object.fromEntries(parametersIn('path').map((parameter) => [parameter.name, id])))
  const inQuery = fc.record(
    Object.fromEntries(parametersIn('query').map((parameter) => [parameter.name, anyInputFor(parameter.schema)])),
    {
      requiredKeys: [],
    },
  )
  const [content] = Object.entries(operation.requestBody?.content ?? {})
  const body = content ? anyInputFor(content[1].schema) : fc.constant(undefined)
  return fc
    .record({ inPath, inQuery, body, who: fc.nat(4), key: fc.option(fc.constantFrom('a', 'b', 'x'.repeat(300))) })
    .map(({ inPath: params, inQuery: query, body: input, who, key }) => {
      const filledPath = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => inAddress(params[name]))
      const queryParts = Object.entries(query).map(([name, value]) => `${encodeURIComponent(name)}=${inAddress(value)}`)
      return {
        method,
        address: queryParts.length > 0 ? `${filledPath}?${queryParts.join('&')}` : filledPath,
        token: tokens[who],
        headers: key === null ? {} : { 'idempotency-key': key },
        ...encodeBody(content?.[0], input),
      }
    })
}

function encodeBody(type: string | undefined, input: unknown): { type?: string; body?: string | FormData } {
  if (type === undefined || input === undefined) return {}
  if (type === 'application/json') return { type, body: JSON.stringify(input) }
  const form = new FormData()
  for (const [name, value] of Object.entries(asSchema(input))) {
    if (name === 'donations' || name === 'file') form.set(name, new Blob([asText(value)]), 'file.csv')
    else form.set(name, asText(value).toWellFormed())
  }
  return { body: form }
}

// These would sign out the callers of all other requests.
const endsSessions = new Set(['logout', 'endOtherSessions', 'endOneSession'])

test(`none of ${runs} generated requests returns 5xx`, { timeout: 300_000 + runs * 40 }, async () => {
  let sentCount = 0
  const triedCounts = new Map<string, number>()
  const codes = new Map<number, number>()
  const callArbitrary = fc.constantFrom(...calls.filter(({ operation }) => !endsSessions.has(operation.operationId)))
  await fc.assert(
    fc.asyncProperty(
      callArbitrary.chain((call) => requestTo(call).map((request) => ({ call, request }))),
      async ({ call, request }) => {
        const { method, address, token, headers, type, body } = request
        if (++sentCount % 25 === 0) await app.query('DELETE FROM rate_limits')
        const response = await fetch(`${app.address}${address}`, {
          method,
          redirect: 'manual',
          signal: AbortSignal.timeout(answeredWithinMs),
          headers: {
            ...headers,
            ...(token ? { authorization: `Bearer ${token}` } : {}),
            ...(type ? { 'content-type': type } : {}),
          },
          ...(body === undefined ? {} : { body }),
        })
        const text = await response.text()
        triedCounts.set(call.operation.operationId, (triedCounts.get(call.operation.operationId) ?? 0) + 1)
        codes.set(response.status, (codes.get(response.status) ?? 0) + 1)
        expect(response.status, `${method} ${address.slice(0, 200)}: ${text.slice(0, 300)}`).toBeLessThan(500)
        expect(text).not.toMatch(/node_modules|at \w+ \(|SQLSTATE|syntax error at or near/)
      },
    ),
    { ...seeded, numRuns: runs, interruptAfterTimeLimit: 250_000 + runs * 40, endOnFailure: true },
  )
  expect(triedCounts.size).toBeGreaterThan(calls.length * 0.8)
  expect(codes.get(200) ?? 0).toBeGreaterThan(runs / 50)
  if (requestedRuns) console.log(Object.fromEntries(codes))
})
