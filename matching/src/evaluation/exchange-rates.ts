import type { Currency } from '../shared/money.ts'
import type { ExchangeRate } from './estimate.ts'

/** Canadian dollars per US dollar from a day on, until the next row. */
export type DatedRate = { readonly since: string; readonly cadPerUsd: number }

/** Precision of displayed rates. */
const precision = 1e6

/**
 * Returns the rate for a gift's day: the last row that starts on or before it, otherwise the first row. Returns null if
 * the currencies are the same or there are no rows.
 */
export function findRate(rates: readonly DatedRate[], from: Currency, to: Currency, day: string): ExchangeRate | null {
  if (from === to) return null
  const inOrder = rates.toSorted((a, b) => (a.since < b.since ? -1 : 1))
  const row = inOrder.findLast(({ since }) => since <= day.slice(0, 10)) ?? inOrder[0]
  if (!row || !(row.cadPerUsd > 0)) return null
  const rate = to === 'CAD' ? row.cadPerUsd : 1 / row.cadPerUsd
  return { rate: Math.round(rate * precision) / precision, asOf: row.since }
}
