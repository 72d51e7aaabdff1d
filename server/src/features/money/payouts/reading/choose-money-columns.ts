import { payouts } from '@twofold/contract'
import { moneyText } from '@twofold/matching'
import { headerWords, type Row, type Table } from '../../../donations/file-reading/index.ts'
import type { ReportColumns } from './columns.ts'
import {
  certain,
  type Doubt,
  feeBasisQuestionId,
  nameOf,
  paidColumnQuestionId,
  shownExamples,
  stopOption,
} from './questions.ts'
import type { ReportAnswers } from './report.ts'

/** These words are used for money that came. */
const paidWordPattern =
  /\b(paid|received|disbursed|distributed|remitted|deposited|(this|current) (payment|disbursement|distribution)|payment amount)\b|\b(ausgezahlt|auszahlungs|uberwiesen|zahlungs|verse|pagad[oa])/

type Amounts = {
  readonly centsOf: (row: Row, column: number) => number | null
  readonly feesOf: (row: Row) => number
}

/** Gift and match add up to another column, so the column next to the match is the gift, whatever it is called. */
export function withGiftColumn(table: Table, columns: ReportColumns, { centsOf, feesOf }: Amounts): ReportColumns {
  const { columnsByRole, unassigned } = columns
  const [match] = columnsByRole.get('match') ?? []
  const [paid] = columnsByRole.get('paid') ?? []
  if (match === undefined || columnsByRole.has('gift') || columnsByRole.has('stated_gift')) return columns
  const totals = [...(columnsByRole.get('net') ?? []), ...(paid === undefined ? [] : [paid]), ...unassigned]
  const isSum = (gift: number, total: number) =>
    table.rows.some((row) => (centsOf(row, gift) ?? 0) !== 0) &&
    [0, 1].some((share) =>
      table.rows.every((row) => {
        const sum = (centsOf(row, gift) ?? 0) + (centsOf(row, match) ?? 0)
        return centsOf(row, total) === sum - share * feesOf(row)
      }),
    )
  const gift = [...(paid === undefined ? [] : [paid]), ...unassigned].find((column) =>
    totals.some((total) => total !== column && isSum(column, total)),
  )
  if (gift === undefined) return columns
  const replaced = new Map(columnsByRole)
  if (gift === paid) replaced.delete('paid')
  replaced.set('stated_gift', [gift])
  return { ...columns, columnsByRole: replaced, unassigned: unassigned.filter((column) => column !== gift) }
}

/** The match less its fees is the payment, so the payment is the net amount. */
export function withNetPayment(table: Table, columns: ReportColumns, { centsOf, feesOf }: Amounts): ReportColumns {
  const [paid] = columns.columnsByRole.get('paid') ?? []
  const [match] = columns.columnsByRole.get('match') ?? []
  const isNet =
    paid !== undefined &&
    match !== undefined &&
    table.rows.some((row) => feesOf(row) !== 0) &&
    table.rows.every((row) => {
      const cents = centsOf(row, paid)
      return cents === null || cents === (centsOf(row, match) ?? 0) - feesOf(row)
    })
  if (!isNet) return columns
  const columnsByRole = new Map(columns.columnsByRole)
  columnsByRole.delete('paid')
  if (!columnsByRole.has('net')) columnsByRole.set('net', [paid])
  return { ...columns, columnsByRole }
}

/** Headers of money that came, and not of what was given. */
const receivedPattern =
  /^((amount )?(paid|received|disbursed|distributed|deposited|remitted|transferred|sent)( amount)?|(amount )?(this|current) (payment|disbursement|distribution)( amount)?|payment( amount)?|total paid)$/

/** A payment next to its fees, without gross and net amounts, may be either. */
export function chooseFeeBasis(
  table: Table,
  columns: ReportColumns,
  { centsOf, feesOf }: Amounts,
  { amounts, totals }: { readonly amounts: readonly number[]; readonly totals: readonly (readonly number[])[] },
  answers: ReportAnswers,
): Doubt<ReportColumns> {
  const { columnsByRole, isNetPaid, isGiftColumnPaid, unassigned } = columns
  const [paid] = columnsByRole.get('paid') ?? []
  const promised = [
    ...unassigned,
    ...(['stated_gift', 'expected_match', 'approved'] as const).flatMap((role) => columnsByRole.get(role) ?? []),
  ]
  const rows = table.rows.filter((row) => paid !== undefined && centsOf(row, paid) !== null)
  const paidOf = (row: Row) => (paid === undefined ? 0 : (centsOf(row, paid) ?? 0))
  const isUnclear =
    paid !== undefined &&
    !isNetPaid &&
    !isGiftColumnPaid &&
    !columnsByRole.has('net') &&
    receivedPattern.test(headerWords(table.originalHeaders[paid] ?? '')) &&
    rows.some((row) => feesOf(row) !== 0)
  if (!isUnclear) return certain(columns)
  const sum = (centsIn: (row: Row) => number) => rows.reduce((cents, row) => cents + centsIn(row), 0)
  const [sumPaid, sumFees] = [sum(paidOf), sum(feesOf)]
  const isEqual = (column: number, centsIn: (row: Row) => number) =>
    rows.every((row) => centsOf(row, column) === centsIn(row))
  const isGross =
    promised.some((column) => rows.some((row) => feesOf(row) !== 0 && centsOf(row, column) === paidOf(row))) ||
    unassigned.some((column) => isEqual(column, (row) => paidOf(row) - feesOf(row))) ||
    [...amounts, ...totals.flat()].includes(sumPaid - sumFees)
  if (isGross) return certain(columns)
  const isNet = unassigned.some((column) => isEqual(column, (row) => paidOf(row) + feesOf(row)))
  if (isNet) return certain({ ...columns, isNetPaid: true })
  return {
    value: answers[feeBasisQuestionId] === 'after' ? { ...columns, isNetPaid: true } : columns,
    questions: [
      {
        id: feeBasisQuestionId,
        text: `Is ${nameOf(table, paid)} the money before or after fees?`,
        examples: rows
          .filter((row) => feesOf(row) !== 0)
          .slice(0, shownExamples)
          .map((row) => ({
            sheet_row: row.sheetRow,
            text: `${moneyText(paidOf(row), 'USD')} · fee of ${moneyText(feesOf(row), 'USD')}`,
          })),
        options: [
          stopOption,
          { value: 'before', label: `Before fees: ${moneyText(sumPaid, 'USD')} was paid` },
          { value: 'after', label: `After fees: ${moneyText(sumPaid + sumFees, 'USD')} was paid` },
        ],
        answer: payouts.stopAnswer,
      },
    ],
  }
}

