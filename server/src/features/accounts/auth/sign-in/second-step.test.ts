import { auth, review } from '@twofold/contract'
import { generate } from 'otplib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../testing/index.ts'
import { resetToken, signInToken } from '../links.testing.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

const epoch = () => Math.floor(app.clock().getTime() / 1000)
const codeFor = (secret: string) => generate({ secret, epoch: epoch() })
const later = () => app.clock.advance({ seconds: 30 })

async function withApp(given: { isSuper?: boolean } = {}) {
  const user = await app.createUser(given)
  const token = await app.signIn(user)
  const { secret, uri, qr } = await app.call(auth.beginTotp, { body: { password: user.password } }, { token })
  expect(uri).toContain(`secret=${secret}`)
  expect(qr).toContain('<svg')
  const code = await codeFor(secret)
  const { factors, recovery_codes } = await app.call(auth.confirmTotp, { body: { code } }, { token })
  expect(factors).toMatchObject({ required: false, recovery_codes_left: 10 })
  later()
  return { user, token, secret, recoveryCodes: recovery_codes ?? [] }
}

async function firstStep({ email, password }: { email: string; password: string }): Promise<auth.SecondStep> {
  const response = await app.call(auth.login, { body: { email, password } })
  if (!('second_step' in response)) throw new Error('no second step was asked for')
  expect(response).not.toHaveProperty('access_token')
  return response.second_step
}

describe('an authenticator app', () => {
  it('is required after the password, and each of its codes works once', async () => {
    const { user, secret } = await withApp()
    const { step, methods, setup } = await firstStep(user)
    expect({ methods, setup }).toEqual({ methods: ['totp', 'recovery'], setup: false })
    expect((await app.refusal(auth.getCurrentUser, {}, { token: step })).status).toBe(401)
    const code = await codeFor(secret)
    const finished = await app.call(auth.finishWithCode, { body: { step, code } })
    expect(finished).toMatchObject({ me: { email: user.email }, redirect: null })
    expect(await app.call(auth.getCurrentUser, {}, { token: finished.access_token })).toMatchObject({
      email: user.email,
    })
    expect((await app.refusal(auth.finishWithCode, { body: { step, code } })).status).toBe(410)
    const again = await firstStep(user)
    expect(await app.refusal(auth.finishWithCode, { body: { step: again.step, code } })).toMatchObject({
      status: 401,
      message: auth.messages.wrongCode,
    })
  })

  it('accepts one code once, even in concurrent requests', async () => {
    const { user, secret } = await withApp()
    const steps = await Promise.all([firstStep(user), firstStep(user), firstStep(user)])
    const code = await codeFor(secret)
    const responses = await Promise.all(
      steps.map(({ step }) => app.sendRoute(auth.finishWithCode, { body: { step, code } })),
    )
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 401, 401])
  })

  it('allows five attempts in five minutes', async () => {
    const { user, secret } = await withApp()
    const { step } = await firstStep(user)
    const right = await codeFor(secret)
    const wrong = right === '000000' ? '111111' : '000000'
    const statuses: number[] = []
    for (let attempt = 0; attempt < 20; attempt++) {
      statuses.push((await app.sendRoute(auth.finishWithCode, { body: { step, code: wrong } })).status)
    }
    expect(statuses.filter((status) => status === 401)).toHaveLength(5)
    expect(statuses.filter((status) => status === 429)).toHaveLength(15)
    expect((await app.refusal(auth.finishWithCode, { body: { step, code: right } })).status).toBe(429)
  })

  it('is also required after a password reset and after a magic link', async () => {
    const { user } = await withApp()
    const body = { token: await resetToken(app, user.id), password: 'otter-lantern-seven' }
    await app.call(auth.resetPassword, { body })
    expect((await firstStep({ ...user, password: body.password })).methods).toContain('totp')
    const token = await signInToken(app, user.id, '/portal/reports')
    const response = await app.call(auth.redeemMagicLink, { body: { token } })
    expect(response).toHaveProperty('second_step')
    expect(response).not.toHaveProperty('access_token')
  })

  it('allows ten minutes for the second step, and keeps the magic link’s destination', async () => {
    const { user, secret } = await withApp()
    const token = await signInToken(app, user.id, '/portal/reports')
    const response = await app.call(auth.redeemMagicLink, { body: { token } })
    if (!('second_step' in response)) throw new Error('no second step was asked for')
    const body = { step: response.second_step.step, code: await codeFor(secret) }
    expect((await app.call(auth.finishWithCode, { body })).redirect).toBe('/portal/reports')

    const { step } = await firstStep(user)
    app.clock.advance({ minutes: 10 })
    const tooLate = await app.refusal(auth.finishWithCode, { body: { step, code: await codeFor(secret) } })
    expect(tooLate).toMatchObject({ status: 410, message: auth.messages.signInAgain })
  })

  it('is encrypted per person and unreadable in the database', async () => {
    const { user, secret, recoveryCodes } = await withApp()
    const other = await withApp()
    const rows = await app.query(
      'SELECT t::text AS row FROM totp_secrets t UNION ALL SELECT r::text FROM recovery_codes r',
    )
    expect(JSON.stringify(rows)).not.toContain(secret)
    expect(JSON.stringify(rows)).not.toContain(recoveryCodes[0])
    await app.query(
      `UPDATE totp_secrets SET sealed_secret = (SELECT sealed_secret FROM totp_secrets WHERE user_id = $1)
       WHERE user_id = $2`,
      [other.user.id, user.id],
    )
    const { step } = await firstStep(user)
    const moved = await app.sendRoute(auth.finishWithCode, { body: { step, code: await codeFor(other.secret) } })
    expect(moved.status).not.toBe(200)
  })

  it('can be changed only with the password, and the owner gets an email', async () => {
    const { user, token } = await withApp()
    const refused = await app.refusal(auth.removeTotp, { body: { password: 'not-the-password' } }, { token })
    expect(refused.fields).toEqual({ password: 'That password is incorrect.' })
    expect((await app.refusal(auth.beginTotp, { body: { password: user.password } }, { token })).status).toBe(409)
    const { factors } = await app.call(auth.removeTotp, { body: { password: user.password } }, { token })
    expect(factors).toMatchObject({ totp_since: null, recovery_codes_left: 0 })
    expect(await app.signIn(user)).toMatch(/^ey/)
    const mails = await app.query(
      "SELECT parameters FROM account_mails WHERE recipient = $1 AND kind = 'factors-changed'",
      [user.email],
    )
    expect(mails).toHaveLength(2)
  })
})

