import { statistics } from '@twofold/contract'
import type { ClosedPeriod, Day } from '../../donations/index.ts'
import { monthInWords } from '../../donations/index.ts'

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

type Grain = 1 | 3 | 12

/** Uses quarters or years for many months. Starts at the first gift if the period begins long before it. */
export function slotsOf(
  months: readonly statistics.ByMonth[],
  period: ClosedPeriod,
  atMost: number = rowsAtMost,
): Slot[] {
  const [first, last] = [months[0]?.month, months.at(-1)?.month]
  if (!first || !last) return []
  const held = { from: first, to: last }
  const ways: readonly (readonly [Grain, ClosedPeriod])[] = [
    [1, period],
    [1, held],
    [3, period],
    [3, held],
  ]
  const [grain, range] = ways.find(([size, days]) => countOf(size, days) <= atMost) ?? [12, held]
  const start = Math.floor(numberOf(range.from) / grain)
  return Array.from({ length: countOf(grain, range) }, (_, place) => {
    const from = dayOf((start + place) * grain)
    const to = endOfMonth(dayOf((start + place) * grain + grain - 1))
    const inside = months.filter(({ month }) => month >= from && month <= to)
    return {
      label: labelOf(grain, from),
      from: from < period.from ? period.from : from,
      to: to > period.to ? period.to : to,
      groups: groupsOf((group) => addBuckets(inside.map((month) => month.groups[group]))),
    }
  })
}

/** Months since year 0. */
const numberOf = (day: Day): number => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1

const dayOf = (number: number): Day =>
  `${String(Math.floor(number / 12)).padStart(4, '0')}-${String((number % 12) + 1).padStart(2, '0')}-01`

const countOf = (grain: Grain, { from, to }: ClosedPeriod): number =>
  Math.floor(numberOf(to) / grain) - Math.floor(numberOf(from) / grain) + 1

function endOfMonth(day: Day): Day {
  const end = new Date(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)), 0))
  return end.toISOString().slice(0, 10)
}

function labelOf(grain: Grain, from: Day): string {
  if (grain === 12) return from.slice(0, 4)
  return grain === 1 ? monthInWords(from) : `Q${Math.floor((Number(from.slice(5, 7)) + 2) / 3)} ${from.slice(0, 4)}`
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

const addUnits = (one: number, other: number): number => Math.round((one + other) * 100) / 100

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
): { gifts: number; underWay: number } | null {
  const drawn = addBuckets(months.flatMap((month) => chartGroups.map((group) => month.groups[group])))
  const others = { count: {}, sum: drawn.other_sums, matched: drawn.other_matched }[measure]
  if (drawn[measure] !== 0 || Object.values(others).some((amount) => amount !== 0)) return null
  const all = addBuckets(months.flatMap((month) => groups.map((group) => month.groups[group])))
  return { gifts: all.count, underWay: drawn.count }
}

/** At most five marks, spaced by 1, 2 or 5 times a power of ten. */
export function axisTicks(highest: number, wholeNumbers: boolean): number[] {
  if (!(highest > 0)) return [0, 1]
  const rough = highest / 4
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((size) => size >= rough) ?? power * 10
  const kept = wholeNumbers ? Math.max(1, Math.round(step)) : step
  const count = Math.ceil(highest / kept - 1e-9)
  return Array.from({ length: count + 1 }, (_, place) => Number((place * kept).toPrecision(12)))
}
