import { donations, imports, mappingProblems } from '@twofold/contract'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { DueMail } from '../../../platform/mail/outbox.ts'
import { settableClock, startTestApp, type TestApp } from '../../../testing/index.ts'
import { createDirectory } from '../../core/companies/index.ts'
import { notificationQueue } from '../../email/notifications/donor-mails/notification-queue.ts'
import { requeueLostUndos } from '../undos/index.ts'
import { importUndo } from './undo-import.ts'
import { csv, exported, formOf, header, uploader } from './uploads.testing.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ clock: settableClock('2026-11-20T15:00:00Z') })
})
afterAll(() => app.stop())

describe('the pre-check', () => {
  test('returns map, sample, rows and chapters for display and records nothing', async () => {
    const { test, countDonations } = await uploader(app)
    const preCheck = await test(exported('stripe_payments.csv'), { sendOptInEmail: 'true', emailForEmployer: 'false' })
    expect(preCheck).toMatchObject({
      rows: 180,
      organization: { children: [] },
      map: { id: 'transaction_id', amount: 'amount', created_date_utc: 'donated_at' },
      currency: 'USD',
      file: { format: 'csv', header_row: 1 },
    })
    expect(preCheck.sample[0]).toHaveProperty('created_date_utc')
    expect(preCheck.columns[1]).toMatchObject({ header: 'created_date_utc', original_header: 'Created date (UTC)' })
    expect(await countDonations()).toEqual({ gifts: 0, cents: 0 })
  })

  test('points out failed and refunded payments and leaves them out by default', async () => {
    const { test } = await uploader(app)
    const { attention, review } = await test(exported('stripe_payments.csv'))
    expect(attention).toContainEqual({ kind: 'payment_failed', count: 5, sum: 2075 })
    expect(review?.left_out).toBe(attention.reduce((sum, { count }) => sum + count, 0))
    const all = await test(exported('stripe_payments.csv'), { include_attention: 'true' })
    expect(all.review).toMatchObject({ gifts: 180, left_out: 0, amount_sum: 67357.95 })
  })

  test.each(['gifts.txt', 'gifts.TSV', 'gifts.pdf'])(
    '%s is refused: the formats are .csv, .xlsx and .xls',
    async (name) => {
      const { test: preCheck, send } = await uploader(app)
      const file = { ...csv(header, 't,2026-11-01,10,Ann Lee,ann@example.org,'), name }
      const refusal = 'Export the table as .csv, .xlsx or .xls and choose that file.'
      await expect(preCheck(file)).rejects.toThrow(refusal)
      await expect(send(file, { map: '{}' })).rejects.toThrow(refusal)
    },
  )

  test('asks for the date order with a date from the file', async () => {
    const { test, send } = await uploader(app)
    const file = csv(header, 'a,03/04/2026,10,Ann,ann@example.org,', 'b,05/06/2026,10,Ann,ann@example.org,')
    const preCheck = await test(file)
    expect(preCheck.date_order).toBe('ambiguous')
    expect(preCheck.date_example).toEqual({ text: '03/04/2026', mdy: '2026-03-04', dmy: '2026-04-03' })
    await expect(send(file, { map: JSON.stringify(preCheck.map) })).rejects.toMatchObject({ status: 422 })
    expect((await test(file, { date_order: 'dmy' })).date_order).toBe('ambiguous')
  })

  test("checks again with the user's map", async () => {
    const { test } = await uploader(app)
    const file = csv(`${header},net`, 'a,2026-03-04,10,Ann,ann@example.org,,9')
    const { map } = await test(file)
    const preCheck = await test(file, { map: JSON.stringify({ ...map, amount: 'ignored', net: 'amount' }) })
    expect(preCheck.review).toMatchObject({ gifts: 1, amount_sum: 9 })
  })
})

