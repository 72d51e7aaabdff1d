import { type Currency, campaigns, statistics } from '@twofold/contract'
import { pendingStatusIds, quickFilters } from '@twofold/matching'
import type { Database, Tenant } from '../../../platform/database/database.ts'
import { monthEnd, type StatusSum, sumByMonth, sumByStatus, sumParts } from '../../matches/sums/index.ts'
import { findScope } from './scope.queries.ts'

export type SummaryAmounts = {
  readonly gifts: number
  readonly unchecked: number
  readonly given: number
  readonly estimated: number
  readonly requests: number
  readonly submitted: number
  readonly paid: number
  readonly received: number
}

export type BoardSummary = {
  readonly organization: string
  readonly chapters: number
  readonly currency: Currency
  readonly madeAt: Date
  /** Months are `2026-01`; null starts at the first gift. */
  readonly from: string | null
  readonly to: string
  readonly total: SummaryAmounts
  readonly others: readonly { readonly currency: Currency; readonly money: SummaryAmounts }[]
  readonly months: readonly { readonly month: string; readonly estimated: number; readonly received: number }[]
  readonly employers: readonly { readonly name: string; readonly estimated: number; readonly received: number }[]
  readonly waiting: readonly { readonly what: string; readonly matches: number; readonly estimated: number }[]
  readonly unchecked: number
}

const monthsDrawn = 12
const employersDrawn = 6

type SummaryRequest = { readonly from: string | null; readonly to: string | null; readonly now: Date }

/** The cost does not grow with the number of gifts. */
export async function readSummary(
  database: Database,
  tenant: Tenant,
  { from, to, now }: SummaryRequest,
): Promise<BoardSummary> {
  const last = to ?? now.toISOString().slice(0, 7)
  const scope = {
    organizationIds: tenant.family,
    statusIds: null,
    from: from && `${from}-01`,
    to: monthEnd(`${last}-01`),
  }
  const [{ name, currency, chapters }, { sums }, byMonth, { parts: companies }, ever] = await Promise.all([
    findScope(database, tenant),
    sumByStatus(database, tenant, scope),
    sumByMonth(database, tenant, scope),
    sumParts(database, tenant, 'company', { from, to: last }),
    sumByStatus(database, tenant, { ...scope, from: null, to: null }),
  ])
  const own = <Row extends { readonly currency: Currency }>(rows: readonly Row[]) =>
    rows.filter((row) => row.currency === currency)
  return {
    organization: name,
    chapters,
    currency,
    madeAt: now,
    from,
    to: last,
    total: moneyOf(own(sums)),
    others: [...Map.groupBy(sums, (sum) => sum.currency)]
      .filter(([other]) => other !== currency)
      .map(([other, held]) => ({ currency: other, money: moneyOf(held) })),
    months: monthsUpTo(last, from).map((month) => ({
      month,
      ...moneyOf(own(byMonth.sums).filter((sum) => sum.month.startsWith(month))),
    })),
    employers: own(companies)
      .filter(({ rank, key, estimated_cents }) => rank > 0 && key !== '0' && estimated_cents > 0)
      .slice(0, employersDrawn)
      .map(({ label, estimated_cents, received_cents }) => ({
        name: label,
        estimated: estimated_cents,
        received: received_cents,
      })),
    waiting: waitingOf(own(ever.sums)),
    unchecked: moneyOf(ever.sums).unchecked,
  }
}

function monthsUpTo(last: string, from: string | null): string[] {
  const end = Number(last.slice(0, 4)) * 12 + Number(last.slice(5, 7)) - 1
  return Array.from({ length: monthsDrawn }, (_, n) => end - monthsDrawn + 1 + n)
    .map((month) => `${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}`)
    .filter((month) => from === null || month >= from)
}

const { waitingForSetup } = statistics
const submittedIds: readonly number[] = [
  ...campaigns.campaignStageStatuses.received,
  ...campaigns.campaignStageStatuses.with_company,
]

function moneyOf(sums: readonly StatusSum[]): SummaryAmounts {
  const total = (rows: readonly StatusSum[], pick: (sum: StatusSum) => number) =>
    rows.reduce((cents, sum) => cents + pick(sum), 0)
  const submittedSums = sums.filter(({ status_id }) => submittedIds.includes(status_id))
  return {
    gifts: total(sums, ({ gifts }) => gifts),
    unchecked: total(
      sums.filter(({ status_id }) => waitingForSetup.includes(status_id)),
      ({ gifts }) => gifts,
    ),
    given: total(sums, ({ amount_cents }) => amount_cents),
    estimated: total(sums, ({ estimated_cents }) => estimated_cents),
    requests: total(submittedSums, ({ gifts }) => gifts),
    submitted: total(submittedSums, ({ estimated_cents }) => estimated_cents),
    paid: total(sums, ({ paid }) => paid),
    received: total(sums, ({ received_cents }) => received_cents),
  }
}

// As on the dashboard, matches that donors have begun count as engaged.
const withDonors: readonly number[] = quickFilters.donor_contacted.statusIds
const toVerify: readonly number[] = quickFilters.npo_verify.statusIds

function waitingOf(sums: readonly StatusSum[]): BoardSummary['waiting'] {
  const waitingLine = (what: string, ids: readonly number[]) => {
    const { gifts, estimated } = moneyOf(sums.filter(({ status_id }) => ids.includes(status_id)))
    return { what, matches: gifts, estimated }
  }
  return [
    waitingLine('Waiting on donors to request', withDonors),
    waitingLine(
      'Started by donors, not requested yet',
      pendingStatusIds.filter((id) => ![...withDonors, ...toVerify].includes(id)),
    ),
    waitingLine('Needs our signature or verification', toVerify),
    waitingLine('Submitted, waiting on employers', campaigns.campaignStageStatuses.with_company),
  ]
}
