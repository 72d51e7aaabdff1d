import { donations, statistics } from '@twofold/contract'
import { quickFilters } from '@twofold/matching'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../testing/index.ts'
import { monthEnd, updateSummaries } from '../../matches/sums/index.ts'

let app: TestApp
let ours: number
let chapter: number
let token: string

beforeAll(async () => {
  app = await startTestApp()
  ours = await app.createOrganization()
  chapter = await app.createOrganization({ parent_id: ours, type: 'chapter' })
  token = await app.signIn(await app.createMember(ours, 'read'))
})
afterAll(() => app.stop())

// Seeded, so that a failure is reproducible.
function dice(seed: number): (sides: number) => number {
  let state = seed
  return (sides) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * sides)
  }
}

const statusIds = [25, 5, 6, 7, 8, 3, 28, 4, 1, 20, 21, 10, 23, 17]

const insertSome = (organization: number, count: number, roll: (sides: number) => number) =>
  app.createDonations(
    Array.from({ length: count }, () => ({
      organization,
      at: new Date(Date.parse('2025-11-01') + roll(240 * 24 * 60) * 60_000).toISOString(),
      cents: 1 + roll(100_000),
      estimatedCents: roll(3) * roll(50_000),
      currency: roll(8) === 0 ? 'CAD' : 'USD',
      status: statusIds[roll(statusIds.length)] ?? 7,
    })),
  )

