import { type DateContext, headerWords, parseDate, parseMoney } from '../../../donations/file-reading/index.ts'
import { payerName } from './cells.ts'
import type { ColumnRole } from './column-roles.ts'
import { roleOfHeader } from './header-patterns.ts'
import type { NamedOrganization, ReportPlatform } from './report.ts'

export type ReportHeader = {
  readonly reference: string
  readonly payer: string
  readonly company: string
  readonly paidOn: string | null
  readonly periodEnd: string | null
  readonly currency: string
  readonly payee: NamedOrganization | null
  readonly title: string
  /** Cents of the whole payment, from labels. */
  readonly amounts: readonly number[]
  /** Cents of each totals line. */
  readonly totals: readonly (readonly number[])[]
}

const labels = {
  organization:
    /^(charity|non ?profit|organization|organisation|recipient|grantee|agency|npo|ngo|payee|pay to|vendor|member|beneficiary|organisme|beneficiaire|organizacion|beneficiario|empfanger)( name)?$/,
  /** Ours, or the platform of the employer. */
  vendor: /^vendor( name)?$/,
  vendorNumber: /^(vendor|supplier|payee) (id|number|no|code)$/,
  ein: /^((charity|non ?profit|organization|recipient|federal|charity tax) )?(id|ein|tax id|tax id number|ein tax id|tin)( number)?$/,
  reference:
    /^(disbursement|distribution|remittance|voucher|payout|deposit|settlement|check|cheque|eft|ach|wire|payment|statement|trace|reference|remise|paiement|versement|virement|pago|transferencia|desembolso)( (id|number|numero|ref|reference|trace))*$|^(number|numero|reference) (de |du |del )?(remise|paiement|versement|virement|cheque|pago|transferencia|desembolso)$|^(zahlungs|auszahlungs|uberweisungs|scheck) ?(number|nummer|referenz)$/,
  payer: /^(payer|payor|paid by|from|remitter|disbursement from|foundation|auftraggeber|payeur|pagador)( name)?$/,
  company:
    /^(company|employer|corporation|corporate partner|arbeitgeber|unternehmen|employeur|entreprise|empresa|empleador)( name)?$/,
  paidOn:
    /^((disbursement|distribution|remittance|payout|payment|check|cheque|deposit|settlement|bank|statement|eft|ach|wire|issue) date|date (paid|issued|of (check|payment))|paid on|dated|date (de |du )?(paiement|versement|depot|virement|remise|cheque)|fecha (de |del )?(pago|deposito|transferencia|desembolso|cheque)|(zahlungs|auszahlungs|uberweisungs|scheck) ?datum)$/,
  /** Near the number of a payment, its day. */
  date: /^(date|datum|fecha)$/,
  amount:
    /^((disbursement|distribution|remittance|payout|payment|check|cheque|eft|ach|wire|deposit|net|gross) (amount|total)|amount (of (check|payment)|paid)|(auszahlungs|zahlungs|gesamt) ?betrag)$/,
  periodEnd: /^period (ending|end|to)$/,
  currency: /^(currency|wahrung)$/,
} as const

const isLabel = (text: string): boolean => {
  const words = headerWords(text)
  return Object.values(labels).some((pattern) => pattern.test(words))
}

