import {
  donationChanges,
  donations,
  donorData,
  donorMerges,
  donors,
  matchNotes,
  payouts,
  reports,
  staffMessages,
  suggestions,
} from '@twofold/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../testing/index.ts'
import { csv, uploader } from '../imports/uploads.testing.ts'
import { identityPatternOf } from './erase-donor.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ config: { mailDelaySeconds: 0 } })
  const policy = { method: 'csr', submission_url: 'https://match.example.org', ratio: '1:1' }
  await app.createCompanies([{ name: 'Quillfeather Works', policy }])
})
afterAll(() => app.stop())

const header = 'transaction_id,donated_at,amount,donor_name,donor_email,donor_phone,street,company_name'
const theirs = 'canary-1,2026-06-01,50,Canary Wren,canary@example.org,217-555-0142,1 Canary Row,Quillfeather Works'
const others = 'other-1,2026-06-01,70,Zoe Quill,zoe@example.org,,,Quillfeather Works'

async function placesWith(word: string): Promise<string[]> {
  const columns = await app.query<{ table_schema: string; table_name: string; column_name: string }>(
    `SELECT c.table_schema, c.table_name, c.column_name FROM information_schema.columns c
     JOIN information_schema.tables t USING (table_schema, table_name)
     WHERE t.table_type = 'BASE TABLE' AND c.table_schema NOT IN ('pg_catalog', 'information_schema')
       AND c.data_type IN ('text', 'character varying', 'json', 'jsonb', 'ARRAY', 'bytea')`,
  )
  expect(columns.length).toBeGreaterThan(200)
  const found: string[] = []
  for (const { table_schema, table_name, column_name } of columns) {
    const column = `"${column_name}"`
    const [row] = await app.query<{ n: number }>(
      `SELECT count(*)::int AS n FROM "${table_schema}"."${table_name}"
       WHERE ${column}::text ILIKE $1 OR ${column}::text ILIKE '%' || encode(convert_to($2, 'UTF8'), 'hex') || '%'`,
      [`%${word}%`, word],
    )
    if ((row?.n ?? 0) > 0) found.push(`${table_name}.${column_name}`)
  }
  return found
}

const sumsOf = (organization: number) =>
  app.query(
    `SELECT sum(gifts)::int AS gifts, sum(amount_cents)::int AS cents, sum(estimated_cents)::int AS estimated FROM (
       SELECT organization_id, gifts, amount_cents, estimated_cents FROM donation_days
       UNION ALL SELECT organization_id, gifts, amount_cents, estimated_cents FROM donation_deltas) s
     WHERE organization_id = $1`,
    [organization],
  )

/** Remains of one test must not affect another. */
const ownWords = (word: string) => (text: string) =>
  text.replaceAll('canary', word).replaceAll('Canary', `${word.charAt(0).toUpperCase()}${word.slice(1)}`)

