import {
  type Currency,
  campaigns,
  donationChanges,
  donations,
  donors,
  payouts,
  policies,
  statistics,
} from '@twofold/contract'
import { pendingStatusIds } from '@twofold/matching'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { csv, uploader } from '../features/donations/imports/uploads.testing.ts'
import { updateSummaries } from '../features/matches/sums/index.ts'
import { settableClock, startTestApp, type TestApp } from '../testing/index.ts'

/** The same number must be equal to the cent on every screen. The list of donations is the reference. */

let app: TestApp
let parent: Awaited<ReturnType<typeof uploader>>
let north: typeof parent
let south: typeof parent
const companyIds = new Map<string, number>()
const clock = settableClock('2026-09-15T14:00:00Z')

type Cents = Record<Currency, number>
type Sums = { count: number; given: Cents; matched: Cents }
type Filters = Record<string, string | number>

async function sumList(filters: Filters, { id, token } = parent): Promise<Sums> {
  const sums: Sums = { count: 0, given: zeroCents(), matched: zeroCents() }
  for (let page = 1; ; page++) {
    const query = { page, per_page: 200, filters }
    const answer = await app.call(donations.listDonations, { params: { id }, query }, { token })
    sums.count = answer.total
    for (const gift of answer.donations) {
      sums.given[gift.currency] += cents(gift.amount)
      sums.matched[gift.currency] += cents(gift.matched)
    }
    if (page * 200 >= answer.total) return sums
  }
}

const zeroCents = (): Cents => ({ USD: 0, CAD: 0 })
const cents = (units: number | undefined): number => Math.round((units ?? 0) * 100)

const ofBucket = ({ count, sum, other_sums, matched, other_matched }: statistics.MatchBucket) => ({
  count,
  given: { USD: cents(sum), CAD: cents(other_sums['CAD']) },
  matched: { USD: cents(matched), CAD: cents(other_matched['CAD']) },
})
// Seeded, so that failures are reproducible.
function createDice(seed: number): (sides: number) => number {
  let state = seed
  return (sides) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * sides)
  }
}
const roll = createDice(11)

const employers = [
  'Quillfeather Works',
  'Harrowgate',
  'Harrowgate Mills',
  'Larkspur Paper',
  'Maple Forge',
  'Nowhere Ltd',
  '',
]
const header = 'transaction_id,donated_at,amount,currency,donor_name,donor_email,company_name'

/** Half of the small gifts are below a minimum and merge; one in six gifts is Canadian. */
const gifts = (prefix: string, count: number): string[] =>
  Array.from({ length: count }, (_, at) => {
    const person = roll(45)
    const day = new Date(Date.parse('2026-01-05') + roll(240) * 86_400_000).toISOString().slice(0, 10)
    const amount = roll(3) === 0 ? (300 + roll(2_000)) / 100 : (2_500 + roll(90_000)) / 100
    const currency = roll(6) === 0 ? 'CAD' : 'USD'
    const employer = employers[person % employers.length]
    return `${prefix}-100${at},${day},${amount},${currency},Person ${person},person${person}@example.net,${employer}`
  })

beforeAll(async () => {
  app = await startTestApp({ clock })
  const policy = { method: 'csr', submission_url: 'https://match.example.org', ratio: '1:1' }
  const made = await app.createCompanies([
    { name: 'Quillfeather Works', policy: { ...policy, min_amount_cents: 2_500, max_per_year_cents: 0 } },
    { name: 'Harrowgate', policy: { ...policy, ratio: '.5:1', max_per_year_cents: 0 } },
    { name: 'Harrowgate Mills', policy: { ...policy, max_per_year_cents: 200_000 } },
    {
      name: 'Larkspur Paper',
      policy: { ...policy, ratio: '2:1', min_amount_cents: 5_000, max_per_gift_cents: 33_333 },
    },
    {
      name: 'Maple Forge',
      policy: { ...policy, currency: 'CAD', max_per_year_cents: 150_000, min_amount_cents: 2_000 },
    },
  ])
  for (const [name, id] of made) companyIds.set(name, id)
  parent = await uploader(app, { name: 'Riverbend', ein: '12-3456789' })
  const chapter = { parent_id: parent.id, type: 'chapter', ein: '12-3456789' }
  north = await uploader(app, { name: 'Riverbend North', ...chapter })
  south = await uploader(app, { name: 'Riverbend South', ...chapter })
  const spring = { name: 'Spring', startDate: '2026-03-01', endDate: '2026-06-30', matchRatio: '2:1' }
  await app.call(
    campaigns.createCampaign,
    { params: { id: parent.id }, body: { ...spring, company_id: companyIds.get('Harrowgate') ?? 0 } },
    { token: parent.token },
  )
})
afterAll(() => app.stop())

const wanda = [10, 20].map(
  (amount, at) => `w-100${at},2026-05-0${at + 1},${amount},USD,Wanda,wanda@example.net,Quillfeather Works`,
)

