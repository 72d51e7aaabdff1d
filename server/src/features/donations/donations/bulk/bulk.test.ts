import { bulkChanges, donationChanges, donations } from '@twofold/contract'
import { parse } from 'csv-parse/sync'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Db, grantTenant, inTenant } from '../../../../platform/database/database.ts'
import { settableClock, startTestApp, type TestApp } from '../../../../testing/index.ts'
import { createDirectory } from '../../../core/companies/index.ts'
import { listFactGroups, markUnchangeable } from './bulk.queries.ts'
import { type BulkWorker, runBulkChange } from './run-bulk.ts'

let app: TestApp
let worker: BulkWorker
let organization: number
let token: string
let company: number
const clock = settableClock('2026-06-10T15:00:00Z')

beforeAll(async () => {
  app = await startTestApp({ clock, config: { role: 'web' } })
  worker = { platform: app.platform, directory: createDirectory(app.platform) }
  const policy = { method: 'csr', submission_url: 'https://match.example.org', ratio: '1:1', min_amount_cents: 2500 }
  const made = await app.createCompanies([{ name: 'Quillfeather Works', policy }])
  company = made.get('Quillfeather Works') ?? 0
})
afterAll(() => app.stop())
beforeEach(async () => {
  clock.set('2026-06-10T15:00:00Z')
  organization = await app.createOrganization()
  token = await app.signIn(await app.createMember(organization, 'write'))
})

type Body = Parameters<typeof prepare>[0]
const prepare = async (
  body: { action: bulkChanges.BulkAction; donation_ids?: number[]; filters?: object },
  by = token,
) =>
  (await app.call(bulkChanges.prepareBulkChange, { params: { id: organization }, body: body as never }, { token: by }))
    .bulk_change
const at = (bulkId: number) => ({ params: { id: organization, bulkId } })
const get = async (bulkId: number) => (await app.call(bulkChanges.getBulkChange, at(bulkId), { token })).bulk_change
const start = (bulkId: number) => app.call(bulkChanges.runBulkChange, at(bulkId), { token })
const work = (bulkId: number) => runBulkChange(worker, { organizationId: organization, bulkId })
const run = async (body: Body) => {
  const { id } = await prepare(body)
  await work(id)
  await start(id)
  await work(id)
  return get(id)
}
const undo = async (bulkId: number) => {
  await app.call(bulkChanges.undoBulkChange, at(bulkId), { token })
  await work(bulkId)
  return get(bulkId)
}
const left = async (bulkId: number) =>
  (await app.call(bulkChanges.listSkippedMatches, { ...at(bulkId), query: {} }, { token })).left
const statusesOf = async (ids: readonly number[]) => {
  const rows = await app.query<{ id: string; status_id: number }>(
    'SELECT id, status_id FROM donations WHERE id = ANY ($1)',
    [ids],
  )
  const known = new Map(rows.map((row) => [Number(row.id), row.status_id]))
  return ids.map((id) => known.get(id))
}
const events = async () => {
  const [row] = await app.query<{ count: string }>('SELECT count(*) FROM donation_events WHERE organization_id = $1', [
    organization,
  ])
  return Number(row?.count)
}
const gifts = (statuses: readonly number[]) =>
  app.createDonations(statuses.map((status, n) => ({ organization, status, company, donor: `Donor ${n}` })))