async function person(word: string) {
  const own = ownWords(word)
  const { id, upload, test: preCheck } = await uploader(app)
  const token = await app.signIn(await app.createMember(id, 'admin'))
  await upload(
    csv(header, own(theirs), others, own('canary-2,2026-06-01,abc,Canary Wren,canary@example.org,,,Nowhere')),
  )
  const [gift] = await app.query<{ id: number; donor_id: number }>(
    'SELECT id::int, donor_id::int FROM donations WHERE organization_id = $1 ORDER BY id',
    [id],
  )
  if (!gift) throw new Error('the upload brought no gift')
  await expect
    .poll(() => app.query('SELECT state FROM notifications WHERE donation_id = $1', [gift.id]))
    .toEqual([{ state: 'sent' }])
  const add = async (name: string, email: string, more: object = {}) =>
    (
      await app.call(
        donationChanges.createDonation,
        {
          params: { id },
          body: { donor_name: name, donor_email: email, amount: 30, donated_at: '2026-06-02', ...more },
        },
        { token },
      )
    ).donation
  await add(own('Canary Wren'), own('canary@example.org'), {
    company_name: own('Canary Brewing'),
    custom: { fund: own('For the canary'), campaign: 'Spring' },
  })
  await add('Zoe Quill', 'zoe@example.org', { custom: { campaign: 'Spring' } })
  const other = await add('C. Wren', own('canary.wren@example.org'))
  const params = { id: gift.donor_id }
  await app.call(donorMerges.mergeDonors, { params, body: { other_id: other.donor_id } }, { token })
  // A mistaken merge: the other donor's gift was theirs for a while.
  const astray = await add('Zoe Quill', 'zoe.quill@example.org')
  const merged = await app.call(donorMerges.mergeDonors, { params, body: { other_id: astray.donor_id } }, { token })
  const silenced = { params: { id: astray.id }, body: { silenced: true } }
  await app.call(donationChanges.updateDonation, silenced, { token })
  const mergeId = Math.max(...merged.donor.merges.map((merge) => merge.id))
  await app.call(donorMerges.undoMerge, { params: { ...params, mergeId } }, { token })
  await app.call(
    donors.updateDonor,
    { params, body: { email: own('new.canary@example.org'), city: own('Canaryville') } },
    { token },
  )
  const message = { subject: own('For Canary Wren'), body: own('Dear Canary Wren, thanks!'), donation_ids: [gift.id] }
  const { mails } = await app.call(staffMessages.reviewDonorMessage, { params: { id }, body: message }, { token })
  await app.call(staffMessages.sendDonorMessage, { params: { id }, body: { ...message, mails } }, { token })
  const note = { params: { id: gift.id }, body: { text: own('The canary called') } }
  await app.call(matchNotes.addNote, note, { token })
  const edit = { params: { id: gift.id }, body: { custom: { pet: own('canary') } } }
  await app.call(donationChanges.updateDonation, edit, { token })
  await upload(csv(header, own(theirs.replace('1 Canary Row', '2 Canary Row').replace('50', '55')), others))
  const paid = { donor_name: own('Canary Wren'), donor_email: own('canary.wren@example.org'), amount: 30 }
  const check = {
    payer: 'Acme Foundation',
    reference: '7',
    paid_on: '2026-06-10',
    lines: [{ ...paid, note: own('Canary') }],
  }
  await app.call(payouts.addCheck, { params: { id }, body: check }, { token })
  const [company] = await app.query<{ id: number }>('SELECT id::int FROM companies ORDER BY id LIMIT 1')
  const wrong = { about: 'ratio', value: '2:1', note: own('Canary Wren says so') } as const
  const ofCompany = { id, companyId: company?.id ?? 0 }
  await app.call(suggestions.suggestCorrection, { params: ofCompany, body: wrong }, { token })
  await app.query(
    `INSERT INTO suggestions (organization_id, company_id, about, value, note, donation_id, created_at)
     VALUES ($1, $2, 'ratio', '3:1', $3, $4, now())`,
    [id, ofCompany.companyId, own('I, canary, work there'), gift.id],
  )
  const view = {
    name: own('Canary Wren'),
    filters: { donorNameEmail: own('new.canary@example.org') },
    columns: { amount: '' },
  }
  await app.call(reports.saveReport, { params: { id }, body: view }, { token })
  const report = { name: own('Of Canary Wren'), columns: { amount: '' }, filters: { 'users.name': own('Canary Wren') } }
  await app.call(reports.saveReport, { params: { id }, body: report }, { token })
  await app.query(
    `INSERT INTO match_forms (organization_id, donation_id, company_id, answers, opened_at, document_sha256, file_key, sha256)
     VALUES ($1, $2, $3, $4, now(), '\\x01', $5, '\\x02')`,
    [id, gift.id, ofCompany.companyId, { donor_address: own('1 Canary Row') }, own('file-of-canary')],
  )
  await app.query(
    `INSERT INTO form_signatures (organization_id, donation_id, role, name, email, method, consent, signed_at, address, user_agent)
     VALUES ($1, $2, 'donor', $3, $4, 'typed', 'I sign', now(), '192.0.2.7', $5)`,
    [id, gift.id, own('Canary Wren'), own('canary@example.org'), own('Canarybird 1.0')],
  )
  await app.query(
    `INSERT INTO former_forms (organization_id, donation_id, company_name, signatures, file_key, sha256, replaced_at)
     VALUES ($1, $2, 'Former Inc', $3, $4, '\\x03', now())`,
    [
      id,
      gift.id,
      JSON.stringify([
        {
          ...{ role: 'donor', name: own('Canary Wren'), title: '', email: own('canary@example.org'), method: 'typed' },
          ...{ drawing: '', consent: 'I sign', signed_at: '2026-06-10T10:00:00Z', address: '192.0.2.7' },
          user_agent: own('Canarybird 1.0'),
        },
      ]),
      own('former-file-of-canary'),
    ],
  )
  await app.query(`INSERT INTO suppressions VALUES ($1, $2, 'unsubscribed', now())`, [
    id,
    own('new.canary@example.org'),
  ])
  return { id, token, params, gift: gift.id, upload, preCheck, add, own }
}

