import { quoted } from '@twofold/matching'
import { headerWords, type Row, type Table } from '../../../donations/file-reading/index.ts'
import { disclosedText } from './cells.ts'
import type { ColumnRole } from './column-roles.ts'
import { divideFee, groupPayouts, type LineWithPayout, type PaymentWithPayout } from './group-payouts.ts'
import {
  askAboutParts,
  askAboutUnnumbered,
  askWhoseMoney,
  type LineExample,
  type UnclearParts,
} from './line-questions.ts'
import { leaveOutAnswer, unnumberedQuestionId } from './questions.ts'
import {
  currencyOf,
  findUnclearParts,
  getRefusalReason,
  getUnclearReason,
  getUnreadableReason,
  isKindAssumed,
  isVoided,
  moneyOf,
  payerOf,
  readFeeRow,
  readLine,
} from './read-line.ts'
import type { PayoutReport, RefusedLine, ReportedPayout, ReportLine } from './report.ts'
import { parseEin, payeeColumns, type ReportHeader, readReportHeader } from './report-header.ts'
import { type Cells, centsOf, getRowCells, isUnnumbered, type ReadingContext, withPaymentOf } from './row-cells.ts'
import { findSplitRows } from './split-rows.ts'

export function readPayments(table: Table, context: ReadingContext): PayoutReport {
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

export function readLines(table: Table, ofFile: ReadingContext): PayoutReport {
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