describe('the summary', () => {
  test('reads each match once to store why it cannot change, regardless of statistics from earlier changes', async () => {
    await gifts([4, 4, 1, 12])
    const { id } = await prepare({ action: 'submit', filters: {} })
    const tenant = grantTenant(organization, [organization])
    let text = ''
    await inTenant(app.platform.database, tenant, async (db) => {
      const kinds = (await listFactGroups(db, tenant, id)).map((kind) => ({ ...kind, why: 'It is submitted.' }))
      const reading: Db = {
        ...db,
        run: (statement) => {
          text = statement.compile().text
          return db.run(statement)
        },
      }
      await markUnchangeable(reading, tenant, id, kinds)
    })
    // A self-join read all rows of the change once for each row.
    expect(text.match(/\bbulk_rows\b/g)).toHaveLength(1)
    expect((await left(id)).map(({ why }) => why)).toEqual(Array(4).fill('It is submitted.'))
  })

  test('deletes at most two earlier changes that were never started', async () => {
    await gifts([7])
    for (let count = 0; count < 4; count++) await prepare({ action: 'submit', filters: {} })
    clock.advance({ days: 2 })
    const later = await app.signIn(await app.createMember(organization, 'write'))
    const { id } = await prepare({ action: 'submit', filters: {} }, later)
    const kept = await app.query<{ id: string }>('SELECT id FROM bulk_changes WHERE organization_id = $1 ORDER BY id', [
      organization,
    ])
    expect(kept.map((row) => Number(row.id))).toEqual([id - 2, id - 1, id])
  })

  test('counts which matches of a filter can change and why others cannot, without changing any', async () => {
    const ids = await gifts([7, 7, 4, 12, 1])
    const summary = await prepare({ action: 'submit', filters: {} })
    expect(summary).toMatchObject({ state: 'ready', total: 5, can: 2, review: null, undo_until: null })
    expect(summary.cannot.map(({ count }) => count)).toEqual([1, 1, 1])
    expect(summary.cannot.map(({ why }) => why)).toContain('“Submitted” matches can’t be marked as submitted.')
    expect(await statusesOf(ids)).toEqual([7, 7, 4, 12, 1])
    expect(await left(summary.id)).toMatchObject([
      { donation_id: ids[2] },
      { donation_id: ids[3] },
      { donation_id: ids[4] },
    ])
  })

  test('excludes matches that only meet the filter later', async () => {
    const [first] = await gifts([7])
    const { id } = await prepare({ action: 'silence', filters: { status: '7' } })
    const later = await app.createDonation({ organization, status: 7, company, donor: 'Later' })
    await start(id)
    await work(id)
    const silenced = await app.query<{ id: string }>(
      'SELECT id FROM donations WHERE organization_id = $1 AND silenced',
      [organization],
    )
    expect(silenced.map((row) => Number(row.id))).toEqual([first])
    expect(later).not.toBe(first)
  })

  test('counts the resulting emails by making and rolling back the change', async () => {
    const ids = await gifts([9, 9, 20, 4])
    const { id, state } = await prepare({ action: 'evaluate', donation_ids: ids })
    expect(state).toBe('counting')
    const early = await app.refusal(bulkChanges.runBulkChange, at(id), { token })
    expect([early.status, early.message]).toEqual([409, bulkChanges.bulkMessages.notReady])
    const before = await events()
    await work(id)
    const counted = await get(id)
    expect(counted).toMatchObject({ state: 'ready', can: 3, review: { mails: 3, is_whole: true } })
    expect(counted.review?.sample?.to).toContain('Donor 0')
    expect(await events()).toBe(before)
    await start(id)
    await work(id)
    expect(await get(id)).toMatchObject({ state: 'done', done: 3, refused: 0 })
    const mails = await app.query("SELECT FROM notifications WHERE organization_id = $1 AND state = 'queued'", [
      organization,
    ])
    expect(mails).toHaveLength(3)
  })

  test("refuses an empty selection, IDs together with a filter, and another organization's match", async () => {
    const refused = async (body: object) =>
      app.refusal(bulkChanges.prepareBulkChange, { params: { id: organization }, body: body as never }, { token })
    expect((await refused({ action: 'silence', filters: {} })).message).toBe(bulkChanges.bulkMessages.nothing)
    expect((await refused({ action: 'silence' })).fields).toEqual({ donation_ids: bulkChanges.bulkMessages.choose })
    const theirs = await app.createDonation({ organization: await app.createOrganization() })
    expect((await refused({ action: 'silence', donation_ids: [theirs] })).status).toBe(404)
    expect((await refused({ action: 'create', filters: {} })).status).toBe(422)
  })
})

