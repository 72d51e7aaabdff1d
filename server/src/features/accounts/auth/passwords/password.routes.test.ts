import { auth, members } from '@twofold/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FakeMailServer, startFakeMailServer, startTestApp, type TestApp } from '../../../../testing/index.ts'
import { resetToken } from '../links.testing.ts'

let app: TestApp
let smtp: FakeMailServer
beforeAll(async () => {
  smtp = await startFakeMailServer()
  app = await startTestApp({ config: { smtpUrl: smtp.url, mailAllow: ['example.org'] } })
})
afterAll(async () => {
  await app.stop()
  await smtp.stop()
})

const goodPassword = 'river-otter-lantern'

async function tokenMailedTo(email: string): Promise<string> {
  const tokens = () =>
    smtp.mails
      .filter(({ to }) => to.includes(email))
      .flatMap(({ parsed }) => /reset-password\?token=([\w-]+)/.exec(parsed.text ?? '')?.[1] ?? [])
  const before = tokens().length
  await app.call(auth.forgotPassword, { body: { email } })
  await expect.poll(() => tokens().length).toBe(before + 1)
  return tokens().at(-1) ?? ''
}

const reset = (token: string, password = goodPassword) => ({ body: { token, password } })

describe('a forgotten password', () => {
  it('is replaced by a mailed link that works once, ends all sessions and links, and notifies the owner', async () => {
    const user = await app.createUser()
    const session = await app.signIn(user)
    const unused = await tokenMailedTo(user.email)
    await app.sendRoute(auth.requestMagicLink, { body: { email: user.email } })
    await smtp.received(2)
    const magic = /token=([\w-]+)/.exec(smtp.mails.at(-1)?.parsed.text ?? '')?.[1] ?? ''
    const token = await tokenMailedTo(user.email)
    const mail = smtp.mails.at(-1)
    expect(mail?.to).toEqual([user.email])
    expect(mail?.parsed.subject).toBe('Set a new password for Twofold')
    expect(mail?.parsed.headers.some(({ key }) => key === 'list-unsubscribe')).toBe(false)
    expect(mail?.parsed.text).toContain(`${app.address}/portal/reset-password?token=${token}`)

    expect(await app.call(auth.resetPassword, reset(token))).toEqual({ ok: true })
    await smtp.received(4)
    expect(smtp.mails.at(-1)?.parsed.subject).toBe('Your Twofold password was changed')
    expect(smtp.mails.at(-1)?.to).toEqual([user.email])

    expect((await app.refusal(auth.getCurrentUser, {}, { token: session })).status).toBe(401)
    expect((await app.refusal(auth.login, { body: { email: user.email, password: user.password } })).status).toBe(401)
    expect(await app.signIn({ email: user.email, password: goodPassword })).toMatch(/^ey/)
    for (const dead of [token, unused]) {
      const refused = await app.refusal(auth.resetPassword, reset(dead, 'another-good-one'))
      expect(refused).toMatchObject({ status: 410, message: auth.messages.passwordLinkUsed })
    }
    expect((await app.refusal(auth.redeemMagicLink, { body: { token: magic } })).status).toBe(410)
  })

  it('is replaced once by concurrent requests', async () => {
    const user = await app.createUser()
    const token = await tokenMailedTo(user.email)
    const requests = Array.from({ length: 12 }, () => app.sendRoute(auth.resetPassword, reset(token)))
    const statuses = (await Promise.all(requests)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect(statuses.filter((status) => status === 410)).toHaveLength(11)
  })

  it('has a link for 60 minutes, stored only as a digest', async () => {
    const user = await app.createUser()
    const token = await tokenMailedTo(user.email)
    const stored = await app.query('SELECT l::text AS row FROM links l UNION ALL SELECT m::text FROM account_mails m')
    expect(JSON.stringify(stored)).not.toContain(token)
    app.clock.advance({ minutes: 60 })
    expect((await app.refusal(auth.resetPassword, reset(token))).status).toBe(410)
  })

  it('returns the same response for an unknown address and sends no mail', async () => {
    const user = await app.createUser()
    const known = await app.sendRoute(auth.forgotPassword, { body: { email: user.email } })
    const unknown = await app.sendRoute(auth.forgotPassword, { body: { email: 'nobody@example.org' } })
    expect(unknown.status).toBe(known.status)
    expect(await unknown.json()).toEqual(await known.json())
    const queued = await app.query("SELECT 1 FROM account_mails WHERE recipient = 'nobody@example.org'")
    expect(queued).toEqual([])
  })

  it('requires an @ and sends at most three emails per hour and address', async () => {
    const refused = await app.refusal(auth.forgotPassword, { body: { email: 'nobody' } })
    expect(refused).toMatchObject({ status: 422, message: 'Please enter a valid email address.' })
    const body = { email: 'often@example.org' }
    for (let asked = 0; asked < 3; asked++) await app.call(auth.forgotPassword, { body })
    const tooOften = await app.refusal(auth.forgotPassword, { body: { email: 'Often@Example.org' } })
    expect(tooOften.status).toBe(429)
    expect(Number(tooOften.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await app.refusal(auth.requestMagicLink, { body })).status).toBe(429)
  })

  it('uses addresses from the settings, regardless of the request', async () => {
    const user = await app.createUser()
    const headers = { 'x-forwarded-host': 'evil.test', 'content-type': 'application/json' }
    await app.send('POST', '/api/auth/forgot', { headers, body: JSON.stringify({ email: user.email }) })
    const mail = () => smtp.mails.find(({ to }) => to.includes(user.email))
    await expect.poll(mail).toBeDefined()
    expect(mail()?.raw).not.toContain('evil.test')
  })
})

describe('a new password', () => {
  it.each([
    ['12345', auth.messages.passwordTooShort],
    ['password', auth.messages.passwordTooCommon],
    ['Password1', auth.messages.passwordTooCommon],
    ['mustang9', auth.messages.passwordTooCommon],
    ['aaaaaaaaaaaa', auth.messages.passwordTooCommon],
    ['Riverside-Pantry', auth.messages.passwordIsYours],
    ['rowan.reed7', auth.messages.passwordIsYours],
  ])('%s is refused, and the link stays valid', async (password, message) => {
    const token = await linkFor('Rowan Reed', `rowan.reed@example.org`, 'Riverside Pantry')
    const refused = await app.refusal(auth.resetPassword, reset(token, password))
    expect(refused).toMatchObject({ status: 422, fields: { password: message } })
    expect(await app.call(auth.resetPassword, reset(token))).toEqual({ ok: true })
  })

  it.each(['a b c d e', 'schöne grüße 🦦 am fluss', 'x1'.repeat(64)])('%s is not truncated', async (password) => {
    const token = await linkFor('Pat Pine', 'pat.pine@example.org', 'Pine Trust')
    const response = await app.sendRoute(auth.resetPassword, reset(token, password))
    expect(response.status).toBe(200)
    expect(await app.signIn({ email: 'pat.pine@example.org', password })).toMatch(/^ey/)
    const shorter = { email: 'pat.pine@example.org', password: password.slice(0, -1) }
    expect((await app.refusal(auth.login, { body: shorter })).status).toBe(401)
  })

  it('can be required to be longer by the settings', async () => {
    const strict = await startTestApp({ config: { passwordMinLength: 12 }, database: app.database })
    const token = await linkFor('Sam Stone', 'sam.stone@example.org', 'Stone Circle')
    const refused = await strict.refusal(auth.resetPassword, reset(token, 'otter-bell'))
    expect(refused.fields).toEqual({ password: 'Password must be at least 12 characters' })
    await strict.stop()
  })
})

describe('an invited person', () => {
  it('sees the inviter and the organization, sets a name and is signed in; a second use of the link is refused', async () => {
    const organization = await app.createOrganization({ name: 'Maple Street PTA' })
    const inviting = await app.createMember(organization, 'admin')
    const token = await app.signIn(inviting)
    const email = 'cole@example.org'
    await app.call(members.setPermission, { body: { org_id: organization, email, level: 'write' } }, { token })
    const link = () => /token=([\w-]+)/.exec(smtp.mails.find(({ to }) => to.includes(email))?.parsed.text ?? '')?.[1]
    await expect.poll(link).toBeDefined()
    const body = { token: link() ?? '', password: goodPassword, name: 'Cole League' }
    expect(await app.call(auth.getPasswordLink, { body: { token: body.token } })).toEqual({
      kind: 'first',
      email,
      name: '',
      organization: 'Maple Street PTA',
      invited_by: inviting.name,
    })
    const { signed_in } = await app.call(auth.resetPassword, { body })
    expect(signed_in).toMatchObject({ me: { name: 'Cole League', orgs: [{ id: organization, level: 'write' }] } })
    expect(smtp.mails.filter(({ to }) => to.includes(email))).toHaveLength(1)
    const used = await app.refusal(auth.getPasswordLink, { body: { token: body.token } })
    expect(used).toMatchObject({ status: 410, message: auth.messages.passwordLinkUsed })
  })

  it('only a first password sets a name and opens a session', async () => {
    const user = await app.createUser({ name: 'Rowan Reed' })
    const token = await tokenMailedTo(user.email)
    const response = await app.call(auth.resetPassword, { body: { token, password: goodPassword, name: 'Other' } })
    expect(response).toEqual({ ok: true })
    const me = await app.call(auth.getCurrentUser, {}, { token: await app.signIn({ ...user, password: goodPassword }) })
    expect(me.name).toBe('Rowan Reed')
  })
})

async function linkFor(name: string, email: string, organization: string): Promise<string> {
  const known = await app.query<{ id: string }>('SELECT id FROM users WHERE email = $1', [email])
  const id = known[0] ? Number(known[0].id) : (await app.createUser({ name, email })).id
  if (!known[0]) await app.addMember(await app.createOrganization({ name: organization }), { id }, 'read')
  return resetToken(app, id)
}
