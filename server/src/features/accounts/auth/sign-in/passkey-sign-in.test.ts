import { auth } from '@twofold/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../testing/index.ts'
import { createSoftwarePasskey } from '../../../../testing/passkey.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

async function withPasskey() {
  const user = await app.createUser()
  const key = createSoftwarePasskey()
  await app.query(
    "INSERT INTO passkeys (id, user_id, name, public_key, counter, created_at) VALUES ($1, $2, 'Stick', $3, 0, now())",
    [key.id, user.id, key.publicKey],
  )
  return { user, key }
}

const asked = async () => {
  const { step, options } = await app.call(auth.getPasskeySignInOptions)
  return { step, challenge: String(options.challenge), options }
}
const tryWith = (step: string, response: ReturnType<ReturnType<typeof createSoftwarePasskey>['answer']>) =>
  app.sendRoute(auth.signInWithPasskey, { body: { step, response } })

it('signs in alone, without an address and without a second step', async () => {
  const { user, key } = await withPasskey()
  const { step, challenge, options } = await asked()
  expect(options).toMatchObject({ userVerification: 'required', rpId: '127.0.0.1' })
  expect(options.allowCredentials ?? []).toEqual([])
  const body = { step, response: key.answer(challenge, { origin: app.address }) }
  const { access_token: token, me } = await app.call(auth.signInWithPasskey, { body })
  expect(me.email).toBe(user.email)
  expect(await app.call(auth.getCurrentUser, {}, { token })).toMatchObject({ id: user.id })
  const { events } = await app.call(auth.listAccountEvents, {}, { token })
  expect(events[0]).toMatchObject({ action: 'signed_in', detail: 'passkey' })
  const { passkeys } = await app.call(auth.getFactors, {}, { token })
  expect(passkeys[0]?.last_used_at).not.toBeNull()
})

it('is refused without user verification, because alone it must be both factors', async () => {
  const { key } = await withPasskey()
  const { step, challenge } = await asked()
  const answer = key.answer(challenge, { origin: app.address, verified: false })
  expect((await tryWith(step, answer)).status).toBe(401)
})

it('accepts each challenge once, also for concurrent responses', async () => {
  const { key } = await withPasskey()
  const { step, challenge } = await asked()
  const answer = key.answer(challenge, { origin: app.address })
  const responses = await Promise.all(Array.from({ length: 5 }, () => tryWith(step, answer)))
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401, 401])
})

it('is refused for another challenge, another site, an expired page, an invented step and an unknown key', async () => {
  const { key } = await withPasskey()
  const [first, second] = [await asked(), await asked()]
  const right = { origin: app.address }
  expect((await tryWith(first.step, key.answer(second.challenge, right))).status).toBe(401)
  expect((await tryWith(second.step, key.answer(second.challenge, { origin: 'https://evil.example' }))).status).toBe(
    401,
  )
  const forged = `${app.clock().getTime()}.${'A'.repeat(43)}.${'A'.repeat(27)}`
  expect((await tryWith(forged, key.answer('A'.repeat(43), right))).status).toBe(410)
  const third = await asked()
  expect((await tryWith(third.step, createSoftwarePasskey().answer(third.challenge, right))).status).toBe(401)
  const old = await asked()
  app.clock.advance({ minutes: 10 })
  expect((await tryWith(old.step, key.answer(old.challenge, right))).status).toBe(410)
})
