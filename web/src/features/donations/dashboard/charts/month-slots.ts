import { statistics } from '@twofold/contract'
import type { ClosedPeriod, Day } from '../../periods/index.ts'
import { formatMonth } from '../../periods/index.ts'

/** A month; a quarter or year if there are too many months. */
export type Slot = ClosedPeriod & {
  readonly label: string
  readonly groups: Readonly<Record<statistics.MonthGroup, statistics.MatchBucket>>
}

/** In the order of the cards, from the bottom of a bar to the top. */
export const groupNames: Readonly<Record<statistics.MonthGroup, string>> = {
  engaged_submitted: 'Submitted',
  npo_verify: 'NPO to Verify',
  donor_contacted: 'Awaiting Submission',
  no_response: 'No Response',
  other: 'Other statuses',
}
export const groups: readonly statistics.MonthGroup[] = [
  'engaged_submitted',
  'npo_verify',
  'donor_contacted',
  'no_response',
  'other',
]

/** Groups with matches that are open or submitted. Most gifts have no matching employer (`other`) and would dwarf these bars. */
export const chartGroups = groups.filter((group) => group !== 'other')

export const statusFilterOf = (group: statistics.MonthGroup): string =>
  group === 'other' ? statistics.monthGroups.other.join(',') : group

export type Measure = 'count' | 'sum' | 'matched'

const emptyBucket: statistics.MatchBucket = { count: 0, sum: 0, other_sums: {}, matched: 0, other_matched: {} }

// Keeps the table readable. Charts pass the number of bars that fit.
const rowsAtMost = 24

type Granularity = 1 | 3 | 12

/** Uses quarters or years for many months. Starts at the first gift if the period begins long before it. */
export function slotsOf(
  months: readonly statistics.ByMonth[],
  period: ClosedPeriod,
  maxSlots: number = rowsAtMost,
): Slot[] {
  const [first, last] = [months[0]?.month, months.at(-1)?.month]
  if (!first || !last) return []
  const dataPeriod = { from: first, to: last }
  const candidates: readonly (readonly [Granularity, ClosedPeriod])[] = [
    [1, period],
    [1, dataPeriod],
    [3, period],
    [3, dataPeriod],
  ]
  const [grain, range] = candidates.find(([size, days]) => countOf(size, days) <= maxSlots) ?? [12, dataPeriod]
  const start = Math.floor(numberOf(range.from) / grain)
  return Array.from({ length: countOf(grain, range) }, (_, index) => {
    const from = dayOf((start + index) * grain)
    const to = endOfMonth(dayOf((start + index) * grain + grain - 1))
    const slotMonths = months.filter(({ month }) => month >= from && month <= to)
    return {
      label: labelOf(grain, from),
      from: from < period.from ? period.from : from,
      to: to > period.to ? period.to : to,
      groups: groupsOf((group) => addBuckets(slotMonths.map((month) => month.groups[group]))),
    }
  })
}

/** Months since year 0. */
const numberOf = (day: Day): number => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1

const dayOf = (number: number): Day =>
  `${String(Math.floor(number / 12)).padStart(4, '0')}-${String((number % 12) + 1).padStart(2, '0')}-01`

const countOf = (grain: Granularity, { from, to }: ClosedPeriod): number =>
  Math.floor(numberOf(to) / grain) - Math.floor(numberOf(from) / grain) + 1

function endOfMonth(day: Day): Day {
  const end = new Date(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)), 0))
  return end.toISOString().slice(0, 10)
}

function labelOf(grain: Granularity, from: Day): string {
  if (grain === 12) return from.slice(0, 4)
  return grain === 1 ? formatMonth(from) : `Q${Math.floor((Number(from.slice(5, 7)) + 2) / 3)} ${from.slice(0, 4)}`
}

const groupsOf = (bucketOf: (group: statistics.MonthGroup) => statistics.MatchBucket): Slot['groups'] => ({
  engaged_submitted: bucketOf('engaged_submitted'),
  npo_verify: bucketOf('npo_verify'),
  donor_contacted: bucketOf('donor_contacted'),
  no_response: bucketOf('no_response'),
  other: bucketOf('other'),
})

/** Whole cents avoid floating-point drift. Currencies stay separate. */
export function addBuckets(buckets: readonly statistics.MatchBucket[]): statistics.MatchBucket {
  return buckets.reduce(
    (sum, bucket) => ({
      count: sum.count + bucket.count,
      sum: addUnits(sum.sum, bucket.sum),
      matched: addUnits(sum.matched, bucket.matched),
      other_sums: addByCode(sum.other_sums, bucket.other_sums),
      other_matched: addByCode(sum.other_matched, bucket.other_matched),
    }),
    emptyBucket,
  )
}

const addUnits = (a: number, b: number): number => Math.round((a + b) * 100) / 100

const addByCode = (one: Readonly<Record<string, number>>, other: Readonly<Record<string, number>>) =>
  Object.entries(other).reduce<Record<string, number>>(
    (sum, [code, amount]) => Object.assign(sum, { [code]: addUnits(sum[code] ?? 0, amount) }),
    { ...one },
  )

export const slotTotalOf = (slot: Slot): statistics.MatchBucket => addBuckets(groups.map((group) => slot.groups[group]))

export const chartTotalOf = (slot: Slot): statistics.MatchBucket =>
  addBuckets(chartGroups.map((group) => slot.groups[group]))

export function emptyChartCounts(
  months: readonly statistics.ByMonth[],
  measure: Measure,
): { gifts: number; inProgress: number } | null {
  const chartTotal = addBuckets(months.flatMap((month) => chartGroups.map((group) => month.groups[group])))
  const otherCurrencies = { count: {}, sum: chartTotal.other_sums, matched: chartTotal.other_matched }[measure]
  if (chartTotal[measure] !== 0 || Object.values(otherCurrencies).some((amount) => amount !== 0)) return null
  const all = addBuckets(months.flatMap((month) => groups.map((group) => month.groups[group])))
  return { gifts: all.count, inProgress: chartTotal.count }
}

/** At most five marks, spaced by 1, 2 or 5 times a power of ten. */
export function axisTicks(highest: number, wholeNumbers: boolean): number[] {
  if (!(highest > 0)) return [0, 1]
  const minStep = highest / 4
  const power = 10 ** Math.floor(Math.log10(minStep))
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((size) => size >= minStep) ?? power * 10
  const tickStep = wholeNumbers ? Math.max(1, Math.round(step)) : step
  const count = Math.ceil(highest / tickStep - 1e-9)
  return Array.from({ length: count + 1 }, (_, index) => Number((index * tickStep).toPrecision(12)))
}
