import { donations, statistics } from '@twofold/contract'
import { quickFilters } from '@twofold/matching'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../testing/index.ts'
import { foldSummaries } from './fold-summaries.ts'

let app: TestApp
let ours: number
let chapter: number
let token: string

beforeAll(async () => {
  app = await startTestApp()
  ours = await app.createOrganization()
  chapter = await app.createOrganization({ parent_id: ours, type: 'chapter' })
  token = await app.signIn(await app.createMember(ours, 'read'))
  for (const organization of [ours, chapter]) {
    await app.query(`INSERT INTO donors (organization_id, donor_key) VALUES ($1, 'a@example.org')`, [organization])
  }
})
afterAll(() => app.stop())

// A seeded generator: a failure shows the same numbers again.
function dice(seed: number): (sides: number) => number {
  let state = seed
  return (sides) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * sides)
  }
}

const statusIds = [25, 5, 6, 7, 8, 3, 28, 4, 1, 20, 10, 23]

const insertSome = (organization: number, count: number, roll: (sides: number) => number) =>
  app.query(
    `INSERT INTO donations (organization_id, gift_key, donor_id, donated_at, amount_cents, currency, status_id,
       status_changed_at, created_at)
     SELECT $1, gen_random_uuid(), d.id, '2025-11-01'::timestamp + g.minute * interval '1 minute', g.cents, g.currency,
       g.status, now(), now()
     FROM donors d, json_to_recordset($2) AS g (minute int, cents bigint, currency text, status smallint)
     WHERE d.organization_id = $1`,
    [
      organization,
      JSON.stringify(
        Array.from({ length: count }, () => ({
          minute: roll(240 * 24 * 60),
          cents: 1 + roll(100_000),
          currency: roll(8) === 0 ? 'CAD' : 'USD',
          status: statusIds[roll(statusIds.length)],
        })),
      ),
    ],
  )

const changes = [
  `UPDATE donations SET status_id = 4 WHERE id % 7 = $1`,
  `UPDATE donations SET amount_cents = amount_cents + 13 WHERE id % 5 = $1`,
  `UPDATE donations SET deleted_at = now() WHERE id % 29 = $1`,
  `UPDATE donations SET merged_into_id = id WHERE id % 31 = $1`,
  `UPDATE donations SET merged_into_id = NULL WHERE id % 31 = $1`,
  `UPDATE donations SET donated_at = donated_at + interval '40 days' WHERE id % 11 = $1`,
  `DELETE FROM donations WHERE id % 37 = $1`,
]

const ranges: readonly (readonly [string, string])[] = [
  ['2026-01-01', '2026-06-15'],
  ['2025-12-10', '2026-02-20'],
  ['2026-02-03', '2026-02-03'],
  ['2000-01-01', '2200-01-01'],
]

/** Count and sums of the list for the same filter, by its total and by adding its rows up. */
async function listed(from: string, to: string, status: string) {
  const cents = { USD: 0, CAD: 0 }
  let total = 0
  for (let page = 1; ; page++) {
    const query = { page, per_page: 200, filters: { status, dateFrom: from, dateTo: to } }
    const answer = await app.call(donations.listDonations, { params: { id: ours }, query }, { token })
    total = answer.total
    for (const { amount, currency } of answer.donations) cents[currency] += Math.round(amount * 100)
    if (page * 200 >= total) return { count: total, usd: cents.USD / 100, cad: cents.CAD / 100 }
  }
}

describe('the dashboard', () => {
  it('shows the same numbers as the list for the same filter, whatever has been changed or folded', async () => {
    const roll = dice(7)
    for (let round = 0; round < 6; round++) {
      await insertSome(round % 2 ? ours : chapter, 150, roll)
      for (let change = 0; change < 3; change++) {
        await app.query(changes[roll(changes.length)] ?? '', [roll(5)])
      }
      if (round % 2) await foldSummaries(app.platform, 40)
      for (const [from, to] of ranges) {
        const { by_status } = await app.call(
          statistics.getStatistics,
          { params: { id: ours }, query: { from, to } },
          { token },
        )
        for (const name of ['donor_contacted', 'npo_verify', 'engaged_submitted', 'no_response'] as const) {
          const bucket = by_status[name]
          const wanted = await listed(from, to, name)
          expect({ count: bucket.count, usd: bucket.sum, cad: bucket.other_sums.CAD ?? 0 }).toEqual(wanted)
        }
      }
    }
    expect(Object.keys(quickFilters)).toHaveLength(4)
  })

  it('answers zeros in the currency of an organization without gifts', async () => {
    const empty = await app.createOrganization({ country: 'CA', currency: 'CAD' })
    const reader = await app.signIn(await app.createMember(empty, 'read'))
    const query = { from: '2026-01-01', to: '2026-12-31', report: 'by_status' as const }
    const answer = await app.call(statistics.getStatistics, { params: { id: empty }, query }, { token: reader })
    expect(answer.currency).toBe('CAD')
    expect(answer.by_status.no_response).toEqual({ sum: 0, count: 0, other_sums: {} })
  })

  it('refuses a range that ends before it begins', async () => {
    const query = { from: '2026-02-01', to: '2026-01-01' }
    const refusal = await app.refusal(statistics.getStatistics, { params: { id: ours }, query }, { token })
    expect(refusal).toMatchObject({ status: 422, fields: { from: 'From must not be after To' } })
  })
})
