import { companyKey, type PayoutLineKind, quoted, readGiftKind } from '@twofold/matching'
import { currencyIn, type Row } from '../../../donations/file-reading/index.ts'
import {
  companyOfPayer,
  donorInNotes,
  employerInNote,
  isMatchProgram,
  nameInOrder,
  payerName,
  programInNotes,
  referencesIn,
} from './cells.ts'
import type { ColumnRole } from './column-roles.ts'
import { isGiftAndMatch, isKindWord, parseLineKind } from './kind-words.ts'
import type { UnclearParts } from './line-questions.ts'
import { isPaidStatus } from './payment-status.ts'
import { leaveOutAnswer, partsQuestionId, whoseMoneyQuestionId } from './questions.ts'
import type { ReportAnswers } from './report.ts'
import { isNameOfPlatform } from './report-header.ts'
import type { Cells, ReadingContext } from './row-cells.ts'

/** Requests are approved before they are paid, so these words alone mean that nothing was paid. */
const unpaidRequestPattern =
  /\b(pending|requested|submitted|applied|awaiting|waiting|review|hold|denied|declined|rejected|refused|ineligible|cancell?ed|void(ed)?|withdrawn|expired|not)\b/i
const notYetPaidPattern =
  /^(not\b|pending\b|awaiting\b|unpaid\b|scheduled\b|processing\b|in process\b|in transit\b|to be\b|tb[ad]$)/i

export function getRefusalReason(
  row: Row,
  cells: Cells,
  currency: string | null,
  context: ReadingContext,
): string | null {
  if (row.damage) return 'This row is damaged: a quotation mark never closes, or it has more cells than columns.'
  const unpaidStatus = findUnpaidStatus(cells)
  if (unpaidStatus !== null) return `Its status is ${quoted(unpaidStatus.slice(0, 40))}. We only count paid money.`
  const replacement = cells.text('replaced_by')
  if (!['', '0'].includes(replacement))
    return `It was sent again as payment ${quoted(replacement.slice(0, 40))}. We only count paid money.`
  if (isUnpaidRow(cells, context)) {
    return 'It has no payment number or date, as the other rows do. We only count paid money.'
  }
  if (currency === null) return 'Its currency is neither US nor Canadian dollars.'
  return null
}

function findUnpaidStatus(cells: Cells): string | null {
  const statuses = cells.texts('status').filter(Boolean)
  const unpaidStatus = statuses.find((text) => !isPaidStatus(text))
  if (unpaidStatus !== undefined) return unpaidStatus
  if (cells.texts('is_paid').some((text) => /^(no|n|false|0)$/i.test(text))) return 'not paid'
  const unpaidPayment = [...cells.texts('payout_id'), ...cells.texts('paid_on')].find((text) =>
    notYetPaidPattern.test(text),
  )
  if (unpaidPayment !== undefined) return unpaidPayment
  return statuses.length > 0
    ? null
    : (cells.texts('request_status').find((text) => unpaidRequestPattern.test(text)) ?? null)
}

export const isVoided = (cells: Cells): boolean =>
  /\b(void|cancel|stop|return|reject|fail|revers|replaced|annul|anulad)/i.test(findUnpaidStatus(cells) ?? '') ||
  !['', '0'].includes(cells.text('replaced_by'))

/** Other rows name their payment. Typed lists omit repeated values. */
const isUnpaidRow = (cells: Cells, { platform, namesPayments }: ReadingContext): boolean =>
  platform !== null &&
  namesPayments &&
  [...cells.texts('payout_id'), ...cells.texts('paid_on')].every((text) => text === '')

/** A stated gift was paid elsewhere, possibly in another currency. */
const paidRoles = ['paid', 'match', 'gift'] as const

export function currencyOf(cells: Cells, { header, currency, columns, headers }: ReadingContext): 'USD' | 'CAD' | null {
  const cellCurrency = paidRoles.map((role) => currencyIn(cells.text(role))).find(Boolean)
  const findHeaderCurrency = () =>
    paidRoles.map((role) => currencyIn(headers[columns.columnsByRole.get(role)?.[0] ?? -1] ?? '')).find(Boolean)
  const statedCurrency = cells.text('currency') || (cellCurrency ?? findHeaderCurrency() ?? header.currency)
  if (statedCurrency === '') return currency
  const code = currencyIn(statedCurrency.toUpperCase()) ?? statedCurrency.toUpperCase()
  return code === 'USD' || code === 'CAD' ? code : null
}

