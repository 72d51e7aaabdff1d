import { outlook, toUnits } from '@twofold/contract'

/** Requests of one month by the month of their last payment, `2026-01`; null has none yet. */
export type Requests = {
  readonly submitted: string
  readonly received: string | null
  readonly gifts: number
  readonly estimated_cents: number
  readonly received_cents: number
}

/** Months later than this a payment is too rare to count on. */
const lagAtMost = 24
/** Fewer payments tell nothing. */
const paidAtLeast = 10

type Row = Omit<Requests, 'submitted' | 'received'> & { readonly submitted: number; readonly received: number | null }

const numberOf = (month: string): number => Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7)) - 1
const firstDayOf = (month: number): string =>
  `${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}-01`

/**
 * Money of the next months for requests that are made: each month's requests times the share of their estimate that earlier
 * requests had brought after as many months. Its range is what the same sum said at the end of earlier months, with what was
 * known then, against what came. `thisMonth` is not over yet and tells nothing.
 */
export function forecastMoney(requests: readonly Requests[], thisMonth: string): outlook.Forecast {
  const rows = requests.map((row) => ({
    ...row,
    submitted: numberOf(row.submitted),
    received: row.received === null ? null : numberOf(row.received),
  }))
  const after = numberOf(thisMonth) - 1
  const paid = rows.reduce((sum, { received, gifts }) => sum + (received !== null && received <= after ? gifts : 0), 0)
  if (paid < paidAtLeast) return null
  const tries = Array.from({ length: outlook.forecastTries }, (_, n) => after - outlook.forecastMonths - n)
    .map((end) => ({ after: end, expected: expectedAfter(rows, end), came: cameAfter(rows, end) }))
    .filter(({ expected }) => expected > 0)
  const expected = expectedAfter(rows, after)
  if (tries.length < outlook.forecastTriesAtLeast || expected === 0) return null
  const shares = tries.map((one) => one.came / one.expected).sort((one, other) => one - other)
  const misses = tries.map((one) => Math.abs(one.came / one.expected - 1)).sort((one, other) => one - other)
  const usualMiss = misses[Math.floor(misses.length / 2)] ?? 0
  if (usualMiss > outlook.forecastMissAtMost) return null
  return {
    after: firstDayOf(after),
    until: firstDayOf(after + outlook.forecastMonths),
    expected: inUnits(expected),
    low: inUnits(expected * Math.min(1, shares[0] ?? 1)),
    high: inUnits(expected * Math.max(1, shares.at(-1) ?? 1)),
    come: inUnits(cameAfter(rows, after)),
    tries: tries
      .map((one) => ({ after: firstDayOf(one.after), expected: inUnits(one.expected), came: inUnits(one.came) }))
      .reverse(),
    usual_miss: Math.round(usualMiss * 100) / 100,
  }
}

const inUnits = (cents: number): number => toUnits(Math.round(cents))

/** What the months after one were to bring, from what was known at its end. */
function expectedAfter(rows: readonly Row[], end: number): number {
  const share = Array.from({ length: lagAtMost + 1 }, (_, lag) => shareAfter(rows, end, lag))
  let cents = 0
  for (const { submitted, estimated_cents } of rows) {
    for (let month = end + 1; month <= end + outlook.forecastMonths && submitted <= end; month++) {
      cents += estimated_cents * (share[month - submitted] ?? 0)
    }
  }
  return cents
}

/** The share of their estimate that requests brought so many months later, of those that were as old at the end of a month. */
function shareAfter(rows: readonly Row[], end: number, lag: number): number {
  let [asked, came] = [0, 0]
  for (const { submitted, received, estimated_cents, received_cents } of rows) {
    if (submitted + lag > end) continue
    asked += estimated_cents
    if (received === submitted + lag) came += received_cents
  }
  return asked === 0 ? 0 : came / asked
}

/** What the months after one brought for requests up to its end. */
const cameAfter = (rows: readonly Row[], end: number): number =>
  rows.reduce(
    (sum, { submitted, received, received_cents }) =>
      submitted <= end && received !== null && received > end && received <= end + outlook.forecastMonths
        ? sum + received_cents
        : sum,
    0,
  )
