import {
  bulkChanges,
  campaignGroups,
  campaigns,
  donationChanges,
  donations,
  donorMerges,
  donors,
  payouts,
  policies,
  statistics,
  verifications,
} from '@twofold/contract'
import { statusIds } from '@twofold/matching'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDirectory } from '../features/core/companies/index.ts'
import { uploader } from '../features/donations/imports/uploads.testing.ts'
import { applyTimeTransitions } from '../features/matches/matches/index.ts'
import { settableClock, startTestApp, type TestApp } from '../testing/index.ts'

const gifts = 120 // a multiple of 20

const clock = settableClock('2026-06-10T15:00:00Z')
let app: TestApp
let companies: ReadonlyMap<string, number>
beforeAll(async () => {
  app = await startTestApp({ clock })
  const policy = {
    method: 'csr',
    submission_url: 'https://match.example.org',
    ratio: '1:1',
    deadline_rule: 'months:12',
  }
  companies = await app.createCompanies([
    { name: 'Quillfeather Works', policy: { ...policy, min_amount_cents: 2500, max_per_year_cents: 500_000 } },
    { name: 'Harrowgate Mills', policy: { ...policy, ratio: '2:1' } },
    { name: 'Tallow Brothers', policy: { ...policy, min_amount_cents: 90_000 } },
    { name: 'Nothing Given', policy: { program: 'no' } },
    { name: 'Paperwork Press', policy: { ...policy, method: 'form', form_url: 'https://forms.example.org/match.pdf' } },
    { name: 'Inkwell Mutual', policy: { ...policy, method: 'mail', contact_address: '1 Ink Street, Omaha, NE' } },
    { name: 'Oldmoor Foods', policy: { ...policy, method: 'contact', contact_email: 'giving@oldmoor.example' } },
    { name: 'Inside Only', policy: { ...policy, own_site_only: true } },
    { name: 'Hazeldean Rail', policy: { ...policy, deadline_rule: 'days:5' } },
    { name: 'Halfknown Works' },
  ])
})
afterAll(() => app.stop())

const employers = ['Quillfeather Works', 'Harrowgate Mills', 'Tallow Brothers', 'Nothing Given', '', 'Nobody Knows LLC']
const centsOf = (row: number): number => 1_999 + ((row * 7_919) % 30_000)

/** Each donor gives four times, through one employer. */
function fileOf(month: '05' | '06', days: number): string {
  const lines = Array.from({ length: gifts }, (_, row) => {
    const donor = row % (gifts / 4)
    const day = `2026-${month}-${String(1 + (row % days)).padStart(2, '0')}`
    const employer = employers[donor % employers.length]
    return `${month}-${row},${day},${(centsOf(row) / 100).toFixed(2)},Donor ${donor},donor${donor}@example.org,${employer}`
  })
  return ['transaction_id,donated_at,amount,donor_name,donor_email,company_name', ...lines].join('\n')
}

async function startMonth() {
  const { id, token, upload } = await uploader(app, { name: 'Riverbend' })
  const params = { id }
  const all = { dateFrom: '2000-01-01', dateTo: '2200-01-01' }
  const listAll = async (filters: object = {}) => {
    const rows: donations.Donation[] = []
    for (let page = 1; ; page++) {
      const query = {
        page,
        per_page: 200,
        sort_field: 'id' as const,
        ascending: 'true',
        filters: { ...all, ...filters },
      }
      const answer = await app.call(donations.listDonations, { params, query }, { token })
      rows.push(...answer.donations)
      if (page * 200 >= answer.total) return { rows, total: answer.total }
    }
  }
  const listIds = async (status: string, from: number, to: number) =>
    (await listAll({ status })).rows.slice(from, to).map((row) => row.id)
  const bulk = async (action: bulkChanges.BulkAction, ids: readonly number[], undoes = false) => {
    const body = { action, donation_ids: [...ids] }
    const { bulk_change: bulkChange } = await app.call(bulkChanges.prepareBulkChange, { params, body }, { token })
    const at = { params: { id, bulkId: bulkChange.id } }
    const state = async () => (await app.call(bulkChanges.getBulkChange, at, { token })).bulk_change
    await expect.poll(async () => (await state()).state).toBe('ready')
    await app.call(bulkChanges.runBulkChange, at, { token })
    await expect.poll(async () => (await state()).state).toBe('done')
    if (!undoes) return state()
    await app.call(bulkChanges.undoBulkChange, at, { token })
    await expect.poll(async () => (await state()).state).toBe('undone')
    return state()
  }
  const confirm = (status: keyof typeof donationChanges.confirmStatuses, donation_ids: number[]) =>
    app.call(donationChanges.confirmDonations, { body: { donation_ids, status } }, { token })
  const change = (giftId: number, body: object) =>
    app.call(donationChanges.updateDonation, { params: { id: giftId }, body }, { token })
  const runTimeTransitions = async () => {
    clock.advance({ minutes: 1 })
    await applyTimeTransitions(app.platform, createDirectory(app.platform))
  }
  return {
    id,
    token,
    params,
    all,
    upload,
    listed: listAll,
    some: listIds,
    bulk,
    confirm,
    change,
    lookAgain: runTimeTransitions,
  }
}
type Month = Awaited<ReturnType<typeof startMonth>>

