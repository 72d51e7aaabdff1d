import type { Currency } from '../shared/money.ts'
import type { ExchangeRate } from './estimate.ts'

/** Canadian dollars for one US dollar from a day on, until the next row. */
export type DatedRate = { readonly since: string; readonly cadPerUsd: number }

/** Digits that a rate is told with. */
const precision = 1e6

/**
 * The rate of a gift's day: of the last row that begins by then; before the first row, of the first. Null where the two
 * currencies are one, or there is no row.
 */
export function findRate(rates: readonly DatedRate[], from: Currency, to: Currency, day: string): ExchangeRate | null {
  if (from === to) return null
  const inOrder = rates.toSorted((a, b) => (a.since < b.since ? -1 : 1))
  const row = inOrder.findLast(({ since }) => since <= day.slice(0, 10)) ?? inOrder[0]
  if (!row || !(row.cadPerUsd > 0)) return null
  const rate = to === 'CAD' ? row.cadPerUsd : 1 / row.cadPerUsd
  return { rate: Math.round(rate * precision) / precision, asOf: row.since }
}
