import { auth } from '@twofold/contract'
import { generate } from 'otplib'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type FakeMailServer, startFakeMailServer, startTestApp, type TestApp } from '../../../../testing/index.ts'

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
beforeEach(() => app.query('DELETE FROM rate_limits'))

async function person() {
  const user = await app.createUser()
  return { user, token: await app.signIn(user) }
}
const mailsTo = (address: string) => smtp.mails.filter(({ to }) => to.includes(address))
async function mailTo(address: string, subject: string) {
  const find = () => mailsTo(address).find(({ parsed }) => parsed.subject === subject)
  await expect.poll(find).toBeDefined()
  return find()?.parsed.text ?? ''
}
const confirmSubject = 'Confirm your new address for Twofold'
const linkIn = (text: string) => /confirm-email\?token=([\w-]+)/.exec(text)?.[1] ?? ''
const actions = async (token: string) =>
  (await app.call(auth.listAccountEvents, {}, { token })).events.map(({ action, detail }) => [action, detail])

let count = 0
const newAddress = () => `new.address.${++count}@example.org`

describe('a name', () => {
  it('can be changed by its owner, takes effect everywhere at once and is recorded', async () => {
    const { user, token } = await person()
    expect(await app.call(auth.renameAccount, { body: { name: '  Ada Lovelace ' } }, { token })).toEqual({
      id: user.id,
      email: user.email,
      name: 'Ada Lovelace',
      globalPermission: null,
      has_password: true,
      pending_email: null,
    })
    expect((await app.call(auth.getCurrentUser, {}, { token })).name).toBe('Ada Lovelace')
    expect((await actions(token))[0]).toEqual(['name_changed', 'Ada Lovelace'])
    const blank = await app.refusal(auth.renameAccount, { body: { name: '  ' } }, { token })
    expect(blank).toMatchObject({ status: 422, fields: { name: 'Name is required' } })
  })
})

describe('an address', () => {
  it('changes through a link mailed to the new address, with two notices to the old one', async () => {
    const { user, token } = await person()
    const email = newAddress()
    const asked = await app.call(auth.changeEmail, { body: { email, password: user.password } }, { token })
    expect(asked).toMatchObject({ email: user.email, pending_email: email })
    expect(await mailTo(user.email, 'A new address for your Twofold account')).toContain(email)
    const link = linkIn(await mailTo(email, confirmSubject))
    expect(await app.signIn(user)).toMatch(/^ey/)
    const requests = Array.from({ length: 5 }, () => app.sendRoute(auth.confirmEmail, { body: { token: link } }))
    expect((await Promise.all(requests)).map(({ status }) => status).sort()).toEqual([200, 410, 410, 410, 410])
    expect(await mailTo(user.email, 'Your Twofold address was changed')).toContain(email)
    expect((await app.refusal(auth.login, { body: user })).status).toBe(401)
    expect(await app.signIn({ email, password: user.password })).toMatch(/^ey/)
    expect(await app.call(auth.getAccount, {}, { token })).toMatchObject({ email, pending_email: null })
    expect((await actions(token)).slice(1, 3)).toEqual([
      ['email_changed', `${user.email} → ${email}`],
      ['signed_in', 'password'],
    ])
  })

  it('requires the password or an app code, and an address without another account', async () => {
    const { user, token } = await person()
    const neighbour = await app.createUser()
    const ask = (body: { email: string; password?: string; code?: string }) =>
      app.refusal(auth.changeEmail, { body }, { token })
    const email = newAddress()
    expect((await ask({ email })).fields).toEqual({ password: auth.messages.confirmMissing })
    expect((await ask({ email, password: 'not-the-password' })).fields).toEqual({
      password: auth.messages.wrongPassword,
    })
    expect((await ask({ email, code: '123456' })).fields).toEqual({ code: auth.messages.wrongCode })
    const { password } = user
    expect(await ask({ email: neighbour.email.toUpperCase(), password })).toMatchObject({
      status: 409,
      fields: { email: auth.messages.emailTaken },
    })
    expect((await ask({ email: user.email, password })).fields).toEqual({ email: auth.messages.emailYours })

    const { secret } = await app.call(auth.beginTotp, { body: { password } }, { token })
    const code = () => generate({ secret, epoch: Math.floor(app.clock().getTime() / 1000) })
    await app.call(auth.confirmTotp, { body: { code: await code() } }, { token })
    app.clock.advance({ seconds: 30 })
    const asked = await app.call(auth.changeEmail, { body: { email, code: await code() } }, { token })
    expect(asked.pending_email).toBe(email)
  })

  it('stays unchanged when the request is withdrawn, an hour old or replaced by a newer one', async () => {
    const { user, token } = await person()
    const [first, second] = [newAddress(), newAddress()]
    const ask = (email: string) => app.call(auth.changeEmail, { body: { email, password: user.password } }, { token })
    const dead = async (link: string) =>
      expect((await app.refusal(auth.confirmEmail, { body: { token: link } })).status).toBe(410)
    await ask(first)
    const firstLink = linkIn(await mailTo(first, confirmSubject))
    await ask(second)
    const secondLink = linkIn(await mailTo(second, confirmSubject))
    await dead(firstLink)
    expect(await app.call(auth.cancelEmailChange, {}, { token })).toMatchObject({ pending_email: null })
    await dead(secondLink)
    const third = newAddress()
    await ask(third)
    const thirdLink = linkIn(await mailTo(third, confirmSubject))
    app.clock.advance({ minutes: 60 })
    await dead(thirdLink)
    expect(await app.call(auth.getAccount, {}, { token })).toMatchObject({ email: user.email, pending_email: null })
  })

  it('cannot take over an address that another person took in the meantime', async () => {
    const { user, token } = await person()
    const email = newAddress()
    await app.call(auth.changeEmail, { body: { email, password: user.password } }, { token })
    const link = linkIn(await mailTo(email, confirmSubject))
    await app.createUser({ email })
    expect((await app.refusal(auth.confirmEmail, { body: { token: link } })).status).toBe(409)
    expect(await app.call(auth.getAccount, {}, { token })).toMatchObject({ email: user.email })
  })

  it('limits the emails about it', async () => {
    const { user, token } = await person()
    const email = newAddress()
    const body = { email, password: user.password }
    for (let attempt = 0; attempt < 3; attempt++) await app.call(auth.changeEmail, { body }, { token })
    expect((await app.refusal(auth.changeEmail, { body }, { token })).status).toBe(429)
  })
})

