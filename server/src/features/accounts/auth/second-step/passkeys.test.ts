import { auth } from '@twofold/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../testing/index.ts'
import { createSoftwarePasskey } from '../../../../testing/passkey.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

it('can be added with the password, is required at the next sign-in, and can be removed', async () => {
  const { email, password } = await app.createUser()
  const token = await app.signIn({ email, password })
  const key = createSoftwarePasskey()
  const { origin } = new URL(app.address)

  const begun = await app.call(auth.beginPasskey, { body: { password } }, { token })
  const response = key.make(String(begun.options['challenge']), { origin })
  const added = await app.call(auth.addPasskey, { body: { step: begun.step, name: 'Stick', response } }, { token })
  expect(added.factors.passkeys).toMatchObject([{ id: key.id, name: 'Stick', last_used_at: null }])
  expect(added.recovery_codes).toHaveLength(10)

  const { second_step } = auth.secondStepNeeded.parse(await app.call(auth.login, { body: { email, password } }))
  expect(second_step.methods).toContain('passkey')
  const { step } = second_step
  const { options } = await app.call(auth.askForPasskey, { body: { step } })
  const answer = key.answer(String(options['challenge']), { origin })
  const finished = await app.call(auth.finishWithPasskey, { body: { step, response: answer } })
  expect(finished.me.email).toBe(email)

  const again = await app.sendRoute(auth.removePasskey, { body: { password, id: 'another' } }, { token })
  expect(again.status).toBe(404)
  const removed = await app.call(auth.removePasskey, { body: { password, id: key.id } }, { token })
  expect(removed.factors.passkeys).toEqual([])
})

it('is not saved if it signed another challenge', async () => {
  const { email, password } = await app.createUser()
  const token = await app.signIn({ email, password })
  const { step } = await app.call(auth.beginPasskey, { body: { password } }, { token })
  const response = createSoftwarePasskey().make('bm90LXRoaXMtb25l', { origin: new URL(app.address).origin })
  expect((await app.sendRoute(auth.addPasskey, { body: { step, response } }, { token })).status).toBe(422)
})
