import { mails } from '@twofold/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { acrossOrganizations, type Db } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import { settableClock, startTestApp, type TestApp } from '../../../testing/index.ts'
import { createDirectory } from '../../core/companies/index.ts'
import { scheduleReevaluation } from '../../core/companies/load-directory.queries.ts'
import { recordDonation } from '../../email/notifications/record-donation.testing.ts'
import { applyTimeTransitions } from '../matches/index.ts'
import { previewDirectoryChange } from './index.ts'

let app: TestApp
let company: number
let [north, south] = [0, 0]

beforeAll(async () => {
  app = await startTestApp({
    clock: settableClock('2026-06-15T15:00:00Z'),
    config: { role: 'web', mailDelaySeconds: 1800 },
  })
})
afterAll(() => app.stop())
beforeEach(async () => {
  app.clock.set('2026-06-15T15:00:00Z')
  north = await app.createOrganization({ name: 'North' })
  south = await app.createOrganization({ name: 'South' })
  const name = `Later Works ${north}`
  company = (await app.createCompanies([{ name, policy: { program: 'unknown' } }])).get(name) ?? 0
  await recordDonation(app, north, { email: 'ann@example.org', employer: name })
  await recordDonation(app, north, { email: 'bo@example.org', employer: name })
  await recordDonation(app, south, { email: 'cy@example.org', employer: name })
})

const rules = {
  learn: async (db: Db) => {
    await sql`UPDATE policies SET superseded_at = now() WHERE company_id = ${company}`.execute(db)
    await sql`INSERT INTO policies (company_id, version, program, method, submission_url, ratio, source_url)
      VALUES (${company}, 2, 'yes', 'csr', 'https://later.example', '1:1', 'https://later.example/giving')`.execute(db)
  },
}
const review = () =>
  previewDirectoryChange({ platform: app.platform, directory: createDirectory(app.platform) }, [company], rules.learn)
const learnedAndLookedAt = async () => {
  await acrossOrganizations(app.platform.database, async (db) => {
    await rules.learn(db)
    await scheduleReevaluation(db, [company], app.clock())
  })
  app.clock.advance({ minutes: 1 })
  await applyTimeTransitions(app.platform, createDirectory(app.platform))
}
const everything = () =>
  app.query(
    `SELECT (SELECT count(*) FROM notifications) AS mails, (SELECT count(*) FROM donation_events) AS events,
       (SELECT count(*) FROM policies) AS policies`,
  )

test('a dry run reports the effects of a directory change in all organizations without making it', async () => {
  const before = await everything()
  expect(await review()).toMatchObject({
    gifts: 3,
    organizations: 2,
    matchable: 3,
    mails: { mails: 3, held: 3, waits_because: 'directory', is_whole: true, sample: { to: expect.any(String) } },
  })
  expect(await everything()).toEqual(before)
})

test('counts gifts that join another match separately from changed matches', async () => {
  const small = { email: 'dee@example.org', employer: `Later Works ${north}` }
  await recordDonation(app, north, { ...small, amountCents: 2_000 })
  await recordDonation(app, north, { ...small, amountCents: 2_100 })
  const learnWithMinimum = async (db: Db) => {
    await rules.learn(db)
    await sql`UPDATE policies SET min_amount_cents = 4000 WHERE company_id = ${company} AND version = 2`.execute(db)
  }
  const place = { platform: app.platform, directory: createDirectory(app.platform) }
  const seen = await previewDirectoryChange(place, [company], learnWithMinimum)
  expect(seen).toMatchObject({
    gifts: 5,
    changed: 5,
    joined: 1,
    matchable: 4,
    moves: [{ from_status_id: 9, to_status_id: 7, count: 4 }],
  })
  expect(seen.examples).toHaveLength(4)
})

test('holds emails that follow from a directory change until the organization has seen their number', async () => {
  await learnedAndLookedAt()
  const token = await app.signIn(await app.createMember(north, 'write'))
  const params = { id: north }
  const waiting = async () => (await app.call(mails.getWaitingMails, { params, query: {} }, { token })).review
  expect(await waiting()).toMatchObject({ mails: 2, held: 2, waits_because: 'directory' })
  const held = () =>
    app.query<{ organization_id: string; n: number }>(
      `SELECT organization_id, count(*)::int AS n FROM notifications
       WHERE held_because = 'directory' AND organization_id = ANY ($1) GROUP BY 1 ORDER BY 1`,
      [[north, south]],
    )
  expect((await held()).map(({ n }) => n)).toEqual([2, 1])
  await app.call(mails.releaseMails, { params, body: {} }, { token })
  expect(await waiting()).toMatchObject({ mails: 2, held: 0, waits_because: null })
  expect(await held()).toEqual([{ organization_id: String(south), n: 1 }])
})

test('does not hold an email that was queued before the directory change', async () => {
  const name = `Known Works ${north}`
  await app.createCompanies([
    { name, policy: { method: 'csr', submission_url: 'https://known.example', ratio: '1:1', source_url: 'x' } },
  ])
  await recordDonation(app, north, { email: 'di@example.org', employer: name })
  await learnedAndLookedAt()
  const token = await app.signIn(await app.createMember(north, 'read'))
  const { review: seen } = await app.call(mails.getWaitingMails, { params: { id: north }, query: {} }, { token })
  expect(seen).toMatchObject({ mails: 3, held: 2, waits_because: null, first_at: '2026-06-15T15:30:00.000Z' })
})

test('clears the directory mark after the evaluation', async () => {
  await learnedAndLookedAt()
  const [row] = await app.query<{ marked: number }>(
    'SELECT count(*)::int AS marked FROM donations WHERE directory_changed AND organization_id = ANY ($1)',
    [[north, south]],
  )
  expect(row?.marked).toBe(0)
})