describe('an upload', () => {
  test('of a downloaded list changes nothing, even if a match has changed since', async () => {
    const { id, token, test, upload } = await uploader(app)
    await app.createCompanies([
      { name: 'Lanternfish Corporation', aliases: ['LFSH'], domains: ['lanternfish.example'] },
    ])
    const byAlias = 'b,2026-03-05,20,Bo,bo@example.org,LFSH'
    const byDomain = 'c,2026-03-06,30,Cy,cy@lanternfish.example,'
    await upload(csv(header, 'a,2026-03-04,10,=Ann,ann@example.org,', byAlias, byDomain))
    const { url } = await app.call(donations.getDonationsCsvTicket, { params: { id } }, { token })
    const download = { name: 'donations.csv', bytes: await (await app.send('GET', url)).text() }
    await app.query('UPDATE donations SET status_id = 2 WHERE organization_id = $1', [id])
    expect((await test(download)).map).toMatchObject({ match_id: 'amply_id', status: 'ignored', currency: 'ignored' })
    expect(await upload(download)).toMatchObject({ rows: 3, accepted: 0, unchanged: 3, rejected: 0 })
    const found = await app.query('SELECT DISTINCT status_id, inert FROM donations WHERE organization_id = $1', [id])
    expect(found).toEqual([{ status_id: 2, inert: false }])
  })

  test('records the gifts of the file with its sum, and a second upload changes nothing', async () => {
    const { test, upload, countDonations } = await uploader(app)
    const first = await upload(exported('zeffy_payments.xlsx'), { include_attention: 'true' })
    expect(first).toMatchObject({ state: 'done', rows: 90, accepted: 89, rejected: 1, unchanged: 0, left_out: 0 })
    expect(await countDonations()).toEqual({ gifts: 89, cents: 2_667_250 })
    const { review } = await test(exported('zeffy_payments.xlsx'), { include_attention: 'true' })
    expect(review).toMatchObject({ gifts: 0, unchanged: 89, rejected: 1, amount_sum: 0 })
    const second = await upload(exported('zeffy_payments.xlsx'), { include_attention: 'true' })
    expect(second).toMatchObject({ state: 'done', rows: 90, accepted: 0, rejected: 1, unchanged: 89 })
    expect(await countDonations()).toEqual({ gifts: 89, cents: 2_667_250 })
  })

  test('accounts for every row', async () => {
    const { upload } = await uploader(app)
    const run = await upload(exported('paypal_activity_download.csv'))
    expect(run.accepted + run.rejected + run.unchanged + run.left_out).toBe(run.rows)
    expect(run).toMatchObject({ rows: 220, rejected: 0, left_out: 18, phase: 'finished', error: null, can_undo: true })
  })

  test('assigns gifts to their chapters and rejects unknown organizations', async () => {
    const { id, upload } = await uploader(app)
    const names = ['North', 'South', 'Harbor'].map((name) => `Riverbend Example Foundation – ${name}`)
    for (const name of names) await app.createOrganization({ name, type: 'chapter', parent_id: id })
    const run = await upload(exported('portal_field_names.csv'))
    expect(run).toMatchObject({ state: 'done', rows: 60, accepted: 58, rejected: 2 })
    const chapters = await app.query(
      `SELECT DISTINCT o.name FROM donations d JOIN organizations o ON o.id = d.organization_id
       WHERE d.import_id = $1 AND o.parent_id = $2 ORDER BY 1`,
      [run.id, id],
    )
    expect(chapters.map(({ name }) => name)).toEqual(names.toSorted())
  })

  test('returns 202 immediately and is listed with user and time', async () => {
    const { id, token, test, ended } = await uploader(app)
    const file = csv(header, 'a,2026-03-04,10,Ann,ann@example.org,')
    const { map } = await test(file)
    const form = formOf(file, { map: JSON.stringify(map), opt_in: 'true', no_company: 'false', type: 'Upload' })
    const answer = await app.sendRoute(imports.uploadImportFile, { params: { id }, form }, { token })
    expect(answer.status).toBe(202)
    const { import: started } = imports.uploadImportFile.response.parse(await answer.json())
    expect(started).toMatchObject({ state: 'queued', rows: 1, opt_in: true, file_name: 'gifts.csv' })
    await ended(started.id)
    const params = { id, importId: started.id }
    expect((await app.call(imports.getImport, { params }, { token })).days).toEqual({
      first: '2026-03-04',
      last: '2026-03-04',
    })
    const list = await app.call(imports.listImports, { params: { id } }, { token })
    expect(list.total).toBe(1)
    expect(list.imports[0]).toMatchObject({ id: started.id, state: 'done', created_at: '2026-11-20T15:00:00.000Z' })
    expect(list.imports[0]?.user.name).not.toBe('')
  })

  test('with opt-in, every gift waits for consent', async () => {
    const { id, upload } = await uploader(app)
    await upload(csv(header, 'a,2026-03-04,10,Ann,ann@example.org,Microsoft'), { opt_in: 'true' })
    expect(await app.query('SELECT status_id FROM donations WHERE organization_id = $1', [id])).toEqual([
      { status_id: 24 },
    ])
  })

  test('with a donation ID, changes the donation; an unknown ID is rejected', async () => {
    const { id, upload, rejects } = await uploader(app)
    await upload(csv(header, 'a,2026-03-04,10,Ann,ann@example.org,'))
    const [known] = await app.query<{ id: string }>('SELECT id FROM donations WHERE organization_id = $1', [id])
    const file = csv('amply_id,amount', `${known?.id},25`, '999999999,25')
    const run = await upload(file, { map: JSON.stringify({ amply_id: 'amply_id', amount: 'amount' }) })
    expect(run).toMatchObject({ accepted: 1, updated: 1, rejected: 1, can_undo: false })
    expect(await rejects(run.id)).toContain('unknown donation')
    expect(await app.query('SELECT amount_cents FROM donations WHERE organization_id = $1', [id])).toEqual([
      { amount_cents: '2500' },
    ])
  })
})

