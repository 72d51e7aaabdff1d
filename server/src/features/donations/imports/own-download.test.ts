import { donations, payouts, reports } from '@twofold/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { settableClock, startTestApp, type TestApp } from '../../../testing/index.ts'
import { csv, header, uploader } from './uploads.testing.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ clock: settableClock('2026-11-20T15:00:00Z') })
})
afterAll(() => app.stop())

async function organizationWithAll() {
  const uploads = await uploader(app, {
    custom: { donation_fields: ['Campaign', 'Table', 'City', 'Deadline', 'Posted', 'Tags'] },
  })
  const { id, token } = uploads
  const [company = 0] = (
    await app.createCompanies([
      { name: `Twin Corp ${id}`, policy: { ratio: '1:1', min_amount_cents: 2_500, method: 'csr' } },
    ])
  ).values()
  await uploads.upload(
    csv(
      `${header},Campaign,Table,City,Posted,Kind of gift,Relationship to employer`,
      `a,2026-10-04 09:30:15,1250.5,=Ann,ann@example.org,Twin Corp ${id},Gala,=7,Lyon,2026-01-01,Stock,Retired`,
      'b,2026-10-05,20,Bo,bo@example.org,Nobody Knows Inc,,,,,,',
      ',2026-10-06,30,Cy,,,,"two\nlines",,,,',
    ),
  )
  await app.createDonations([
    { organization: id, donor: 'Di Late', company, cents: 3_000, status: 20, at: '2026-01-05 10:00' },
    {
      organization: id,
      donor: ' Ed  Spaces ',
      email: 'Ed@example.org',
      employer: ' Mill ',
      status: 20,
      at: '2026-02-05 10:00:59',
    },
    { organization: id, donor: 'Flo', company, cents: 500, status: 8, at: '2026-03-05 10:00' },
  ])
  const whole = await app.createDonation({ organization: id, donor: 'Gus', company, cents: 4_000, status: 4 })
  await app.createDonation({ organization: id, donor: 'Gus', company, cents: 2_000, status: 4, mergedInto: whole })
  await app.query(
    `UPDATE donations SET custom = '{"tags": ["a", "b"], "table": 7, "posted": " soon ", "deadline": {"day": 1}}'
     WHERE organization_id = $1 AND id = $2`,
    [id, whole],
  )
  const check = { payer: 'Twin Corp', reference: '1', paid_on: '2026-11-10' }
  const lines = [{ amount: '25' }, { donor_name: 'Zed Zulu', amount: '$1,077.00' }]
  const { report } = await app.call(payouts.addCheck, { params: { id }, body: { ...check, lines } }, { token })
  await app.call(payouts.addUnmatchedLines, { params: { id, reportId: report.id } }, { token })
  return uploads
}

const kept = (id: number) =>
  app.query(
    `SELECT to_jsonb(d) AS gift, (SELECT jsonb_agg(to_jsonb(p)) FROM donors p
       WHERE p.organization_id = d.organization_id) AS donors,
       (SELECT count(*) FROM notifications m WHERE m.organization_id = d.organization_id) AS mails
     FROM donations d WHERE organization_id = $1 ORDER BY id`,
    [id],
  )

async function downloaded(
  id: number,
  token: string,
  query: { readonly format: 'csv' | 'xlsx'; readonly report_id?: number },
) {
  const { url } = await app.call(donations.getDonationsCsvTicket, { params: { id }, query }, { token })
  const bytes = new Uint8Array(await (await app.send('GET', url)).arrayBuffer())
  return { name: `donations.${query.format}`, bytes }
}

test.each(['csv', 'xlsx'] as const)(
  'the list as %s, uploaded unchanged, changes no gift, match or donor',
  async (format) => {
    const uploads = await organizationWithAll()
    const before = await kept(uploads.id)
    const file = await downloaded(uploads.id, uploads.token, { format })
    const { review } = await uploads.test(file)
    expect(review).toMatchObject({ gifts: 0, updates: 0, problems: [], unchanged: before.length - 1 })
    expect(await uploads.upload(file)).toMatchObject({
      accepted: 0,
      updated: 0,
      rejected: 0,
      unchanged: before.length - 1,
      rows: before.length - 1,
    })
    expect(await kept(uploads.id)).toEqual(before)
  },
)

