import { type ColumnMap, donationColumns, type FieldTarget, importedColumns, isFieldTarget } from '@twofold/contract'
import { isDeductibleField, isNoPersonName, isPlaceholderAddress, quoted } from '@twofold/matching'
import { type AmountStyle, readAmount } from './amounts.ts'
import { addDays } from './calendar.ts'
import { contactPreferenceReader } from './contact-preference.ts'
import { type ConvertedAmounts, convertedAmounts, isForeign } from './converted-amounts.ts'
import { type DateContext, parseDate, type WallClock } from './dates.ts'
import type { Gift, RejectionReason, UpdateRow } from './gift.ts'
import { createGiftKindReader, type GiftKindTexts } from './gift-kind-words.ts'
import { headerWords } from './headers.ts'
import { readLanguage } from './languages.ts'
import { matchProgressReader } from './match-progress.ts'
import { currencyIn, parseMoney } from './money.ts'
import { companyColumn } from './other-rows.ts'
import { isLastNameFirst, isPlaceholder, known, nameTargets, readAddress, readEmail, readName } from './row-donor.ts'
import type { Row, RowDamage, Table } from './table.ts'
import { isUtcHeader, offsetIn, toWallClock } from './zones.ts'

export type RowReader = {
  at: ReadonlyMap<FieldTarget, number>
  custom: readonly { name: string; at: number }[]
  currencyAt: number | null
  /** The column with outgoing money; -1 without one. */
  debitAt: number
  /** A list of an account, with outgoing money or balances. */
  isAccountList: boolean
  /** The column with the time, if separate from the date (PayPal, Square, GiveWP). */
  timeAt: number | null
  kindWords: (row: Row) => GiftKindTexts
  contact: ReturnType<typeof contactPreferenceReader>
  matchProgress: ReturnType<typeof matchProgressReader>
  amounts: Pick<AmountStyle, 'mark' | 'inCents' | 'furtherAt' | 'extraOf'>
  converted: ConvertedAmounts
  dates: DateContext
  today: string
  /** Null unless the file's times have UTC offsets. */
  timeZone: string | null
  isUtc: boolean
  /** Names are written `Doe, Jane`. */
  lastNameFirst: boolean
  /** The column with a company or organization that is not stated to be the employer; -1 without one. */
  organizationAt: number
  saysAnonymous: ReturnType<typeof anonymousReader>
  /** The column with the company that matches, next to that of the employer; -1 without one. */
  matchingCompanyAt: number
}

export type RowProblem = { reason: RejectionReason; problem: string }
export type ReadRow = { gift: Gift } | { update: UpdateRow } | RowProblem

/** The portal uses these keys of `custom` (spec 2, section 3). */
const reservedNames = new Set(['amply', 'company', 'history'])

