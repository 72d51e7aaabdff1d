import { isOrganizationName, readGiftKind } from '@twofold/matching'
import {
  currencyIn,
  type DateContext,
  type DecimalMark,
  findDecimalMark,
  headerWords,
  parseDate,
  type Row,
  type Table,
} from '../../../donations/file-reading/index.ts'
import { disclosedText, donorInNotes, isLoneDash, payerName } from './cells.ts'
import { chooseDateColumn, chooseDateOrder, chooseYearFirst } from './choose-dates.ts'
import { chooseFeeBasis, choosePaidColumn, withGiftColumn, withNetPayment } from './choose-money-columns.ts'
import { askAboutCurrency, chooseDecimalMark, isGerman, withDollars } from './choose-number-format.ts'
import type { ColumnRole } from './column-roles.ts'
import { findColumns, type ReportColumns } from './columns.ts'
import { payerQuestion } from './line-questions.ts'
import { type Doubt, payerQuestionId } from './questions.ts'
import { readLines, readPayments } from './read-lines.ts'
import type { PayoutReport, ReportAnswers, ReportPlatform } from './report.ts'
import { findPlatform, nameInTitle, readReportHeader } from './report-header.ts'
import { centsOf, type FeeColumns, isUnreadable, type ReadingContext, sumFees } from './row-cells.ts'
import { withCompaniesAbove, withKindSections, withSections } from './section-rows.ts'
import { withoutTotalsRows } from './totals-row.ts'

export type ReportFile = {
  readonly table: Table
  readonly fileName: string
  readonly platforms: readonly ReportPlatform[]
  readonly currency: 'USD' | 'CAD'
  /** The organization's current day, 'YYYY-MM-DD'. */
  readonly today: string
  /** Knows employers by name. */
  readonly isCompany?: (name: string) => boolean
  /** Without them, the cautious options apply. */
  readonly answers?: ReportAnswers
}

const moneyRoles = ['gift', 'match', 'paid', 'stated_gift'] as const
const otherMoneyRoles = ['net', 'fee', 'balance'] as const

/** Independent of column names. A bad line does not affect the others. */
export function readPayoutReport(file: ReportFile): PayoutReport {
  const answers = file.answers ?? {}
  const isCompany = file.isCompany ?? (() => false)
  const dollars = withDollars(file.table)
  const kinds = withKindSections(dollars, findColumns(dollars))
  const sections = withSections(kinds, findColumns(kinds), isCompany, answers)
  const lines = withoutTotalsRows(sections.value)
  const companiesAbove = withCompaniesAbove(lines, findColumns(lines), answers)
  const { value: table, questions: yearQuestions } = chooseYearFirst(companiesAbove.value, file, answers)
  const found = findColumns(table)
  const cellsOf = (role: ColumnRole, { columnsByRole }: ReportColumns = found): string[] =>
    table.rows.flatMap((row) => (columnsByRole.get(role) ?? []).map((at) => row.cells[at] ?? ''))
  const { value: mark, questions: markQuestions } = findMark(table, found, answers)
  const { value: order, questions: orderQuestions, note } = chooseDateOrder(table, found, { ...file, mark }, answers)
  const dates: DateContext = { order, epoch: table.epoch, thisYear: Number(file.today.slice(0, 4)) }
  const header = readReportHeader(table.aside, dates, file.platforms)
  const fees = findFees(table, found, mark)
  const amounts = {
    centsOf: (row: Row, column: number) => centsOf(row, column, mark),
    feesOf: (row: Row) => sumFees(row, fees, mark),
  }
  const named = withNetPayment(table, withGiftColumn(table, found, amounts), amounts)
  const isGiftIncluded = isGiftPaid({ columns: named, header, table, mark, fees })
  const paidColumn = isGiftIncluded ? { value: named, questions: [] } : choosePaidColumn(table, named, amounts, answers)
  const dateColumn = chooseDateColumn(
    table,
    paidColumn.value,
    { ...header, dayOf: (text) => parseDate(text, dates)?.day ?? null },
    answers,
  )
  const feeBasis = chooseFeeBasis(table, withNetPaid(table, dateColumn.value, amounts), amounts, header, answers)
  const columns = feeBasis.value
  const platform = findPlatform(file.platforms, {
    headers: table.originalHeaders,
    names: [header.title, header.payer, header.company, ...new Set(cellsOf('platform'))],
    payers: [...new Set(cellsOf('payer'))],
    fileName: file.fileName,
  })
  const namesPayer =
    platform !== null || header.payer !== '' || header.company !== '' || columns.columnsByRole.has('payer')
  const title = namesPayer ? { value: '', questions: [] } : choosePayer(header.title, isCompany, answers)
  const context: ReadingContext = {
    titlePayer: title.value,
    fileName: file.fileName,
    columns,
    headers: table.originalHeaders,
    header,
    platform,
    dates,
    mark,
    currency: file.currency,
    fees,
    isGiftIncluded,
    namesPayments: [...cellsOf('payout_id', columns), ...cellsOf('paid_on', columns)].some(
      (cell) => disclosedText(cell) !== '',
    ),
    mayContainGifts:
      columns.namesSomeKinds || table.originalHeaders.some((header) => pledgeHeaderPattern.test(headerWords(header))),
    namesEmployees: table.originalHeaders.some((header) => employeeHeaderPattern.test(headerWords(header))),
    answers,
  }
  const report = isListOfPayments(columns, table) ? readPayments(table, context) : readLines(table, context)
  const questions = [
    ...sections.questions,
    ...companiesAbove.questions,
    ...title.questions,
    ...markQuestions,
    ...yearQuestions,
    ...orderQuestions,
    ...paidColumn.questions,
    ...feeBasis.questions,
    ...dateColumn.questions,
    ...askAboutCurrency(table, { currency: file.currency, isStated: namesCurrency(table, context) }),
    // Questions about rows follow when their column is known.
    ...(paidColumn.questions.length > 0 && paidColumn.value === named ? [] : report.questions),
  ]
  const skippedSheets = file.table.warnings.filter(({ code }) => code === 'several_sheets')
  const centsNote = dollars === file.table ? [] : ['Amounts in cents were converted to dollars.']
  const notes = [...skippedSheets.map(({ message }) => message), ...(note ? [note] : []), ...centsNote]
  return { ...report, warnings: [...report.warnings, ...notes], questions }
}

