import { auth } from '@twofold/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from './test-app.ts'

describe('the product in tests', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp()
  })
  afterAll(() => app.stop())

  it('signs in a person created by a factory', async () => {
    const organizationId = await app.createOrganization({ name: 'Riverbend' })
    const token = await app.signIn(await app.createMember(organizationId, 'write'))
    const me = await app.call(auth.getCurrentUser, {}, { token })
    expect(me.orgs).toEqual([{ id: organizationId, name: 'Riverbend', level: 'write' }])
  })

  it('refuses a call without a token with a code', async () => {
    expect(await app.refusal(auth.getCurrentUser)).toMatchObject({ status: 401, code: 'unauthenticated' })
  })

  it('uses the clock of the test', async () => {
    const token = await app.signIn(await app.createUser())
    app.clock.advance({ hours: 13 })
    expect(await app.refusal(auth.getCurrentUser, {}, { token })).toMatchObject({ status: 401 })
  })
})
