import { type DateContext, headerWords, parseDate, parseMoney } from '../../../donations/imports/index.ts'
import { payerName } from './cells.ts'
import type { NamedOrganization, ReportPlatform } from './report.ts'

export type ReportHeader = {
  readonly reference: string
  readonly payer: string
  readonly paidOn: string | null
  readonly periodEnd: string | null
  readonly currency: string
  readonly isFor: NamedOrganization | null
  readonly title: string
  /** Cents of each totals line. */
  readonly totals: readonly (readonly number[])[]
}

const labels = {
  organization:
    /^(charity|non ?profit|organization|organisation|recipient|grantee|agency|npo|ngo|payee|vendor|member|beneficiary|organisme|beneficiaire|organizacion|beneficiario)( name)?$/,
  ein: /^((charity|non ?profit|organization|recipient|federal|charity tax) )?(id|ein|tax id|tax id number|ein tax id|tin)( number)?$/,
  reference:
    /^(disbursement|distribution|remittance|voucher|payout|deposit|settlement|check|cheque|eft|ach|payment|statement|remise|paiement|versement|virement|pago|transferencia|desembolso)( (id|number|numero|reference))?$/,
  payer: /^(payer|payor|paid by|from|remitter|foundation|company|employer|corporation|corporate partner)( name)?$/,
  paidOn:
    /^((disbursement|distribution|remittance|payout|payment|check|cheque|deposit|settlement|bank|statement) date|date paid|paid on|date (de |du )?(paiement|versement|depot|virement|remise)|fecha (de |del )?(pago|deposito|transferencia|desembolso))$/,
  periodEnd: /^period (ending|end|to)$/,
  currency: /^currency$/,
} as const

export function readReportHeader(aside: readonly (readonly string[])[], dates: DateContext): ReportHeader {
  const pairs = aside.flatMap((cells) => splitLabels(cells.map((cell) => cell.trim()).filter(Boolean)))
  const findLabeled = (pattern: RegExp): string => {
    for (const [label, value, ...more] of pairs) {
      if (label && value && more.length === 0 && pattern.test(headerWords(label))) return value
    }
    return ''
  }
  const dayOf = (text: string): string | null => parseDate(text, dates)?.day ?? null
  return {
    reference: findLabeled(labels.reference).slice(0, 100),
    payer: payerName(findLabeled(labels.payer)),
    paidOn: dayOf(findLabeled(labels.paidOn)),
    periodEnd: dayOf(findLabeled(labels.periodEnd)),
    currency: findLabeled(labels.currency),
    isFor: createPayee(findLabeled(labels.organization), parseEin(findLabeled(labels.ein))),
    title:
      pairs.find(([text = '', ...more]) => more.length === 0 && /^\p{L}/u.test(text) && !isTitleOfReport(text))?.[0] ??
      '',
    totals: pairs.filter(([label]) => /\btotals?\b/i.test(label ?? '')).map(amountsOf),
  }
}

const createPayee = (name: string, ein: string) => (name === '' && ein === '' ? null : { name, ein })

/** "12-3456789", "123456789", or "840-123456789" with country code 840; '' for other numbers. */
export const parseEin = (text: string): string =>
  /^(?:840-)?(\d{2})-?(\d{7})$/.exec(text.trim())?.slice(1).join('') ?? ''

export const payeeColumns = { name: labels.organization, ein: labels.ein } as const

/** "Remittance Report" names no payer. */
const isTitleOfReport = (text: string): boolean =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .every((word) => word === '' || titleWordPattern.test(word))

const titleWordPattern =
  /^(reports?|remittances?|statements?|summary|details?|lists?|listing|advice|stub|schedule|export|payments?|payouts?|disbursements?|distributions?|transactions?|donations?|donors?|gifts?|grants?|contributions?|match(es|ing)?|checks?|cheques?|ach|eft|employees?|employers?|corporate|company|members?|monthly|quarterly|annual|weekly|all|of|for|the|and|by|to|from|through|as|on|exported|generated|printed|created|run|period|dates?|page|confidential|rapport|releve|resume|liste|paiements?|versements?|dons?|donateurs?|jumeles?|jumelage|de|des|du|les|informe|resumen|listado|pagos?|donaciones|donativos?|contrapartidas?)$/

/** A line may hold several labels with a colon, each before its value. */
function splitLabels(cells: readonly string[]): readonly (readonly string[])[] {
  const [firstCell, ...more] = cells
  const colon = firstCell?.indexOf(': ') ?? -1
  if (firstCell !== undefined && more.length === 0 && colon >= 1)
    return [[firstCell.slice(0, colon), firstCell.slice(colon + 2).trim()]]
  const isLabel = (at: number) => cells[at]?.endsWith(':') && !cells[at + 1]?.endsWith(':')
  if (cells.length < 4 || cells.length % 2 === 1 || !cells.every((_, at) => at % 2 === 1 || isLabel(at))) return [cells]
  return cells.flatMap((label, at) => (at % 2 === 0 ? [[label, cells[at + 1] ?? '']] : []))
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
