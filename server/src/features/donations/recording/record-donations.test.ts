import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { grantTenant, inTenant, type Tenant } from '../../../platform/database/database.ts'
import { startTestApp, type TestApp } from '../../../testing/index.ts'
import { createDirectory } from '../../core/companies/index.ts'
import { moveMatches } from '../../matches/matches/index.ts'
import { blankDonation, blankDonor, blankUpdate, type NewDonation } from '../identification/index.ts'
import {
  deleteImportedDonations,
  type RecordingContext,
  type RecordingResult,
  recordDonations,
  updateDonations,
} from './index.ts'

let app: TestApp
let organizationId: number
let tenant: Tenant

beforeAll(async () => {
  app = await startTestApp()
  const portal = { method: 'csr', submission_url: 'https://match.example.org', ratio: '1:1' }
  await app.createCompanies([
    { name: 'Quillfeather Works', domains: ['quillfeather.example'], policy: { ...portal, min_amount_cents: 2500 } },
    { name: 'Harrowgate Mills', policy: { ...portal, max_per_year_cents: 10_000, deadline_rule: 'months:12' } },
    { name: 'Oldmoor Nothing', policy: { program: 'no' } },
  ])
})
afterAll(() => app.stop())
beforeEach(async () => {
  organizationId = await app.createOrganization()
  tenant = grantTenant(organizationId, [organizationId])
})

const context = (more: Partial<RecordingContext> = {}): RecordingContext => ({
  platform: app.platform,
  tenant,
  directory: createDirectory(app.platform),
  actor: { kind: 'import', userId: null },
  importId: null,
  optIn: false,
  mailWithoutEmployer: false,
  ...more,
})

let count = 0
const gift = (amountCents: number, employer: string, more: Partial<NewDonation> = {}): NewDonation => ({
  ...blankDonation,
  row: ++count,
  organizationId,
  transactionId: `t${count}`,
  donatedAt: '2026-05-01 10:00:00',
  amountCents,
  currency: 'USD',
  donor: { ...blankDonor, name: 'Ada Byron', email: 'ada@example.net' },
  employer: { companyId: null, text: employer },
  ...more,
})

const record = (gifts: readonly NewDonation[], more: Partial<RecordingContext> = {}): Promise<RecordingResult> =>
  inTenant(app.platform.database, tenant, (db) => recordDonations(db, context(more), gifts))

const rows = () =>
  app.query<{
    id: string
    status_id: number
    amount_cents: string
    estimated_cents: string
    merged_into_id: string | null
    employer_how: string
    deadline_at: Date | null
  }>('SELECT * FROM donations WHERE organization_id = $1 ORDER BY donated_at, id', [organizationId])

const summary = async () => {
  // One statement, because the worker may fold deltas into days between two.
  const [row] = await app.query<Record<'gifts' | 'cents' | 'counted_gifts' | 'counted_cents', string | null>>(
    `WITH held AS (
       SELECT gifts, amount_cents FROM donation_deltas WHERE organization_id = $1
       UNION ALL SELECT gifts, amount_cents FROM donation_days WHERE organization_id = $1)
     SELECT (SELECT sum(gifts) FROM held) AS gifts, (SELECT sum(amount_cents) FROM held) AS cents,
       count(*) AS counted_gifts, sum(amount_cents) AS counted_cents
     FROM donations WHERE organization_id = $1 AND counted`,
    [organizationId],
  )
  const cents = Number(row?.cents ?? 0)
  expect([Number(row?.gifts ?? 0), cents]).toEqual([Number(row?.counted_gifts), Number(row?.counted_cents ?? 0)])
  return cents
}

test('a gift of a known employer is evaluated, explained and emailed to its donor', async () => {
  expect(await record([gift(5000, 'quillfeather works')])).toMatchObject({ recorded: 1, unchanged: 0 })
  const [row] = await rows()
  expect(row).toMatchObject({ status_id: 7, estimated_cents: '5000', employer_how: 'name' })
  const events = await app.query('SELECT action, to_status_id, actor FROM donation_events WHERE donation_id = $1', [
    row?.id,
  ])
  expect(events).toEqual([{ action: 'create', to_status_id: 7, actor: 'import' }])
  const [evaluation] = await app.query<{ trace: { text: string }[] }>(
    'SELECT trace FROM evaluations WHERE donation_id = $1',
    [row?.id],
  )
  expect(evaluation?.trace.map(({ text }) => text).join(' ')).toContain(
    'Quillfeather Works matches 1:1 from $25; this gift is $50',
  )
  const mails = await app.query('SELECT status_id, state, send_at FROM notifications WHERE donation_id = $1', [row?.id])
  expect(mails).toEqual([{ status_id: 7, state: 'queued', send_at: new Date('2026-06-15T14:30:00Z') }])
})