describe('the change', () => {
  test.each([
    ['submit', 7, 4],
    ['verify', 3, 4],
    ['cancel', 7, 12],
    ['no_charge', 20, 13],
    ['release', 22, 7],
  ] as const)('%s takes %i to %i, each with a line of its history, and one of the trail', async (action, from, to) => {
    const ids = await gifts([from, from])
    const done = await run({ action, donation_ids: ids })
    expect(done).toMatchObject({ state: 'done', total: 2, done: 2, refused: 0 })
    expect(await statusesOf(ids)).toEqual([to, to])
    expect(await events()).toBe(2)
    const trail = await app.query('SELECT subject, subject_id, after FROM audit_events WHERE organization_id = $1', [
      organization,
    ])
    expect(trail).toEqual([{ subject: 'match', subject_id: '', after: { matches: 2 } }])
  })

  test('refunds charged matches and skips the others', async () => {
    const ids = await gifts([7, 7])
    await app.query('UPDATE donations SET processed_bill_id = 5 WHERE id = $1', [ids[0]])
    const done = await run({ action: 'refund', donation_ids: ids })
    expect(done).toMatchObject({ done: 1, cannot: [{ why: donationChanges.changeMessages.noBill, count: 1 }] })
    expect(await statusesOf(ids)).toEqual([16, 7])
    expect(await app.query('SELECT refunded_bill_id FROM donations WHERE id = $1', [ids[0]])).toEqual([
      { refunded_bill_id: '5' },
    ])
  })

  test('keeps concurrent edits by another user', async () => {
    const ids = await gifts([7, 7, 7])
    const { id } = await prepare({ action: 'cancel', donation_ids: ids })
    const other = await app.signIn(await app.createMember(organization, 'write'))
    const body = { donation_ids: [ids[1] ?? 0], status: 'submitted' as const }
    await app.call(donationChanges.confirmDonations, { body }, { token: other })
    await app.call(
      donationChanges.updateDonation,
      { params: { id: ids[2] ?? 0 }, body: { amount: 75 } },
      { token: other },
    )
    await start(id)
    await work(id)
    expect(await get(id)).toMatchObject({ done: 2, refused: 1 })
    expect(await statusesOf(ids)).toEqual([12, 4, 12])
    expect(await left(id)).toMatchObject([{ donation_id: ids[1], why: bulkChanges.bulkMessages.movedOn }])
    const { donation } = await app.call(donations.getDonation, { params: { id: ids[2] ?? 0 } }, { token })
    expect(donation.amount).toBe(75)
  })

  test('waits for locked donors when changing and undoing, and does not block others of the family', async () => {
    const ids = await gifts([7, 7])
    const other = await app.createDonation({ organization, status: 7, company, donor: 'Somebody else' })
    const { id } = await prepare({ action: 'cancel', donation_ids: ids })
    const holder = new pg.Client({ connectionString: app.database.connectionString })
    await holder.connect()
    const whileHeld = async (job: () => Promise<unknown>) => {
      await holder.query('BEGIN')
      await holder.query(`SELECT hold_people(ARRAY[$1::bigint], ARRAY[$2::bigint], '{}')`, [organization, ids[0]])
      const working = job()
      await expect
        .poll(() =>
          app.query(
            `SELECT FROM pg_stat_activity
             WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%hold_people%'`,
          ),
        )
        .toHaveLength(1)
      const body = { silenced: true }
      await app.call(donationChanges.updateDonation, { params: { id: other }, body }, { token })
      await app.call(donationChanges.updateDonation, { params: { id: other }, body: { silenced: false } }, { token })
      await holder.query('COMMIT')
      await working
    }
    try {
      await start(id)
      await whileHeld(() => work(id))
      expect(await get(id)).toMatchObject({ state: 'done', done: 2 })
      await app.call(bulkChanges.undoBulkChange, at(id), { token })
      await whileHeld(() => work(id))
      expect(await get(id)).toMatchObject({ state: 'undone', undone: 2, kept: 0 })
    } finally {
      await holder.end()
    }
    expect(await statusesOf([...ids, other])).toEqual([7, 7, 7])
  })

  test('resumes after a crash in any step without repeating changes', async () => {
    const ids = await gifts(Array.from({ length: 230 }, () => 7))
    const { id } = await prepare({ action: 'cancel', filters: {} })
    await start(id)
    await app.query(`
      CREATE FUNCTION crash() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'the node is gone'; END $$;
      CREATE TRIGGER crash BEFORE UPDATE ON bulk_rows FOR EACH ROW WHEN (NEW.place = 150) EXECUTE FUNCTION crash()`)
    await expect(work(id)).rejects.toThrow('the node is gone')
    expect(await get(id)).toMatchObject({ state: 'running', done: 100 })
    await app.query('DROP TRIGGER crash ON bulk_rows; DROP FUNCTION crash')
    await Promise.all([work(id), work(id)])
    expect(await get(id)).toMatchObject({ state: 'done', done: 230, refused: 0 })
    expect(new Set(await statusesOf(ids))).toEqual(new Set([12]))
    expect(await events()).toBe(230)
    const again = await app.refusal(bulkChanges.runBulkChange, at(id), { token })
    expect([again.status, again.message]).toEqual([409, bulkChanges.bulkMessages.started])
  })

  test('skips an unexpectedly refused match and changes the others of its step', async () => {
    const ids = await gifts([7, 7, 7])
    const { id } = await prepare({ action: 'submit', donation_ids: ids })
    await start(id)
    await app.query('UPDATE bulk_rows SET donation_id = 0 WHERE bulk_id = $1 AND donation_id = $2', [id, ids[1]])
    await work(id)
    expect(await get(id)).toMatchObject({ state: 'done', done: 2, refused: 1 })
    expect(await statusesOf(ids)).toEqual([4, 7, 4])
  })
})

