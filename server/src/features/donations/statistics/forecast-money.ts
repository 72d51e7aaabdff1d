import { outlook, toUnits } from '@twofold/contract'

export type MonthlyRequests = {
  readonly submitted: string
  readonly received: string | null
  readonly gifts: number
  readonly estimated_cents: number
  readonly received_cents: number
}

/** Months: later payments are too rare to count on. */
const lagAtMost = 24
/** Fewer payments allow no forecast. */
const paidAtLeast = 10

type Row = Omit<MonthlyRequests, 'submitted' | 'received'> & {
  readonly submitted: number
  readonly received: number | null
}

const numberOf = (month: string): number => Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7)) - 1
const firstDayOf = (month: number): string =>
  `${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}-01`

/**
 * Multiplies each month's requests by the share that earlier ones brought after as many months. The range compares past
 * forecasts with actual payments. `thisMonth` is incomplete and excluded.
 */
export function forecastMoney(requests: readonly MonthlyRequests[], thisMonth: string): outlook.Forecast {
  const rows = requests.map((row) => ({
    ...row,
    submitted: numberOf(row.submitted),
    received: row.received === null ? null : numberOf(row.received),
  }))
  const after = numberOf(thisMonth) - 1
  const paid = rows.reduce((sum, { received, gifts }) => sum + (received !== null && received <= after ? gifts : 0), 0)
  if (paid < paidAtLeast) return null
  const tries = Array.from({ length: outlook.forecastBacktests }, (_, n) => after - outlook.forecastMonths - n)
    .map((end) => ({ after: end, expected: expectedAfter(rows, end), came: receivedAfter(rows, end) }))
    .filter(({ expected }) => expected > 0)
  const expected = expectedAfter(rows, after)
  if (tries.length < outlook.minForecastBacktests || expected === 0) return null
  const shares = tries.map((one) => one.came / one.expected).sort((one, other) => one - other)
  const misses = tries.map((one) => Math.abs(one.came / one.expected - 1)).sort((one, other) => one - other)
  const usualMiss = misses[Math.floor(misses.length / 2)] ?? 0
  if (usualMiss > outlook.maxForecastError) return null
  return {
    after: firstDayOf(after),
    until: firstDayOf(after + outlook.forecastMonths),
    expected: inUnits(expected),
    low: inUnits(expected * Math.min(1, shares[0] ?? 1)),
    high: inUnits(expected * Math.max(1, shares.at(-1) ?? 1)),
    come: inUnits(receivedAfter(rows, after)),
    tries: tries
      .map((one) => ({ after: firstDayOf(one.after), expected: inUnits(one.expected), came: inUnits(one.came) }))
      .reverse(),
    usual_miss: Math.round(usualMiss * 100) / 100,
  }
}

const inUnits = (cents: number): number => toUnits(Math.round(cents))

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

function shareAfter(rows: readonly Row[], end: number, lag: number): number {
  let [requested, receivedSum] = [0, 0]
  for (const { submitted, received, estimated_cents, received_cents } of rows) {
    if (submitted + lag > end) continue
    requested += estimated_cents
    if (received === submitted + lag) receivedSum += received_cents
  }
  return requested === 0 ? 0 : receivedSum / requested
}

const receivedAfter = (rows: readonly Row[], end: number): number =>
  rows.reduce(
    (sum, { submitted, received, received_cents }) =>
      submitted <= end && received !== null && received > end && received <= end + outlook.forecastMonths
        ? sum + received_cents
        : sum,
    0,
  )
