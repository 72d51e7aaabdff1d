import { addressOf, allRoutes, type RouteDefinition, type RouteScope } from '@twofold/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { bodyWithId } from '../testing/calls.ts'
import { startTestApp, type TestApp } from '../testing/index.ts'

/** New routes are included automatically. */

const levels = ['read', 'write', 'admin'] as const
type Level = (typeof levels)[number]

let app: TestApp
const tokens: Partial<Record<Level | 'neighbour' | 'super', string>> = {}
let ids: Record<RouteScope, { ours: number; theirs: number }>

beforeAll(async () => {
  app = await startTestApp()
  const ours = await app.createOrganization()
  const theirs = await app.createOrganization()
  for (const level of levels) tokens[level] = await app.signIn(await app.createMember(ours, level))
  tokens.neighbour = await app.signIn(await app.createMember(theirs, 'admin'))
  tokens.super = await app.signIn(await app.createUser({ isSuper: true }))
  ids = {
    organization: { ours, theirs },
    body: { ours, theirs },
    webhook: { ours: 0, theirs: 0 },
    report: { ours: await addReport(ours), theirs: await addReport(theirs) },
    donor: {
      ours: await app.createDonor({ organization: ours }),
      theirs: await app.createDonor({ organization: theirs }),
    },
    donation: { ours: await addDonation(ours), theirs: await addDonation(theirs) },
    notification: { ours: await addMail(ours), theirs: await addMail(theirs) },
    donations: { ours: await addDonation(ours), theirs: await addDonation(theirs) },
  }
})
afterAll(() => app.stop())

beforeEach(async () => {
  const { ours, theirs } = ids.organization
  ids.webhook = { ours: await addWebhook(ours), theirs: await addWebhook(theirs) }
})

async function addWebhook(organizationId: number): Promise<number> {
  const seal = (column: string) => app.platform.secrets.seal('a secret', { organizationId, column })
  const [row] = await app.query<{ id: string }>(
    `INSERT INTO webhooks (organization_id, token_sealed, secret_sealed, created_at) VALUES ($1, $2, $3, now()) RETURNING id`,
    [organizationId, seal('webhooks.token'), seal('webhooks.secret')],
  )
  return Number(row?.id)
}

async function addReport(organizationId: number): Promise<number> {
  const [row] = await app.query<{ id: string }>(
    `INSERT INTO reports (organization_id, user_id, scope, name, definition, created_at)
     VALUES ($1, (SELECT max(id) FROM users), 'personal', 'Mine', '{}', now()) RETURNING id`,
    [organizationId],
  )
  return Number(row?.id)
}

const addDonation = (organization: number): Promise<number> => app.createDonation({ organization, status: 23 })

const addMail = async (organization: number): Promise<number> =>
  app.createMail({ organization, donation: await addDonation(organization) })

const protectedRoutes = allRoutes.filter((route) => route.access !== 'public')
const scopedRoutes = protectedRoutes.filter((route) => route.scope !== undefined)

async function answerTo(route: RouteDefinition, id: number, token?: string) {
  const others = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name, name === 'text' ? 'abc' : 999_999])
  const path = addressOf(route, { ...Object.fromEntries(others), id }, undefined)
  const isWrite = route.method === 'POST' || route.method === 'PUT' || route.scope === 'body'
  const content = JSON.stringify(bodyWithId(route, id))
  const response = await app.send(route.method, path, {
    ...(token ? { token } : {}),
    ...(isWrite ? { headers: { 'content-type': 'application/json' }, body: content } : {}),
  })
  const body: unknown = await response.json().catch(() => null)
  return { status: response.status, body }
}

const idFor = (route: RouteDefinition, owner: 'ours' | 'theirs'): number => (route.scope ? ids[route.scope][owner] : 1)

test.each(protectedRoutes)('$method $path refuses an anonymous caller', async (route) => {
  expect((await answerTo(route, idFor(route, 'ours'))).status).toBe(401)
  expect((await answerTo(route, idFor(route, 'ours'), 'not.a.token')).status).toBe(401)
})

test.each(scopedRoutes)('$method $path returns the same 404 to an outsider as for a missing id', async (route) => {
  const foreignResponse = await answerTo(route, idFor(route, 'ours'), tokens.neighbour)
  const missingResponse = await answerTo(route, 987_654_321, tokens.neighbour)
  expect(foreignResponse.status).toBe(404)
  expect(missingResponse.status).toBe(404)
  expect({ ...Object(foreignResponse.body), request_id: '' }).toEqual({
    ...Object(missingResponse.body),
    request_id: '',
  })
})

test.each(scopedRoutes)('$method $path admits exactly the levels of its contract', async (route) => {
  const orderedLevels: readonly string[] = [...levels, 'super']
  const neededIndex = orderedLevels.indexOf(route.access)
  for (const [index, level] of levels.entries()) {
    const { status } = await answerTo(route, idFor(route, 'ours'), tokens[level])
    if (index < neededIndex) expect(status, level).toBe(403)
    else expect([401, 403], level).not.toContain(status)
    expect(status, `${level}: what stands behind it fails`).toBeLessThan(500)
  }
})

test.each(scopedRoutes.filter(({ openedBy }) => openedBy))(
  '$method $path admits every member if the rule in its contract is enabled',
  async (route) => {
    const organization = await app.createOrganization({ [route.openedBy ?? '']: true })
    const reader = await app.signIn(await app.createMember(organization, 'read'))
    expect([401, 403]).not.toContain((await answerTo(route, organization, reader)).status)
  },
)

test.each(protectedRoutes.filter((route) => route.access === 'super'))(
  '$method $path is for super users only',
  async (route) => {
    expect((await answerTo(route, 1, tokens.admin)).status).toBe(403)
    expect((await answerTo(route, 1, tokens.super)).status).not.toBe(403)
  },
)
