import { mails } from '@twofold/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { settableClock, startTestApp, type TestApp } from '../../../testing/index.ts'
import { csv, exported, header, uploader } from './uploads.testing.ts'

const clock = settableClock('2026-11-20T15:00:00Z')
let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ clock, config: { mailDelaySeconds: 1800 } })
  await app.createCompanies([
    {
      name: 'Threshold Works',
      policy: {
        method: 'csr',
        submission_url: 'https://t.example',
        ratio: '1:1',
        min_amount_cents: 5_000,
        minimum_per_gift: false,
      },
    },
  ])
})
afterAll(() => app.stop())

const waitingOf = async ({ id, token }: { id: number; token: string }, importId: number) =>
  app.call(mails.getWaitingMails, { params: { id }, query: { import_id: importId } }, { token })

test('the pre-check lists possible matches and emails, and the upload has the same result', async () => {
  const uploads = await uploader(app)
  const file = csv(
    header,
    'a,2026-11-01,100,Ann Lee,ann@example.org,Microsoft',
    'b,2026-11-02,50,Bo Lee,bo@example.org,Microsoft',
    'c,2026-11-03,100,Cy Lee,,Microsoft',
    'd,2026-11-04,100,Di Lee,di@example.org,Nobody Has Heard Of It LLC',
    'e,2026-11-05,100,Ed Lee,ed@example.org,',
    'f,2026-11-06,N/A,Fay Lee,fay@example.org,Microsoft',
  )
  const before = await app.query('SELECT count(*)::int AS n FROM donations')
  const { review } = await uploads.test(file)
  expect(await app.query('SELECT count(*)::int AS n FROM donations')).toEqual(before)
  expect(await app.query('SELECT count(*)::int AS n FROM imports WHERE organization_id = $1', [uploads.id])).toEqual([
    { n: 0 },
  ])
  expect(review).toMatchObject({
    gifts: 5,
    rejected: 1,
    outcome: {
      merged: 0,
      employers: 1,
      with_employer: 3,
      matchable: 3,
      sums: [{ currency: 'USD', sum: 250 }],
      unknown_sums: 0,
      in_review: 1,
    },
    mails: {
      mails: 2,
      first_at: '2026-11-20T15:30:00.000Z',
      waits_because: null,
      sample: { to: 'Ann Lee <ann@example.org>' },
    },
  })
  const run = await uploads.upload(file)
  expect(run).toMatchObject({ accepted: 5, rejected: 1, outcome: review?.outcome })
  const { review: waiting, sent } = await waitingOf(uploads, run.id)
  expect(sent).toBe(0)
  expect(waiting).toEqual(review?.mails)
})

test('before the setup is complete, the pre-check shows the result after it', async () => {
  const uploads = await uploader(app)
  await app.query('UPDATE organizations SET complete = false WHERE id = $1', [uploads.id])
  const file = csv(header, 'a,2026-11-01,100,Ann Lee,ann@example.org,Microsoft')
  const { review } = await uploads.test(file)
  expect(review).toMatchObject({
    outcome: { matchable: 0, waiting_for_setup: 1 },
    outcome_once_set_up: { matchable: 1, sums: [{ currency: 'USD', sum: 100 }], waiting_for_setup: 0 },
    mails: { mails: 0 },
  })
  expect(await app.query('SELECT complete FROM organizations WHERE id = $1', [uploads.id])).toEqual([
    { complete: false },
  ])
  const run = await uploads.upload(file)
  expect(run).toMatchObject({ outcome: review?.outcome, outcome_once_set_up: review?.outcome_once_set_up })
  expect(await app.query('SELECT status_id FROM donations WHERE import_id = $1', [run.id])).toEqual([{ status_id: 17 }])
})

test('an upload before the setup is kept even if the result after it cannot be determined', async () => {
  const uploads = await uploader(app)
  await app.query('UPDATE organizations SET complete = false WHERE id = $1', [uploads.id])
  await app.query(`CREATE FUNCTION refuse_look() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION 'nobody looks'; END $$`)
  await app.query(`CREATE TRIGGER refuse_look BEFORE UPDATE ON donations FOR EACH ROW
    WHEN (OLD.status_id = 17 AND NEW.status_id <> 17) EXECUTE FUNCTION refuse_look()`)
  try {
    const run = await uploads.upload(csv(header, 'a,2026-11-01,100,Ann Lee,ann@example.org,Microsoft'))
    expect(run).toMatchObject({ state: 'done', outcome: { waiting_for_setup: 1 }, outcome_once_set_up: null })
    const kept = await app.query('SELECT status_id FROM donations WHERE import_id = $1', [run.id])
    expect(kept).toEqual([{ status_id: 17 }])
  } finally {
    await app.query('DROP TRIGGER refuse_look ON donations')
    await app.query('DROP FUNCTION refuse_look()')
  }
})

