import { quoted } from '@twofold/matching'
import {
  currencyIn,
  type DateContext,
  type DecimalMark,
  headerWords,
  parseDate,
  parseMoney,
  type Row,
} from '../../../donations/file-reading/index.ts'
import { disclosedText, isLoneDash } from './cells.ts'
import type { ColumnRole } from './column-roles.ts'
import type { ReportColumns } from './columns.ts'
import { isPaidStatus } from './payment-status.ts'
import type { ReportAnswers, ReportPlatform } from './report.ts'
import type { ReportHeader } from './report-header.ts'

export type ReadingContext = {
  readonly fileName: string
  readonly columns: ReportColumns
  readonly headers: readonly string[]
  readonly header: ReportHeader
  readonly platform: ReportPlatform | null
  readonly dates: DateContext
  readonly mark: DecimalMark
  readonly currency: 'USD' | 'CAD'
  readonly fees: FeeColumns
  /** The payment of a line includes the gift as well as the match. */
  readonly isGiftIncluded: boolean
  readonly namesPayments: boolean
  /** The payer named in the title of the report; blank if there is none. */
  readonly titlePayer: string
  /** Only some rows are marked as matches, or a column is about pledges. Other rows may be donors' gifts. */
  readonly mayContainGifts: boolean
  /** A column is about employees or their companies. */
  readonly namesEmployees: boolean
  readonly answers: ReportAnswers
}

/** Some reports state fees as negative amounts. */
export type FeeColumns = {
  readonly columns: readonly number[]
  readonly sign: 1 | -1
  /** Fees of the match alone, and of the gift alone. */
  readonly ofMatch: readonly number[]
  readonly ofGift: readonly number[]
}

export const centsOf = (row: Row, at: number | undefined, mark: DecimalMark): number | null =>
  at === undefined ? null : (parseMoney(row.cells[at] ?? '', mark)?.cents ?? null)

export const sumFees = (row: Row, { columns, sign }: Pick<FeeColumns, 'columns' | 'sign'>, mark: DecimalMark): number =>
  columns.reduce((cents, column) => cents + sign * (centsOf(row, column, mark) ?? 0), 0)

export const isUnreadable = (row: Row, at: number | undefined, mark: DecimalMark): boolean => {
  const cell = at === undefined ? '' : (row.cells[at] ?? '').trim()
  return cell !== '' && !isLoneDash(cell) && parseMoney(cell, mark) === null
}

/** A fee of both is divided in proportion to their money. */
function divideRowFee(
  row: Row,
  { columns, sign, ofMatch, ofGift }: FeeColumns,
  amounts: readonly number[],
  mark: DecimalMark,
) {
  const feesOf = (some: readonly number[]) => sumFees(row, { columns: some, sign }, mark)
  const common = feesOf(columns.filter((column) => !ofMatch.includes(column) && !ofGift.includes(column)))
  const [gift = 0, match = 0] = amounts
  const share = gift + match === 0 ? 0 : Math.round((common * gift) / (gift + match))
  return { gift: share + feesOf(ofGift), match: common - share + feesOf(ofMatch) }
}

const moneyAfterFees: ReadonlySet<ColumnRole> = new Set(['paid', 'match'])

export function getRowCells(row: Row, { columns, headers, dates, mark, fees }: ReadingContext) {
  const columnsOfRole = (role: ColumnRole) => columns.columnsByRole.get(role) ?? []
  const text = (role: ColumnRole) => disclosedText(row.cells[columnsOfRole(role)[0] ?? -1] ?? '')
  return {
    text,
    texts: (role: ColumnRole) => columnsOfRole(role).map((at) => disclosedText(row.cells[at] ?? '')),
    free: columns.unassigned.map((at) => disclosedText(row.cells[at] ?? '')).filter(Boolean),
    day: (role: ColumnRole) => parseDate(text(role), dates)?.day ?? null,
    has: (role: ColumnRole) => columnsOfRole(role).length > 0,
    cents: (role: ColumnRole) => {
      const cents = centsOf(row, columnsOfRole(role)[0], mark)
      if (cents === null || !columns.isNetPaid) return cents
      if (!columns.columnsByRole.has('gift')) return moneyAfterFees.has(role) ? cents + sumFees(row, fees, mark) : cents
      if (role !== 'gift' && role !== 'match') return cents
      const amounts = (['gift', 'match'] as const).map((part) => centsOf(row, columnsOfRole(part)[0], mark) ?? 0)
      return cents + divideRowFee(row, fees, amounts, mark)[role]
    },
    whyUnreadable: (role: ColumnRole) => {
      const [at] = columnsOfRole(role)
      if (at === undefined || !isUnreadable(row, at, mark)) return null
      const cellText = (row.cells[at] ?? '').trim().slice(0, 40)
      return `Its ${quoted((headers[at] ?? '').trim().slice(0, 60))} says ${quoted(cellText)}, which is not an amount.`
    },
    heading: (role: ColumnRole) => headerWords(headers[columnsOfRole(role)[0] ?? -1] ?? ''),
    fees: fees.columns.length === 0 ? null : sumFees(row, fees, mark),
    currency: (role: ColumnRole) => currencyIn(text(role)) ?? currencyIn(headers[columnsOfRole(role)[0] ?? -1] ?? ''),
  }
}
export type Cells = ReturnType<typeof getRowCells>

const paymentRoles: ReadonlySet<ColumnRole> = new Set(['payout_id', 'paid_on', 'payer', 'company'])

/** The row names no payment, and belongs to that of a row above. */
export const withPaymentOf = (cells: Cells, above: Cells): Cells => ({
  ...cells,
  text: (role) => cells.text(role) || (paymentRoles.has(role) ? above.text(role) : ''),
  day: (role) => cells.day(role) ?? (paymentRoles.has(role) ? above.day(role) : null),
})

/** Returns whether the row names no payment although other rows do. */
export const isUnnumbered = (cells: Cells, { platform, header, namesPayments }: ReadingContext): boolean =>
  platform === null &&
  header.reference === '' &&
  namesPayments &&
  !cells.texts('status').some(isPaidStatus) &&
  [...cells.texts('payout_id'), ...cells.texts('paid_on')].every((text) => text === '')