test('recording the same gifts again changes nothing', async () => {
  const gifts = [gift(5000, 'Quillfeather Works'), gift(2500, ''), gift(700, '', { transactionId: null })]
  await record(gifts)
  const before = await rows()
  expect(await record(gifts)).toMatchObject({ recorded: 0, unchanged: 3 })
  expect(await record([...gifts, gift(900, '')])).toMatchObject({ recorded: 1, unchanged: 3 })
  expect((await rows()).slice(0, before.length)).toEqual(before)
})

test.each([
  ['oldest first', [0, 1, 2]],
  ['newest first', [2, 1, 0]],
  ['in one file', null],
])('small gifts of one person are combined when they reach the minimum: %s', async (_, order) => {
  const gifts = ['2026-03-01', '2026-04-01', '2026-05-01'].map((day) =>
    gift(1000, 'Quillfeather Works', { donatedAt: `${day} 10:00:00` }),
  )
  if (order) for (const index of order) await record(gifts.slice(index, index + 1))
  else await record(gifts)
  const all = await rows()
  const whole = all.at(-1)
  expect(whole).toMatchObject({ status_id: 7, amount_cents: '3000', estimated_cents: '3000', merged_into_id: null })
  for (const part of all.slice(0, -1)) {
    expect(part).toMatchObject({ status_id: 10, amount_cents: '1000', merged_into_id: whole?.id })
  }
  expect(await summary()).toBe(3000)
})

test("a yearly maximum is shared by a person's gifts", async () => {
  await record([
    gift(8000, 'Harrowgate Mills', { donatedAt: '2026-02-01 09:00:00' }),
    gift(8000, 'Harrowgate Mills', { donatedAt: '2026-03-01 09:00:00' }),
  ])
  await record([gift(8000, 'Harrowgate Mills', { donatedAt: '2026-04-01 09:00:00' })])
  expect((await rows()).map((row) => row.estimated_cents)).toEqual(['8000', '2000', '0'])
})

test('the employer is found by the address or by an earlier gift', async () => {
  const donor = { ...gift(1, '').donor, email: 'bo@quillfeather.example' }
  await record([gift(5000, '', { donor })])
  await record([gift(3000, 'Harrowgate Mills')])
  await record([gift(3000, '', { donatedAt: '2026-06-01 10:00:00' })])
  expect((await rows()).map((row) => row.employer_how).sort()).toEqual(['domain', 'history', 'name'])
})

test('without an employer, emails require the upload option; an external match keeps its status and sends none', async () => {
  await record([gift(5000, ''), gift(5000, 'Quillfeather Works', { givenStatusId: 4 }), gift(5000, 'Oldmoor Nothing')])
  expect((await rows()).map((row) => row.status_id)).toEqual([23, 4, 19])
  const mailedStatuses = () =>
    app.query('SELECT status_id FROM notifications WHERE organization_id = $1 ORDER BY 1', [organizationId])
  expect(await mailedStatuses()).toEqual([{ status_id: 19 }])
  const cy = { ...gift(1, '').donor, email: 'cy@example.net' }
  await record([gift(5100, '', { donor: cy })], { mailWithoutEmployer: true })
  expect(await mailedStatuses()).toEqual([{ status_id: 19 }, { status_id: 23 }])
})

test('an installment joins the match of its series', async () => {
  const monthly = (day: string) =>
    gift(2500, 'Quillfeather Works', { donatedAt: `${day} 10:00:00`, custom: { recurring_id: 'r-1' } })
  await record([monthly('2026-04-15')])
  await record([monthly('2026-05-15'), monthly('2026-06-15')])
  const all = await rows()
  expect(all.map((row) => [row.status_id, row.amount_cents, row.merged_into_id])).toEqual([
    [22, '7500', null],
    [22, '2500', all[0]?.id],
    [22, '2500', all[0]?.id],
  ])
  const id = Number(all[0]?.id)
  await inTenant(app.platform.database, tenant, (db) =>
    moveMatches(
      db,
      { ...context(), actor: { kind: 'user', userId: null, level: 'write' } },
      { donationIds: [id], action: 'release' },
    ),
  )
  expect((await rows())[0]).toMatchObject({ status_id: 7, amount_cents: '7500' })
  expect(await summary()).toBe(7500)
})