const pledgeHeaderPattern = /\b(designat(ed|ing|ion)|pledged?)\b/
const employeeHeaderPattern = /\b(employees?|associates?|employer|company|sponsor|mitarbeiter|arbeitgeber)\b/

function findMark(table: Table, { columnsByRole }: ReportColumns, answers: ReportAnswers) {
  const columns = [...moneyRoles, ...otherMoneyRoles].flatMap((role) => columnsByRole.get(role) ?? [])
  const found = findDecimalMark(table.rows.flatMap(({ cells }) => columns.map((at) => cells[at] ?? '')))
  const isEuropean =
    table.separator === ';' ||
    isGerman(table) ||
    table.rows.some(({ cells }) => cells.some((cell) => /^\d{1,2}\.\d{1,2}\.(19|20)?\d{2}$/.test(cell.trim())))
  return chooseDecimalMark(table, columns, { found, isEuropean }, answers)
}

const namesCurrency = (table: Table, { header, columns, headers }: ReadingContext): boolean =>
  header.currency !== '' ||
  columns.columnsByRole.has('currency') ||
  [...table.aside.flat(), ...headers, ...table.rows.flatMap(({ cells }) => cells)].some(
    (text) => currencyIn(text) !== null || text.includes('$'),
  )

const isListOfPayments = ({ columnsByRole, unassigned }: ReportColumns, { rows }: Table): boolean =>
  columnsByRole.has('payout_id') &&
  !rows.some(({ cells }) => donorInNotes(unassigned.map((at) => disclosedText(cells[at] ?? ''))) !== '') &&
  !(['donor_name', 'donor_first', 'donor_last', 'email', 'employee_email', 'on_behalf_of', 'company'] as const).some(
    (role) => columnsByRole.has(role),
  )

