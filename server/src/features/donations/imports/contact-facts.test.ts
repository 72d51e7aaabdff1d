import { donationChanges, imports, suppressions } from '@twofold/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { settableClock, startTestApp, type TestApp } from '../../../testing/index.ts'
import { csv, uploader } from './uploads.testing.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ clock: settableClock('2026-11-20T15:00:00Z') })
  const policy = { method: 'csr', submission_url: 'https://match.example.org', ratio: '1:1' } as const
  await app.createCompanies([
    { name: 'Quillfeather Works', policy },
    { name: 'Fundwell Works', policy: { ...policy, gift_kinds: ['donor_advised_fund'] } },
  ])
})
afterAll(() => app.stop())

const columns = 'Transaction ID,Date,Amount,Donor Name,Email,Employer,Do Not Email,Deceased'
const row = (id: string, name: string, noEmail = 'No', deceased = 'No') =>
  `${id},2026-11-03,100,${name},${id}@example.org,Quillfeather Works,${noEmail},${deceased}`
const file = csv(columns, row('a', 'Ann Able', 'Yes'), row('b', 'Bo Baker', 'No', 'Yes'), row('c', 'Estate of Cy Carr'))

const listed = (id: number, token: string) =>
  app.call(suppressions.listSuppressions, { params: { id }, query: {} }, { token })

test('donors who must not be emailed or have died are counted in the pre-check and not emailed', async () => {
  const { id, token, test, upload } = await uploader(app)
  const { review } = await test(csv(columns, ...file.bytes.toString().trim().split('\n').slice(1), row('d', 'Di Dunn')))
  expect(review?.mails).toMatchObject({ mails: 1 })
  expect(review?.mails.not_sent).toContainEqual({ why: 'The donor asked not to be emailed.', count: 1 })
  await upload(file)
  expect((await listed(id, token)).counts).toMatchObject({ opted_out: 1, deceased: 2 })
  expect(
    await app.query(
      'SELECT status_id, reason_code, estimated_cents::int AS cents FROM donations WHERE organization_id = $1 ORDER BY transaction_id',
      [id],
    ),
  ).toEqual([
    { status_id: 7, reason_code: 'method_csr', cents: 10_000 },
    { status_id: 11, reason_code: 'donor_deceased', cents: 0 },
    { status_id: 11, reason_code: 'donor_deceased', cents: 0 },
  ])
})

test('an address that bounces in the file is not emailed, with that reason, unless the donor also opted out', async () => {
  const { id, token, test, upload } = await uploader(app)
  const bounced = csv(
    `${columns},Email Status`,
    `${row('a', 'Ann Able')},Bounced`,
    `${row('b', 'Bo Baker', 'Yes')},Hard bounce`,
    `${row('c', 'Cy Carr')},Valid`,
  )
  const { review } = await test(bounced)
  expect(review?.mails).toMatchObject({
    mails: 1,
    not_sent: [{ why: 'Emails to this address bounce.' }, { why: 'The donor asked not to be emailed.' }],
  })
  await upload(bounced)
  expect((await listed(id, token)).counts).toMatchObject({ bounced: 1, opted_out: 1 })
  await upload(csv(columns, row('a', 'Ann Able', 'Yes')))
  expect((await listed(id, token)).counts).toMatchObject({ bounced: 1, opted_out: 2 })
  await upload(bounced)
  expect((await listed(id, token)).counts).toMatchObject({ bounced: 1, opted_out: 2 })
})

test('a fact from an earlier file applies until staff allow emails; an older file does not restore it', async () => {
  const { id, token, upload } = await uploader(app)
  await upload(csv(columns, row('a', 'Ann Able', 'Yes')))
  await upload(csv(columns, row('a', 'Ann Able', 'No')))
  expect((await listed(id, token)).suppressions).toMatchObject([{ email: 'a@example.org', reason: 'opted_out' }])
  const because = 'She asked for emails on the phone'
  await app.call(
    suppressions.releaseSuppression,
    { params: { id }, body: { email: 'a@example.org', because } },
    { token },
  )
  await upload(csv(columns, row('a', 'Ann Able', 'Yes')))
  expect((await listed(id, token)).suppressions).toEqual([])
})

const funds = [
  'Fidelity Charitable',
  'Schwab Charitable Fund',
  'Benevity Community Impact Fund',
  'American Online Giving Foundation',
  'National Philanthropic Trust',
  'Vanguard Charitable',
  'DAFgiving360',
]

test('giving funds and platforms without an employer are not asked for one', async () => {
  const { id, token, test: preCheck, upload } = await uploader(app)
  const rows = funds.map((name, at) => `f-${at},2026-11-03,100,${name},fund${at}@example.org`)
  const file = csv('Transaction ID,Date,Amount,Donor Name,Email', ...rows)
  expect(await upload(file)).toMatchObject({ accepted: 0, left_out: funds.length })
  const taken = { answers: JSON.stringify({ organization_gift: imports.takeAnswer }), emailForEmployer: 'true' }
  expect((await preCheck(file, taken)).review?.mails).toMatchObject({
    mails: 0,
    not_sent: [{ why: 'An organization gave this, not a person.', count: funds.length }],
  })
  await upload(file, { answers: taken.answers, no_company: 'true' })
  for (const [at, donor_name] of funds.entries()) {
    const body = { amount: 50, donated_at: '2026-11-04', donor_name, donor_email: `typed${at}@example.org` }
    await app.call(donationChanges.createDonation, { params: { id }, body }, { token })
  }
  expect(
    await app.query(
      'SELECT status_id, reason_code, count(*)::int AS gifts FROM donations WHERE organization_id = $1 GROUP BY 1, 2',
      [id],
    ),
  ).toEqual([{ status_id: 11, reason_code: 'giver_is_organization', gifts: 2 * funds.length }])
})

test('giving funds and organizations are not asked for consent, with or without an employer', async () => {
  const { id, test: preCheck, upload } = await uploader(app)
  const givers = [...funds, 'Elm Street Bakery LLC']
  const rows = givers.flatMap((name, at) => [
    `o-${at},2026-11-03,100,${name},opt${at}@example.org,`,
    `e-${at},2026-11-03,100,${name},opt${at}@example.org,Fundwell Works`,
  ])
  const file = csv('Transaction ID,Date,Amount,Donor Name,Email,Employer', ...rows)
  const answers = JSON.stringify({ organization_gift: imports.takeAnswer })
  expect((await preCheck(file, { answers, sendOptInEmail: 'true' })).review?.mails).toMatchObject({
    mails: 0,
    not_sent: [{ why: 'An organization gave this, not a person.' }],
  })
  await upload(file, { answers, opt_in: 'true' })
  expect(
    await app.query(
      'SELECT gift_kind, status_id FROM donations WHERE organization_id = $1 AND transaction_id IN ($2, $3) ORDER BY 1',
      [id, 'o-7', 'o-0'],
    ),
  ).toEqual([
    { gift_kind: 'donor_advised_fund', status_id: 11 },
    { gift_kind: 'organization', status_id: 11 },
  ])
})

test('gifts from organizations are left out and raise a question', async () => {
  const { test, upload } = await uploader(app)
  const gifts = csv(columns, row('a', 'Elm Street Bakery LLC'), row('b', 'Bo Baker'))
  expect((await test(gifts)).questions).toMatchObject([
    {
      id: 'organization_gift',
      message: '1 gift is from an organization, not a person.',
      answer: 'leave_out',
      count: 1,
    },
  ])
  expect(await upload(gifts)).toMatchObject({ accepted: 1, left_out: 1 })
})