export function payerOf(cells: Cells, { header, platform, titlePayer }: ReadingContext): string {
  const statedPayer = payerName(cells.text('payer'))
  if (platform)
    return (
      statedPayer ||
      (isNameOfPlatform(header.payer, platform) ? '' : header.payer) ||
      (platform.payerNames[0] ?? platform.names[0] ?? '')
    )
  return statedPayer || header.payer || header.company || titlePayer
}

export function getUnreadableReason(cells: Cells, { isGiftIncluded }: ReadingContext): string | null {
  const isPaid = !isGiftIncluded && (cells.cents('paid') !== null || cells.whyUnreadable('paid') !== null)
  const roles: readonly ColumnRole[] = isPaid
    ? ['paid']
    : isGiftIncluded
      ? ['gift', 'stated_gift', 'match']
      : ['gift', 'match']
  for (const role of roles) {
    const reason = cells.whyUnreadable(role)
    if (reason !== null) return reason
  }
  return null
}

export function moneyOf(cells: Cells, context: ReadingContext) {
  const { kind } = getLineKind(cells, context)
  const stated = statedGiftOf(cells)
  const paid = cells.cents('paid')
  const match = cells.cents('match')
  const net = cells.cents('net')
  // A net amount also contains fees that no column states. A reversal gives its fee back.
  const feeOf = (cents: number) =>
    cents < 0
      ? Math.min(cells.fees ?? 0, 0)
      : Math.max(cells.fees ?? 0, net === null || net <= 0 || net > cents ? 0 : cents - net)
  const commonFields = { balanceCents: cells.cents('balance') }
  if (paid !== null && !context.isGiftIncluded) {
    const isGift = kind === 'gift'
    const parts = hasUnclearParts(cells, context) ? context.answers[partsQuestionId] : undefined
    if (parts === 'gift_and_match' && stated !== null)
      return {
        ...commonFields,
        feeCents: feeOf(paid),
        kind: 'gift_and_match' as const,
        giftCents: stated,
        matchCents: paid - stated,
        statedGiftCents: null,
      }
    if (parts === 'gift')
      return {
        ...commonFields,
        feeCents: feeOf(paid),
        kind: 'gift' as const,
        giftCents: paid,
        matchCents: 0,
        statedGiftCents: null,
      }
    return {
      ...commonFields,
      feeCents: feeOf(paid),
      kind,
      giftCents: isGift ? paid : 0,
      matchCents: isGift ? 0 : paid,
      statedGiftCents: stated,
    }
  }
  const gift = cells.cents('gift') ?? (context.isGiftIncluded ? stated : null)
  if (gift === null && match === null && !cells.has('match')) return null
  const giftCents = gift ?? 0
  const matchCents = match ?? 0
  const combinedKind: PayoutLineKind =
    giftCents !== 0 && matchCents !== 0 ? 'gift_and_match' : giftCents !== 0 ? 'gift' : 'match'
  return {
    ...commonFields,
    feeCents: feeOf(giftCents + matchCents),
    kind: combinedKind === 'match' && kind === 'reward' ? kind : combinedKind,
    giftCents,
    matchCents,
    statedGiftCents: context.isGiftIncluded ? null : stated,
  }
}

const statedGiftOf = (cells: Cells): number | null =>
  isOtherCurrency(cells.currency('stated_gift')) ? null : cells.cents('stated_gift')

/** "Matched: yes" may describe the gift, and more than the gift may contain it. */
function hasUnclearParts(cells: Cells, context: ReadingContext): boolean {
  const paid = cells.cents('paid')
  if (paid === null || context.isGiftIncluded) return false
  if (isGiftAndMatch(cells.texts('kind'))) return true
  const stated = statedGiftOf(cells)
  if (cells.text('is_match') === '')
    return /^total( amount)?$/.test(cells.heading('paid')) && stated !== null && paid > stated
  if (!yesPattern.test(cells.text('is_match'))) return false
  return /\bmatched\b/.test(cells.heading('is_match')) || (stated !== null && paid > stated)
}

export function findUnclearParts(row: Row, cells: Cells, context: ReadingContext): UnclearParts | null {
  const paidCents = cells.cents('paid')
  if (paidCents === null || !hasUnclearParts(cells, context)) return null
  const { donorName, donorEmail } = readLine(row, cells, context)
  return { sheetRow: row.sheetRow, donor: donorName || donorEmail, paidCents, statedCents: statedGiftOf(cells) }
}

