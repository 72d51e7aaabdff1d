import { type Currency, outlook, toUnits } from '@twofold/contract'
import type { PartRow, StatusSum } from '../../matches/sums/index.ts'
import type { RiskRow, WaitRow } from './outlook.queries.ts'

const emptyLabels: Readonly<Record<outlook.Breakdown, string>> = {
  company: 'No employer of the directory',
  campaign: 'No campaign',
  month: '',
  chapter: '',
}

/** Parts without a key have no company or campaign. Currencies are never added. */
export function presentParts(
  rows: readonly PartRow[],
  by: outlook.Breakdown,
  ownCurrency: Currency,
): outlook.BreakdownResponse {
  const groupedRows = [
    ...Map.groupBy(
      rows.filter(({ rank }) => rank > 0),
      ({ key }) => key,
    ),
  ]
  const parts = groupedRows.map(([key, held]) => {
    const isNone = key === '' || (by === 'company' && key === '0')
    const label = isNone ? emptyLabels[by] : held[0]?.label || key
    return { key: isNone ? '' : key, label, ...sumsOf(held, ownCurrency) }
  })
  if (by === 'month') parts.reverse()
  return {
    currency: ownCurrency,
    total: sumsOf(rows, ownCurrency),
    parts,
    more: Math.max(0, ...rows.map((row) => row.parts)) - parts.length,
  }
}

type Cents = `${'given' | 'estimated' | 'submitted' | 'received'}_cents`

function sumsOf(rows: readonly PartRow[], ownCurrency: Currency): outlook.BreakdownSums {
  const others = [...Map.groupBy(rows, (row) => row.currency)].filter(([currency]) => currency !== ownCurrency)
  return {
    gifts: rows.reduce((sum, { gifts }) => sum + gifts, 0),
    ...moneyOf(rows.filter((row) => row.currency === ownCurrency)),
    others: others.map(([currency, held]) => ({ currency, ...moneyOf(held) })),
  }
}

function moneyOf(rows: readonly PartRow[]) {
  const total = (name: Cents): number => toUnits(rows.reduce((sum, row) => sum + row[name], 0))
  return {
    given: total('given_cents'),
    estimated: total('estimated_cents'),
    submitted: total('submitted_cents'),
    received: total('received_cents'),
  }
}

export const presentAtRisk = (rows: readonly RiskRow[], ownCurrency: Currency): outlook.Forecasts['at_risk'] =>
  [...Map.groupBy(rows, ({ week }) => week)].map(([week, held]) => ({
    week,
    gifts: held.reduce((sum, { gifts }) => sum + gifts, 0),
    estimated: toUnits(held.find(({ currency }) => currency === ownCurrency)?.estimated_cents ?? 0),
    others: held
      .filter(({ currency }) => currency !== ownCurrency)
      .map(({ currency, estimated_cents }) => ({ currency, estimated: toUnits(estimated_cents) })),
  }))

/** Gifts are counted in all currencies. */
export const presentWaiting = (rows: readonly StatusSum[], ownCurrency: Currency): outlook.Forecasts['waiting'] => ({
  gifts: rows.reduce((sum, { gifts }) => sum + gifts, 0),
  estimated: estimatedOf(rows, ownCurrency),
  others: [...new Set(rows.map(({ currency }) => currency))]
    .filter((currency) => currency !== ownCurrency)
    .map((currency) => ({ currency, estimated: estimatedOf(rows, currency) })),
})

const estimatedOf = (rows: readonly StatusSum[], currency: Currency): number =>
  toUnits(rows.reduce((cents, row) => (row.currency === currency ? cents + row.estimated_cents : cents), 0))

export function presentWait(rows: readonly WaitRow[], step: WaitRow['step']): outlook.WaitTimes {
  const waits = rows.filter((row) => row.step === step)
  const gifts = waits.reduce((sum, row) => sum + row.gifts, 0)
  if (gifts < outlook.minWaits) return null
  const daysForShare = (share: number): number => {
    let passed = 0
    for (const row of waits) {
      passed += row.gifts
      if (passed >= gifts * share) return row.days
    }
    return waits.at(-1)?.days ?? 0
  }
  return { gifts, quarter: daysForShare(0.25), half: daysForShare(0.5), three_quarters: daysForShare(0.75) }
}