test('donors without an employer are listed if they will be emailed', async () => {
  const uploads = await uploader(app)
  const file = csv(header, 'a,2026-11-01,100,Ann Lee,ann@example.org,')
  expect((await uploads.test(file)).review?.mails.mails).toBe(0)
  expect((await uploads.test(file, { emailForEmployer: 'true' })).review?.mails.mails).toBe(1)
  const asked = (await uploads.test(file, { sendOptInEmail: 'true' })).review
  expect(asked).toMatchObject({ mails: { mails: 1 }, outcome: { waiting_for_consent: 1, matchable: 0 } })
})

test.each([
  'givebutter_transactions.csv',
  'bloomerang_transactions.csv',
  'salesforce_npsp_opportunities.xlsx',
  'classy_gofundme_pro_transactions.csv',
])('the pre-check of %s and its upload agree to the row and to the cent', async (name) => {
  const uploads = await uploader(app)
  const file = exported(name)
  const { review } = await uploads.test(file)
  const run = await uploads.upload(file)
  expect(run).toMatchObject({
    accepted: (review?.gifts ?? 0) + (review?.updates ?? 0),
    updated: review?.updates,
    unchanged: review?.unchanged,
    rejected: review?.rejected,
    left_out: review?.left_out,
    outcome: review?.outcome,
  })
  const { sample: _, ...announced } = (await waitingOf(uploads, run.id)).review
  expect(review?.mails).toMatchObject(announced)
  const again = (await uploads.test(file)).review
  expect(again).toMatchObject({ gifts: 0, outcome: { matchable: 0 }, mails: { mails: 0 } })
})

test('rows with an unknown donation ID are listed as problems, not as updates', async () => {
  const uploads = await uploader(app)
  const file = csv('amply_id,amount', '999999999,10')
  const fields = { map: JSON.stringify({ amply_id: 'amply_id', amount: 'amount' }) }
  const { review } = await uploads.test(file, fields)
  expect(review).toMatchObject({
    updates: 0,
    rejected: 1,
    problems: [{ row: 1, column: 'amply_id', value: '999999999' }],
  })
  expect(await uploads.upload(file, fields)).toMatchObject({ updated: 0, rejected: 1 })
})

test('one cell or all equal cells are corrected before the upload, which applies the corrections', async () => {
  const uploads = await uploader(app)
  const file = csv(
    header,
    'a,2026-11-01,100,Ann Lee,see notes,Microsoft',
    'b,2026-11-02,100,Bo Lee,see notes,Microsoft',
    'c,2026-11-31,100,Cy Lee,cy@example.org,Microsoft',
    'd,2026-11-04,100,Di Lee,di@example.org,Microsoft',
  )
  const { review } = await uploads.test(file)
  expect(review).toMatchObject({ gifts: 1, rejected: 3 })
  expect(review?.problem_kinds).toEqual([
    { reason: 'email_invalid', column: 'donor_email', value: 'see notes', count: 2 },
  ])
  expect(review?.problems).toMatchObject([
    { row: 1, column: 'donor_email', value: 'see notes', donor: 'Ann Lee' },
    { row: 2, column: 'donor_email' },
    { row: 3, column: 'donated_at', value: '2026-11-31' },
  ])
  const corrections = JSON.stringify({
    replace: [{ column: 'donor_email', from: 'see notes', to: '' }],
    cells: [{ row: 3, column: 'donated_at', value: '2026-11-13' }],
  })
  expect((await uploads.test(file, { corrections })).review).toMatchObject({ gifts: 4, rejected: 0 })
  expect(await uploads.upload(file, { corrections })).toMatchObject({ accepted: 4, rejected: 0 })
  expect(await uploads.countDonations()).toMatchObject({ gifts: 4 })
})

test('the map is remembered for the next file of that kind', async () => {
  const uploads = await uploader(app)
  const columns = 'Ref,When,How much,Who,Works at'
  const first = csv(columns, 'a,2026-11-01,100,Ann Lee,Microsoft')
  const map = {
    ref: 'custom.reference',
    when: 'donated_at',
    how_much: 'amount',
    who: 'donor.name',
    works_at: 'company.name',
  }
  expect((await uploads.test(first)).remembered_at).toBeNull()
  await uploads.upload(first, { map: JSON.stringify(map) })
  const next = await uploads.test(csv(columns, 'b,2026-11-02,50,Bo Lee,Microsoft'))
  expect(next).toMatchObject({ map, remembered_at: '2026-11-20T15:00:00.000Z', review: { gifts: 1 } })
  expect((await uploads.test(csv(`${columns},More`, 'b,2026-11-02,50,Bo Lee,Microsoft,x'))).remembered_at).toBeNull()
})

test('an upload that merges gifts returns their number, so that its count and the list agree', async () => {
  const uploads = await uploader(app)
  const run = await uploads.upload(
    csv(
      header,
      'a,2026-11-01,30,Ann Lee,ann@example.org,Threshold Works',
      'b,2026-11-02,31,Ann Lee,ann@example.org,Threshold Works',
    ),
  )
  expect(run).toMatchObject({ accepted: 2, outcome: { merged: 1, matchable: 1, sums: [{ currency: 'USD', sum: 61 }] } })
})