describe('a recovery code', () => {
  it('replaces the app once, in any format', async () => {
    const { user, recoveryCodes } = await withApp()
    expect(new Set(recoveryCodes).size).toBe(10)
    // At least 112 bits, with 5 per character: the limit for storing plain digests (ASVS 5.0, 6.5.2).
    for (const code of recoveryCodes) expect(code).toMatch(/^(?:[a-km-z2-9]{4}-){5}[a-km-z2-9]{4}$/)
    const code = ` ${(recoveryCodes[0] ?? '').toUpperCase().replaceAll('-', ' ')} `
    const first = await firstStep(user)
    await app.call(auth.finishWithCode, { body: { step: first.step, code } })
    const second = await firstStep(user)
    expect((await app.refusal(auth.finishWithCode, { body: { step: second.step, code } })).status).toBe(401)
  })

  it('is invalid after new codes were created', async () => {
    const { user, token, recoveryCodes } = await withApp()
    await app.call(auth.renewRecoveryCodes, { body: { password: user.password } }, { token })
    const { step } = await firstStep(user)
    expect((await app.refusal(auth.finishWithCode, { body: { step, code: recoveryCodes[1] ?? '' } })).status).toBe(401)
  })
})

it('is required of super users outside the demo, and sessions without one are invalid', async () => {
  const production = await startTestApp({
    database: app.database,
    clock: app.clock,
    config: { superUsersNeedFactor: true },
  })
  const user = await app.createUser({ isSuper: true })
  const fromTheDemo = await app.signIn(user)
  for (const route of [auth.getCurrentUser, auth.getFactors, auth.listSessions, review.listReview]) {
    expect((await production.refusal(route, {}, { token: fromTheDemo })).status, route.name).toBe(401)
  }
  const response = await production.call(auth.login, { body: { email: user.email, password: user.password } })
  if (!('second_step' in response)) throw new Error('no second step was asked for')
  const { step, setup, methods } = response.second_step
  expect({ setup, methods }).toEqual({ setup: true, methods: [] })
  expect((await production.refusal(auth.finishWithCode, { body: { step, code: '123456' } })).status).toBe(410)
  const { secret } = await production.call(auth.setUpSecondStep, { body: { step } })
  const body = { step, code: await codeFor(secret) }
  const finished = await production.call(auth.finishSetUp, { body })
  expect(finished.recovery_codes).toHaveLength(10)
  const token = finished.access_token
  expect((await production.sendRoute(review.listReview, {}, { token })).status).toBe(200)
  expect(await production.call(auth.getFactors, {}, { token })).toMatchObject({ required: true })
  const kept = await production.refusal(auth.removeTotp, { body: { password: user.password } }, { token })
  expect(kept).toMatchObject({ status: 409, message: auth.messages.factorRequired })
  await production.stop()
})