/** The order of checks determines the reported reason. @param row a row of `table` */
export function readRow(row: Row, reader: RowReader, { isReversal = false } = {}): ReadRow {
  if (row.damage) return damaged(row.damage)
  const cell = (target: FieldTarget) => row.cells[reader.at.get(target) ?? -1]?.trim() ?? ''
  const amplyId = cell('amply_id')
  const isUpdate = amplyId !== ''
  const { saysAnonymous } = reader
  const amount = isReversal ? readReversed(row, reader) : readAmountAndStatus(row, reader, isUpdate)
  if ('reason' in amount && !(isUpdate && amount.reason === 'amount_missing')) return amount
  const date = readDay(withTime(cell('donated_at'), row, reader), reader)
  if ('reason' in date && !(isUpdate && date.reason === 'date_missing')) return date
  const emailText = readEmail(cell('donor.email'))
  if (emailText === null) {
    return problem(
      'email_invalid',
      `${quoted(short(cell('donor.email')))} isn’t an email address. Correct it, or leave the cell blank.`,
    )
  }
  const isNoAddress = isPlaceholderAddress(emailText)
  const email = isNoAddress ? '' : emailText
  const personName = readName(cell, reader.lastNameFirst)
  // Without a person, the organization gave. "Not shared by donor" is a person.
  const hasGiver = isUpdate || email !== '' || nameTargets.some((target) => cell(target) !== '')
  const giver = hasGiver ? personName : known(row.cells[reader.organizationAt]?.trim() ?? '')
  const isAnonymous = giver === '' && !isUpdate && email === '' && saysAnonymous(row)
  const name = isAnonymous ? 'Anonymous' : giver
  if (!isUpdate && email === '' && isPlaceholder(name) && !isNoPersonName(name)) {
    return problem('donor_missing', 'The donor has no name or email address. Fill in one of them.')
  }
  const common = {
    row: row.row,
    sheetRow: row.sheetRow,
    cells: row.cells,
    currency: 'reason' in amount ? null : amount.currency,
    isConverted: 'isConverted' in amount && amount.isConverted === true,
    attention: null,
    transactionId: isShortened(cell('transaction_id')) ? null : cell('transaction_id') || null,
    donorName: name,
    isNamedInParts: known(cell('donor.first_name')) !== '' && known(cell('donor.last_name')) !== '',
    donorEmail: email,
    placeholderEmail: isNoAddress ? emailText : '',
    donorPhone: known(cell('donor.phone')),
    donorLanguage: readLanguage(cell('donor.language')),
    contact: reader.contact(row, name),
    matchProgress: reader.matchProgress(row),
    address: readAddress((target) => known(cell(target))),
    companyName: known(cell('company.name')) || known(row.cells[reader.matchingCompanyAt]?.trim() ?? ''),
    companyId: cell('company.id'),
    organizationName: known(cell('organization_name')),
    organizationId: cell('organization_id'),
    billedOrganizationId: cell('billed_organization_id'),
    ein: cell('ein'),
    kindWords: reader.kindWords(row),
    statusId: cell('status_id'),
    status: cell('status'),
    fields: Object.fromEntries(importedColumns.map((id) => [id, known(cell(donationColumns[id].target.name))])),
    custom: Object.fromEntries(
      reader.custom.flatMap(({ name, at }) => {
        const text = row.cells[at]?.trim() ?? ''
        return text === '' ? [] : [[name, isDeductibleField(name) ? withDecimalPoint(text, reader) : text]]
      }),
    ),
  }
  if (isUpdate) {
    const when = 'reason' in date ? { donatedOn: null, donatedAt: null } : date
    return { update: { ...common, ...when, amplyId, amountCents: 'reason' in amount ? null : amount.amountCents } }
  }
  if ('reason' in amount) return amount
  if ('reason' in date) return date
  return {
    gift: {
      ...common,
      ...date,
      amplyId: null,
      amountCents: amount.amountCents,
      sameDay: 0,
      partOf: null,
      refundedCents: 0,
    },
  }
}

/** Later steps read deductible parts without the file's decimal mark. */
function withDecimalPoint(text: string, { amounts }: RowReader): string {
  const money = amounts.mark === ',' && /\d/.test(text) ? parseMoney(text, ',') : null
  return money ? (money.cents / 100).toFixed(2) : text
}

export function createRowReader(
  table: Table,
  map: ColumnMap,
  facts: Pick<RowReader, 'amounts' | 'dates' | 'today' | 'timeZone'>,
): RowReader {
  const at = new Map<FieldTarget, number>()
  const custom: { name: string; at: number }[] = []
  table.headers.forEach((header, column) => {
    const target = Object.hasOwn(map, header) ? map[header] : undefined
    if (target === undefined || target === 'ignored') return
    if (isFieldTarget(target)) at.set(target, column)
    else custom.push({ name: customName(target), at: column })
  })
  const timeAt = timeColumn(table)
  const [days, times] = [at.get('donated_at'), timeAt ?? undefined]
  return {
    at,
    custom,
    currencyAt: currencyColumn(table),
    converted: convertedAmounts(table, at.get('amount') ?? -1, facts.amounts),
    debitAt: table.originalHeaders.findIndex((header) => debitHeader.test(headerWords(header))),
    isAccountList: table.originalHeaders.some((header) => accountListHeader.test(headerWords(header))),
    timeAt,
    kindWords: createGiftKindReader(table, map),
    contact: contactPreferenceReader(table),
    matchProgress: matchProgressReader(table, map),
    lastNameFirst: isLastNameFirst(table, at.get('donor.name')),
    organizationAt: companyColumn(table, map),
    saysAnonymous: anonymousReader(table),
    matchingCompanyAt: table.originalHeaders.findIndex(
      (header, column) => column !== at.get('company.name') && matchingCompany.test(headerWords(header)),
    ),
    ...facts,
    timeZone: hasClock(table, days) || hasClock(table, times) ? facts.timeZone : null,
    isUtc: [days, times].some((column) => isUtcHeader(table.originalHeaders[column ?? -1] ?? '')),
  }
}