test.each(['csv', 'xlsx'] as const)('an unchanged report with all columns as %s has no effect', async (format) => {
  const { id, token, test: preCheck, upload } = await organizationWithAll()
  const names = [...reports.reportColumns.keys(), 'custom.table', 'custom.tags', 'custom.posted']
  const columns = Object.fromEntries(names.map((name) => [name, '']))
  const body = { name: 'All', columns, filters: { include_inert: 1 as const } }
  const { report } = await app.call(reports.saveReport, { params: { id }, body }, { token })
  const before = await kept(id)
  const file = await downloaded(id, token, { format, report_id: report.id })
  expect((await preCheck(file)).review).toMatchObject({ gifts: 0, updates: 0, problems: [], news: [] })
  expect(await upload(file)).toMatchObject({ accepted: 0, updated: 0, rejected: 0 })
  expect(await kept(id)).toEqual(before)
})

test('edits of the list are applied, and no other match is evaluated', async () => {
  const { id, token, test: preCheck, upload } = await organizationWithAll()
  const before = await kept(id)
  const { name, bytes } = await downloaded(id, token, { format: 'csv' })
  const text = new TextDecoder().decode(bytes)
  const changed = { name, bytes: text.replace('Nobody Knows Inc', 'Somebody Else Inc') }
  expect((await preCheck(changed)).map).toMatchObject({
    city: 'custom.city',
    deadline: 'custom.deadline',
    received: 'ignored',
    match_received_on: 'ignored',
    days_from_gift_to_payment: 'ignored',
  })
  const run = await upload(changed)
  expect(run).toMatchObject({ accepted: 1, updated: 1, rejected: 0, unchanged: before.length - 2 })
  const after = await kept(id)
  const differing = after.flatMap(({ gift }, at) =>
    JSON.stringify(gift) === JSON.stringify(before[at]?.gift) ? [] : [gift],
  )
  expect(differing).toMatchObject([{ employer_text: 'Somebody Else Inc' }])
})

test('a list or number from an API client, and blanks around a text, are not changes when uploaded as text', async () => {
  const { id, upload } = await organizationWithAll()
  const before = await kept(id)
  const [gift] = await app.query<{ id: string }>(
    `SELECT id FROM donations WHERE organization_id = $1 AND custom ? 'tags'`,
    [id],
  )
  const [spaced] = await app.query<{ id: string }>(
    `SELECT id FROM donations WHERE organization_id = $1 AND employer_text = ' Mill '`,
    [id],
  )
  const head = 'Match ID,Company,Table,Posted,Tags'
  const rows = [`${gift?.id},,7,soon,"[""a"", ""b""]"`, `${spaced?.id},Mill,,,`]
  expect(await upload(csv(head, ...rows))).toMatchObject({ accepted: 0, unchanged: 2 })
  expect(await kept(id)).toEqual(before)
  expect(await upload(csv(head, `${gift?.id},,8,soon,"[""a"", ""b""]"`))).toMatchObject({ updated: 1 })
  const after = await app.query('SELECT custom FROM donations WHERE organization_id = $1 AND id = $2', [id, gift?.id])
  expect(after).toEqual([{ custom: { tags: ['a', 'b'], table: '8', posted: ' soon ', deadline: { day: 1 } } }])
})

test('an amount of 0 is accepted only for money for an unknown gift', async () => {
  const { id, upload, rejects } = await organizationWithAll()
  const gifts = await app.query<{ id: string; amount_cents: string }>(
    `SELECT id, amount_cents FROM donations WHERE organization_id = $1 ORDER BY amount_cents, id`,
    [id],
  )
  const before = await kept(id)
  const map = { map: JSON.stringify({ match_id: 'amply_id', amount: 'amount' }) }
  const run = await upload(csv('Match ID,Amount', ...gifts.map((gift) => `${gift.id},0.00`)), map)
  const paid = gifts.filter(({ amount_cents }) => amount_cents === '0').length
  expect(paid).toBe(2)
  expect(run).toMatchObject({ accepted: 0, unchanged: paid, rejected: gifts.length - paid })
  expect(await rejects(run.id)).toContain('is zero, so it isn’t a gift to match')
  expect(await kept(id)).toEqual(before)
  expect(await upload(csv('Match ID,Amount', `${gifts[0]?.id},-1`), map)).toMatchObject({ rejected: 1 })
})