export function readReportHeader(
  aside: readonly (readonly string[])[],
  dates: DateContext,
  platforms: readonly ReportPlatform[] = [],
): ReportHeader {
  const pairs = aside.flatMap((cells) => splitLabels(cells.map((cell) => cell.trim()).filter(Boolean)))
  const findLabeled = (pattern: RegExp): string => {
    for (const [label, value, ...more] of pairs) {
      if (label && value && more.length === 0 && pattern.test(headerWords(label))) return value
    }
    return ''
  }
  const findByRole = (...roles: readonly ColumnRole[]): string =>
    pairs.find(([label = '', value, ...more]) => {
      const role = value && more.length === 0 ? roleOfHeader(headerWords(label)) : undefined
      return role !== undefined && roles.includes(role)
    })?.[1] ?? ''
  const dayOf = (text: string): string | null => parseDate(text, dates)?.day ?? null
  const isName = (text: string): boolean => /\p{L}/u.test(text) && dayOf(text) === null
  const vendor = findLabeled(labels.vendor)
  const isPlatform = platforms.some((platform) => isNameOfPlatform(vendor, platform))
  const payer = findLabeled(labels.payer) || findByRole('payer', 'platform') || (isPlatform ? vendor : '')
  const payee = findLabeled(labels.organization)
  const company = findLabeled(labels.company) || findByRole('company')
  const reference = (findLabeled(labels.reference) || findByRole('payout_id')).replace(/^#\s*/, '').slice(0, 100)
  return {
    reference,
    payer: isName(payer) ? payerName(payer) : '',
    company: isName(company) ? payerName(company) : '',
    paidOn:
      dayOf(findLabeled(labels.paidOn) || findByRole('paid_on')) ??
      (reference === '' ? null : dayOf(findLabeled(labels.date))),
    periodEnd: dayOf(findLabeled(labels.periodEnd)),
    currency: findLabeled(labels.currency),
    payee: createPayee(isPlatform && payee === vendor ? '' : payee, parseEin(findLabeled(labels.ein))),
    title:
      pairs.find(
        ([text = '', ...more]) => more.length === 0 && isName(text) && /^\p{L}/u.test(text) && !isTitleOfReport(text),
      )?.[0] ?? '',
    amounts: pairs.filter(([label = '']) => labels.amount.test(headerWords(label))).flatMap(amountsOf),
    totals: pairs
      .filter(([label = '']) => /\btotals?\b|^gesamt/i.test(label) || labels.amount.test(headerWords(label)))
      .map(amountsOf),
  }
}

const createPayee = (name: string, ein: string) => (name === '' && ein === '' ? null : { name, ein })

/** "12-3456789", "123456789", or "840-123456789" with country code 840; '' for other numbers. */
export const parseEin = (text: string): string =>
  /^(?:840-)?(\d{2})-?(\d{7})$/.exec(text.trim())?.slice(1).join('') ?? ''

export const payeeColumns = { name: labels.organization, ein: labels.ein } as const

/** "Remittance Report" names no payer. */
const isTitleOfReport = (text: string): boolean => text.split(/[^\p{L}\p{M}]+/u).every(isTitleWord)

const isTitleWord = (word: string): boolean =>
  word === '' || titleWordPattern.test(word.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase())

/** "DAFgiving360 Check Detail" → "DAFgiving360". */
export function nameInTitle(title: string): string {
  const words = payerName(title).split(/\s+/)
  const last = words.findLastIndex((word) => !word.split(/[^\p{L}\p{M}]+/u).every(isTitleWord))
  const name = words.slice(0, last + 1).join(' ')
  return name
    .slice(0, name.split('').findLastIndex((character) => !separators.includes(character)) + 1)
    .replace(/(^|\s)((employee|workplace|colleague)s?\s)?giving$/i, '')
}

const separators = ' ,:;–—-'

const titleWordPattern =
  /^(reports?|remittances?|statements?|summary|details?|lists?|listing|advice|stub|schedule|export|payments?|payouts?|disbursements?|distributions?|transactions?|donations?|donors?|gifts?|grants?|contributions?|match(es|ing)?|checks?|cheques?|ach|eft|employees?|employers?|corporate|company|members?|monthly|quarterly|annual|weekly|all|of|for|the|and|by|to|from|through|as|on|exported|generated|printed|created|run|period|dates?|page|confidential|rapport|releve|resume|liste|paiements?|versements?|dons?|donateurs?|spring|summer|fall|autumn|winter|january|february|march|april|may|june|july|august|september|october|november|december|q|zahlungen?|auszahlungen?|spenden|bericht|jumeles?|jumelage|de|des|du|les|informe|resumen|listado|pagos?|donaciones|donativos?|contrapartidas?)$/

/** Before a further label of a text: "Check Date: 11/10/2026 Check #: 5521". */
const innerLabelPattern =
  /[\s;|](?=(?:check|cheque|payment|eft|ach|wire|remittance|distribution|disbursement|deposit|voucher|vendor|payer|payee|company|employer|agency|date)\b[^:]{0,20}:)/i

/** "Check # 4411 dated 11/12/2026 for $360.00". */
const checkSentencePattern =
  /^(?:paid by )?(?:check|cheque|eft|ach|payment|wire|voucher|payout|remittance|disbursement|distribution)\s{0,3}(?:#|no\.?|number|num\.?)?\s{0,3}:?\s{0,3}(?<number>[\w-]{0,10}\d[\w-]{0,20})(?:,?\s(?:dated|of|on|[-–])\s(?<day>[\p{L}\d][\p{L}\d\s,./-]{4,28}?\d))?(?:,?\s(?:for|in the amount of)\s(?<amount>\p{Sc}?[\d.,]{1,16}))?\.?$/iu

/** "Check Date 11/12/2026", without a colon. */
const plainLabelPattern = /^(\p{L}[\p{L} ]{2,24}?)\s+(\S{0,3}\d\S{0,30}|\p{L}{3,9}\.? \d{1,2},? \d{4})$/u

/** Labels precede their values, in the same cell or in the next one. */
function splitLabels(cells: readonly string[]): readonly (readonly string[])[] {
  const [firstCell, ...more] = cells
  const parts = cells.flatMap(splitAtLabels)
  if (parts.length > cells.length) return parts.flatMap((part) => splitLabels([part]))
  if (firstCell !== undefined && more.length === 0) return splitText(firstCell)
  const isLabeled = (cell: string) => cell.includes(': ') && isLabel(cell.slice(0, cell.indexOf(': ')))
  if (cells.length > 2 && (cells.every((cell) => cell.includes(': ')) || cells.some(isLabeled)))
    return cells.flatMap(splitText)
  const isBeforeValue = (at: number) => {
    const [label = '', value = ''] = [cells[at], cells[at + 1]]
    return value !== '' && !value.endsWith(':') && (label.endsWith(':') || isLabel(label)) && !isLabel(value)
  }
  if (cells.length < 4 || cells.length % 2 === 1 || !cells.every((_, at) => at % 2 === 1 || isBeforeValue(at)))
    return [cells]
  return cells.flatMap((label, at) => (at % 2 === 0 ? [[label, cells[at + 1] ?? '']] : []))
}

function splitAtLabels(text: string): string[] {
  const colon = text.indexOf(':')
  const [value = '', ...more] = text
    .slice(colon + 1)
    .split(innerLabelPattern)
    .map((part) => part.trim().replace(/[;|]$/, ''))
  return colon < 0 || value === '' ? [text] : [`${text.slice(0, colon + 1)} ${value}`, ...more]
}

function splitText(text: string): readonly (readonly string[])[] {
  const colon = text.indexOf(': ')
  if (colon >= 1 && !/^\S+ \S+ \S+ \S+ \S+ /.test(text.slice(0, colon)))
    return [[text.slice(0, colon), text.slice(colon + 2).trim()]]
  const { number, day, amount } = checkSentencePattern.exec(text.slice(0, 200))?.groups ?? {}
  if (number)
    return [
      ['Check number', number],
      ...(day ? [['Check date', day]] : []),
      ...(amount ? [['Check amount', amount]] : []),
    ]
  const [, label, value] = plainLabelPattern.exec(text.slice(0, 100)) ?? []
  return label && value && isLabel(label) ? [[label, value]] : [[text]]
}

const amountsOf = (cells: readonly string[]): number[] =>
  cells.slice(1).flatMap((cell) => (/\d/.test(cell) ? (parseMoney(cell)?.cents ?? []) : []))

/** Share of a layout's columns that must be present. */
const minLayoutShare = 0.8

/** Characters. Shorter names also occur inside other words. */
const minNameLength = 6

const keyOf = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '')

/** Name, columns, payer, or file name decide. Several platforms pay through one payer, so it is weaker than columns. */
export function findPlatform(
  platforms: readonly ReportPlatform[],
  file: {
    readonly headers: readonly string[]
    readonly names: readonly string[]
    readonly payers: readonly string[]
    readonly fileName: string
  },
): ReportPlatform | null {
  const fileKey = keyOf(file.fileName)
  return (
    findByName(platforms, file.names) ??
    findByLayout(platforms, file.headers) ??
    findByNamePrefix(platforms, file.names) ??
    findByName(platforms, file.payers) ??
    platforms.find(({ names }) =>
      names.some((name) => keyOf(name).length >= minNameLength && fileKey.includes(keyOf(name))),
    ) ??
    null
  )
}

export function isNameOfPlatform(text: string, platform: ReportPlatform | null): boolean {
  const key = keyOf(text)
  return platform !== null && [...platform.names, ...platform.payerNames].some((name) => keyOf(name) === key)
}

function findByName(platforms: readonly ReportPlatform[], names: readonly string[]): ReportPlatform | undefined {
  const keys = new Set(names.map(keyOf).filter(Boolean))
  return platforms.find((platform) => [...platform.names, ...platform.payerNames].some((name) => keys.has(keyOf(name))))
}

function findByNamePrefix(platforms: readonly ReportPlatform[], texts: readonly string[]): ReportPlatform | undefined {
  const keys = texts.map(keyOf)
  return platforms.find(({ names }) =>
    names.map(keyOf).some((name) => name.length >= minNameLength && keys.some((key) => key.startsWith(name))),
  )
}

function findByLayout(
  platforms: readonly ReportPlatform[],
  originalHeaders: readonly string[],
): ReportPlatform | undefined {
  const headers = new Set(originalHeaders.map(keyOf))
  const layoutScores = platforms.flatMap((platform) =>
    platform.layouts.map(({ columns }) => ({
      platform,
      columns: columns.length,
      share: columns.filter((column) => headers.has(keyOf(column))).length / Math.max(1, columns.length),
    })),
  )
  const [best] = layoutScores
    .filter(({ share, columns }) => share >= minLayoutShare && columns >= 5)
    .sort((one, other) => other.share - one.share || other.columns - one.columns)
  return best?.platform
}