describe('an organization with chapters', () => {
  const columns = 'transaction_id,donated_at,amount,donor_name,donor_email,organization_name'
  const file = csv(
    columns,
    ...['Main office', 'Main office', 'North', 'Hillside', 'Hillside', ''].map(
      (name, at) => `t${at},2026-03-0${at + 1},10,Ann,ann@example.org,${name}`,
    ),
  )

  test('sees unknown names, chooses their meanings once, and gets the promised result', async () => {
    const { id, test: preCheck, send, ended, upload, countDonations } = await uploader(app)
    const north = await app.createOrganization({ name: 'A chapter', type: 'chapter', parent_id: id })
    const first = await preCheck(file)
    expect(first.organization.names).toEqual([
      { name: 'Main office', rows: 2, means: null },
      { name: 'Hillside', rows: 2, means: null },
      { name: 'North', rows: 1, means: null },
    ])
    expect(first.review).toMatchObject({ gifts: 1, rejected: 5, left_out: 0 })
    const organizations = JSON.stringify({ 'main OFFICE': id, North: north, Hillside: 'leave_out' })
    const map = JSON.stringify(first.map)
    expect((await preCheck(file, { map, organizations })).review).toMatchObject({ gifts: 4, rejected: 0, left_out: 2 })
    const run = await ended((await send(file, { map, organizations })).id)
    expect(run).toMatchObject({ rows: 6, accepted: 4, rejected: 0, left_out: 2 })
    const next = csv(columns, 'n1,2026-03-09,10,Ann,ann@example.org,North')
    expect((await preCheck(next)).organization.names).toEqual([{ name: 'North', rows: 1, means: north }])
    expect(await upload(next)).toMatchObject({ accepted: 1, rejected: 0 })
    expect(await countDonations()).toEqual({ gifts: 5, cents: 5000 })
    const places = await app.query('SELECT count(*)::int AS n FROM donations WHERE organization_id = $1', [north])
    expect(places).toEqual([{ n: 2 }])
  })

  test('may assign a file without organizations to a chapter', async () => {
    const { id, test: preCheck, send, ended } = await uploader(app)
    const north = await app.createOrganization({ name: 'A chapter', type: 'chapter', parent_id: id })
    const plain = csv(header, 'a,2026-03-04,10,Ann,ann@example.org,')
    const { map: proposed, review } = await preCheck(plain)
    expect(review).toBeNull()
    const fields = { map: JSON.stringify(proposed), organization_id: String(north) }
    expect((await preCheck(plain, fields)).review).toMatchObject({ gifts: 1, rejected: 0 })
    expect(await ended((await send(plain, fields)).id)).toMatchObject({ accepted: 1, rejected: 0 })
    expect(await app.query('SELECT 1 FROM donations WHERE organization_id = $1', [north])).toHaveLength(1)
  })

  test('cannot assign gifts outside of the family', async () => {
    const { id, test: preCheck } = await uploader(app)
    await app.createOrganization({ name: 'A chapter', type: 'chapter', parent_id: id })
    const stranger = await app.createOrganization()
    const organizations = JSON.stringify({ North: stranger })
    await expect(preCheck(file, { organizations })).rejects.toMatchObject({ status: 422 })
    await expect(preCheck(file, { organization_id: String(stranger) })).rejects.toMatchObject({ status: 422 })
  })
})