describe('a password changed by its owner', () => {
  it('ends all other sessions and links, keeps this session, and is mailed and recorded', async () => {
    const { user, token } = await person()
    const other = await app.signIn(user)
    const email = newAddress()
    await app.call(auth.changeEmail, { body: { email, password: user.password } }, { token })
    const link = linkIn(await mailTo(email, confirmSubject))
    const password = 'quiet-harbor-lamp'
    const body = { current: user.password, password }
    expect(await app.call(auth.changePassword, { body }, { token })).toEqual({ ended: 1 })
    expect((await app.refusal(auth.getCurrentUser, {}, { token: other })).status).toBe(401)
    expect((await app.refusal(auth.confirmEmail, { body: { token: link } })).status).toBe(410)
    expect(await app.call(auth.getCurrentUser, {}, { token })).toMatchObject({ id: user.id })
    expect(await app.signIn({ email: user.email, password })).toMatch(/^ey/)
    await mailTo(user.email, 'Your Twofold password was changed')
    expect((await actions(token))[1]).toEqual(['password_changed', ''])
  })

  it('requires the current password and a strong new one', async () => {
    const { user, token } = await person()
    const change = (current: string, password: string) =>
      app.refusal(auth.changePassword, { body: { current, password } }, { token })
    expect((await change('not-the-password', 'quiet-harbor-lamp')).fields).toEqual({
      current: auth.messages.wrongPassword,
    })
    expect((await change(user.password, 'password1')).fields).toEqual({ password: auth.messages.passwordTooCommon })
    expect((await change(user.password, '12345')).fields).toEqual({ password: auth.messages.passwordTooShort })
  })
})

describe('the history of an account', () => {
  it('can be read only by its owner, page by page, and cannot be changed', async () => {
    const { token, user } = await person()
    for (let attempt = 1; attempt <= 24; attempt++) {
      await app.call(auth.renameAccount, { body: { name: `Name ${attempt}` } }, { token })
    }
    const first = await app.call(auth.listAccountEvents, {}, { token })
    expect(first.events).toHaveLength(20)
    const rest = await app.call(auth.listAccountEvents, { query: { before: first.next ?? 0 } }, { token })
    expect(rest.events).toHaveLength(5)
    expect(rest.next).toBeNull()
    expect(rest.events.at(-1)).toMatchObject({ action: 'signed_in', detail: 'password', address: '127.0.0.1' })
    const outsider = await person()
    expect(await actions(outsider.token)).toEqual([['signed_in', 'password']])
    const { pool } = app.platform.database
    for (const statement of [
      'UPDATE account_events SET detail = $1',
      'DELETE FROM account_events WHERE detail <> $1',
    ]) {
      await expect(pool.query(statement, [String(user.id)])).rejects.toThrow(/permission denied/)
    }
  })
})

describe('extending a session', () => {
  it('adds twelve hours, up to a day in total, under the same ID', async () => {
    const { user, token } = await person()
    const ends = async (used: string) =>
      Date.parse((await app.call(auth.listSessions, {}, { token: used })).sessions[0]?.expires_at ?? '')
    const began = app.clock().getTime()
    const inHours = (hours: number) => began + hours * 3_600_000
    let current = token
    for (let hour = 3; hour <= 21; hour += 3) {
      app.clock.advance({ hours: 3 })
      current = (await app.call(auth.renewSession, {}, { token: current })).access_token
      expect(await ends(current)).toBe(Math.min(inHours(hour + 12), inHours(24)))
    }
    expect((await app.call(auth.listSessions, {}, { token: current })).sessions).toHaveLength(1)
    expect((await app.refusal(auth.getCurrentUser, {}, { token })).status).toBe(401)
    expect(await app.call(auth.getCurrentUser, {}, { token: current })).toMatchObject({ id: user.id })
    app.clock.advance({ hours: 3 })
    expect((await app.refusal(auth.renewSession, {}, { token: current })).status).toBe(401)
  })
})
