import type { StatusId } from '@twofold/matching'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Db, grantTenant, inTenant, type Tenant } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import { startTestApp, type TestApp } from '../../../testing/index.ts'
import { createDirectory } from '../../core/companies/index.ts'
import {
  blankDonation,
  blankDonor,
  blankUpdate,
  type DonationUpdate,
  type NewDonation,
} from '../../donations/identification/index.ts'
import { recordDonations, updateDonations } from '../../donations/recording/index.ts'
import { type Actor, moveMatches, type RequestedMove } from './index.ts'
import { refreshPlannerStatistics } from './refresh-planner-statistics.ts'

let app: TestApp
let organizationId: number
let tenant: Tenant

beforeAll(async () => {
  app = await startTestApp({ config: { role: 'web' } })
  const portal = { method: 'csr', submission_url: 'https://match.example.org', ratio: '2:1' }
  await app.createCompanies([
    { name: 'Quillfeather Works', policy: { ...portal, min_amount_cents: 2500, max_per_year_cents: 50_000 } },
    { name: 'Harrowgate Mills', policy: portal },
    { name: 'Foggy Systems', policy: { method: 'csr' } },
  ])
})
afterAll(() => app.stop())
beforeEach(async () => {
  organizationId = await app.createOrganization()
  tenant = grantTenant(organizationId, [organizationId])
})

const staff: Actor = { kind: 'user', userId: null, level: 'write' }
const donor: Actor = { kind: 'donor', userId: null }
const system: Actor = { kind: 'system', userId: null }

const context = (actor: Actor) => ({
  platform: app.platform,
  tenant,
  directory: createDirectory(app.platform),
  actor,
  importId: null,
  optIn: false,
  mailWithoutEmployer: false,
})
const inOwnTenant = <T>(work: (db: Db) => Promise<T>): Promise<T> => inTenant(app.platform.database, tenant, work)

let count = 0
async function record(employer: string, more: Partial<NewDonation> = {}): Promise<number> {
  const transactionId = `t${++count}`
  const donation: NewDonation = {
    ...blankDonation,
    organizationId,
    transactionId,
    donatedAt: '2026-05-01 10:00:00',
    amountCents: 5000,
    currency: 'USD',
    donor: { ...blankDonor, name: 'Ada Byron', email: 'ada@example.net' },
    employer: { companyId: null, text: employer },
    ...more,
  }
  await inOwnTenant((db) => recordDonations(db, context({ kind: 'import', userId: null }), [donation]))
  const [row] = await app.query<{ id: string }>(
    'SELECT id FROM donations WHERE organization_id = $1 AND transaction_id = $2',
    [organizationId, transactionId],
  )
  return Number(row?.id)
}

const move = (donationId: number, action: RequestedMove, actor: Actor) =>
  inOwnTenant((db) => moveMatches(db, context(actor), { donationIds: [donationId], action }))
const update = (donationId: number, change: Partial<DonationUpdate>, actor: Actor = staff) =>
  inOwnTenant((db) => updateDonations(db, context(actor), [{ ...blankUpdate, donationId, ...change }]))

const eventsOf = (id: number) =>
  app.query(
    'SELECT action, from_status_id AS from, to_status_id AS to, actor, changes, why FROM donation_events WHERE donation_id = $1 ORDER BY id',
    [id],
  )
const mailsOf = (id: number) =>
  app.query('SELECT status_id, state FROM notifications WHERE donation_id = $1 ORDER BY id', [id])

