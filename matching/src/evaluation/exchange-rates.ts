import type { Currency } from '../shared/money.ts'
import type { ExchangeRate } from './estimate.ts'

export type DatedRate = { readonly since: string; readonly cadPerUsd: number }

/** Displayed rates have six decimals. */
const precision = 1e6

/** Returns the last rate on or before the day, otherwise the first. Null for the same currency or without rates. */
export function findRate(rates: readonly DatedRate[], from: Currency, to: Currency, day: string): ExchangeRate | null {
  if (from === to) return null
  const inOrder = rates.toSorted((a, b) => (a.since < b.since ? -1 : 1))
  const row = inOrder.findLast(({ since }) => since <= day.slice(0, 10)) ?? inOrder[0]
  if (!row || !(row.cadPerUsd > 0)) return null
  const rate = to === 'CAD' ? row.cadPerUsd : 1 / row.cadPerUsd
  return { rate: Math.round(rate * precision) / precision, asOf: row.since }
}
