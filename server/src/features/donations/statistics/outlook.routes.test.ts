import { donations, outlook } from '@twofold/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { settableClock, startTestApp, type TestApp } from '../../../testing/index.ts'
import { updateSummaries } from '../../matches/sums/index.ts'

let app: TestApp
let org: number
let chapter: number
let acme: number
let token: string

beforeAll(async () => {
  app = await startTestApp({ clock: settableClock('2026-06-10T15:00:00Z'), config: { role: 'web' } })
  org = await app.createOrganization({ name: 'Riverbend' })
  chapter = await app.createOrganization({ name: 'North', parent_id: org })
  const stranger = await app.createOrganization()
  token = await app.signIn(await app.createMember(org, 'read'))
  acme = await app.createCompany({ name: 'Acme of parts' })
  const gift = (at: string, cents: number, status: number, more: object = {}) => ({
    organization: org,
    at: `${at} 10:00`,
    cents,
    status,
    estimatedCents: cents,
    ...more,
  })
  await app.createDonations([
    gift('2026-01-05', 10_000, 4, { company: acme }),
    gift('2026-02-05', 20_000, 7, { company: acme, organization: chapter, deadline: new Date('2026-06-21T04:00:00Z') }),
    gift('2026-02-28', 30_000, 7, { deadline: new Date('2026-06-22T04:00:00Z') }),
    gift('2026-03-01', 40_000, 23, { currency: 'CAD', estimatedCents: 0 }),
    gift('2026-03-02', 1_000, 7, { organization: stranger, company: acme }),
    ...[0, 1, 2, 3, 4].map((n) => gift('2026-03-10', 5_000 + n, 4, { company: acme })),
  ])
  await app.query(`UPDATE donations SET custom = '{"campaign":"Spring Gala"}' WHERE amount_cents IN (10000, 30000)`)
  await app.query(
    `UPDATE donations SET submitted_on = '2026-03-10'::date + (ARRAY[3, 5, 9, 20, 70])[amount_cents - 4999]
     WHERE amount_cents BETWEEN 5000 AND 5004`,
  )
  await app.query(
    `UPDATE donations SET status_id = 1, received_cents = 9000, received_at = '2026-04-08T12:00:00Z' WHERE amount_cents = 10000`,
  )
})
afterAll(() => app.stop())

const parts = (by: outlook.Breakdown, months: { from?: string; to?: string } = {}) =>
  app.call(outlook.getBreakdown, { params: { id: org }, query: { by, ...months } }, { token })

test('sums are listed by part, before and after deltas are applied, and add up in every grouping', async () => {
  for (const isFolded of [false, true]) {
    if (isFolded) while ((await updateSummaries(app.platform)) > 0);
    const byCompany = await parts('company')
    expect(byCompany.parts.map(({ key, label, gifts }) => [key, label, gifts])).toEqual([
      [String(acme), 'Acme of parts', 7],
      ['', 'No employer of the directory', 2],
    ])
    expect(byCompany.parts[0]).toMatchObject({ given: 550.1, estimated: 550.1, submitted: 350.1, received: 90 })
    expect(byCompany.total).toMatchObject({ gifts: 9, given: 850.1, others: [{ currency: 'CAD', given: 400 }] })
    const labels = async (by: outlook.Breakdown) => (await parts(by)).parts.map(({ label, gifts }) => [label, gifts])
    expect(await labels('campaign')).toEqual([
      ['No campaign', 7],
      ['Spring Gala', 2],
    ])
    expect(await labels('chapter')).toEqual([
      ['Riverbend', 8],
      ['North', 1],
    ])
    expect((await parts('month')).parts.map(({ key }) => key)).toEqual(['2026-01', '2026-02', '2026-03'])
    for (const by of outlook.breakdowns) expect((await parts(by)).total, by).toEqual(byCompany.total)
    expect((await parts('company', { from: '2026-02', to: '2026-02' })).parts.map(({ gifts }) => gifts)).toEqual([1, 1])
  }
  const { donations: behind, total } = await app.call(
    donations.listDonations,
    { params: { id: org }, query: { filters: { companyId: acme } } },
    { token },
  )
  expect([behind.length, total]).toEqual([7, 7])
})

test('campaigns beyond the limit are combined', async () => {
  const id = await app.createOrganization()
  const reader = await app.signIn(await app.createMember(id, 'read'))
  const gifts = Array.from({ length: outlook.maxBreakdownParts + 1 }, (_, place) => ({
    organization: id,
    at: '2026-03-10 10:00',
    cents: 1_000 + place,
    status: 4,
    estimatedCents: 1_000 + place,
  }))
  const breakdown = () =>
    app.call(outlook.getBreakdown, { params: { id }, query: { by: 'campaign' } }, { token: reader })
  await app.createDonations(gifts.slice(1))
  await app.query(
    `UPDATE donations SET custom = jsonb_build_object('campaign', 'Number ' || amount_cents) WHERE organization_id = $1`,
    [id],
  )
  const all = await breakdown()
  expect([all.parts.length, all.parts[0]?.label, all.parts.at(-1)?.label, all.more]).toEqual([
    60,
    'Number 1060',
    'Number 1001',
    0,
  ])
  await app.createDonations(gifts.slice(0, 1))
  const more = await breakdown()
  expect([more.parts.map(({ label }) => label), more.more]).toEqual([all.parts.map(({ label }) => label), 1])
  expect([more.total.gifts, more.total.given]).toEqual([61, 628.3])
})

test('money at risk is in the week of its deadline, waits are quantiles, and a short history has no forecast', async () => {
  const { at_risk, waits_since, waiting, to_request, to_payment, forecast } = await app.call(
    outlook.getForecasts,
    { params: { id: org } },
    { token },
  )
  expect(at_risk).toEqual([
    { week: '2026-06-14', gifts: 1, estimated: 200, others: [] },
    { week: '2026-06-21', gifts: 1, estimated: 300, others: [] },
  ])
  expect(waits_since).toBe('2025-06-01')
  expect(waiting).toEqual({ gifts: 5, estimated: 250.1, others: [] })
  // The sixth request is recorded on the factory's day, when its row was created.
  expect(to_request?.gifts).toBe(6)
  expect([to_request?.quarter, to_request?.half]).toEqual([5, 9])
  expect([to_payment, forecast]).toEqual([null, null])
  const behind = async (withinYear: 'submitted' | 'paid') =>
    (
      await app.call(
        donations.listDonations,
        { params: { id: org }, query: { filters: { withinYear, fromDate: '2000-01-01' } } },
        { token },
      )
    ).total
  expect([await behind('submitted'), await behind('paid')]).toEqual([6, 1])
})

test('a range that ends before it begins is refused', async () => {
  const query = { by: 'company', from: '2026-03', to: '2026-01' } as const
  const refused = await app.refusal(outlook.getBreakdown, { params: { id: org }, query }, { token })
  expect([refused.status, refused.fields]).toEqual([422, { from: 'From must not be after To' }])
})