describe('the result as a file', () => {
  const rowsOf = async (bulkId: number): Promise<Record<string, string>[]> => {
    const { url } = await app.call(bulkChanges.getBulkCsvTicket, at(bulkId), { token })
    const answer = await app.send('GET', url)
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="changed-matches-2026-06-10.csv"')
    expect((await app.send('GET', url)).status).toBe(410)
    return parse(await answer.text(), { columns: true, bom: true })
  }

  test('has a row with the outcome and reason for each match', async () => {
    const ids = await gifts([7, 4, 7])
    const { id } = await prepare({ action: 'submit', filters: {} })
    expect((await rowsOf(id)).map(({ Result }) => Result)).toEqual(['Still to do', 'Left as it was', 'Still to do'])
    const body = { donation_ids: [ids[2] ?? 0], status: 'submitted' as const }
    await app.call(donationChanges.confirmDonations, { body }, { token })
    await start(id)
    await work(id)
    expect(await rowsOf(id)).toMatchObject([
      { 'Match ID': String(ids[0]), 'Donor Name': 'Donor 0', Amount: '50.00', Result: 'Changed', Reason: '' },
      { 'Match ID': String(ids[1]), Result: 'Left as it was', Reason: expect.stringContaining('can’t be marked') },
      { 'Match ID': String(ids[2]), Result: 'Left as it was', Reason: bulkChanges.bulkMessages.movedOn },
    ])
    await undo(id)
    expect((await rowsOf(id)).map(({ Result }) => Result)).toEqual(['Undone', 'Left as it was', 'Left as it was'])
  })

  test('returns 404 for another organization', async () => {
    await gifts([7])
    const { id } = await prepare({ action: 'submit', filters: {} })
    const other = await app.createOrganization()
    const stranger = await app.signIn(await app.createMember(other, 'admin'))
    const params = { id: other, bulkId: id }
    expect((await app.refusal(bulkChanges.getBulkCsvTicket, { params }, { token: stranger })).status).toBe(404)
  })
})