export function getUnclearReason({ paidCents, statedCents }: UnclearParts, answers: ReportAnswers): string | null {
  const answer = answers[partsQuestionId] ?? leaveOutAnswer
  if (answer === leaveOutAnswer) return 'It doesn’t say whether its amount is the match alone. It was left out.'
  const fits =
    answer === 'match' ||
    (answer === 'gift_and_match' ? statedCents !== null && paidCents > statedCents : answer === 'gift')
  return fits ? null : 'Its amount isn’t more than the gift, so it isn’t gift and match together.'
}

const feeRowPattern = /^((\p{L}+|-) ){0,3}(fees?|frais|comisi[oó]n|geb[uü]hr(en)?)( \(.{1,20}\))?$/iu
const feeCoveragePattern = /^((\p{L}+|-) ){0,2}fees? (coverage|covered|reimbursements?|rebates?|credits?)$/iu
/** Only negative amounts. */
const deductionPattern = /^((\p{L}+|-) ){0,2}(processing|charges?|commission|deductions?|costs?)$/iu

/**
 * "Platform fee" in a separate row. Returns the cents of the fee; below zero for "Fee coverage", which a company paid on
 * top. A donor may have paid "Registration fee".
 */
export function readFeeRow(cells: Cells): number | null {
  const texts = [...cells.texts('kind'), ...cells.free]
  const cents = cells.cents('paid') ?? cells.cents('match') ?? cells.cents('gift')
  if (texts.some((text) => feeCoveragePattern.test(text))) return cents === null ? null : -Math.abs(cents)
  const isDeduction = (cents ?? 0) < 0 && !hasDonor(cells) && texts.some((text) => deductionPattern.test(text))
  if (!isDeduction && !texts.some((text) => feeRowPattern.test(text))) return null
  return cents === null || (cents > 0 && hasDonor(cells)) ? null : Math.abs(cents)
}

const yesPattern = /^(yes|true|y|1)$/i

const isOtherCurrency = (currency: string | null): boolean =>
  currency !== null && currency !== 'USD' && currency !== 'CAD'

type LineKind = { readonly kind: PayoutLineKind; readonly isAssumed: boolean }
const statedAs = (kind: PayoutLineKind): LineKind => ({ kind, isAssumed: false })

/** Without a stated kind, money from an employer is assumed to be a match. */
function getLineKind(cells: Cells, context: ReadingContext): LineKind {
  const { header, platform, columns, answers, namesEmployees, titlePayer } = context
  const flag = cells.text('is_match')
  if (flag !== '') return statedAs(yesPattern.test(flag) ? 'match' : 'gift')
  if (cells.free.some((text) => /^(volunteer|dollars for doers)\b.{0,30}$/i.test(text))) return statedAs('reward')
  const statedKind = parseLineKind(cells.texts('kind'))
  if (statedKind !== null) return statedAs(statedKind)
  if (isMatchProgram(cells.text('company'))) return statedAs('match')
  const donorType = cells.text('donor_type')
  if (donorType !== '') return statedAs(companyTypePattern.test(donorType) ? 'match' : 'gift')
  if (
    employerInNote(cells.free.join(' ')) !== null ||
    cells.has('approved') ||
    cells.has('expected_match') ||
    cells.has('match')
  )
    return statedAs('match')
  const payers = [cells.text('payer'), header.payer, header.company, titlePayer].filter(Boolean)
  if ([...payers, header.title].some(isFundSponsor)) return statedAs('gift')
  if (isMatchInNotes(cells) || cells.free.some((text) => /^match(ing|ed)?\b/i.test(text))) return statedAs('match')
  if (columns.namesSomeKinds && cells.free.some(isKindWord))
    return statedAs(parseLineKind(cells.free.filter(isKindWord)) ?? 'gift')
  const isPaidByEmployer = payers.length > 0 && !platform
  const isEmployerMoney = cells.text('company') !== '' || isPaidByEmployer
  const isAssumed =
    (context.mayContainGifts && !isPaidByEmployer) || (isEmployerMoney ? columns.isGiftColumnPaid : namesEmployees)
  const answer = answers[whoseMoneyQuestionId]
  const kind = isEmployerMoney ? 'match' : 'gift'
  return { kind: isAssumed && (answer === 'gift' || answer === 'match') ? answer : kind, isAssumed }
}

