import {
  addressOf,
  allRoutes,
  apiKeys,
  isMutatingRoute,
  keyMayCall,
  type RouteDefinition,
  support,
} from '@twofold/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bodyWithId } from '../testing/calls.ts'
import { startTestApp, type TestApp } from '../testing/index.ts'

/**
 * A person without an organization, an expired session, an API key, and our support call every route, in their own
 * organization and in another.
 */

let app: TestApp
let [own, other] = [0, 0]
let [ownGift, otherGift] = [0, 0]
let [ownDonor, otherDonor] = [0, 0]
let [ownMail, otherMail] = [0, 0]
const tokens = { nobody: '', expired: '', key: '', looking: '', changing: '' }
type Caller = keyof typeof tokens

beforeAll(async () => {
  app = await startTestApp({ config: { role: 'web' } })
  own = await app.createOrganization()
  other = await app.createOrganization()
  ownGift = await app.createDonation({ organization: own })
  otherGift = await app.createDonation({ organization: other })
  ownDonor = await app.createDonor({ organization: own })
  otherDonor = await app.createDonor({ organization: other })
  ownMail = await app.createMail({ organization: own, donation: ownGift })
  otherMail = await app.createMail({ organization: other, donation: otherGift })
  const admin = await app.signIn(await app.createMember(own, 'admin'))
  tokens.key = (await app.call(apiKeys.createApiKey, { params: { id: own } }, { token: admin })).api_key.key
  tokens.nobody = await app.signIn(await app.createUser())
  const lateMember = await app.createMember(own, 'admin')
  tokens.expired = await app.signIn(lateMember)
  await app.query('UPDATE sessions SET expires_at = $2 WHERE user_id = $1', [lateMember.id, app.clock()])
  tokens.looking = await app.signIn(await app.createUser({ isSuper: true }))
  tokens.changing = await app.signInSupport(await app.createUser({ isSuper: true }), own, other)
})
afterAll(() => app.stop())

const idIn = async (route: RouteDefinition, organization: number): Promise<number> => {
  if (route.scope === 'donation' || route.scope === 'donations') return organization === own ? ownGift : otherGift
  if (route.scope === 'donor') return organization === own ? ownDonor : otherDonor
  if (route.scope === 'notification') return organization === own ? ownMail : otherMail
  if (route.scope === 'report') {
    const [report] = await app.query<{ id: string }>(
      `INSERT INTO reports (organization_id, user_id, scope, name, definition, created_at)
       VALUES ($1, (SELECT min(id) FROM users), 'personal', 'Mine', '{}', now()) RETURNING id`,
      [organization],
    )
    return Number(report?.id)
  }
  if (route.scope !== 'webhook') return organization
  const [row] = await app.query<{ id: string }>(
    `INSERT INTO webhooks (organization_id, token_sealed, secret_sealed, created_at) VALUES ($1, '', '', now()) RETURNING id`,
    [organization],
  )
  return Number(row?.id)
}

async function statusOf(route: RouteDefinition, caller: Caller, organization: number): Promise<number> {
  const id = await idIn(route, organization)
  const names = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name, name === 'text' ? 'abc' : 999_999])
  const isWrite = route.method !== 'GET' && (route.method !== 'DELETE' || route.scope === 'body')
  const response = await app.send(route.method, addressOf(route, { ...Object.fromEntries(names), id }, undefined), {
    token: tokens[caller],
    ...(isWrite
      ? {
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(bodyWithId(route, id)),
        }
      : {}),
  })
  await response.body?.cancel()
  return response.status
}

const protectedRoutes = allRoutes.filter(({ access }) => access !== 'public')
const scopedRoutes = protectedRoutes.filter((route) => route.scope !== undefined)

test.each(protectedRoutes)('$method $path refuses an expired session', async (route) => {
  expect(await statusOf(route, 'expired', own)).toBe(401)
})

test.each(scopedRoutes)('$method $path returns 404 to a person without an organization', async (route) => {
  expect(await statusOf(route, 'nobody', own)).toBe(404)
})

test.each(protectedRoutes)(
  '$method $path is open to a key of its organization only if keys may call it',
  async (route) => {
    if (!keyMayCall(route)) {
      expect([await statusOf(route, 'key', own), await statusOf(route, 'key', other)]).toEqual([403, 403])
      return
    }
    expect([401, 403]).not.toContain(await statusOf(route, 'key', own))
    expect(await statusOf(route, 'key', other)).toBe(404)
  },
)

/** Consent is reserved for members of an organization. */
const notForSupport = ['reviewJoining', 'answerRequest']

test.each(scopedRoutes)(
  '$method $path lets support read, and change only after it has enabled changes',
  async (route) => {
    for (const organization of [own, other]) {
      const status = await statusOf(route, 'looking', organization)
      const isHiddenFromSupport = notForSupport.includes(route.name)
      if (isHiddenFromSupport || (isMutatingRoute(route) && route.access !== 'super')) expect(status).toBe(403)
      else expect([401, 403]).not.toContain(status)
      if (route.name === support.disallowChanges.name) continue // would end the access that the remaining calls need
      const changing = await statusOf(route, 'changing', organization)
      if (!isHiddenFromSupport) expect([401, 403]).not.toContain(changing)
    }
  },
)

const createPathVariants = (path: string) => [
  ['GET', `/${path}`],
  ['GET', `${path}/`],
  ['GET', path.replace('/api/', '/api/x/%2e%2e/')],
  ['GET', path.replace('/api/', '/api/../api/')],
  ['GET', path.replace('/api/', '/API/')],
  ['GET', `${path};x`],
  ['GET', `${path}%00`],
  ['GET', `${path}.css`],
  ['HEAD', path],
  ['OPTIONS', path],
  ['PATCH', path],
]

test('other verbs and spellings of an address do not bypass the check', async () => {
  for (const [method, path] of createPathVariants(`/api/organization/${other}`)) {
    for (const token of [tokens.key, tokens.nobody, tokens.expired, '']) {
      const response = await app.send(method ?? '', path ?? '', token ? { token } : {})
      const text = await response.text()
      // Another address may be the portal's page, which contains no personal data.
      const isPage = response.headers.get('content-type')?.startsWith('text/html') === true
      if (!isPage) expect([400, 401, 404, 405], `${method} ${path}`).toContain(response.status)
      expect(text, `${method} ${path}`).not.toContain('contact_email')
    }
  }
})

test('ignores a method in a header or a query', async () => {
  const [before] = await app.query('SELECT count(*) AS keys FROM api_keys WHERE organization_id = $1', [own])
  for (const headers of [{ 'x-http-method-override': 'DELETE' }, { 'x-method-override': 'POST' }]) {
    const path = `/api/organization/${own}?_method=DELETE&method=POST`
    expect((await app.send('GET', path, { token: tokens.key, headers })).status).toBe(200)
  }
  const [after] = await app.query('SELECT count(*) AS keys FROM api_keys WHERE organization_id = $1', [own])
  expect(after).toEqual(before)
})
