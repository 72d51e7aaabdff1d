import { auth, chapters, contact, digests, members, notifees, organizations, publicMatch } from '@twofold/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import type { TestUser } from '../testing/factories.ts'
import { startTestApp, type TestApp } from '../testing/index.ts'

// The names of rate limit counters are limited to 255 characters.

let app: TestApp
let admin: TestUser
let id: number
beforeAll(async () => {
  app = await startTestApp()
  id = await app.createOrganization()
  admin = await app.createMember(id, 'admin')
})
afterAll(() => app.stop())
beforeEach(() => app.query('DELETE FROM rate_limits'))

const longName = (length: number): string => `${'a'.repeat(length - '@example.org'.length)}@example.org`
/** Mail servers require at most 64 characters before the @, and labels of at most 63 after it. */
function longDomain(length: number): string {
  const domain = `${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(60)}.example.org`
  return `${'a'.repeat(length - domain.length - 1)}@${domain}`
}
const addresses = [250, 251, 252, 253, 254, 255, 256, 257, 260, 320].flatMap((length) => [
  longName(length),
  longDomain(length),
])

const calls: Readonly<Record<string, (email: string, token: string) => Promise<Response>>> = {
  login: (email) => app.sendRoute(auth.login, { body: { email, password: 'otter-lantern' } }),
  requestMagicLink: (email) => app.sendRoute(auth.requestMagicLink, { body: { email, redirect: '/portal' } }),
  followLinkRequest: (email) =>
    app.sendRoute(auth.followLinkRequest, { query: { email, redirect: '/portal', press: '1' } }),
  redeemLinkCode: (email) => app.sendRoute(auth.redeemLinkCode, { body: { email, code: '123456' } }),
  forgotPassword: (email) => app.sendRoute(auth.forgotPassword, { body: { email } }),
  changeEmail: (email, token) =>
    app.sendRoute(auth.changeEmail, { body: { email, password: admin.password } }, { token }),
  sendMessage: (email) =>
    app.sendRoute(contact.sendMessage, { body: { name: 'Ann', email, subject: 'Hello', message: 'Hello there' } }),
  setPermission: (email, token) =>
    app.sendRoute(members.setPermission, { body: { org_id: id, email, level: 'read' } }, { token }),
  createChapter: (email, token) =>
    app.sendRoute(
      chapters.createChapter,
      { params: { id }, body: { name: `Chapter ${email.length}`, email } },
      { token },
    ),
  addNotifee: (email, token) => app.sendRoute(notifees.addNotifee, { params: { id }, body: { email } }, { token }),
  allowDigest: (email, token) =>
    app.sendRoute(digests.resubscribeToDigest, { params: { id }, body: { email } }, { token }),
  changeOrganization: (email, token) =>
    app.sendRoute(organizations.changeOrganization, { params: { id }, body: { notify_contact: { email } } }, { token }),
  requestMatch: (email) =>
    app.sendRoute(publicMatch.requestMatch, {
      params: { organization: String(id) },
      body: { name: 'Ann', email, amount: 50, employer: 'Acme' },
    }),
}

/** They never reveal whether the address is known. */
const saysNothing = ['followLinkRequest', 'forgotPassword']

test.each(Object.keys(calls))(
  '%s accepts long addresses or refuses them with a message, and never fails',
  async (name) => {
    const token = await app.signIn(admin)
    for (const email of addresses) {
      await app.query('DELETE FROM rate_limits')
      const answer = await calls[name]?.(email, token)
      expect(answer?.status, `${email.length} characters, ${email.indexOf('@')} before the @`).toBeLessThan(500)
      const isRefusable = email.length > 255 || email.indexOf('@') > 64
      if (isRefusable && !saysNothing.includes(name)) expect(answer?.status).toBeGreaterThanOrEqual(400)
      if (answer && answer.status >= 400 && name !== 'followLinkRequest') {
        expect(z.object({ message: z.string() }).parse(await answer.json()).message).toMatch(/^[A-Z].{10,}/)
      }
    }
  },
)