describe('undo', () => {
  test('restores everything except later changes', async () => {
    const ids = await gifts([7, 20, 28])
    const done = await run({ action: 'submit', donation_ids: ids })
    expect(done.undo_until).toBe('2026-06-10T15:10:00.000Z')
    await app.call(donationChanges.deleteDonation, { params: { id: ids[1] ?? 0 } }, { token })
    expect(await undo(done.id)).toMatchObject({ state: 'undone', undone: 2, kept: 1, undo_until: null })
    expect(await statusesOf(ids)).toEqual([7, 12, 28])
    expect(await left(done.id)).toMatchObject([{ donation_id: ids[1], why: bulkChanges.bulkMessages.movedOn }])
    const again = await app.call(bulkChanges.undoBulkChange, at(done.id), { token })
    expect(again.bulk_change.state).toBe('undone')
  })

  test('is possible for ten minutes, and for thirty days after a cancellation', async () => {
    const ids = await gifts([7, 28, 22])
    const submitted = await run({ action: 'submit', donation_ids: ids.slice(0, 1) })
    const cancelled = await run({ action: 'cancel', donation_ids: ids.slice(1) })
    clock.advance({ minutes: 11 })
    const late = await app.refusal(bulkChanges.undoBulkChange, at(submitted.id), { token })
    expect([late.status, late.message]).toEqual([410, bulkChanges.bulkMessages.undoExpired])
    clock.advance({ days: 29 })
    token = await app.signIn(await app.createMember(organization, 'write'))
    await app.call(
      donationChanges.confirmDonations,
      { body: { donation_ids: [ids[2] ?? 0], status: 'restored' } },
      { token },
    )
    expect(await undo(cancelled.id)).toMatchObject({ state: 'undone', undone: 1, kept: 1 })
    expect(await statusesOf(ids)).toEqual([4, 28, 22])
    const { bulk_changes } = await app.call(bulkChanges.listBulkChanges, { params: { id: organization } }, { token })
    expect(bulk_changes.map(({ action }) => action)).toEqual(['cancel', 'submit'])
  })

  test('is not possible for a change that never ran', async () => {
    const ids = await gifts([7])
    const { id } = await prepare({ action: 'submit', donation_ids: ids })
    expect((await app.refusal(bulkChanges.undoBulkChange, at(id), { token })).message).toBe(
      bulkChanges.bulkMessages.notDone,
    )
    clock.advance({ days: 2 })
    token = await app.signIn(await app.createMember(organization, 'write'))
    expect((await app.refusal(bulkChanges.runBulkChange, at(id), { token })).message).toBe(bulkChanges.bulkMessages.old)
    await prepare({ action: 'silence', donation_ids: ids })
    expect((await app.refusal(bulkChanges.getBulkChange, at(id), { token })).status).toBe(404)
  })
})

test('read-only users cannot run any action', async () => {
  const ids = await gifts([7])
  const reader = await app.signIn(await app.createMember(organization, 'read'))
  for (const action of bulkChanges.bulkActions) {
    const body = { action, donation_ids: ids }
    const refused = await app.refusal(
      bulkChanges.prepareBulkChange,
      { params: { id: organization }, body },
      { token: reader },
    )
    expect([action, refused.status]).toEqual([action, 403])
  }
  const { id } = await prepare({ action: 'cancel', donation_ids: ids })
  for (const route of [bulkChanges.runBulkChange, bulkChanges.undoBulkChange]) {
    expect((await app.refusal(route, at(id), { token: reader })).status).toBe(403)
  }
  expect(await statusesOf(ids)).toEqual([7])
})
