import { auth } from '@twofold/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { withoutTenant } from '../../../../platform/database/database.ts'
import { startTestApp, type TestApp } from '../../../../testing/index.ts'
import { makeSuperUser } from './make-super-user.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

const make = (address: string) => withoutTenant(app.platform.database, (db) => makeSuperUser(db, address, app.clock()))

it('promotes an existing person, ends their sessions, and signs them in by link', async () => {
  const user = await app.createUser()
  const before = await app.signIn(user)
  const { path } = await make(user.email)
  expect((await app.sendRoute(auth.getCurrentUser, {}, { token: before })).status).toBe(401)
  const token = new URL(path, app.address).searchParams.get('token') ?? ''
  const { me } = auth.signedIn.parse(await app.call(auth.redeemMagicLink, { body: { token } }))
  expect(me).toMatchObject({ email: user.email, globalPermission: 'super' })
})

it('creates an account for a new person', async () => {
  await make('new.helper@twofold.example')
  const [row] = await app.query(
    "SELECT name, global_permission FROM users WHERE email_key = 'new.helper@twofold.example'",
  )
  expect(row).toEqual({ name: 'new.helper', global_permission: 'super' })
})
