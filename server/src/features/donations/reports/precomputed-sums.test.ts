import { reports } from '@twofold/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { settableClock, startTestApp, type TestApp } from '../../../testing/index.ts'
import { precomputedGroupings, updateSummaries } from '../../matches/sums/index.ts'

let app: TestApp
let org: number
let chapter: number
let token: string
let companies: number[]

beforeAll(async () => {
  app = await startTestApp({ clock: settableClock('2026-06-10T15:00:00Z'), config: { role: 'web' } })
  org = await app.createOrganization({ name: 'Riverbend', ein: '12-3456789' })
  chapter = await app.createOrganization({ parent_id: org, name: 'North', ein: '98-7654321' })
  token = await app.signIn(await app.createMember(org, 'read'))
  const names = ['Acme Mills', 'Acme Foods', 'Zebra Works']
  companies = await Promise.all(names.map((name) => app.createCompany({ name })))
})
afterAll(() => app.stop())

const employers = ['', 'Acme Bakery', 'acme  bakery.', '---', 'Corner Shop']
const statuses = [1, 4, 7, 20, 23, 25]

async function giveGifts(count: number, from: number): Promise<void> {
  const ids = await app.createDonations(
    Array.from({ length: count }, (_, place) => {
      const n = from + place
      const day = new Date(Date.parse('2024-01-01') + ((n * 37) % 900) * 86_400_000).toISOString().slice(0, 10)
      return {
        organization: n % 5 === 0 ? chapter : org,
        donor: `Donor ${n % 17}`,
        at: `${day} ${n % 2 ? '00:00:00' : '23:59:59'}`,
        cents: 100 + n * 7,
        estimatedCents: n % 4 ? 50 + n : 0,
        currency: n % 7 === 0 ? ('CAD' as const) : ('USD' as const),
        status: statuses[n % statuses.length] ?? 7,
        company: n % 3 === 0 ? undefined : companies[n % companies.length],
        employer: employers[n % employers.length] ?? '',
      }
    }),
  )
  const marked = (set: string, every: number) =>
    app.query(`UPDATE donations SET ${set} WHERE id = ANY ($1) AND id % ${every} = 0`, [ids])
  await marked(`custom = jsonb_build_object('campaign', (ARRAY['Spring', 'Gala', ''])[1 + id % 3])`, 2)
  await marked('inert = true', 6)
  await marked(`received_cents = 10 + id % 90, received_at = '2026-03-08T12:00:00Z'`, 5)
}

const sum = (filters: Record<string, unknown>, by?: reports.Grouping) =>
  app.call(reports.sumReport, { params: { id: org }, body: { filters, ...(by ? { by } : {}) } as never }, { token })

const days: readonly Record<string, unknown>[] = [
  {},
  { date_from: '2024-03-10' },
  { date_to: '2025-11-30' },
  { date_from: '2024-02-17', date_to: '2026-04-03' },
  { date_from: '2025-01-01', date_to: '2025-12-31' },
  { date_from: '2025-04-01', date_to: '2025-06-30' },
  { date_from: '2025-04-04', date_to: '2025-04-20' },
]
const others = (): readonly Record<string, unknown>[] => [
  {},
  { status: '1,4,23' },
  { companyId: companies[0] },
  { companyId: companies[1], status: '7,20' },
  { employerKnown: 'yes' },
  { employerKnown: 'no' },
  { employerKnown: 'no', status: '23' },
  { 'companies.name': 'acme' },
  { 'companies.name': 'acme bakery', status: '1,7' },
  { campaign: 'SPRING' },
  { campaign: 'gala', companyId: companies[2] },
  { organizationId: 'chapter' },
  { 'organizations.ein': '9876' },
]

/** Amounts are in no stored sum and this filter excludes no gift, so all gifts are read. */
const read = { amount: '>=0' }

const groupings = [undefined, ...precomputedGroupings]

async function compare(time: number): Promise<number> {
  let groups = 0
  for (const [place, { organizationId, ...other }] of others().entries()) {
    for (const range of [days[(place + time) % days.length], days[(place + time + 3) % days.length]]) {
      const ofChapter = organizationId ? { organizationId: chapter } : {}
      const filters = { ...range, ...other, ...ofChapter, include_inert: (place + time) % 2 }
      for (const by of groupings) {
        const [kept, counted] = await Promise.all([sum(filters, by), sum({ ...filters, ...read }, by)])
        expect(kept, JSON.stringify([filters, by])).toEqual(counted)
        groups += counted.groups.length
      }
    }
  }
  return groups
}

test('stored sums equal the sums of the gifts for all filters, before and after deltas are applied', {
  timeout: 300_000,
}, async () => {
  await giveGifts(240, 0)
  expect(await compare(0)).toBeGreaterThan(300)
  await updateSummaries(app.platform, 150)
  await giveGifts(60, 1_000)
  await app.query(`UPDATE donations SET status_id = 4 WHERE id % 4 = 1`)
  await app.query(`UPDATE donations SET company_id = NULL, received_cents = 0, received_at = NULL WHERE id % 10 = 5`)
  await updateSummaries(app.platform, 200)
  await app.query(
    `UPDATE donations SET donated_at = donated_at - interval '40 days', inert = NOT inert WHERE id % 9 = 2`,
  )
  await app.query(`UPDATE donations SET deleted_at = now() WHERE id % 11 = 3`)
  expect(await compare(1)).toBeGreaterThan(300)
  while ((await updateSummaries(app.platform)) > 0);
  expect(await compare(2)).toBeGreaterThan(300)
})