const changes = [
  `UPDATE donations SET status_id = 4 WHERE id % 7 = $1`,
  `UPDATE donations SET amount_cents = amount_cents + 13 WHERE id % 5 = $1`,
  `UPDATE donations SET estimated_cents = estimated_cents + 7 WHERE id % 3 = $1`,
  `UPDATE donations SET status_id = 1 WHERE id % 13 = $1`,
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

async function listed(from: string, to: string, status?: string): Promise<statistics.MatchBucket> {
  const cents = { USD: 0, CAD: 0 }
  const matched = { USD: 0, CAD: 0 }
  for (let page = 1; ; page++) {
    const query = { page, per_page: 200, filters: { ...(status ? { status } : {}), dateFrom: from, dateTo: to } }
    const answer = await app.call(donations.listDonations, { params: { id: ours }, query }, { token })
    for (const gift of answer.donations) {
      cents[gift.currency] += Math.round(gift.amount * 100)
      matched[gift.currency] += Math.round(gift.matched * 100)
    }
    if (page * 200 < answer.total) continue
    return {
      count: answer.total,
      sum: cents.USD / 100,
      other_sums: { CAD: cents.CAD / 100 },
      matched: matched.USD / 100,
      other_matched: { CAD: matched.CAD / 100 },
    }
  }
}

/** A currency without sums is like a missing one. */
const plain = <B extends statistics.Bucket>(bucket: B): B => ({
  ...bucket,
  other_sums: { CAD: 0, ...bucket.other_sums },
  ...('other_matched' in bucket ? { other_matched: { CAD: 0, ...(bucket.other_matched ?? {}) } } : {}),
})

const added = (buckets: readonly statistics.MatchBucket[]): statistics.MatchBucket => {
  const sumOf = (pick: (bucket: statistics.MatchBucket) => number | undefined) =>
    buckets.reduce((sum, bucket) => sum + Math.round((pick(bucket) ?? 0) * 100), 0) / 100
  return {
    count: sumOf(({ count }) => count),
    sum: sumOf(({ sum }) => sum),
    other_sums: { CAD: sumOf(({ other_sums }) => other_sums.CAD) },
    matched: sumOf(({ matched }) => matched),
    other_matched: { CAD: sumOf(({ other_matched }) => other_matched.CAD) },
  }
}

async function report(from: string, to: string, name: (typeof statistics.statisticsReports)[number]) {
  const query = { from, to, report: name }
  return app.call(statistics.getStatistics, { params: { id: ours }, query }, { token })
}

const present = <T>(entry: T | undefined): T => entry ?? expect.fail('the entry named by report is missing')

describe('the dashboard', () => {
  it('shows the same numbers as the list for the same filter, after any changes and before and after deltas are applied', async () => {
    const roll = dice(7)
    for (let round = 0; round < 6; round++) {
      await insertSome(round % 2 ? ours : chapter, 150, roll)
      for (let change = 0; change < 3; change++) {
        await app.query(changes[roll(changes.length)] ?? '', [roll(5)])
      }
      if (round % 2) await updateSummaries(app.platform, 40)
      for (const [from, to] of ranges) {
        const byStatus = await report(from, to, 'by_status')
        const cards = present(byStatus.by_status)
        const { count, sum, other_sums } = await listed(from, to, statistics.waitingForSetup.join(','))
        expect(plain(present(byStatus.waiting_for_setup))).toEqual({ count, sum, other_sums })
        const months = present((await report(from, to, 'by_month')).by_month)
        const funnel = present((await report(from, to, 'funnel')).funnel)
        for (const name of ['donor_contacted', 'npo_verify', 'engaged_submitted', 'no_response'] as const) {
          const wanted = await listed(from, to, name)
          expect(plain(cards[name])).toEqual(wanted)
          expect(added(months.map(({ groups }) => groups[name]))).toEqual(wanted)
        }
        expect(added(months.flatMap(({ groups }) => Object.values(groups)))).toEqual(await listed(from, to))
        for (const stage of ['contacted', 'submitted', 'received'] as const) {
          expect(plain(funnel[stage])).toEqual(await listed(from, to, statistics.funnelStages[stage].join(',')))
        }
        expect(funnel.submitted).toMatchObject(cards.engaged_submitted)
      }
      const month = present((await report('2026-01-10', '2026-06-20', 'by_month')).by_month)[round % 4]
      if (!month) continue
      const start = month.month < '2026-01-10' ? '2026-01-10' : month.month
      for (const [group, ids] of Object.entries(statistics.monthGroups)) {
        const held = month.groups[group as statistics.MonthGroup]
        expect(plain(held)).toEqual(await listed(start, monthEnd(month.month), ids.join(',')))
      }
      const standing = await app.call(statistics.getMatchSummary, { params: { id: ours } }, { token })
      for (const name of ['with_donors', 'received', 'with_employers', 'to_verify'] as const) {
        const ids = statistics.summaryFilters[name].join(',')
        expect(plain(standing[name])).toEqual(await listed('2000-01-01', '2200-01-01', ids))
      }
    }
    expect(Object.keys(quickFilters)).toHaveLength(4)
  })

  it("returns zeros in the organization's currency without gifts", async () => {
    const empty = await app.createOrganization({ country: 'CA', currency: 'CAD' })
    const reader = await app.signIn(await app.createMember(empty, 'read'))
    const query = { from: '2026-01-01', to: '2026-12-31', report: 'by_status' as const }
    const answer = await app.call(statistics.getStatistics, { params: { id: empty }, query }, { token: reader })
    expect(answer.currency).toBe('CAD')
    expect(answer.by_status?.no_response).toEqual({
      sum: 0,
      count: 0,
      other_sums: {},
      matched: 0,
      other_matched: {},
    })
  })

  it('names the entry after the report only', async () => {
    for (const name of statistics.statisticsReports) {
      const beside = name === 'by_status' ? ['waiting_for_setup'] : []
      expect(Object.keys(await report('2026-01-01', '2026-01-31', name))).toEqual(['currency', name, ...beside])
    }
    expect((await report('1990-01-01', '1990-12-31', 'by_month')).by_month).toEqual([])
  })

  it("shows the family's next deadlines, and none of another organization", async () => {
    const other = await app.createOrganization()
    const at = (organization: number, days: number, status: number) =>
      app.createDonation({
        organization,
        status,
        estimatedCents: 2_500,
        employer: 'Acme',
        deadline: new Date(app.clock().getTime() + days * 86_400_000),
      })
    const third = await at(ours, 16, 7)
    const first = await at(chapter, 2, 3)
    const second = await at(ours, 3, 28)
    await at(ours, -1, 7)
    await at(ours, 1, 4)
    await at(other, 1, 7)
    const { deadlines, to_do } = await app.call(statistics.getMatchSummary, { params: { id: ours } }, { token })
    expect(deadlines.map(({ donation_id }) => donation_id)).toEqual([first, second, third])
    expect(to_do.deadlines_soon).toBe(2)
    const query = { filters: { deadlineWithin: statistics.upcomingDeadlineDays } }
    expect((await app.call(donations.listDonations, { params: { id: ours }, query }, { token })).total).toBe(2)
    expect(deadlines[0]).toMatchObject({ company_name: 'Acme', matched: 25, currency: 'USD', status_id: 3 })
  })

  it('counts approved matches without an estimate, in the family and all approved statuses', async () => {
    const organization = await app.createOrganization()
    const branch = await app.createOrganization({ parent_id: organization, type: 'chapter' })
    const reader = await app.signIn(await app.createMember(organization, 'read'))
    const standing = async () =>
      app.call(statistics.getMatchSummary, { params: { id: organization } }, { token: reader })
    expect(await standing()).toMatchObject({ received: { count: 0 }, received_unestimated: 0 })
    await app.createDonations([
      { organization, status: 1, estimatedCents: 2_500 },
      { organization, status: 1, estimatedCents: 0 },
      { organization: branch, status: 1, estimatedCents: 0 },
      { organization, status: 4, estimatedCents: 0 },
    ])
    expect(await standing()).toMatchObject({ received: { count: 3, matched: 25 }, received_unestimated: 2 })
    await app.query(`UPDATE donations SET deleted_at = now() WHERE organization_id = $1`, [branch])
    expect(await standing()).toMatchObject({ received: { count: 2, matched: 25 }, received_unestimated: 1 })
  })

  it('counts the rejected rows of the newest upload until the next upload or its undo', async () => {
    const organization = await app.createOrganization()
    const reader = await app.signIn(await app.createMember(organization, 'read'))
    const rows = async () =>
      (await app.call(statistics.getMatchSummary, { params: { id: organization } }, { token: reader })).to_do
        .rejected_rows
    expect(await rows()).toBe(0)
    await app.createImport({ organization, state: 'done', rows: 20, rejected: 7 })
    expect(await rows()).toBe(7)
    await app.createImport({ organization, state: 'undone', rows: 20, rejected: 9 })
    expect(await rows()).toBe(0)
    await app.createImport({ organization, state: 'done', rows: 20, rejected: 2 })
    expect(await rows()).toBe(2)
  })

  it('counts matches whose donor opened an email a week ago and did not act, like the list behind the number', async () => {
    const organization = await app.createOrganization()
    const branch = await app.createOrganization({ parent_id: organization, type: 'chapter' })
    const reader = await app.signIn(await app.createMember(organization, 'read'))
    const daysBefore = (days: number) => new Date(app.clock().getTime() - days * 86_400_000)
    const mailed = async (of: number, status: number, opened: Date | null, acted: Date | null = null) => {
      const gift = await app.createDonation({ organization: of, status })
      await app.query(
        `INSERT INTO notifications (organization_id, donation_id, donor_id, kind, status_id, state, message_id, send_at,
           created_at, sent_at, first_open, acted_at)
         SELECT organization_id, id, donor_id, 'initial', status_id, 'sent', 'opened-' || id, $3, $3, $3, $4, $5
         FROM donations WHERE organization_id = $1 AND id = $2`,
        [of, gift, daysBefore(12), opened, acted],
      )
      return gift
    }
    const waiting = [await mailed(organization, 7, daysBefore(8)), await mailed(branch, 8, daysBefore(7))]
    await mailed(organization, 7, daysBefore(6))
    await mailed(organization, 7, null)
    await mailed(organization, 7, daysBefore(9), daysBefore(9))
    await mailed(organization, 4, daysBefore(9))
    const params = { id: organization }
    const { to_do } = await app.call(statistics.getMatchSummary, { params }, { token: reader })
    const query = { filters: { unanswered: 'yes' } } as const
    const list = await app.call(donations.listDonations, { params, query }, { token: reader })
    expect([to_do.unanswered, list.donations.map(({ id }) => id).sort()]).toEqual([2, waiting.sort()])
  })

  it('counts addresses that bounced in the last days, in the family', async () => {
    const organization = await app.createOrganization()
    const branch = await app.createOrganization({ parent_id: organization, type: 'chapter' })
    const reader = await app.signIn(await app.createMember(organization, 'read'))
    const daysBefore = (days: number) => new Date(app.clock().getTime() - days * 86_400_000)
    for (const [of, email, reason, at] of [
      [organization, 'a@example.org', 'bounced', daysBefore(1)],
      [branch, 'b@example.org', 'bounced', daysBefore(statistics.recentBounceDays - 1)],
      [organization, 'c@example.org', 'bounced', daysBefore(statistics.recentBounceDays + 1)],
      [organization, 'd@example.org', 'unsubscribed', daysBefore(1)],
    ] as const) {
      await app.query('INSERT INTO suppressions (organization_id, email_key, reason, at) VALUES ($1, $2, $3, $4)', [
        of,
        email,
        reason,
        at,
      ])
    }
    const { to_do } = await app.call(statistics.getMatchSummary, { params: { id: organization } }, { token: reader })
    expect(to_do.bounces).toBe(2)
  })

  it('refuses a range that ends before it begins', async () => {
    const query = { from: '2026-02-01', to: '2026-01-01' }
    const refusal = await app.refusal(statistics.getStatistics, { params: { id: ours }, query }, { token })
    expect(refusal).toMatchObject({ status: 422, fields: { from: 'From must not be after To' } })
  })
})
