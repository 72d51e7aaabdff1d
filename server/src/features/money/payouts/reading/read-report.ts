import { isOrganizationName, quoted, readGiftKind } from '@twofold/matching'
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
import { askAboutCurrency, chooseDecimalMark, isGerman } from './choose-number-format.ts'
import type { ColumnRole } from './column-roles.ts'
import { findColumns, type ReportColumns } from './columns.ts'
import { divideFee, groupPayouts, type LineWithPayout, type PaymentWithPayout } from './group-payouts.ts'
import {
  askAboutParts,
  askAboutUnnumbered,
  askWhoseMoney,
  type LineExample,
  payerQuestion,
  type UnclearParts,
} from './line-questions.ts'
import { type Doubt, leaveOutAnswer, payerQuestionId, unnumberedQuestionId } from './questions.ts'
import {
  type Cells,
  centsOf,
  currencyOf,
  type FeeColumns,
  findUnclearParts,
  getRefusalReason,
  getRowCells,
  getUnclearReason,
  getUnreadableReason,
  isKindAssumed,
  isUnnumbered,
  isUnreadable,
  isVoided,
  moneyOf,
  payerOf,
  type ReadingContext,
  readFeeRow,
  readLine,
  sumFees,
  withPaymentOf,
} from './read-line.ts'
import type { PayoutReport, RefusedLine, ReportAnswers, ReportedPayout, ReportLine, ReportPlatform } from './report.ts'
import {
  findPlatform,
  nameInTitle,
  parseEin,
  payeeColumns,
  type ReportHeader,
  readReportHeader,
} from './report-header.ts'
import { withCompaniesAbove, withKindSections, withSections } from './section-rows.ts'
import { findSplitRows } from './split-rows.ts'
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
  const kinds = withKindSections(file.table, findColumns(file.table))
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
  const notes = [...skippedSheets.map(({ message }) => message), ...(note ? [note] : [])]
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

function readPayments(table: Table, context: ReadingContext): PayoutReport {
  const refused: RefusedLine[] = []
  const payments: PaymentWithPayout[] = []
  const undone: PaymentWithPayout[] = []
  for (const row of table.rows) {
    const cells = getRowCells(row, context)
    const currency = currencyOf(cells, context)
    const gross = cells.cents('paid')
    const reason =
      getRefusalReason(row, cells, currency, context) ??
      cells.whyUnreadable('paid') ??
      (gross === null ? 'We couldn’t read its amount.' : null)
    if (reason !== null || currency === null || gross === null) {
      refused.push({ row: row.row, sheetRow: row.sheetRow, why: reason ?? '' })
      if (currency !== null && isVoided(cells))
        undone.push({ ...getPayoutHeader(cells, context, currency), grossCents: gross ?? 0, feeCents: 0 })
      continue
    }
    const net = cells.cents('net')
    payments.push({
      ...getPayoutHeader(cells, context, currency),
      grossCents: gross,
      feeCents: net === null ? (cells.fees ?? 0) : gross - net,
    })
  }
  return {
    payouts: groupPayouts([], payments),
    voided: groupPayouts([], undone),
    refused,
    warnings: [],
    mayListGifts: false,
    questions: [],
    ...readPayees(table, context),
  }
}

const getPayoutHeader = (cells: Cells, context: ReadingContext, currency: 'USD' | 'CAD') => ({
  reference: cells.text('payout_id') || context.header.reference,
  platform: context.platform?.id ?? null,
  payer: payerOf(cells, context),
  paidOn: cells.day('paid_on') ?? context.header.paidOn,
  periodEnd: context.header.periodEnd,
  currency,
})

/** "Check Number: 101" between the rows, with blank cells next to it, starts the next payment. */
function headerBetweenRows(row: Row, { header, dates }: ReadingContext): ReportHeader | null {
  const filled = row.cells.filter((cell) => cell.trim() !== '')
  if (filled.length === 0 || filled.length > 2 || !/^\p{L}/u.test(filled[0] ?? '')) return null
  const { reference, payer, company, paidOn } = readReportHeader([filled], dates)
  if (reference === '' && paidOn === null) return null
  return {
    ...header,
    reference: reference || header.reference,
    payer: payer || header.payer,
    company: company || header.company,
    paidOn: paidOn ?? (reference === '' ? header.paidOn : null),
  }
}

