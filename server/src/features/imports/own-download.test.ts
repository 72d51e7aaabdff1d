import { payouts } from '@twofold/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { settableClock, startTestApp, type TestApp } from '../../testing/index.ts'
import { csv, header, uploader } from './uploads.testing.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ clock: settableClock('2026-11-20T15:00:00Z') })
})
afterAll(() => app.stop())

/** Gifts of every kind that the rules would judge otherwise today, and money of which nobody knows the gift. */
async function organizationWithAll() {
  const tried = await uploader(app, {
    custom: { donation_fields: ['Campaign', 'Table', 'City', 'Deadline', 'Posted', 'Tags'] },
  })
  const { id, token } = tried
  const [company = 0] = (
    await app.createCompanies([
      { name: `Twin Corp ${id}`, policy: { ratio: '1:1', min_amount_cents: 2_500, method: 'csr' } },
    ])
  ).values()
  await tried.upload(
    csv(
      `${header},Campaign,Table,City,Posted,Kind of gift,Kind of donor`,
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
  await app.call(payouts.addCheck, { params: { id }, body: { ...check, lines } }, { token })
  return tried
}

const kept = (id: number) =>
  app.query(
    `SELECT to_jsonb(d) AS gift, (SELECT jsonb_agg(to_jsonb(p)) FROM donors p
       WHERE p.organization_id = d.organization_id) AS donors,
       (SELECT count(*) FROM notifications m WHERE m.organization_id = d.organization_id) AS mails
     FROM donations d WHERE organization_id = $1 ORDER BY id`,
    [id],
  )

test('a list or a number of a program, and blanks around a text, said again in words, are no news', async () => {
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

test('0 is what may be said of money whose gift nobody knows, and of nothing else', async () => {
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
  expect(await rejects(run.id)).toContain('is zero, so it is not a gift to match')
  expect(await kept(id)).toEqual(before)
  expect(await upload(csv('Match ID,Amount', `${gifts[0]?.id},-1`), map)).toMatchObject({ rejected: 1 })
})