describe('the rejected rows', () => {
  test('have reasons; after correction and another upload, only they are added', async () => {
    const { upload, rejects, countDonations } = await uploader(app)
    const run = await upload(
      csv(header, 'a,2026-03-04,10,Ann,ann@example.org,', 'b,2026-03-05,ten,"Bo, Jr.",bo@example.org,=1+1'),
    )
    expect(run).toMatchObject({ accepted: 1, rejected: 1 })
    const text = await rejects(run.id)
    const [first, second] = text.replace('\ufeff', '').trim().split('\r\n')
    expect(first).toBe(`${header},row,problem`)
    expect(second).toMatch(/^b,2026-03-05,ten,"Bo, Jr.",bo@example.org,'=1\+1,2,/)
    const again = await upload({ name: 'mended.csv', bytes: text.replace(',ten,', ',20,') })
    expect(again).toMatchObject({ rows: 1, accepted: 1, rejected: 0 })
    expect(await countDonations()).toEqual({ gifts: 2, cents: 3000 })
  })

  test('are downloaded as a file with the name of the upload', async () => {
    const { id, token, upload } = await uploader(app)
    const run = await upload({ ...csv(header, 'a,2026-03-04,10,Ann,a@b@c,'), name: 'März "1".csv' })
    const answer = await app.sendRoute(imports.downloadImportRejects, { params: { id, importId: run.id } }, { token })
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.headers.get('content-disposition')).toContain("filename*=UTF-8''M%C3%A4rz")
  })
})

