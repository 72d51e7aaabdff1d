import { auth, mails, webhooks } from '@twofold/contract'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../testing/index.ts'

let app: TestApp
let organizationId: number
beforeAll(async () => {
  app = await startTestApp({ config: { trustProxy: ['127.0.0.1', '::1'] } })
  organizationId = await app.createOrganization()
})
afterAll(() => app.stop())
beforeEach(() => app.query('DELETE FROM rate_limits'))

const from = (address: string) => ({ headers: { 'x-forwarded-for': address } })
const count = (responses: readonly { status: number }[], status: number) =>
  responses.filter((response) => response.status === status).length

it('limits a route with a token per account: colleagues at one address are not limited together', async () => {
  const admin = await app.signIn(await app.createMember(organizationId, 'admin'))
  const colleague = await app.signIn(await app.createMember(organizationId, 'admin'))
  const { webhooks: hooks } = await app.call(
    webhooks.createWebhook,
    { params: { id: organizationId } },
    { token: admin },
  )
  const test = (token: string, address: string) =>
    app.sendRoute(webhooks.sendTestEvent, { params: { id: hooks[0]?.id ?? 0 } }, { token, ...from(address) })
  const { max } = webhooks.sendTestEvent.rate
  const own = await Promise.all(Array.from({ length: max + 5 }, (_, attempt) => test(admin, `192.0.2.${attempt}`)))
  expect(count(own, 429)).toBe(5)
  expect((await test(colleague, '192.0.2.1')).status).not.toBe(429)
})

it('limits bad tokens by address, without affecting good tokens at the same address', async () => {
  const token = await app.signIn(await app.createUser())
  const call = (given: string, address = '192.0.2.1') =>
    app.sendRoute(auth.getCurrentUser, {}, { token: given, ...from(address) })
  expect((await call('not.a.token')).status).toBe(401)
  await app.query("UPDATE rate_limits SET points = 595 WHERE key = 'bad-token:192.0.2.1'")
  const bad = await Promise.all(Array.from({ length: 20 }, () => call('not.a.token')))
  expect([count(bad, 401), count(bad, 429)]).toEqual([5, 15])
  expect((await call(token)).status).toBe(200)
  expect((await call('not.a.token', '192.0.2.2')).status).toBe(401)
})

it('does not count a call against a route before its token is checked', async () => {
  const token = await app.signIn(await app.createMember(organizationId, 'write'))
  const review = (given: string) =>
    app.sendRoute(
      mails.reviewOrganizationChange,
      { params: { id: organizationId }, body: {} },
      { token: given, ...from('192.0.2.1') },
    )
  await Promise.all(Array.from({ length: 60 }, () => review('not.a.token')))
  expect((await review(token)).status).not.toBe(429)
})