const isFundSponsor = (giver: string): boolean =>
  readGiftKind({ kind: null, paymentMethod: null, giver }) === 'donor_advised_fund'

export const isKindAssumed = (cells: Cells, context: ReadingContext): boolean =>
  !context.isGiftIncluded && cells.has('paid') && getLineKind(cells, context).isAssumed

const hasDonor = (cells: Cells): boolean =>
  (['donor_name', 'donor_first', 'donor_last', 'employee_name', 'employee_last', 'email'] as const).some(
    (role) => cells.text(role) !== '',
  )

/** "Contoso Employee Match" */
const programNamePattern = /^(\p{Lu}[\p{L}\p{N}&.'’-]* ){1,5}Match(ing)?( Gifts?)?( Program)?$/u

const isMatchInNotes = (cells: Cells): boolean =>
  cells.free.some((text) => programNamePattern.test(text)) ||
  (!hasDonor(cells) && (donorInNotes(cells.free) !== '' || programInNotes(cells.free) !== ''))

export function readLine(row: Row, cells: Cells, context: ReadingContext) {
  const { header, platform } = context
  const note = cells.free.join(' · ')
  const payer = payerOf(cells, context)
  const isPayerEmployer = platform
    ? payer !== '' && payer === header.payer && !isNameOfPlatform(payer, platform)
    : !isFundSponsor(payer)
  const partner = cells.text('platform')
  const company = payerName(cells.text('company'))
  const { name, email, employer } = readPerson(cells, getLineKind(cells, context).kind === 'match')
  return {
    row: row.row,
    sheetRow: row.sheetRow,
    lineId: cells.text('line_id').slice(0, 100),
    donorName: name || (email === '' ? donorInNotes([...cells.free, ...cells.texts('kind')]) : ''),
    donorEmail: emailOf(email),
    company:
      (cells.heading('company') === 'foundation' ? companyOfPayer(company) : company) ||
      employer ||
      (isMatchInNotes(cells) ? programInNotes(cells.free) : '') ||
      employerInNote(note) ||
      (isNameOfPlatform(partner, platform) ? '' : partner) ||
      header.company ||
      (isPayerEmployer ? companyOfPayer(payer) : ''),
    project: cells.text('project'),
    day: cells.day('given_on') ?? cells.day('paid_on'),
    note: note.slice(0, 500),
    references: referencesIn(cells.free),
  }
}

/** The employee of a match row is the donor, even if the donor columns contain the company. */
function readPerson(cells: Cells, isMatch: boolean) {
  const getName = (prefix: 'donor' | 'employee') => {
    const [name, first, last] = [
      cells.text(`${prefix}_name`),
      cells.text(`${prefix}_first`),
      cells.text(`${prefix}_last`),
    ]
    // "Nom" next to "Prénom" is the last name.
    const isLastName = first !== '' && !cells.has(`${prefix}_last`) && !name.includes(first)
    return name !== '' && !isLastName ? name : `${first} ${name || last}`.trim()
  }
  const company = cells.text('company')
  const donorName = getName('donor')
  const employeeName = nameInOrder(getName('employee'))
  const isEmployer =
    donorName !== '' &&
    (companyKey(payerName(donorName)) === companyKey(company) ||
      companyTypePattern.test(cells.text('donor_type')) ||
      (isMatch &&
        company === '' &&
        employeeName !== '' &&
        companyKey(employeeName) !== companyKey(nameInOrder(donorName))))
  const onBehalfOf = nameInOrder(cells.text('on_behalf_of'))
  const recognitionName = isEmployer || donorName === '' ? nameInOrder(cells.text('recognition')) : ''
  const otherName = employeeName || onBehalfOf
  const donorsEmail = isEmployer || onBehalfOf !== '' ? '' : cells.text('email')
  return {
    name: otherName || (isEmployer ? '' : nameInOrder(donorName)) || recognitionName,
    email: cells.text('employee_email') || donorsEmail,
    employer: isEmployer && company === '' ? donorName : '',
  }
}

const companyTypePattern = /^(company|corporat(e|ion)|business|employer|organi[sz]ation|foundation|matching company)$/i

const emailOf = (text: string): string => (/^[^\s@]{1,64}@[^\s@]{1,190}$/.test(text) ? text : '')