describe('undo', () => {
  const file = csv(header, 'a,2026-11-04,100,Ann,ann@example.org,Microsoft', 'b,2026-11-05,20,Bo,bo@example.org,')

  test('deletes the gifts, and the file may be uploaded again', async () => {
    const { id, upload, undo, countDonations } = await uploader(app)
    const run = await upload(file)
    expect(await undo(run.id)).toMatchObject({ state: 'undone', can_undo: false })
    expect(await countDonations()).toEqual({ gifts: 0, cents: 0 })
    await expect(undo(run.id)).rejects.toMatchObject({ status: 409 })
    const trail = await app.query(
      `SELECT action, subject_id, before, after FROM audit_events WHERE organization_id = $1 ORDER BY id`,
      [id],
    )
    expect(trail).toMatchObject([
      { action: 'uploaded', subject_id: String(run.id), after: { rows: run.rows } },
      { action: 'asked to undo', subject_id: String(run.id), before: { file: run.file_name } },
      { action: 'undone', subject_id: String(run.id) },
    ])
    expect(await upload(file)).toMatchObject({ accepted: 2 })
  })

  test('keeps gifts that existed before', async () => {
    const { upload, undo, countDonations } = await uploader(app)
    await upload(csv(header, 'a,2026-11-04,100,Ann,ann@example.org,Microsoft'))
    const run = await upload(file)
    expect(run).toMatchObject({ accepted: 1, unchanged: 1 })
    await undo(run.id)
    expect(await countDonations()).toEqual({ gifts: 1, cents: 10_000 })
  })

  test('is refused once an email was sent', async () => {
    const { id, upload, undo, get, countDonations } = await uploader(app)
    const run = await upload(file)
    const sent = await app.query(
      "UPDATE notifications SET state = 'sent' WHERE organization_id = $1 AND state = 'queued' RETURNING id",
      [id],
    )
    expect(sent.length).toBeGreaterThan(0)
    expect((await get(run.id)).can_undo).toBe(false)
    await expect(undo(run.id)).rejects.toMatchObject({ status: 409, message: expect.stringContaining('went out') })
    expect(await countDonations()).toEqual({ gifts: 2, cents: 12_000 })
  })

  const lose = (importId: number, attempts = 0) =>
    app.query(
      `UPDATE imports SET state = 'undoing', phase = 'undoing', attempts = $2, undoing_since = $3 WHERE id = $1`,
      [importId, attempts, app.platform.clock()],
    )
  /** The server restarts undos that began long ago, also in the middle of a test. */
  const age = (importId: number) =>
    app.query("UPDATE imports SET undoing_since = undoing_since - interval '1 hour' WHERE id = $1", [importId])
  const undoing = async (id: number) => {
    const actions = await app.query<{ action: string }>(
      `SELECT action, user_id IS NOT NULL AS named FROM audit_events
       WHERE organization_id = $1 AND action <> 'uploaded' ORDER BY id`,
      [id],
    )
    return actions
  }

  test('runs once for concurrent requests, and can be retried completely after its workers died', async () => {
    const { id, token, upload, ended, get, countDonations } = await uploader(app)
    const run = await upload(file)
    const params = { id, importId: run.id }
    await lose(run.id, 4)
    const [user] = await app.query<{ id: number }>('SELECT user_id::int AS id FROM imports WHERE id = $1', [run.id])
    const job = { kind: 'import', organizationId: id, id: run.id, userId: user?.id ?? 0, level: 'write' } as const
    const work = () =>
      importUndo.run(
        { platform: app.platform, directory: createDirectory(app.platform) },
        job,
        new AbortController().signal,
      )
    await work()
    expect(await get(run.id)).toMatchObject({
      ...{ state: 'done', phase: 'finished', phase_done: run.rows, can_undo: true },
      error: imports.undoMessages.notUndone,
    })
    expect(await countDonations()).toEqual({ gifts: 2, cents: 12_000 })
    const press = () => app.call(imports.undoImport, { params }, { token })
    const presses = await Promise.allSettled([press(), press()])
    expect(presses.map(({ status }) => status)).toContain('fulfilled')
    // The undo may end before the second request arrives.
    for (const refused of presses.filter((one) => one.status === 'rejected'))
      expect(refused.reason.message).toBe('This upload was already undone.')
    expect(await ended(run.id)).toMatchObject({ state: 'undone', error: null })
    await work()
    expect(await countDonations()).toEqual({ gifts: 0, cents: 0 })
    const trail = (await undoing(id)).map(({ action }) => action)
    expect(trail).toEqual(['not undone', 'asked to undo', 'undone'])
  })

  test('is not requested again by a call that arrives while it ends', async () => {
    const { id, token, upload } = await uploader(app)
    const run = await upload(file)
    await lose(run.id)
    const client = new pg.Client({ connectionString: app.database.connectionString })
    await client.connect()
    try {
      await client.query('BEGIN')
      await client.query("UPDATE imports SET state = 'undone', phase = 'finished' WHERE id = $1", [run.id])
      const pressed = app.call(imports.undoImport, { params: { id, importId: run.id } }, { token })
      const refused = expect(pressed).rejects.toMatchObject({ message: 'This upload was already undone.' })
      const isWaiting = () =>
        app.query(
          "SELECT FROM pg_stat_activity WHERE query LIKE '%SET attempts = 0%' AND wait_event_type = 'Lock' AND datname = current_database()",
        )
      await expect.poll(isWaiting).toHaveLength(1)
      await client.query('COMMIT')
      await refused
    } finally {
      await client.end()
    }
    expect(await undoing(id)).toEqual([])
  })

  test('delays later uploads and emails, and restarts by itself if lost', async () => {
    const { id, test: preCheck, upload, send, ended, get } = await uploader(app)
    const { map } = await preCheck(file)
    const run = await upload(file)
    await lose(run.id, 6)
    const due = await app.query<DueMail>(
      `UPDATE notifications SET state = 'sending', attempts = 1, locked_until = now() + interval '1 hour'
       WHERE organization_id = $1 RETURNING id::int, organization_id::int, attempts, message_id`,
      [id],
    )
    expect(due.length).toBeGreaterThan(0)
    const reason = 'An upload is being undone. Emails wait until that is done.'
    const waits = due.map(() => expect.objectContaining({ reason }))
    expect(await Promise.all(due.map(notificationQueue(app.platform).prepare))).toEqual(waits)
    await expect(preCheck(file)).rejects.toMatchObject({ status: 409, message: imports.undoMessages.undoing })
    const next = await send(file, { map: JSON.stringify(map) })
    const jobs = () =>
      app.query("SELECT FROM pgboss.job WHERE name = 'imports' AND data @> $1", [{ importId: next.id }])
    await expect.poll(async () => (await jobs()).length).toBeGreaterThan(1) // retried later
    expect(await get(next.id)).toMatchObject({ state: 'queued', waits_for_undo: true })
    await age(run.id)
    await requeueLostUndos(app.platform, [importUndo])
    await requeueLostUndos(app.platform, [importUndo])
    expect(await ended(run.id)).toMatchObject({ state: 'undone' })
    expect(await ended(next.id)).toMatchObject({ accepted: 2, unchanged: 0, waits_for_undo: false })
    expect(await undoing(id)).toEqual([{ action: 'undone', named: true }])
  })

  test('waits for other actions on the family before it locks emails', async () => {
    const { id, upload, undo, countDonations } = await uploader(app)
    const run = await upload(file)
    const press = new pg.Client({ connectionString: app.database.connectionString })
    await press.connect()
    try {
      await press.query('BEGIN')
      await press.query('SELECT lock_families(ARRAY[$1::bigint])', [id])
      const undone = undo(run.id)
      const waiting =
        "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%lock_families%'"
      await expect.poll(() => app.query(waiting)).not.toEqual([])
      const mails = await press.query('SELECT FROM notifications WHERE organization_id = $1 FOR UPDATE NOWAIT', [id])
      expect(mails.rowCount).toBeGreaterThan(0)
      await press.query('COMMIT')
      expect(await undone).toMatchObject({ state: 'undone', error: null })
    } finally {
      await press.end()
    }
    expect(await countDonations()).toEqual({ gifts: 0, cents: 0 })
  })

  test('does not count an attempt while it waits for its turn', async () => {
    const { id, upload, undo } = await uploader(app)
    const run = await upload(file)
    const attempts = () => app.query('SELECT attempts FROM imports WHERE id = $1', [run.id])
    const other = new pg.Client({ connectionString: app.database.connectionString })
    await other.connect()
    try {
      await other.query('BEGIN')
      await other.query("SELECT pg_advisory_xact_lock(hashtextextended('imports', $1))", [id])
      const undone = undo(run.id)
      const waiting =
        "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%pg_advisory_xact_lock%'"
      await expect.poll(() => app.query(waiting)).not.toEqual([])
      expect(await attempts()).toEqual([{ attempts: 0 }])
      await other.query('COMMIT')
      expect(await undone).toMatchObject({ state: 'undone', error: null })
      expect(await attempts()).toEqual([{ attempts: 1 }])
    } finally {
      await other.end()
    }
  })

  test('is refused after 24 hours', async () => {
    const { upload, undo, get } = await uploader(app)
    const run = await upload(file)
    await app.query("UPDATE imports SET finished_at = finished_at - interval '25 hours' WHERE id = $1", [run.id])
    expect((await get(run.id)).can_undo).toBe(false)
    await expect(undo(run.id)).rejects.toMatchObject({ status: 409, message: expect.stringContaining('24 hours') })
  })
})