test('a donor action moves a match once even if repeated; a forbidden move changes nothing', async () => {
  await record([gift(5000, 'Quillfeather Works')])
  const id = Number((await rows())[0]?.id)
  const move = (action: 'submit' | 'decline' | 'verify') =>
    inTenant(app.platform.database, tenant, (db) =>
      moveMatches(db, { ...context(), actor: { kind: 'donor', userId: null } }, { donationIds: [id], action }),
    )
  expect(await move('submit')).toEqual([{ id, from: 7, to: 4 }])
  expect(await move('submit')).toEqual([{ id, from: 4, to: 4 }])
  await expect(move('decline')).rejects.toThrow('“Submitted” matches can’t be declined.')
  const events = await app.query('SELECT action FROM donation_events WHERE donation_id = $1 ORDER BY id', [id])
  expect(events).toEqual([{ action: 'create' }, { action: 'submit' }])
  expect(await summary()).toBe(5000)
})

test("a donor's answer waits for the family's evaluation without holding its locks", async () => {
  await record([gift(5000, 'Harrowgate Mills')])
  const id = Number((await rows())[0]?.id)
  const judging = new pg.Client({ connectionString: app.database.connectionString })
  await judging.connect()
  try {
    await judging.query('BEGIN')
    await judging.query('SELECT lock_families($1)', [[organizationId]])
    const declined = inTenant(app.platform.database, tenant, (db) =>
      moveMatches(
        db,
        { ...context(), actor: { kind: 'donor', userId: null } },
        { donationIds: [id], action: 'decline' },
      ),
    )
    const waiting =
      "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%lock_families%'"
    await expect.poll(() => app.query(waiting)).not.toEqual([])
    const { rows: free } = await judging.query('SELECT id FROM donations WHERE id = $1 FOR UPDATE NOWAIT', [id])
    expect(free).toHaveLength(1)
    await judging.query('COMMIT')
    expect(await declined).toEqual([{ id, from: 7, to: 21 }])
  } finally {
    await judging.end()
  }
})

test('with opt-in, a gift is evaluated after the donor agrees', async () => {
  await record([gift(5000, 'Quillfeather Works')], { optIn: true })
  const [row] = await rows()
  expect(row?.status_id).toBe(24)
  await inTenant(app.platform.database, tenant, (db) =>
    moveMatches(
      db,
      { ...context(), actor: { kind: 'donor', userId: null } },
      { donationIds: [Number(row?.id)], action: 'consent' },
    ),
  )
  expect((await rows())[0]?.status_id).toBe(7)
})

test("an update is evaluated; a row with another organization's gift changes nothing", async () => {
  await record([gift(1000, 'Quillfeather Works')])
  const id = Number((await rows())[0]?.id)
  const update = {
    ...blankUpdate,
    row: 1,
    donationId: id,
    amountCents: 4000,
    donor: gift(1, '', {}).donor,
    custom: { campaign: 'spring' },
  }
  const updated = await inTenant(app.platform.database, tenant, (db) =>
    updateDonations(db, context(), [update, { ...update, row: 2, donationId: 999_999_999 }]),
  )
  expect(updated).toEqual({ updated: 1, unchanged: 0, unknown: [2], merged: [] })
  expect((await rows())[0]).toMatchObject({ status_id: 7, amount_cents: '4000', estimated_cents: '4000' })
  expect(await summary()).toBe(4000)
})

test('undoing an upload deletes its gifts and separates the others', async () => {
  const upload = await app.createImport({ organization: organizationId })
  await record([gift(1500, 'Quillfeather Works', { donatedAt: '2026-03-01 10:00:00' })])
  await record([gift(1500, 'Quillfeather Works')], { importId: upload })
  expect((await rows()).map((row) => row.status_id)).toEqual([10, 7])
  const taken = await inTenant(app.platform.database, tenant, (db) => deleteImportedDonations(db, context(), upload))
  expect(taken).toBe(1)
  expect(await rows()).toMatchObject([{ status_id: 10, amount_cents: '1500', merged_into_id: null }])
  expect(await summary()).toBe(1500)
})

test('concurrent uploads never use the same maximum twice', async () => {
  const at = (day: number) => gift(8000, 'Harrowgate Mills', { donatedAt: `2026-04-${10 + day} 10:00:00` })
  await Promise.all([1, 2, 3, 4].map((day) => record([at(day)])))
  const total = (await rows()).reduce((sum, row) => sum + Number(row.estimated_cents), 0)
  expect(total).toBe(10_000)
})