function readLines(table: Table, ofFile: ReadingContext): PayoutReport {
  let context = ofFile
  const refused: RefusedLine[] = []
  const payoutLines: LineWithPayout[] = []
  const undone: LineWithPayout[] = []
  const unclear: UnclearParts[] = []
  const assumed: LineExample[] = []
  const unnumbered: LineExample[] = []
  const feeRows: { readonly header: ReturnType<typeof getPayoutHeader>; readonly row: Row; readonly cents: number }[] =
    []
  const unnumberedAnswer = context.answers[unnumberedQuestionId] ?? leaveOutAnswer
  const splitRows = findSplitRows(table, context.columns, (row, column) => centsOf(row, column, context.mark))
  let above: Cells | null = null
  for (const row of table.rows) {
    const header = headerBetweenRows(row, context)
    if (header !== null) {
      context = { ...context, header }
      continue
    }
    const ownCells = getRowCells(row, context)
    const isBelow: boolean = above !== null && isUnnumbered(ownCells, context)
    const cells: Cells = isBelow && above && unnumberedAnswer === 'above' ? withPaymentOf(ownCells, above) : ownCells
    if (!isBelow) above = ownCells
    const currency = currencyOf(cells, context)
    const fee = currency === null || row.damage ? null : readFeeRow(cells)
    if (fee !== null && currency !== null) {
      feeRows.push({ header: getPayoutHeader(cells, context, currency), row, cents: fee })
      continue
    }
    const money = moneyOf(cells, context)
    const whole = splitRows.get(row)
    const refusal =
      getRefusalReason(row, cells, currency, context) ??
      (whole ? `It repeats the amount of row ${whole.sheetRow}, which is split between designations.` : null)
    const parts = refusal === null ? findUnclearParts(row, cells, context) : null
    if (parts) unclear.push(parts)
    const reason =
      refusal ??
      (parts ? getUnclearReason(parts, context.answers) : null) ??
      getUnreadableReason(cells, context) ??
      (money === null ? getMissingAmountReason(cells) : null) ??
      (money && money.giftCents === 0 && money.matchCents === 0 ? 'There is no money in this row.' : null)
    if (reason !== null || currency === null || money === null) {
      refused.push({ row: row.row, sheetRow: row.sheetRow, why: reason ?? '' })
      if (currency !== null && money !== null && isVoided(cells))
        undone.push({
          ...getPayoutHeader(cells, context, currency),
          line: { ...readLine(row, cells, context), ...money },
        })
      continue
    }
    const line = { ...readLine(row, cells, context), ...money }
    const example = {
      sheetRow: row.sheetRow,
      donor: line.donorName || line.donorEmail,
      cents: line.giftCents + line.matchCents,
    }
    const isLeftOut = isBelow && unnumberedAnswer === leaveOutAnswer
    if (isBelow) unnumbered.push(example)
    if (!isLeftOut && isKindAssumed(cells, context)) assumed.push(example)
    if (isLeftOut)
      refused.push({
        row: row.row,
        sheetRow: row.sheetRow,
        why: 'It doesn’t name a payment, unlike the others. It was left out.',
      })
    else payoutLines.push({ ...getPayoutHeader(cells, context, currency), line })
  }
  const payouts = groupPayouts(addDonorsOfGifts(payoutLines), []).map((payout) => {
    const fees = feeRows.filter(
      ({ header }) =>
        header.reference === payout.reference && header.paidOn === payout.paidOn && header.currency === payout.currency,
    )
    const feeCents = fees.reduce((sum, { cents }) => sum + cents, 0)
    return { ...payout, feeCents: payout.feeCents + feeCents, lines: divideFee(payout.lines, feeCents) }
  })
  const mayListGifts = payoutLines.length > 0 && !namesEmployerMoney(table, context)
  const grossCents = payouts.reduce((cents, payout) => cents + payout.grossCents, 0)
  const isWholePayment = context.header.amounts.includes(grossCents)
  const headingOf = (role: ColumnRole) =>
    (context.headers[context.columns.columnsByRole.get(role)?.[0] ?? -1] ?? '').trim().slice(0, 60)
  return {
    payouts,
    voided: groupPayouts(undone, []),
    refused,
    warnings: [...totalWarnings(payouts, context.header), ...warnOfNet(payouts, context)],
    questions: [
      ...askAboutParts(unclear, { flag: headingOf('is_match') || headingOf('kind'), amount: headingOf('paid') }),
      ...(mayListGifts || isWholePayment || (assumed.length < payoutLines.length && !context.mayContainGifts)
        ? []
        : askWhoseMoney(assumed, headingOf('paid'))),
      ...askAboutUnnumbered(unnumbered),
    ],
    mayListGifts,
    ...readPayees(table, context),
  }
}

const employerMoneyPattern =
  /\b(match\w*|employees?|associate|corporate|sponsor|disburse\w*|remittance|payouts?|voucher|distribution|grants?|jumel\w*|contrepartie|employes?|contrapartida|igualacion|empleados?)\b/i