describe('refused', () => {
  const file = csv(header, 'a,2026-03-04,10,Ann,ann@example.org,')

  test('two columns with one target, with the message of the spec', async () => {
    const { id, token } = await uploader(app)
    const map = { transaction_id: 'amount', donated_at: 'donated_at', amount: 'amount', donor_name: 'donor.name' }
    const form = formOf(file, { map: JSON.stringify(map) })
    const answer = await app.sendRoute(imports.uploadImportFile, { params: { id }, form }, { token })
    expect(answer.status).toBe(422)
    expect(await answer.json()).toMatchObject({ ...mappingProblems.conflict, error: 'invalid' })
  })

  test('a map without the organization for a family with chapters', async () => {
    const { id, send, test } = await uploader(app)
    await app.createOrganization({ name: 'A chapter', type: 'chapter', parent_id: id })
    const { map } = await test(file)
    await expect(send(file, { map: JSON.stringify(map) })).rejects.toMatchObject({
      status: 422,
      message: mappingProblems.organizationNameMissing.message,
    })
  })

  test('a read-only user, with a message and without storing the file', async () => {
    const { id, get, upload } = await uploader(app)
    const run = await upload(file)
    const reader = await app.signIn(await app.createMember(id, 'read'))
    const params = { id }
    for (const refusal of [
      await app.refusal(imports.testImportFile, { params, form: formOf(file) }, { token: reader }),
      await app.refusal(imports.uploadImportFile, { params, form: formOf(file, { map: '{}' }) }, { token: reader }),
      await app.refusal(imports.undoImport, { params: { id, importId: run.id } }, { token: reader }),
    ]) {
      expect(refusal).toMatchObject({ status: 403, code: 'forbidden' })
    }
    expect(await app.call(imports.listImports, { params }, { token: reader })).toMatchObject({ total: 1 })
    expect((await get(run.id)).state).toBe('done')
  })

  test('the import of another organization, exactly like an unknown one', async () => {
    const other = await uploader(app)
    const run = await other.upload(file)
    const { id, token } = await uploader(app)
    for (const importId of [run.id, 987_654_321]) {
      for (const route of [imports.getImport, imports.downloadImportRejects, imports.undoImport]) {
        const refusal = await app.refusal(route, { params: { id, importId } }, { token })
        expect(refusal).toMatchObject({ status: 404, message: 'We could not find that.' })
      }
    }
    expect((await other.get(run.id)).state).toBe('done')
  })

  test.each([
    ['nothing at all', { name: '', bytes: '' }, 422],
    ['an empty file', { name: 'empty.csv', bytes: '' }, 422],
    [
      'a picture',
      { name: 'gifts.csv', bytes: Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 1]) },
      422,
    ],
    ['a broken workbook', { name: 'gifts.xlsx', bytes: 'PK\u0003\u0004 and no more' }, 422],
    ['a header alone', { name: 'gifts.csv', bytes: `${header}\n` }, 422],
    ['NUL characters', { name: 'gifts.csv', bytes: '\0'.repeat(5000) }, 422],
    ['11 MB', { name: 'gifts.csv', bytes: 'a,b\n'.repeat(2_800_000) }, 413],
  ] as const)('%s, in words', async (_, hostile, status) => {
    const { id, token } = await uploader(app)
    for (const route of [imports.testImportFile, imports.uploadImportFile]) {
      const map = JSON.stringify({
        transaction_id: 'transaction_id',
        amount: 'amount',
        donated_at: 'donated_at',
        donor_name: 'donor.name',
      })
      const refusal = await app.refusal(route, { params: { id }, form: formOf(hostile, { map }) }, { token })
      expect(refusal.status).toBe(status)
      expect(refusal.message).toMatch(/^[A-Z].*\.$/s)
      expect(refusal.fields.donations).toBe(refusal.message)
    }
    expect(await app.query('SELECT FROM imports WHERE organization_id = $1', [id])).toEqual([])
  })

  test('a form that is malformed or truncated', async () => {
    const { id, token } = await uploader(app)
    const path = `/api/organization/${id}/donation/import-file/Upload`
    const json = await app.send('POST', path, { token, body: '{}', headers: { 'content-type': 'application/json' } })
    expect(json.status).toBe(415)
    const body = '--x\r\nContent-Disposition: form-data; name="donations"; filename="a.csv"\r\n\r\na,b\r\n1,2'
    const cut = await app.send('POST', path, {
      token,
      body,
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
    })
    expect(cut.status).toBe(400)
    const bare = await app.send('POST', path, { token, body, headers: { 'content-type': 'multipart/form-data' } })
    expect(bare.status).toBeGreaterThanOrEqual(400)
    expect(bare.status).toBeLessThan(500)
  })

  test.each(['', 'x', '[]', '{"amount":1}', '{"__proto__":"amount"}', '{"amount":"__proto__"}'])(
    'an invalid map: %s',
    async (map) => {
      const { id, token } = await uploader(app)
      const refusal = await app.refusal(
        imports.uploadImportFile,
        { params: { id }, form: formOf(file, { map }) },
        { token },
      )
      expect(refusal.status).toBe(422)
    },
  )
})

