import { tooManyRows } from './file-refused.ts'
import type { Limits, Table } from './table.ts'

const dateName = /(^|_)(date|fecha)(_|$)/
const amountName = /(^|_)(amount|amt|montant|monto)(_|$)|^(gift|donation|don)$/

/** `gift_2_date` is the second `gift_date`, and `date` is the first. */
function numbered(header: string): { readonly name: string; readonly number: string } {
  const [, number] = /_(\d{1,2})(?=_|$)/.exec(header) ?? []
  return { name: header.replace(/_\d{1,2}(?=_|$)/, ''), number: number ?? '1' }
}

/**
 * Splits rows with several gifts, each with its own date and amount: `Gift 1 Date`, `Gift 1 Amount`, `Gift 2 Date`,
 * `Gift 2 Amount`. @throws FileRefused
 */
export function withRowPerGift(table: Table, limits: Limits): Table {
  const columns = table.headers.map((header, at) => ({ at, ...numbered(header) }))
  const byName = Map.groupBy(columns, ({ name }) => name)
  const numbersOf = (name: string) =>
    byName
      .get(name)
      ?.map(({ number }) => number)
      .join() ?? ''
  const repeated = [...byName].filter(([, all]) => all.length >= 2).map(([name]) => name)
  const date = repeated.find((name) => dateName.test(name))
  const amount = repeated.find((name) => amountName.test(name) && !dateName.test(name))
  if (!date || !amount || numbersOf(date) !== numbersOf(amount)) return table
  // Other columns of the gifts start like the date column, as `gift_1_fund`.
  const [start] = date.split(dateName)
  const names = repeated.filter(
    (name) =>
      name === date ||
      name === amount ||
      (start && name.startsWith(`${start}_`) && numbersOf(name) === numbersOf(date)),
  )
  const gifts = [...new Set(byName.get(date)?.map(({ number }) => number))].map((number) =>
    names.map((name) => byName.get(name)?.find((column) => column.number === number)?.at ?? -1),
  )
  const common = columns.filter(({ name }) => !names.includes(name)).map(({ at }) => at)
  const first = gifts[0] ?? []
  const textsAt = (texts: readonly string[], places: readonly number[]) => places.map((at) => texts[at] ?? '')
  const rows = table.rows.flatMap((row) => {
    const filled = gifts.filter((places) => textsAt(row.cells, places).some((cell) => cell.trim() !== ''))
    return (filled.length > 0 ? filled : [first]).map((places) => ({
      ...row,
      cells: [...textsAt(row.cells, common), ...textsAt(row.cells, places)],
    }))
  })
  if (rows.length > limits.maxRows) throw tooManyRows(rows.length, limits.maxRows)
  return {
    ...table,
    headers: [...textsAt(table.headers, common), ...names],
    originalHeaders: [
      ...textsAt(table.originalHeaders, common),
      ...textsAt(table.originalHeaders, first).map((header) => header.replace(/\b1\b/, '').replace(/\s+/g, ' ').trim()),
    ],
    rows: rows.map((row, index) => ({ ...row, row: index + 1 })),
    warnings: [
      ...table.warnings,
      {
        code: 'gifts_side_by_side',
        message: `Each row has up to ${gifts.length} gifts, each with its own date. We record each one.`,
      },
    ],
  }
}