const asStaff = () => ({ token: parent.token })
async function findDonations(status: string, count: number, donorText = '') {
  const query = { per_page: 100, filters: { status, donorNameEmail: donorText } }
  const answer = await app.call(donations.listDonations, { params: { id: parent.id }, query }, asStaff())
  return answer.donations.filter(({ custom }) => donorText !== '' || !('history' in custom)).slice(0, count)
}
const idsOf = (rows: readonly donations.Donation[]): number[] => rows.map(({ id }) => id)
const confirm = (donation_ids: number[], status: donationChanges.ConfirmStatus) =>
  app.call(donationChanges.confirmDonations, { body: { donation_ids, status } }, asStaff())

async function liveThrough(): Promise<void> {
  const requested = await findDonations('7', 30)
  const submitted = idsOf(requested)
  await confirm(submitted, 'submitted')
  const open = idsOf(await findDonations('7', 20))
  await confirm(open.slice(0, 4), 'no-charge')
  const wandas = idsOf(await findDonations('7', 1, 'wanda'))
  for (const id of [...wandas, ...open.slice(4, 8), ...submitted.slice(0, 4), ...idsOf(await findDonations('10', 2))]) {
    await app.call(donationChanges.deleteDonation, { params: { id } }, asStaff())
  }
  await confirm(open.slice(4, 6), 'restored')
  for (const id of open.slice(8, 12)) {
    await app.call(donationChanges.updateDonation, { params: { id }, body: { silenced: true } }, asStaff())
  }
  // A refund requires an earlier charge.
  await app.query('UPDATE donations SET eligible_bill_id = 1 WHERE id = ANY ($1)', [submitted.slice(4, 8)])
  await confirm(submitted.slice(4, 8), 'refunded')
  const paid = requested.slice(8).filter(({ currency }) => currency === 'USD')
  const lines = paid.map(({ transaction_id }, at) => ({ amount: 12.34 + at * 7, note: `Gift ${transaction_id}` }))
  const unknown = [{ donor_name: 'Nobody Known', amount: 77.01 }]
  for (const [place, given] of [[parent, lines] as const, [north, unknown] as const]) {
    const check = { payer: 'Quillfeather Works', reference: `check ${place.id}`, paid_on: '2026-09-14', lines: given }
    await app.call(payouts.addCheck, { params: { id: place.id }, body: check }, asStaff())
  }
}

const paidMatches = async () => {
  const query = { per_page: 200, filters: { paymentState: 'part_paid,paid' } }
  return (await app.call(donations.listDonations, { params: { id: parent.id }, query }, parent)).donations
}

const statusesOf = (ids: readonly number[]): string => ids.join(',')
const families = () => [parent, north, south]
const ranges = [
  ['2026-01-01', '2026-12-31'],
  ['2026-02-10', '2026-07-19'],
  ['2026-04-03', '2026-04-03'],
] as const

test('an upload reports the same numbers as its list', async () => {
  const run = await north.upload(csv(header, ...gifts('n', 120), ...wanda))
  const { outcome, accepted, updated } = run
  const importId = run.id
  expect((await sumList({ importId }, north)).count).toBe(accepted - updated - (outcome?.merged ?? 0))
  const pending = await sumList({ importId, status: statusesOf([...pendingStatusIds, 22]) }, north)
  expect(outcome?.matchable).toBe(pending.count)
  expect(outcome?.merged).toBeGreaterThan(5)
  const sums = Object.fromEntries(outcome?.sums.map(({ currency, sum }) => [currency, cents(sum)]) ?? [])
  expect(sums).toEqual(pending.matched)
  await south.upload(csv(header, ...gifts('s', 100)))
  const organizationNames = ['Riverbend', 'Riverbend North']
  await parent.upload(
    csv(`${header},organization_name`, ...gifts('p', 80).map((row, at) => `${row},${organizationNames[at % 2]}`)),
  )
  await liveThrough()
})

