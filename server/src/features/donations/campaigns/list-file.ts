import type { CellObject } from '@e965/xlsx'
import { toUnits } from '@twofold/contract'
import { stringify } from 'csv-stringify/sync'
import { formulaGuardOptions } from '../../../platform/security/formula-guard.ts'
import type { ListedRow } from './group.queries.ts'

/** One line per match with the days of all its gifts; totals by nonprofit and currency below. */

const headings = [
  'Match ID',
  'Transaction ID',
  'Date of the gift',
  'Employee',
  'Employee email',
  'Gift',
  'Requested match',
  'Currency',
  'Nonprofit',
  'EIN',
]

type Money = { readonly cents: number }
type Cell = string | number | Money

const isMoney = (cell: Cell): cell is Money => typeof cell === 'object'

const lineOf = (row: ListedRow): Cell[] => [
  row.id,
  row.transaction_id,
  row.day,
  row.donor_name,
  row.donor_email,
  { cents: row.amount_cents },
  { cents: row.estimated_cents },
  row.currency,
  row.organization_name,
  row.ein,
]

export type Totals = {
  readonly nonprofit: string
  readonly ein: string
  readonly currency: ListedRow['currency']
  readonly gifts: number
  readonly donors: number
  readonly amountCents: number
  readonly matchCents: number
}

/** Currencies are never added. */
export function totalsOf(rows: readonly ListedRow[]): Totals[] {
  const groups = Map.groupBy(rows, (row) => JSON.stringify([row.organization_name, row.ein, row.currency]))
  return [...groups.values()].flatMap((groupRows) => {
    const [first] = groupRows
    if (!first) return []
    return [
      {
        nonprofit: first.organization_name,
        ein: first.ein,
        currency: first.currency,
        gifts: groupRows.reduce((count, { gifts }) => count + gifts, 0),
        donors: new Set(groupRows.map(({ donor_email, donor_name }) => donor_email || donor_name)).size,
        amountCents: groupRows.reduce((sum, { amount_cents }) => sum + amount_cents, 0),
        matchCents: groupRows.reduce((sum, { estimated_cents }) => sum + estimated_cents, 0),
      },
    ]
  })
}

const totalLine = (total: Totals): Cell[] => [
  'Total',
  '',
  '',
  `${total.donors} ${total.donors === 1 ? 'employee' : 'employees'}, ${total.gifts} ${total.gifts === 1 ? 'gift' : 'gifts'}`,
  '',
  { cents: total.amountCents },
  { cents: total.matchCents },
  total.currency,
  total.nonprofit,
  total.ein,
]

const linesOf = (rows: readonly ListedRow[]): Cell[][] => [
  headings,
  ...rows.map(lineOf),
  ...totalsOf(rows).map(totalLine),
]

// Without a byte order mark, Excel reads the file in the local code page.
const byteOrderMark = '\uFEFF'

export function listAsCsv(rows: readonly ListedRow[]): string {
  const lines = linesOf(rows).map((line) => line.map((cell) => (isMoney(cell) ? toUnits(cell.cents).toFixed(2) : cell)))
  return `${byteOrderMark}${stringify(lines, formulaGuardOptions)}`
}

const moneyCell = ({ cents }: Money): CellObject => ({ t: 'n', v: toUnits(cents), z: '0.00' })

/** No program reads text cells as formulas. */
export async function listAsXlsx(rows: readonly ListedRow[]): Promise<Buffer> {
  const xlsx = await import('@e965/xlsx')
  const workbook = xlsx.utils.book_new()
  const lines = linesOf(rows).map((line) => line.map((cell) => (isMoney(cell) ? moneyCell(cell) : cell)))
  xlsx.utils.book_append_sheet(workbook, xlsx.utils.aoa_to_sheet(lines), 'Gifts')
  const bytes: unknown = xlsx.write(workbook, { type: 'buffer', bookType: 'xlsx' })
  if (!Buffer.isBuffer(bytes)) throw new Error('the workbook was not written as bytes')
  return bytes
}