const anonymousHeader = /\b(anonymous(ly)?|anonyme?|anonimo)\b/
const anonymousCell = /^(yes|true|y|1|x|oui|s[ií]|ja|(anonymous(ly)?|anonyme?|an[oó]nimo)\b.*)$/i
/** Returns whether a column marks the donor as anonymous. */
export function anonymousReader({ originalHeaders }: Table): (row: Row) => boolean {
  const columns = originalHeaders.flatMap((header, at) => (anonymousHeader.test(headerWords(header)) ? [at] : []))
  return ({ cells }) => columns.some((at) => anonymousCell.test(cells[at]?.trim() ?? ''))
}

const matchingCompany =
  /^((matching|match|employer match(ing)?) )(gift )?(company|employer|organization)( name)?$|^company that matches$/

/** Midnight in every row is only a date. */
const hasClock = (table: Table, at: number | undefined): boolean =>
  at !== undefined &&
  table.rows.some(
    ({ cells }) =>
      !/(^(?!\d{10}$)[\d\s./-]{6,10}|[T ]0?0:00(:00(\.0+)?)?\s?(Z|UTC|GMT|[+-]\d{2}:?\d{2})?)$/i.test(
        cells[at]?.trim() ?? '',
      ),
  )

function customName(target: string): string {
  const name = target.slice('custom.'.length)
  return reservedNames.has(name) ? `${name}_column` : name
}

function currencyColumn(table: Table): number | null {
  const at = table.originalHeaders.findIndex((header, column) => {
    if (
      !/^((donation|gift|transaction|payment|original|amount|charge|donor|sender|order) )?(amount )?(currency( code| iso( code)?| type)?|ccy|cur|curr|devise|moneda|divisa|wahrung)$/.test(
        headerWords(header),
      )
    )
      return false
    return table.rows.some((row) => /^[a-z]{3}$/i.test(row.cells[column]?.trim() ?? ''))
  })
  return at < 0 ? null : at
}

const moneyOf = (row: Row, { at, amounts }: RowReader) => readAmount(row.cells, at.get('amount') ?? -1, amounts)

function readAmountAndStatus(
  row: Row,
  reader: RowReader,
  isUpdate: boolean,
): { amountCents: number; currency: string | null; isConverted?: boolean } | RowProblem {
  const columns = [reader.at.get('amount') ?? -1, ...reader.amounts.furtherAt]
  const text = columns
    .map((at) => row.cells[at]?.trim() ?? '')
    .filter(Boolean)
    .join(' + ')
  if (text === '') return problem('amount_missing', 'The amount is missing. Fill it in, like 25.00.')
  const money = moneyOf(row, reader)
  if (!money) return problem('amount_invalid', `The amount ${quoted(short(text))} isn’t a number. Write it like 25.00.`)
  // Payouts create matches with an unknown gift amount. Downloads show 0 for these and may be uploaded again.
  if (money.cents < 0 || (money.cents === 0 && !isUpdate)) {
    return notPositive(short(text), money.cents === 0 ? 'zero' : 'money going out')
  }
  const extraCents = reader.amounts.extraOf(row.cells)
  const currency = money.currency ?? currencyOf(row, reader)
  // Fees and tips are in the currency of the payment.
  const converted = isForeign(currency) && extraCents === 0 ? reader.converted.read(row) : null
  return converted
    ? { amountCents: converted.cents, currency: converted.currency, isConverted: true }
    : { amountCents: money.cents - extraCents, currency }
}

const debitHeader = /^(debits?|withdrawals?)( amount)?$|^amount debit$|^(money|paid) out$|^outflow$/
const accountListHeader = new RegExp(`${debitHeader.source}|^((running|account|available|ending|current) )?balance$`)