/** Several columns may be what the company paid, and their amounts differ. */
export function choosePaidColumn(
  table: Table,
  columns: ReportColumns,
  { centsOf, feesOf }: Amounts,
  answers: ReportAnswers,
): Doubt<ReportColumns> {
  const { columnsByRole, rivals, isGiftColumnPaid } = columns
  const [paid] = columnsByRole.get('paid') ?? []
  const [match] = columnsByRole.get('match') ?? []
  const [stated] = columnsByRole.get('stated_gift') ?? []
  const given = isGiftColumnPaid ? paid : stated
  const isSame = (one: number, other: number) =>
    table.rows.every((row) => {
      const [cents, otherCents] = [centsOf(row, one), centsOf(row, other)]
      return cents === null || otherCents === null || cents === otherCents
    })
  const differsByFees = (one: number, other: number) =>
    table.rows.every((row) => {
      const difference = Math.abs((centsOf(row, one) ?? 0) - (centsOf(row, other) ?? 0))
      return difference === Math.abs(feesOf(row))
    })
  const found = [paid, match, ...rivals].filter((column) => column !== undefined)
  const candidates = found.filter(
    (column, at) =>
      (given === undefined || column === match || !isSame(column, given)) &&
      !found.slice(0, at).some((earlier) => isSame(column, earlier) || differsByFees(column, earlier)),
  )
  if (candidates.length < 2) {
    const [only] = candidates
    return certain(only === undefined || only === paid || only === match ? columns : withPaidColumn(columns, only))
  }
  const named = candidates.filter((column) => paidWordPattern.test(headerWords(table.originalHeaders[column] ?? '')))
  const [onlyNamed] = named
  // Paid money beyond the match is not the employer's alone.
  const isMoreThanMatch =
    onlyNamed !== undefined &&
    match !== undefined &&
    table.rows.some((row) => (centsOf(row, onlyNamed) ?? 0) > (centsOf(row, match) ?? 0))
  if (named.length === 1 && onlyNamed !== undefined && !isMoreThanMatch)
    return certain(onlyNamed === paid ? columns : withPaidColumn(columns, onlyNamed))
  const names = candidates.map((column) => nameOf(table, column))
  const options = candidates.map((column) => {
    const cents = table.rows.reduce((sum, row) => sum + (centsOf(row, column) ?? 0), 0)
    return { value: `column_${column + 1}`, label: `${nameOf(table, column)}: ${moneyText(cents, 'USD')} in all` }
  })
  const chosen = candidates.find((column) => answers[paidColumnQuestionId] === `column_${column + 1}`)
  return {
    value: chosen === undefined ? columns : withPaidColumn(columns, chosen),
    questions: [
      {
        id: paidColumnQuestionId,
        text: `Which column is the money that companies paid: ${names.slice(0, -1).join(', ')} or ${names.at(-1)}?`,
        examples: table.rows.slice(0, shownExamples).map((row) => ({
          sheet_row: row.sheetRow,
          text: candidates.map((column, at) => `${names[at]} ${(row.cells[column] ?? '').trim() || '–'}`).join(' · '),
        })),
        options: [stopOption, ...options],
        answer: payouts.stopAnswer,
      },
    ],
  }
}

/** Without a column that names gifts and matches, its money is the employers'. */
function withPaidColumn(columns: ReportColumns, column: number): ReportColumns {
  const columnsByRole = new Map(columns.columnsByRole)
  const namesKinds = (['kind', 'is_match', 'donor_type'] as const).some((role) => columnsByRole.has(role))
  const replaced = columnsByRole.get('paid')
  columnsByRole.delete('paid')
  columnsByRole.delete('match')
  if (columns.isGiftColumnPaid && replaced) columnsByRole.set('stated_gift', replaced)
  columnsByRole.set(namesKinds ? 'paid' : 'match', [column])
  return { ...columns, columnsByRole, isGiftColumnPaid: false }
}