/** "Gift amount" was given elsewhere, unless totals or a column of gift plus match count it. */
function isGiftPaid({
  columns: { columnsByRole, unassigned },
  header: { totals },
  table,
  mark,
  fees: feeColumns,
}: Pick<ReadingContext, 'columns' | 'header' | 'mark' | 'fees'> & { readonly table: Table }): boolean {
  const giftRole = columnsByRole.has('stated_gift') ? 'stated_gift' : 'gift'
  if (!columnsByRole.has(giftRole) || !columnsByRole.has('match')) return false
  const getCents = (row: Row, column: number | undefined) => centsOf(row, column, mark) ?? 0
  const rows = table.rows.filter((row) =>
    ([giftRole, 'match'] as const).every((role) => !isUnreadable(row, columnsByRole.get(role)?.[0], mark)),
  )
  const centsOfRole = (role: ColumnRole) => rows.map((row) => getCents(row, columnsByRole.get(role)?.[0]))
  const [gifts, matches] = [centsOfRole(giftRole), centsOfRole('match')]
  const sumCents = (amounts: readonly number[]) => amounts.reduce((one, other) => one + other, 0)
  const totalCents = sumCents(gifts) + sumCents(matches)
  // Rows of gifts and rows of matches, each with one amount.
  const isEitherOr = gifts.every((cents, n) => cents === 0 || (matches[n] ?? 0) === 0)
  if (isEitherOr && gifts.some((cents) => cents > 0) && matches.some((cents) => cents > 0)) return true
  if (totals.some((amounts) => amounts.includes(totalCents) && !amounts.includes(sumCents(matches)))) return true
  const fees = rows.map((row) => sumFees(row, feeColumns, mark))
  const giftAndMatchCents = rows.map((_, n) => (gifts[n] ?? 0) + (matches[n] ?? 0))
  if (!giftAndMatchCents.some((total, n) => total !== matches[n])) return false
  return [...(columnsByRole.get('paid') ?? []), ...(columnsByRole.get('net') ?? []), ...unassigned].some((column) => {
    const columnCents = rows.map((row) => (isLoneDash(row.cells[column] ?? '') ? 0 : centsOf(row, column, mark)))
    return (
      columnCents.every((amount, n) => amount === giftAndMatchCents[n]) ||
      columnCents.every((amount, n) => amount === (giftAndMatchCents[n] ?? 0) - (fees[n] ?? 0))
    )
  })
}

/** Every paid amount and its fees add up to the gift: the fees were deducted. */
function withNetPaid(
  table: Table,
  columns: ReportColumns,
  { centsOf, feesOf }: { centsOf: (row: Row, column: number) => number | null; feesOf: (row: Row) => number },
): ReportColumns {
  const [paid, stated] = [columns.columnsByRole.get('paid')?.[0], columns.columnsByRole.get('stated_gift')?.[0]]
  const isDepositOfAll =
    columns.isDeposit && table.rows.every((row) => centsOf(row, paid ?? -1) === centsOf(row, stated ?? -1))
  if (isDepositOfAll && stated !== undefined) return { ...columns, isNetPaid: false }
  if (columns.isNetPaid || columns.isGiftColumnPaid || paid === undefined || stated === undefined) return columns
  const isNetPaid =
    table.rows.some((row) => feesOf(row) !== 0) &&
    table.rows.every((row) => {
      const cents = centsOf(row, paid)
      return cents === null || cents + feesOf(row) === centsOf(row, stated)
    })
  return isNetPaid ? { ...columns, isNetPaid } : columns
}

/** A title names the payer if it is an organization's name and words for reports. */
function choosePayer(title: string, isCompany: (name: string) => boolean, answers: ReportAnswers): Doubt<string> {
  const name = isCompany(title) ? payerName(title) : nameInTitle(title)
  const isKnown =
    payerName(title) !== title ||
    isOrganizationName(name) ||
    readGiftKind({ kind: null, paymentMethod: null, giver: name }) !== 'money' ||
    isCompany(name)
  if (name === '' || isKnown) return { value: name, questions: [] }
  return { value: answers[payerQuestionId] === 'title' ? name : '', questions: payerQuestion(name) }
}

/** A column with the sum of the other fees is not another fee. */
function findFees(table: Table, { columnsByRole }: ReportColumns, mark: DecimalMark): FeeColumns {
  const isNamed = (pattern: RegExp) => (column: number) =>
    pattern.test(headerWords(table.originalHeaders[column] ?? ''))
  const all = columnsByRole.get('fee') ?? []
  const getCents = (row: Row, column: number) => centsOf(row, column, mark) ?? 0
  const sumOther = (row: Row, total: number) =>
    all.reduce((cents, column) => (column === total ? cents : cents + getCents(row, column)), 0)
  const total =
    all.length < 3
      ? undefined
      : all.find((column) => table.rows.every((row) => getCents(row, column) === sumOther(row, column)))
  const columns = all.filter((column) => column !== total)
  const cents = table.rows.flatMap((row) => columns.map((column) => getCents(row, column)))
  return {
    columns,
    sign: cents.some((fee) => fee < 0) && cents.every((fee) => fee <= 0) ? -1 : 1,
    ofMatch: columns.filter(isNamed(/\bmatch/)),
    ofGift: columns.filter(isNamed(/\b(donation|gift|contribution)\b(?!.*\bmatch)/)),
  }
}