describe('outside changeMatches', () => {
  test.each([
    ['a status', sql`UPDATE donations SET status_id = 4`],
    ['a payment', sql`UPDATE donations SET payment_state = 'paid'`],
    ['a part', sql`UPDATE donations SET merged_into_id = id`],
    ['a row', sql`INSERT INTO donations (organization_id) SELECT organization_id FROM donations`],
    ['a deletion', sql`DELETE FROM donations`],
  ])('rejects writing %s', async (_, statement) => {
    const id = await app.createDonation({ organization: organizationId })
    await expect(inOwnTenant((db) => statement.execute(db))).rejects.toThrow(
      'matches are written by changeMatches alone',
    )
    expect(await app.query('SELECT status_id FROM donations WHERE id = $1', [id])).toEqual([{ status_id: 7 }])
  })

  test('rejects writes after it in the same transaction', async () => {
    const id = await app.createDonation({ organization: organizationId })
    const writing = inOwnTenant(async (db) => {
      await moveMatches(db, context(donor), { donationIds: [id], action: 'submit' })
      await sql`UPDATE donations SET status_id = 1`.execute(db)
    })
    await expect(writing).rejects.toThrow('changeMatches alone')
    expect(await eventsOf(id)).toEqual([])
  })
})

describe('a change of a field other than the status', () => {
  test('is recorded as an event with the old and new values and the actor', async () => {
    const id = await record('Quillfeather Works', { amountCents: 1000 })
    await update(id, { amountCents: 4000, custom: { fund: 'Roof' }, fields: { gift_kind: 'stock' } })
    expect((await eventsOf(id)).at(-1)).toMatchObject({
      action: 'edit',
      from: 10,
      actor: 'user',
      changes: [
        { field: 'amount_cents', from: 1000, to: 4000 },
        { field: 'gift_kind', from: 'money', to: 'stock' },
        { field: 'custom.fund', from: null, to: 'Roof' },
      ],
    })
  })

  test('is recorded without an evaluation when the match is past evaluation', async () => {
    const id = await record('Quillfeather Works')
    await move(id, 'submit', donor)
    await update(id, { donatedAt: '2026-05-02 09:00:00' })
    expect((await eventsOf(id)).at(-1)).toMatchObject({
      action: 'edit',
      from: 4,
      to: 4,
      changes: [{ field: 'donated_at', from: '2026-05-01 10:00:00', to: '2026-05-02 09:00:00' }],
    })
  })

  test('records employers by name', async () => {
    const id = await record('Quillfeather Works')
    await update(id, { employer: { companyId: null, text: 'Harrowgate Mills' } })
    expect((await eventsOf(id)).at(-1)).toMatchObject({
      changes: [{ field: 'company', from: 'Quillfeather Works', to: 'Harrowgate Mills' }],
    })
  })

  test('records silencing once, without a status change', async () => {
    const id = await record('Quillfeather Works')
    await move(id, 'silence', staff)
    await move(id, 'silence', staff)
    expect(await eventsOf(id)).toMatchObject([
      { action: 'create' },
      { action: 'silence', from: 7, to: 7, changes: [{ field: 'silenced', from: false, to: true }] },
    ])
  })

  test('records which match a merged gift joined', async () => {
    const first = await record('Quillfeather Works', { amountCents: 1500, donatedAt: '2026-04-01 10:00:00' })
    const combined = await record('Quillfeather Works', { amountCents: 1500 })
    expect((await eventsOf(first)).at(-1)).toMatchObject({
      action: 'merge',
      from: 10,
      to: 10,
      changes: [{ field: 'merged_into_id', from: null, to: combined }],
    })
    expect(await app.query('SELECT amount_cents, own_cents, custom FROM donations WHERE id = $1', [combined])).toEqual([
      { amount_cents: '3000', own_cents: '1500', custom: {} },
    ])
  })
})

