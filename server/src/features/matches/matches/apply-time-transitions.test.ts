import { donationChanges } from '@twofold/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { acrossOrganizations, grantTenant, inTenant } from '../../../platform/database/database.ts'
import { settableClock, startTestApp, type TestApp } from '../../../testing/index.ts'
import { createDirectory } from '../../core/companies/index.ts'
import { blankDonation, blankDonor, type NewDonation } from '../../donations/identification/index.ts'
import { recordDonations } from '../../donations/recording/index.ts'
import { listDueMatches } from './due-matches.queries.ts'
import { applyTimeTransitions } from './index.ts'

let app: TestApp
let organizationId: number

beforeAll(async () => {
  app = await startTestApp({ clock: settableClock('2026-06-15T14:00:00Z'), config: { role: 'web' } })
  const portal = { method: 'csr', submission_url: 'https://match.example.org', ratio: '1:1' }
  await app.createCompanies([
    { name: 'Quillfeather Works', policy: { ...portal, deadline_rule: 'days:90' } },
    { name: 'Harrowgate Mills', policy: portal },
  ])
})
afterAll(() => app.stop())
beforeEach(async () => {
  app.clock.set('2026-06-15T14:00:00Z')
  organizationId = await app.createOrganization()
})

async function record(employer: string, more: Partial<NewDonation> = {}): Promise<void> {
  const tenant = grantTenant(organizationId, [organizationId])
  const gift: NewDonation = {
    ...blankDonation,
    organizationId,
    transactionId: null,
    donatedAt: '2026-06-10 10:00:00',
    amountCents: 5000,
    currency: 'USD',
    donor: { ...blankDonor, name: 'Ada Byron', email: 'ada@example.net' },
    employer: { companyId: null, text: employer },
    ...more,
  }
  const context = {
    platform: app.platform,
    tenant,
    directory: createDirectory(app.platform),
    actor: { kind: 'import', userId: null } as const,
    importId: null,
    optIn: false,
    mailWithoutEmployer: false,
  }
  await inTenant(app.platform.database, tenant, (db) => recordDonations(db, context, [gift]))
}

const mailWasSent = () =>
  app.query(`UPDATE notifications SET state = 'sent', sent_at = send_at WHERE organization_id = $1`, [organizationId])

const statusAfter = async (instant: string): Promise<number | undefined> => {
  app.clock.set(instant)
  await applyTimeTransitions(app.platform, createDirectory(app.platform))
  const [row] = await app.query<{ status_id: number }>(
    'SELECT status_id FROM donations WHERE organization_id = $1 AND counted',
    [organizationId],
  )
  return row?.status_id
}

test('closes a match after its deadline, not before, and records the reason', async () => {
  await record('Quillfeather Works')
  await mailWasSent()
  expect(await statusAfter('2026-09-09T03:59:00Z')).toBe(7)
  expect(await statusAfter('2026-09-09T04:01:00Z')).toBe(20)
  const events = await app.query(
    'SELECT action, actor, reason_code FROM donation_events WHERE organization_id = $1 ORDER BY id',
    [organizationId],
  )
  expect(events).toEqual([
    { action: 'create', actor: 'import', reason_code: 'method_csr' },
    { action: 'expire', actor: 'system', reason_code: 'expired' },
  ])
})

test('closes a match without a deadline after 60 days without an answer', async () => {
  await record('Harrowgate Mills')
  await mailWasSent()
  expect(await statusAfter('2026-08-08T14:00:00Z')).toBe(7)
  expect(await statusAfter('2026-08-10T14:00:00Z')).toBe(20)
})

test('keeps a match open after a click or a recent email', async () => {
  await record('Harrowgate Mills')
  await mailWasSent()
  await app.query('UPDATE notifications SET first_click = sent_at WHERE organization_id = $1', [organizationId])
  expect(await statusAfter('2026-12-01T14:00:00Z')).toBe(7)
  await app.query(`UPDATE notifications SET first_click = NULL, sent_at = '2026-11-20' WHERE organization_id = $1`, [
    organizationId,
  ])
  expect(await statusAfter('2026-12-01T14:00:00Z')).toBe(7)
  expect(await statusAfter('2026-12-05T14:00:00Z')).toBe(20)
})

test('ends a recurring hold 45 days before the deadline', async () => {
  await record('Quillfeather Works', { custom: { recurring_id: 'r1' } })
  expect(await statusAfter('2026-07-20T14:00:00Z')).toBe(22)
  expect(await statusAfter('2026-07-26T14:00:00Z')).toBe(7)
})

test('keeps the directory change marked until the gift is evaluated, even if it changes otherwise', async () => {
  await record('Quillfeather Works')
  app.clock.set('2026-06-15T15:00:00Z')
  await app.query(
    'UPDATE donations SET look_again_at = $2, directory_changed = true WHERE organization_id = $1 AND counted',
    [organizationId, app.clock()],
  )
  const [gift] = await app.query<{ id: string }>('SELECT id FROM donations WHERE organization_id = $1', [
    organizationId,
  ])
  const params = { id: Number(gift?.id) }
  const token = await app.signIn(await app.createMember(organizationId, 'write'))
  const marked = async () => {
    const [row] = await app.query('SELECT directory_changed FROM donations WHERE id = $1', [params.id])
    return row?.['directory_changed']
  }
  const body = { donation_ids: [params.id], status: 'submitted' as const }
  await app.call(donationChanges.confirmDonations, { body }, { token })
  expect(await marked()).toBe(true)
  await app.call(donationChanges.updateDonation, { params, body: { silenced: true } }, { token })
  expect(await marked()).toBe(true)
  expect(await statusAfter('2026-06-15T15:01:00Z')).toBe(4)
  expect(await marked()).toBe(false)
})

test('lists due gifts together with the due gifts of the same donor only', async () => {
  await record('Quillfeather Works')
  await record('Quillfeather Works', { donatedAt: '2026-06-01 10:00:00' })
  await record('Quillfeather Works', { donor: { ...blankDonor, name: 'Bea', email: 'bea@example.net' } })
  await record('Quillfeather Works', { donatedAt: '2026-06-02 10:00:00' })
  await app.query(
    `UPDATE donations SET look_again_at = timestamptz '2000-01-01' + make_interval(hours => id::int) WHERE organization_id = $1`,
    [organizationId],
  )
  await app.query(
    `UPDATE donations SET look_again_at = NULL WHERE organization_id = $1 AND donated_at = '2026-06-02 10:00'`,
    [organizationId],
  )
  const due = await acrossOrganizations(app.platform.database, (db) => listDueMatches(db, app.clock(), 1))
  const rows = await app.query(
    `SELECT p.name, d.donated_at::date::text AS day FROM donations d JOIN donors p USING (organization_id)
     WHERE d.donor_id = p.id AND d.id = ANY ($1) ORDER BY day`,
    [due.map(({ id }) => id)],
  )
  expect(rows).toEqual([
    { name: 'Ada Byron', day: '2026-06-01' },
    { name: 'Ada Byron', day: '2026-06-10' },
  ])
  await app.query('UPDATE donations SET look_again_at = NULL WHERE organization_id = $1', [organizationId])
})
