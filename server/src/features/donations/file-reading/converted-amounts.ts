import { type AmountStyle, readAmount } from './amounts.ts'
import { headerWords } from './headers.ts'
import { currencyIn, type Money } from './money.ts'
import type { Row, Table, Warning } from './table.ts'

export type ConvertedAmounts = {
  /** The currency that the header of the amount column names; null if it names none. */
  readonly headerCurrency: string | null
  /** The same gift in US or Canadian dollars, from another column; null without one. */
  readonly read: (row: Row) => Money | null
}

const convertedHeader = /^((gift|donation|transaction) )?(converted|settled|settlement) (gross )?amount$/
const convertedCurrency = /^(converted|settled|settlement) currency$/
const otherMoney =
  /\b(fees?|net|tips?|tax|goal|refund\w*|match\w*|benefits?|deductible|pledged?|balance|rate|ytd|lifetime|total (raised|giving|given))\b/

const isOurs = (currency: string | null): boolean => currency === 'USD' || currency === 'CAD'

export const isForeign = (currency: string | null): boolean => currency !== null && !isOurs(currency)

export function convertedAmounts(
  { originalHeaders }: Pick<Table, 'originalHeaders'>,
  amountAt: number,
  style: Pick<AmountStyle, 'mark' | 'inCents'>,
): ConvertedAmounts {
  const currencyAt = originalHeaders.findIndex((header) => convertedCurrency.test(headerWords(header)))
  const columns = originalHeaders.flatMap((header, at) => {
    const words = headerWords(header)
    const isConverted = isOurs(currencyIn(header)) || (currencyAt >= 0 && convertedHeader.test(words))
    return at !== amountAt && at !== currencyAt && isConverted && !otherMoney.test(words) ? [at] : []
  })
  return {
    headerCurrency: currencyIn(originalHeaders[amountAt] ?? ''),
    read: (row) => {
      for (const at of columns) {
        const money = readAmount(row.cells, at, { ...style, furtherAt: [] })
        const currency = money?.currency ?? currencyIn(originalHeaders[at] ?? '') ?? row.cells[currencyAt]?.trim()
        if (money && money.cents !== 0 && currency !== undefined && isOurs(currency.toUpperCase()))
          return { cents: Math.abs(money.cents), currency: currency.toUpperCase() }
      }
      return null
    },
  }
}

export function convertedWarning(rows: readonly number[]): Warning[] {
  if (rows.length === 0) return []
  const message =
    rows.length === 1
      ? '1 gift is in another currency. We use its amount in dollars from the file.'
      : `${rows.length} gifts are in other currencies. We use their amounts in dollars from the file.`
  return [{ code: 'amounts_converted', message, count: rows.length, rows: rows.slice(0, 100) }]
}