test('after erasure, the database contains no personal data, and all sums are unchanged', async () => {
  const { id, token, params, gift } = await person('canary')
  expect((await placesWith('canary')).length).toBeGreaterThan(15)
  // Email content is compressed and cannot be searched, so rows are counted.
  const listSentMails = () =>
    app.query(
      `SELECT s.notification_id FROM sent_mails s JOIN notifications n ON n.id = s.notification_id
       JOIN donations d ON d.id = n.donation_id WHERE $1 IN (n.donor_id, d.donor_id)`,
      [params.id],
    )
  expect((await listSentMails()).length).toBeGreaterThan(0)
  const sums = await sumsOf(id)
  const preview = await app.call(donorData.previewErasure, { params }, { token })
  expect(preview).toMatchObject({
    gifts: 3,
    notes: 1,
    rejected_rows: 1,
    elsewhere: [],
    confirm: 'new.canary@example.org',
  })
  expect(preview.former_addresses.toSorted()).toEqual(['canary.wren@example.org', 'canary@example.org'])
  const wrong = await app.refusal(donorData.eraseDonor, { params, body: { confirm: 'zoe@example.org' } }, { token })
  expect(wrong).toMatchObject({ status: 422 })
  const writer = await app.signIn(await app.createMember(id, 'write'))
  const confirm = preview.confirm.toUpperCase()
  expect((await app.refusal(donorData.eraseDonor, { params, body: { confirm } }, { token: writer })).status).toBe(403)
  expect(await app.call(donorData.eraseDonor, { params, body: { confirm } }, { token })).toMatchObject({ gifts: 3 })
  expect(await placesWith('canary')).toEqual(['unreferenced_files.file_key']) // the signed file, until the sweeper deletes it
  expect(await listSentMails()).toEqual([])
  expect(await placesWith('192.0.2.7')).toEqual([])
  expect(await placesWith('555-0142')).toEqual([])
  expect(await placesWith('Zoe Quill')).not.toEqual([])
  expect(await sumsOf(id)).toEqual(sums)
  const { donor } = await app.call(donors.getDonor, { params }, { token })
  expect(donor).toMatchObject({ name: 'Erased donor', email: '', phone: '', former_addresses: [], merges: [] })
  expect(donor.sums[0]).toMatchObject({ gifts: 3 })
  const { donation } = await app.call(donations.getDonation, { params: { id: gift } }, { token })
  expect(donation).toMatchObject({ donor_name: 'Erased donor', company_name: 'Quillfeather Works' })
  expect((await app.refusal(donorData.eraseDonor, { params, body: { confirm } }, { token })).status).toBe(409)
})

test('a corrected former name is found, too', async () => {
  const { token, params } = await person('pipit')
  const before = await placesWith('Pipit Wren')
  expect(before.length).toBeGreaterThan(0)
  await app.call(donors.updateDonor, { params, body: { name: 'Robin Thrush' } }, { token })
  await app.call(donorData.eraseDonor, { params, body: { confirm: 'new.pipit@example.org' } }, { token })
  expect(await placesWith('Pipit Wren')).toEqual([])
  expect(await placesWith('Robin Thrush')).toEqual([])
})

test('a later file adds the gifts without the person', async () => {
  const { id, token, params, upload, preCheck, add, own } = await person('siskin')
  const { confirm } = await app.call(donorData.previewErasure, { params }, { token })
  await app.call(donorData.eraseDonor, { params, body: { confirm } }, { token })
  const again = csv(header, own(theirs), others)
  expect((await preCheck(again)).review).toMatchObject({ gifts: 0, unchanged: 2, of_erased: 0 })
  const later = csv(
    header,
    own(theirs),
    own('canary-9,2026-06-09,80,Canary Wren,Canary@example.org,,3 Canary Row,Canary Brewing'),
    own('canary-8,x,80,Canary Wren,canary@example.org,,,'),
  )
  expect((await preCheck(later)).review).toMatchObject({ gifts: 1, unchanged: 1, rejected: 1, of_erased: 1 })
  expect(await upload(later)).toMatchObject({ accepted: 1, unchanged: 1, rejected: 1 })
  expect(await upload(later)).toMatchObject({ accepted: 0, unchanged: 2, rejected: 1 })
  expect(await placesWith('siskin')).toEqual(['unreferenced_files.file_key'])
  const { donor } = await app.call(donors.getDonor, { params }, { token })
  expect(donor.sums[0]).toMatchObject({ gifts: 4 })
  const waiting = await app.query(
    `SELECT state FROM notifications n JOIN donations d ON d.id = n.donation_id WHERE d.donor_id = $1 AND state = 'queued'`,
    [params.id],
  )
  expect(waiting).toEqual([])
  await expect(add(own('Canary Wren'), own('canary@example.org'))).rejects.toThrow()
  expect(
    await app.query('SELECT file_key FROM imports WHERE organization_id = $1 AND file_key IS NOT NULL', [id]),
  ).toEqual([])
})

test('a person is found by full names in both orders, addresses and phone; a single name only as the whole text', () => {
  const pattern = new RegExp(
    identityPatternOf(
      [
        { name: 'Ann Lee', email: 'a.lee@example.org' },
        { name: 'Ann', email: '' },
      ],
      '217-555-0142',
    ).replaceAll('[^[:alnum:]]', '[^A-Za-z0-9]'),
    'i',
  )
  for (const text of ['by ANN  LEE', 'Lee, Ann', 'a.lee@example.org!', 'ann', '217-555-0142'])
    expect(text).toMatch(pattern)
  for (const text of ['Joann Leeds', 'Ann Arbor', 'aXlee@example.org', 'annual']) expect(text).not.toMatch(pattern)
})