describe('options of the calls', () => {
  const gifts = csv(header, 't-1,2026-06-10,50,Dana Donor,dana@example.org,')
  const map = JSON.stringify({ transaction_id: 'transaction_id', donated_at: 'donated_at', amount: 'amount' })

  test.each(['sendOptInEmail', 'optIn', 'OPT_IN', 'opt_in ', 'noCompany'])(
    'refuses an upload with the unknown field %j and records nothing',
    async (field) => {
      const { id, token, countDonations } = await uploader(app)
      const form = formOf(gifts, { map, [field]: 'true' })
      const refused = await app.refusal(imports.uploadImportFile, { params: { id }, form }, { token })
      expect([refused.status, refused.fields?.[field] ?? refused.message]).toEqual([
        422,
        expect.stringContaining('Its fields are'),
      ])
      expect(refused.message).toContain('opt_in, no_company, map')
      expect(await countDonations()).toEqual({ gifts: 0, cents: 0 })
    },
  )

  test.each(['opt_in', 'sendOptinEmail', 'send_opt_in_email', 'emailForEmployers'])(
    'refuses a pre-check with the unknown field %j',
    async (field) => {
      const { id, token } = await uploader(app)
      const form = formOf(gifts, { [field]: 'true' })
      const refused = await app.refusal(imports.testImportFile, { params: { id }, form }, { token })
      expect([refused.status, refused.message]).toEqual([422, expect.stringContaining('sendOptInEmail')])
    },
  )
})