describe('moves', () => {
  test('explain an unexpected "Submitted"', async () => {
    const id = await record('Foggy Systems')
    expect(await move(id, 'submit', staff)).toEqual([{ id, from: 9, to: 4 }])
    expect((await eventsOf(id)).at(-1)).toMatchObject({
      action: 'submit',
      why: 'We didn’t know how this company accepts match requests.',
    })
    expect(await app.query('SELECT payment_state FROM donations WHERE id = $1', [id])).toEqual([
      { payment_state: 'expected' },
    ])
  })

  test.each<[RequestedMove, StatusId, string]>([
    ['complete', 1, 'none'],
    ['refuse', 11, 'refused'],
  ])('accept an employer’s answer before any request: %s', async (action, to, payment) => {
    const id = await record('Quillfeather Works')
    expect(await move(id, action, system)).toEqual([{ id, from: 7, to }])
    expect(await app.query('SELECT payment_state FROM donations WHERE id = $1', [id])).toEqual([
      { payment_state: payment },
    ])
    expect(await mailsOf(id)).toMatchObject([{ status_id: 7 }])
  })

  test('are forbidden for read-only members', async () => {
    const id = await record('Quillfeather Works')
    const reader: Actor = { kind: 'user', userId: null, level: 'read' }
    await expect(move(id, 'submit', reader)).rejects.toThrow('can’t be marked as submitted')
    await expect(move(id, 'silence', reader)).rejects.toThrow('can’t be silenced')
  })

  test('never start over a match that the employer has', async () => {
    const id = await record('Quillfeather Works')
    await move(id, 'submit', donor)
    await expect(move(id, 'evaluate', staff)).rejects.toThrow('The company already has the request')
  })

  test('release a series into the status that the rules decide', async () => {
    const id = await record('Quillfeather Works', { amountCents: 1000, custom: { recurring_id: 'r1' } })
    expect(await move(id, 'release', staff)).toEqual([{ id, from: 22, to: 10 }])
    expect((await eventsOf(id)).at(-1)).toMatchObject({ action: 'release', from: 22, to: 10 })
  })

  test('queue the same emails as an evaluation', async () => {
    const id = await record('Quillfeather Works')
    await move(id, 'cancel', staff)
    await app.query(`UPDATE notifications SET state = 'skipped' WHERE donation_id = $1`, [id])
    await move(id, 'restore', staff)
    expect(await mailsOf(id)).toEqual([
      { status_id: 7, state: 'skipped' },
      { status_id: 7, state: 'queued' },
    ])
  })
})

test('an evaluation stores the inputs of its estimate', async () => {
  await record('Quillfeather Works', { amountCents: 20_000, donatedAt: '2026-04-01 10:00:00' })
  const id = await record('Quillfeather Works', { amountCents: 10_000 })
  const [evaluation] = await app.query(
    `SELECT amount_cents, currency, estimated_cents, estimate_is_certain, ratio, gift_limit_cents, year_left_cents,
       lifetime_left_cents, campaign_id, reason_code, policy_version_id IS NOT NULL AS has_policy
     FROM evaluations WHERE donation_id = $1 ORDER BY id DESC LIMIT 1`,
    [id],
  )
  expect(evaluation).toEqual({
    amount_cents: '10000',
    currency: 'USD',
    estimated_cents: '10000',
    estimate_is_certain: false,
    ratio: '2:1',
    gift_limit_cents: null,
    year_left_cents: '10000',
    lifetime_left_cents: null,
    campaign_id: null,
    reason_code: 'method_csr',
    has_policy: true,
  })
})

test('statistics of a table that more than doubled are refreshed once, without waiting for autovacuum', async () => {
  await app.query(
    `INSERT INTO donors (organization_id, donor_key, email, name, created_at)
     SELECT $1, 'donor' || n || '@example.net', 'donor' || n || '@example.net', 'Donor ' || n, now() FROM generate_series(1, 3000) n`,
    [organizationId],
  )
  // Autovacuum may be processing the table, and the refresh does not wait for it.
  const known = async () => {
    await refreshPlannerStatistics(app.platform)
    const [row] = await app.query<{ rows: number }>(
      "SELECT reltuples AS rows FROM pg_class WHERE oid = 'donors'::regclass",
    )
    return row?.rows
  }
  await expect.poll(known).toBeGreaterThanOrEqual(3_000)
  expect(await refreshPlannerStatistics(app.platform)).not.toContain('donors')
})
