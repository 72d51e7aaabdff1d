import { donations, verifications } from '@twofold/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../testing/index.ts'
import { createDirectory } from '../../core/companies/index.ts'
import { verifySignedFile } from '../../forms/signatures/index.ts'
import { demoAccounts, demoPassword } from './demo-organizations.ts'
import { makeDemo } from './make-demo.ts'
import { invoiceDays } from './simulate-invoices.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
  await makeDemo(app.platform, createDirectory(app.platform), { months: 5, donors: 120, gifts: 900 })
})
afterAll(() => app.stop())

const counted = async () => {
  const [counts] = await app.query<{ gifts: number; statuses: number; moves: number; sent: number; clicked: number }>(`
    SELECT (SELECT count(*) FROM donations)::int AS gifts,
      (SELECT count(DISTINCT status_id) FROM donations)::int AS statuses,
      (SELECT count(*) FROM donation_events WHERE actor = 'donor')::int AS moves,
      (SELECT count(sent_at) FROM notifications)::int AS sent,
      (SELECT count(first_click) FROM notifications)::int AS clicked`)
  return counts
}

it('fills an empty database with evaluated gifts and donors’ reactions to their emails', async () => {
  const counts = await counted()
  expect(counts?.gifts).toBeGreaterThan(300)
  expect(counts?.statuses).toBeGreaterThan(8)
  for (const some of [counts?.moves, counts?.sent, counts?.clicked]) expect(some).toBeGreaterThan(5)
})

it('includes a donor with two addresses, one who unsubscribed, and one whose emails bounce', async () => {
  const twice = await app.query(
    `SELECT name FROM donors WHERE name <> '' AND merged_into_id IS NULL
     GROUP BY organization_id, name, zip HAVING count(*) > 1 AND bool_or(email LIKE '%@home.example')`,
  )
  const reasons = await app.query<{ reason: string }>('SELECT DISTINCT reason FROM suppressions ORDER BY reason')
  expect(twice.length).toBeGreaterThan(0)
  expect(reasons.map(({ reason }) => reason)).toEqual(['bounced', 'unsubscribed'])
  expect(await app.query('SELECT 1 FROM notifications WHERE bounced LIMIT 1')).toHaveLength(1)
})

it('includes own policies of an employer, and open and decided corrections of the directory', async () => {
  const own = await app.query('SELECT ratio FROM own_policies')
  const made = await app.query<{ by: string; waits: boolean }>(
    `SELECT CASE WHEN user_id IS NULL THEN 'donor' ELSE 'staff' END AS by, decided_at IS NULL AS waits
     FROM suggestions ORDER BY id`,
  )
  expect(own).toEqual([{ ratio: '3:1' }])
  expect(made).toEqual([
    { by: 'staff', waits: true },
    { by: 'donor', waits: true },
    { by: 'staff', waits: false },
  ])
})

it('includes payouts with lines matched by the rules, some left to settle, and consistent received amounts', async () => {
  const [sums] = await app.query<Record<'payouts' | 'tied' | 'received' | 'waiting' | 'completed', number>>(`
    SELECT count(*)::int AS payouts, sum(tied_cents)::int AS tied, sum(waiting_lines)::int AS waiting,
      (SELECT sum(received_cents)::int FROM donations) AS received,
      (SELECT count(*)::int FROM donation_events WHERE action = 'complete' AND actor = 'system') AS completed
    FROM payouts`)
  expect(sums?.payouts).toBeGreaterThan(0)
  expect(sums?.tied).toBeGreaterThan(0)
  expect(sums?.received).toBe(sums?.tied)
  expect(sums?.waiting).toBeGreaterThan(0)
  expect(sums?.completed).toBeGreaterThan(0)
})

it('includes bank lines matched to payouts, and one unrelated line', async () => {
  const [lines] = await app.query<{ all: number; tied: number }>(
    'SELECT count(*)::int AS all, (SELECT count(*)::int FROM bank_ties) AS tied FROM bank_lines',
  )
  expect(lines?.tied).toBeGreaterThan(0)
  expect(lines?.all).toBe((lines?.tied ?? 0) + 1)
})

it('includes a template version that alternated with the Default, and the results of emails', async () => {
  const stats = await app.query<{ version: string; sent: number; submitted: number }>(
    `SELECT version, sum(sent)::int AS sent, sum(submitted)::int AS submitted FROM email_results
     WHERE template_id = 7 GROUP BY version ORDER BY version`,
  )
  expect(stats.map(({ version }) => version)).toEqual(['A', 'default'])
  for (const { sent } of stats) expect(sent).toBeGreaterThan(0)
  expect(stats.reduce((sum, { submitted }) => sum + submitted, 0)).toBeGreaterThan(0)
  const versions = await app.query('SELECT name, live FROM email_templates ORDER BY name')
  expect(versions).toEqual([
    { name: 'A', live: true },
    { name: 'B', live: false },
  ])
})

it('includes forms that donors signed, which the nonprofit can sign with one click, and their complete files', async () => {
  const waiting = await app.query<{ id: number; organization_id: number; file_key: string }>(
    `SELECT d.id::int, d.organization_id::int, f.file_key FROM match_forms f
     JOIN donations d ON d.organization_id = f.organization_id AND d.id = f.donation_id
     WHERE d.status_id = 3 AND f.final_key IS NULL ORDER BY d.id`,
  )
  const [first] = waiting
  if (!first) throw new Error('no form waits for the nonprofit')
  const file = await app.platform.files.read(first.file_key)
  expect(await verifySignedFile(app.platform, file)).toMatchObject({ kind: 'sealed' })
  const token = await app.signIn({ email: 'admin@riverbend.example', password: demoPassword })
  const asked = {
    params: { id: first.organization_id },
    body: { donation_ids: [first.id], name: 'Marisol Vega', consent: true as const },
  }
  const { signed } = await app.call(verifications.signForms, asked, { token })
  expect(signed).toEqual([{ donation_id: first.id, problem: null }])
})

it('changes no match before it was created', async () => {
  const early = await app.query(
    `SELECT 1 FROM donation_events e JOIN donation_events made
       ON made.organization_id = e.organization_id AND made.donation_id = e.donation_id AND made.action = 'create'
     WHERE e.at < made.at`,
  )
  expect(early).toEqual([])
})

it('does nothing if there is an organization', async () => {
  const before = await counted()
  await makeDemo(app.platform, createDirectory(app.platform))
  expect(await counted()).toEqual(before)
})

it('lets every demo account sign in with its level of access', async () => {
  for (const { email } of demoAccounts) await app.signIn({ email, password: demoPassword })
  const token = await app.signIn({ email: 'reader@riverbend.example', password: demoPassword })
  const [riverbend] = await app.query<{ id: number }>(
    `SELECT id::int FROM organizations WHERE name LIKE 'Riverbend Food%'`,
  )
  const asked = { params: { id: riverbend?.id ?? 0 }, query: {} }
  expect(await app.call(donations.listDonations, asked, { token })).toMatchObject({ total: expect.any(Number) })
})

it.each([
  '2026-12-31T23:50:00Z',
  '2027-01-01T04:00:00Z',
  '2027-01-01T09:00:00Z',
  '2028-02-29T12:00:00Z',
  '2026-11-26T12:00:00Z',
])('leaves only the newest invoice unpaid at %s', (now) => {
  const today = new Date(now)
  const days = invoiceDays(today)
  expect(days.findIndex(({ paid }) => paid === null || paid > today)).toBe(0)
  expect(days.filter(({ paid }) => paid === null || paid > today)).toHaveLength(1)
})