/** Returns the refunded amount, positive; 0 if the row has no amount. */
function readReversed(row: Row, reader: RowReader): { amountCents: number; currency: string | null } {
  const money = moneyOf(row, reader) ?? debitOf(row, reader)
  const currency = money?.currency ?? currencyOf(row, reader)
  const used = (isForeign(currency) ? reader.converted.read(row) : null) ?? { cents: money?.cents ?? 0, currency }
  return { amountCents: Math.abs(used.cents), currency: used.currency }
}

/** A negative amount, or an amount in the column of outgoing money; 0 for other rows. */
export function outgoingCents(row: Row, reader: RowReader): number {
  const cents = moneyOf(row, reader)?.cents ?? 0
  return cents === 0 ? Math.abs(debitOf(row, reader)?.cents ?? 0) : Math.max(0, -cents)
}

const debitOf = (row: Row, { debitAt, amounts }: RowReader) =>
  readAmount(row.cells, debitAt, { ...amounts, furtherAt: [] })

export const notPositive = (amount: string, kind: 'zero' | 'money going out') =>
  problem(
    'amount_not_positive',
    `The amount ${quoted(amount)} is ${kind}, so it isn’t a gift to match. Leave this row out.`,
  )

function timeColumn(table: Table): number | null {
  const at = table.originalHeaders.findIndex((header) =>
    /^((donation|gift|transaction|payment|charge) )?time$/.test(headerWords(header)),
  )
  const texts = table.rows.map((row) => row.cells[at]?.trim() ?? '').filter(Boolean)
  return texts.length > 0 && texts.every(isClock) ? at : null
}

const isClock = (text: string) => /^\d{1,2}:\d{2}(:\d{2})?(\s?[ap]\.?m\.?)?( [A-Z]{2,4})?$/i.test(text)

function withTime(text: string, row: Row, { timeAt }: RowReader): string {
  const time = timeAt === null ? '' : (row.cells[timeAt]?.trim() ?? '')
  return time === '' || text === '' || text.includes(':') ? text : `${text} ${time}`
}

function currencyOf(row: Row, reader: RowReader): string | null {
  if (reader.converted.headerCurrency !== null) return reader.converted.headerCurrency
  const text = reader.currencyAt === null ? '' : (row.cells[reader.currencyAt]?.trim() ?? '')
  return /^[a-z]{3}$/i.test(text) ? text.toUpperCase() : currencyIn(text)
}

function readDay(text: string, reader: RowReader): { donatedOn: string; donatedAt: string } | RowProblem {
  if (text === '') return problem('date_missing', 'The date of the gift is missing. Fill it in, like 2026-03-04.')
  const { dates, today } = reader
  const written = parseDate(text, dates)
  const found = written && onOurWall(written, text, reader)
  if (!found) {
    return problem('date_invalid', `${quoted(short(text))} isn’t a date. Write the date of the gift like 2026-03-04.`)
  }
  // In some time zones, the next day has begun.
  if (found.day > addDays(today, 1)) {
    return problem(
      'date_in_future',
      `The date of the gift, ${found.day}, is in the future. Check the year, month, and day.`,
    )
  }
  return { donatedOn: found.day, donatedAt: `${found.day} ${found.clock}` }
}

function onOurWall(written: WallClock, text: string, { timeZone, isUtc }: RowReader): WallClock {
  if (timeZone === null) return written
  const offset = offsetIn(text) ?? (isUtc ? 0 : null)
  return offset === null ? written : toWallClock(timeZone, written, offset)
}

/** A spreadsheet shortens long numbers, which loses their last digits. */
export const isShortened = (id: string): boolean => /^\d([.,]\d+)?E\+\d{1,2}$/i.test(id)

const problem = (reason: RejectionReason, sentence: string): RowProblem => ({ reason, problem: sentence })

const damaged = (damage: RowDamage): RowProblem => {
  if (damage === 'cell_too_long')
    return problem('cell_too_long', 'A cell of this row is longer than 32,767 characters. Please shorten it.')
  return damage === 'open_quote'
    ? problem('row_damaged', 'A quotation mark opens in this row and never closes. Remove it, or close it.')
    : problem(
        'row_damaged',
        'This row has more cells than the file has columns. Put cells that contain a separator in quotation marks.',
      )
}

const short = (text: string) => (text.length > 60 ? `${text.slice(0, 57)}...` : text).replace(/\s+/g, ' ')