describe('sessions', () => {
  it('are listed, and all others can be ended at once', async () => {
    const user = await app.createUser()
    const tokens: string[] = []
    for (let device = 0; device < 5; device++) {
      tokens.push(await app.signIn(user))
      app.clock.advance({ seconds: 1 })
    }
    const [mine = '', ...others] = tokens
    const { sessions } = await app.call(auth.listSessions, {}, { token: mine })
    expect(sessions).toHaveLength(5)
    expect(sessions.filter(({ current }) => current)).toHaveLength(1)
    const { ended, sessions: left } = await app.call(auth.endOtherSessions, {}, { token: mine })
    expect(ended).toBe(4)
    expect(left).toMatchObject([{ current: true }])
    for (const token of others) expect((await app.refusal(auth.getCurrentUser, {}, { token })).status).toBe(401)
    expect(await app.call(auth.getCurrentUser, {}, { token: mine })).toMatchObject({ id: user.id })
  })

  it('can be ended individually, but not those of another person', async () => {
    const user = await app.createUser()
    const [mine, other] = [await app.signIn(user), await app.signIn(user)]
    const outsider = await app.signIn(await app.createUser())
    const { sessions } = await app.call(auth.listSessions, {}, { token: mine })
    const id = sessions.find(({ current }) => !current)?.id ?? ''
    await app.call(auth.endOneSession, { body: { id } }, { token: outsider })
    expect(await app.call(auth.getCurrentUser, {}, { token: other })).toMatchObject({ id: user.id })
    expect((await app.call(auth.endOneSession, { body: { id } }, { token: mine })).sessions).toHaveLength(1)
    expect((await app.refusal(auth.getCurrentUser, {}, { token: other })).status).toBe(401)
  })

  it('end after four hours without a call, and after twelve hours in any case', async () => {
    const user = await app.createUser()
    const [busy, idle] = [await app.signIn(user), await app.signIn(user)]
    for (let hour = 0; hour < 11; hour++) {
      app.clock.advance({ hours: 1 })
      expect(await app.call(auth.getCurrentUser, {}, { token: busy })).toMatchObject({ id: user.id })
      if (hour === 4) expect((await app.refusal(auth.getCurrentUser, {}, { token: idle })).status).toBe(401)
    }
    app.clock.advance({ hours: 1, seconds: 1 })
    expect((await app.refusal(auth.getCurrentUser, {}, { token: busy })).status).toBe(401)
  })

  it('end with their token, unless a longer one replaces it', async () => {
    const user = await app.createUser()
    const token = await app.signIn(user)
    app.clock.advance({ hours: 3 })
    const { access_token: longer } = await app.call(auth.renewSession, {}, { token })
    for (let hour = 3; hour < 11; hour++) {
      app.clock.advance({ hours: 1 })
      for (const good of [token, longer]) {
        expect(await app.call(auth.getCurrentUser, {}, { token: good })).toMatchObject({ id: user.id })
      }
    }
    app.clock.advance({ hours: 1, seconds: 1 })
    expect((await app.refusal(auth.getCurrentUser, {}, { token })).status).toBe(401)
    expect(await app.call(auth.getCurrentUser, {}, { token: longer })).toMatchObject({ id: user.id })
  })
})