/** One of each kind: other methods, exclusions, a series, and required consent. */
const oddGifts = [
  'transaction_id,donated_at,amount,donor_name,donor_email,company_name,recurring_id',
  ...['Paperwork Press', 'Inkwell Mutual', 'Oldmoor Foods', 'Inside Only', 'Hazeldean Rail', 'Halfknown Works'].map(
    (employer, row) => `o-${row},2026-05-20,80.01,Odd ${row},odd${row}@example.org,${employer},`,
  ),
  ...[4, 5, 6].map((month) => `s-${month},2026-0${month}-02,40,Steady,steady@example.org,Harrowgate Mills,series-1`),
].join('\n')
const askedFirst = [
  'transaction_id,donated_at,amount,donor_name,donor_email,company_name',
  'c-1,2026-05-20,80.01,Asked,asked@example.org,Harrowgate Mills',
].join('\n')

/** List, cards, download, and history agree to the cent. */
async function expectAgreement({ id, token, params, listed, all }: Month, step: string) {
  const { rows, total } = await listed()
  const cents = (values: readonly number[]) => values.reduce((sum, value) => sum + Math.round(value * 100), 0)
  const query = { from: all.dateFrom, to: all.dateTo }
  const { by_status } = await app.call(statistics.getStatistics, { params, query }, { token })
  for (const name of ['donor_contacted', 'npo_verify', 'engaged_submitted', 'no_response'] as const) {
    const ofCard = (await listed({ status: name })).rows
    const card = by_status?.[name]
    const cardSums = { count: card?.count ?? 0, sum: cents([card?.sum ?? 0]), matched: cents([card?.matched ?? 0]) }
    const listSums = {
      count: ofCard.length,
      sum: cents(ofCard.map(({ amount }) => amount)),
      matched: cents(ofCard.map(({ matched }) => matched)),
    }
    expect(cardSums, `${step}: ${name}`).toEqual(listSums)
  }
  const { url } = await app.call(donations.getDonationsCsvTicket, { params, query: { filters: all } }, { token })
  const file: Record<string, string>[] = parse(await (await app.send('GET', url)).text(), { columns: true, bom: true })
  expect([file.length, total], step).toEqual([rows.length, rows.length])
  expect(cents(file.map((line) => Number(line['Amount']))), step).toBe(cents(rows.map(({ amount }) => amount)))
  const brokenRows = await app.query(
    `SELECT d.id, d.status_id, l.lines FROM donations d, LATERAL (
       SELECT array_agg(ARRAY[coalesce(e.from_status_id, 0), e.to_status_id] ORDER BY e.id) AS lines,
         bool_and(e.from_status_id IS NULL OR e.from_status_id = e.before) AS chain, max(e.last) AS last
       FROM (SELECT *, lag(to_status_id) OVER (ORDER BY id) AS before,
           last_value(to_status_id) OVER (ORDER BY id ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING) AS last
         FROM donation_events WHERE organization_id = d.organization_id AND donation_id = d.id) e) l
     WHERE d.organization_id = $1 AND d.merged_into_id IS NULL AND (l.last IS DISTINCT FROM d.status_id OR l.chain IS NOT true)`,
    [id],
  )
  expect(brokenRows, step).toEqual([])
  return new Set(rows.map(({ status_id }) => status_id))
}

