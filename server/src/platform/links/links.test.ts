import { afterAll, beforeAll, expect, test } from 'vitest'
import { settableClock, startTestApp, type TestApp } from '../../testing/index.ts'
import { withoutTenant } from '../database/database.ts'
import { digestOf } from '../security/secrets.ts'
import { sweepExpiredLinks } from './delete-expired-links.ts'
import { findLink, issueLink, redeemLink } from './links.queries.ts'
import { links } from './purposes.ts'

const clock = settableClock('2026-06-10T15:00:00Z')
let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ clock })
})
afterAll(() => app.stop())

const tokenFor = (userId: number): Promise<string> =>
  withoutTenant(app.platform.database, (db) =>
    issueLink(db, links.resetPassword, {
      userId,
      detail: { organization: null, invitedBy: null },
      now: clock(),
    }),
  )

test('a link is invalid for another purpose, works once, and expires on time', async () => {
  const { id } = await app.createUser()
  const digest = digestOf(await tokenFor(id))
  const late = digestOf(await tokenFor(id))
  await withoutTenant(app.platform.database, async (db) => {
    expect(await findLink(db, { purposes: [links.firstPassword], digest, now: clock() })).toBeNull()
    const purposes = [links.resetPassword]
    expect(await redeemLink(db, { purposes, digest, now: clock() })).toMatchObject({ userId: id })
    expect(await redeemLink(db, { purposes, digest, now: clock() })).toBeNull()
    clock.advance({ minutes: links.resetPassword.minutes })
    expect(await redeemLink(db, { purposes, digest: late, now: clock() })).toBeNull()
  })
})

test('deletes a link a week after it expired', async () => {
  const { id } = await app.createUser()
  await tokenFor(id)
  const storedIds = async () => (await app.query('SELECT FROM links WHERE user_id = $1', [id])).length
  clock.advance({ days: 7 })
  await sweepExpiredLinks(app.platform)
  expect(await storedIds()).toBe(1)
  clock.advance({ minutes: links.resetPassword.minutes + 1 })
  await sweepExpiredLinks(app.platform)
  expect(await storedIds()).toBe(0)
})