describe('the same number', () => {
  test('is on the cards, in their months and the match funnel, and in the linked lists', async () => {
    for (const family of families()) {
      await updateSummaries(app.platform, 100)
      for (const [from, to] of ranges) {
        const getReport = (report: (typeof statistics.statisticsReports)[number]) =>
          app.call(statistics.getStatistics, { params: { id: family.id }, query: { from, to, report } }, family)
        const { by_status: cards } = await getReport('by_status')
        const { by_month: months = [] } = await getReport('by_month')
        const { funnel } = await getReport('funnel')
        if (!cards || !funnel) throw new Error('a report is missing')
        for (const name of ['donor_contacted', 'npo_verify', 'engaged_submitted', 'no_response'] as const) {
          const expected = await sumList({ status: name, dateFrom: from, dateTo: to }, family)
          expect(ofBucket(cards[name])).toEqual(expected)
          expect(months.map(({ groups }) => ofBucket(groups[name])).reduce(addBuckets, emptyBucket())).toEqual(expected)
        }
        const all = months.flatMap(({ groups }) => Object.values(groups)).map(ofBucket)
        expect(all.reduce(addBuckets, emptyBucket())).toEqual(await sumList({ dateFrom: from, dateTo: to }, family))
        for (const stage of ['contacted', 'submitted', 'received'] as const) {
          const status = statusesOf(statistics.funnelStages[stage])
          expect(ofBucket(funnel[stage])).toEqual(await sumList({ status, dateFrom: from, dateTo: to }, family))
        }
      }
      const summary = await app.call(statistics.getMatchSummary, { params: { id: family.id } }, family)
      for (const name of ['with_donors', 'received', 'with_employers', 'to_verify'] as const) {
        const status = statusesOf(statistics.summaryFilters[name])
        expect(ofBucket(summary[name])).toEqual(await sumList({ status }, family))
      }
    }
  })

  test('is next to the donors, on their pages, and in the list', async () => {
    const people: donors.DonorRow[] = []
    for (let page = 1, total = 1; people.length < total; page++) {
      const answer = await app.call(donors.listDonors, { params: { id: parent.id }, query: { page } }, parent)
      people.push(...answer.donors)
      total = answer.total
    }
    const donorSums = { given: zeroCents(), could: zeroCents(), submitted: zeroCents(), gifts: 0 }
    for (const { id, name, sums } of people) {
      if (id % 6 === 0 || name === 'Wanda') {
        const { donor } = await app.call(donors.getDonor, { params: { id } }, parent)
        expect(donor.sums).toEqual(sums)
      }
      for (const sum of sums) {
        donorSums.given[sum.currency] += cents(sum.given)
        donorSums.could[sum.currency] += cents(sum.could_be_matched)
        donorSums.submitted[sum.currency] += cents(sum.submitted)
        donorSums.gifts += sum.gifts
      }
    }
    const [all, back, could, submitted] = await Promise.all(
      [{}, { status: '12,16' }, { status: '3,22,5,6,7,8,25,28' }, { status: '4,1' }].map((filters) => sumList(filters)),
    )
    const getGivenCents = (currency: Currency) => (all?.given[currency] ?? 0) - (back?.given[currency] ?? 0)
    expect(donorSums).toMatchObject({
      given: { USD: getGivenCents('USD'), CAD: getGivenCents('CAD') },
      could: could?.matched,
      submitted: submitted?.matched,
    })
  })

  test('is on a company’s page and in the linked lists', async () => {
    for (const [name, companyId] of companyIds) {
      const params = { id: parent.id, companyId }
      const { gifts: companySums } = await app.call(policies.getOrganizationCompany, { params }, parent)
      const countByStatus = async (status?: string) =>
        (await sumList({ companyId, ...(status ? { status } : {}) })).count
      expect([name, companySums]).toMatchObject([
        name,
        {
          gifts: await countByStatus(),
          open: await countByStatus(statusesOf(pendingStatusIds)),
          submitted: await countByStatus('4'),
          completed: await countByStatus('1'),
        },
      ])
    }
  })

  test('is on a campaign’s page and in the list of its gifts', async () => {
    const { campaigns: all } = await app.call(campaigns.listCampaigns, { params: { id: parent.id } }, parent)
    const campaignId = all[0]?.id ?? 0
    const results = await app.call(campaigns.getCampaignResults, { params: { id: parent.id, campaignId } }, parent)
    const parts = Object.values(results.total).map(ofBucket)
    expect(parts.reduce(addBuckets, emptyBucket())).toEqual(await sumList({ campaignId }))
    for (const [part, bucket] of Object.entries(results.total)) {
      const status = statusesOf(campaigns.campaignStageStatuses[part as campaigns.CampaignStage])
      expect([part, ofBucket(bucket)]).toEqual([part, await sumList({ campaignId, status })])
    }
    expect(parts.reduce(addBuckets, emptyBucket()).count).toBeGreaterThan(10)
  })

  test('is above the payouts and next to the matches that received them', async () => {
    const received = zeroCents()
    for (const { id, currency } of await paidMatches()) {
      const { donation } = await app.call(donations.getDonation, { params: { id } }, parent)
      received[currency] += cents(donation.received)
    }
    const tiedCents = zeroCents()
    for (const family of families()) {
      const { sums } = await app.call(payouts.listPayouts, { params: { id: family.id } }, parent)
      for (const sum of sums) tiedCents[sum.currency] += cents(sum.tied)
    }
    expect(tiedCents).toEqual(received)
    expect(tiedCents.USD).toBeGreaterThan(20_000)
  })
})

type BucketSums = ReturnType<typeof ofBucket>
const emptyBucket = (): BucketSums => ({ count: 0, given: zeroCents(), matched: zeroCents() })
const addCents = (a: Cents, b: Cents): Cents => ({ USD: a.USD + b.USD, CAD: a.CAD + b.CAD })
const addBuckets = (a: BucketSums, b: BucketSums): BucketSums => ({
  count: a.count + b.count,
  given: addCents(a.given, b.given),
  matched: addCents(a.matched, b.matched),
})