test('after a month of all staff actions, list, cards, download, and history agree to the cent', async () => {
  const month = await startMonth()
  const { token, params, upload, listed, some, bulk, confirm, change, lookAgain } = month
  const seenIds = new Set<number>()
  const agree = async (step: string) => {
    for (const status of await expectAgreement(month, step)) seenIds.add(status)
  }
  const file = await upload({ name: 'may.csv', bytes: fileOf('05', 28) })
  expect(file).toMatchObject({ state: 'done', accepted: gifts })
  await upload({ name: 'odd.csv', bytes: oddGifts })
  await upload({ name: 'asked.csv', bytes: askedFirst }, { opt_in: 'true' })
  await agree('uploaded')

  const open = await some('7', 0, gifts)
  const idsBetween = (from: number, to: number) =>
    open.slice(Math.floor((open.length * from) / 20), Math.floor((open.length * to) / 20))
  for (const giftId of idsBetween(0, 1)) await change(giftId, { amount: 123.45 })
  for (const giftId of await some('23', 0, 3)) await change(giftId, { company_id: companies.get('Harrowgate Mills') })
  await agree('corrected')

  await bulk('silence', idsBetween(1, 4))
  await bulk('unsilence', idsBetween(2, 4))
  expect(await bulk('cancel', idsBetween(4, 6), true)).toMatchObject({ kept: 0 })
  await bulk('cancel', idsBetween(6, 8))
  await confirm('restored', idsBetween(6, 7).slice(0, 400))
  await bulk('submit', idsBetween(8, 11))
  await confirm('no-charge', idsBetween(11, 12).slice(0, 400))
  const asked = { donation_ids: idsBetween(14, 15), asked_by: 'Benevity' }
  await app.call(verifications.askToVerify, { params, body: asked }, { token })
  const [paid] = (await listed({ status: '4' })).rows
  const line = {
    donor_name: paid?.donor_name,
    donor_email: paid?.donor.email,
    amount: paid?.matched ?? 0,
    note: paid?.transaction_id ?? '',
  }
  const check = { payer: paid?.company_name ?? '', paid_on: '2026-06-09', lines: [line] }
  await app.call(payouts.addCheck, { params, body: check }, { token })
  await agree('many at once')

  await app.query('UPDATE donations SET eligible_bill_id = 12 WHERE id = ANY ($1)', [idsBetween(12, 14)])
  await confirm('refunded', idsBetween(12, 14).slice(0, 400))
  await agree('refunded')
  await confirm('restored', idsBetween(12, 13).slice(0, 400))
  await agree('un-refunded')

  const { donors: people } = await app.call(donors.listDonors, { params, query: { per_page: 20 } }, { token })
  for (let at = 0; at < 4; at += 2) {
    const [kept, gone] = [people[at]?.id ?? 0, people[at + 1]?.id ?? 0]
    const { donor } = await app.call(
      donorMerges.mergeDonors,
      { params: { id: kept }, body: { other_id: gone } },
      { token },
    )
    if (at < 2)
      await app.call(donorMerges.undoMerge, { params: { id: kept, mergeId: donor.merges[0]?.id ?? 0 } }, { token })
    await agree(`donors merged ${at}`)
  }

  const ofCompany = { ...params, companyId: companies.get('Quillfeather Works') ?? 0 }
  const terms = { start_date: '2026-01-01', end_date: '2026-12-31', ratio: '3:1', min_amount: 5, max_per_gift: 200 }
  const body = { ...terms, max_per_year: null, deadline_rule: null, note: '' }
  const before = (await listed()).rows.map(({ id, status_id, matched }) => [id, status_id, matched])
  await app.call(policies.saveOwnPolicy, { params: ofCompany, body }, { token })
  await lookAgain()
  await agree('a policy of our own')
  expect((await listed()).rows.map(({ id, status_id, matched }) => [id, status_id, matched])).not.toEqual(before)
  const page = await app.call(policies.getOrganizationCompany, { params: ofCompany }, { token })
  const ownPolicyId = page.own_policies[0]?.id ?? 0
  await app.call(policies.removeOwnPolicy, { params: { ...ofCompany, ownPolicyId } }, { token })
  await lookAgain()
  await agree('and undone')
  expect((await listed()).rows.map(({ id, status_id, matched }) => [id, status_id, matched])).toEqual(before)

  const form = { name: 'Spring', company_id: companies.get('Harrowgate Mills') ?? 0, matchRatio: '3:1' }
  const { campaign } = await app.call(
    campaigns.createCampaign,
    { params, body: { ...form, startDate: '2026-06-01', endDate: '2026-06-30', groupSubmit: true } },
    { token },
  )
  const june = fileOf('06', 9).split('\n').slice(0, 41).join('\n')
  await upload({ name: 'june.csv', bytes: june })
  await agree('a campaign over it')
  const inCampaign = { params: { ...params, campaignId: campaign.id } }
  const { waiting } = await app.call(campaignGroups.getCampaignGroup, inCampaign, { token })
  const { company, gifts: together = 0, newest_id = 0 } = waiting[0] ?? {}
  const list = { company_id: company?.id ?? 0, gifts: together, newest_id }
  await app.call(campaignGroups.submitGroup, { ...inCampaign, body: list }, { token })
  await agree('its gifts in one list')
  const never = [5, 14, 17, 20, 21, 28] // set only by the donor, by time, or by the organization
  expect(statusIds.filter((status) => !seenIds.has(status) && !never.includes(status))).toEqual([])
})