/** A list of gifts also names employers and payments. */
function namesEmployerMoney(table: Table, { columns, header, headers, platform, fileName }: ReadingContext): boolean {
  const hasRole = (role: ColumnRole) => columns.columnsByRole.has(role)
  return (
    platform !== null ||
    header.payer !== '' ||
    header.company !== '' ||
    header.reference !== '' ||
    (['payer', 'match', 'is_match', 'approved', 'donor_type', 'on_behalf_of'] as const).some(hasRole) ||
    [...table.aside.flat(), ...headers.map(headerWords), headerWords(fileName)].some((text) =>
      employerMoneyPattern.test(text),
    ) ||
    table.rows.some(({ cells }) => cells.some((cell) => /\bmatch(ing|ed)?\b/i.test(cell)))
  )
}

const getMissingAmountReason = (cells: Cells): string =>
  cells.has('expected_match') || cells.has('approved')
    ? 'It only says what may be paid. We only count paid money.'
    : 'We couldn’t read its amount.'

function addDonorsOfGifts(payoutLines: readonly LineWithPayout[]): LineWithPayout[] {
  const gifts = new Map(
    payoutLines.flatMap(({ line }) =>
      line.kind === 'gift' && line.lineId !== '' ? [[line.lineId, line] as const] : [],
    ),
  )
  return payoutLines.map((payoutLine) => {
    const { line } = payoutLine
    if (line.kind !== 'match' || line.donorName !== '' || line.donorEmail !== '') return payoutLine
    const gift = line.references.map((id) => gifts.get(id)).find((candidate) => candidate !== undefined)
    if (!gift) return payoutLine
    const { donorName, donorEmail, day } = gift
    const statedGiftCents = line.statedGiftCents ?? gift.giftCents
    return { ...payoutLine, line: { ...line, donorName, donorEmail, day, statedGiftCents } }
  })
}

function readPayees(table: Table, { header, headers }: ReadingContext): Pick<PayoutReport, 'payee' | 'rowPayees'> {
  const normalizedHeaders = headers.map((header) => headerWords(header))
  const nameAt = normalizedHeaders.findIndex((header) => payeeColumns.name.test(header))
  // A column named just "ID" contains line ids.
  const einAt = normalizedHeaders.findIndex((header) => header !== 'id' && payeeColumns.ein.test(header))
  const rowPayees = table.rows.flatMap(({ sheetRow, cells }) => {
    const name = disclosedText(cells[nameAt] ?? '')
    const ein = parseEin(cells[einAt] ?? '')
    return name === '' && ein === '' ? [] : [{ sheetRow, name, ein }]
  })
  return { payee: header.payee, rowPayees }
}

/** Amounts after unknown fees are money received, but not what the companies paid. */
function warnOfNet(payouts: readonly ReportedPayout[], { columns, fees, headers }: ReadingContext): string[] {
  const [column] = columns.columnsByRole.get('match') ?? columns.columnsByRole.get('paid') ?? []
  if (!columns.isNetPaid || payouts.length === 0 || column === undefined) return []
  if (fees.columns.length > 0) {
    const isDivided =
      columns.columnsByRole.has('gift') &&
      fees.columns.length > fees.ofGift.length + fees.ofMatch.length &&
      payouts.some(({ lines }) => lines.some(({ kind, feeCents }) => kind === 'gift_and_match' && feeCents !== 0))
    return isDivided ? ['Fees of a gift and its match together were divided in proportion to their money.'] : []
  }
  const heading = quoted((headers[column] ?? '').trim().slice(0, 60))
  return [
    `${heading} ${columns.isDeposit ? 'may be' : 'is'} the money after fees. The report doesn’t tell its fees, so only this money is counted.`,
  ]
}

/** None of the totals equals a sum of the lines. */
function totalWarnings(payouts: readonly ReportedPayout[], { totals }: ReportHeader): string[] {
  const sumLines = (getCents: (line: ReportLine) => number) =>
    payouts.flatMap(({ lines }) => lines).reduce((cents, line) => cents + getCents(line), 0)
  const gross = sumLines(({ giftCents, matchCents }) => giftCents + matchCents)
  const sums = new Set([gross, gross - sumLines(({ feeCents }) => feeCents), sumLines(({ matchCents }) => matchCents)])
  const statedTotals = totals.flat().filter((cents) => cents > 0)
  if (statedTotals.length === 0 || statedTotals.some((cents) => sums.has(cents))) return []
  const dollars = (cents: number) => (cents / 100).toLocaleString('en-US', { minimumFractionDigits: 2 })
  return [
    `The file’s own total is ${dollars(Math.max(...statedTotals))}, and its lines add up to ${dollars(gross)}. Please compare the file with the payer’s statement.`,
  ]
}
