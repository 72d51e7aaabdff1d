import {
  type ColumnIn,
  type ColumnMap,
  columnsIn,
  donationColumns,
  type FieldTarget,
  type ImportTarget,
  importedColumns,
  keyOfHeader,
} from '@twofold/contract'
import { isDeductibleField } from '@twofold/matching'
import { type Claim, type Column, claimsOf, type MappedOrganization } from './claims.ts'
import { headerWords } from './headers.ts'
import { paymentColumns } from './payment-state.ts'
import { profileColumn } from './profile-column.ts'
import { settleNames, withDonorsAbove, withGivers, withLines, withoutCharges, withPayments } from './related-columns.ts'
import type { Table } from './table.ts'

export type ColumnProposal = {
  header: string
  originalHeader: string
  target: ImportTarget
  /** A number from 0 to 1. */
  confidence: number
  reason: string
  /** Never mapped to the match status. */
  paymentState: boolean
}

export type Proposal = { map: ColumnMap; columns: ColumnProposal[] }

export function proposeMap(table: Table, organization: MappedOrganization): Proposal {
  const columns = describeColumns(table)
  const states = new Set(paymentColumns(table).map((column) => column.at))
  const isDownload = isOurDownload(table)
  const namedColumns = namedIn(table, organization)
  const isNamed = ({ header }: Column) => isDownload && namedColumns.has(header)
  const isDownloadOnly = ({ header }: Column) =>
    isDownload && downloadOnlyHeaders.has(header) && !namedColumns.has(header)
  const claims = withLines(
    withPayments(
      withoutCharges(
        columns
          .filter((column) => !isNamed(column) && (!isDownloadOnly(column) || column.header === 'organization'))
          .flatMap((column) => claimsOf(column, table.headerRow > 0, organization, states.has(column.at))),
        columns,
      ),
      columns,
    ),
    columns,
  )
  const assigned = withoutLoneUnit(
    settleNames(assign(withDonorsAbove(withGivers(claims, columns, organization), columns)), columns),
  )
  // Rejected rows from this portal, corrected and uploaded again.
  const isOwnRejectsFile = table.headers.slice(-2).join() === 'row,problem'
  const proposals = columns.map((column): ColumnProposal => {
    const claim = assigned.get(column.at)
    return {
      header: column.header,
      originalHeader: table.originalHeaders[column.at] ?? '',
      target:
        claim?.target ??
        (isDownloadOnly(column) ? 'ignored' : keepAsCustom(column, isOwnRejectsFile, organization.fields)),
      confidence: claim ? Math.round(Math.min(1, claim.score) * 100) / 100 : 0,
      reason: reasonFor(column, claim, states.has(column.at)),
      paymentState: states.has(column.at),
    }
  })
  return { map: Object.fromEntries(proposals.map(({ header, target }) => [header, target])), columns: proposals }
}

/** The CSV was edited and uploaded again. Each row identifies its donation. */
const isOurDownload = ({ headers }: Table): boolean =>
  ['match_id', 'status', 'billing_status', 'estimated_match'].every((header) => headers.includes(header))

const changeable: readonly ColumnIn<'csv' | 'report'>[] = [
  ...([
    'id',
    'transaction_id',
    'donated_at',
    'amount',
    'donor_name',
    'donor_email',
    'donor_city',
    'donor_state',
  ] as const),
  ...(['company_name', 'organization_ein'] as const),
  ...importedColumns,
]

const headersIn = (place: 'csv' | 'report', but: readonly ColumnIn<'csv' | 'report'>[] = []): string[] =>
  columnsIn(place)
    .filter((id) => !but.includes(id))
    .map((id) => keyOfHeader(donationColumns[id].label))

const inList: ReadonlySet<string> = new Set(headersIn('csv'))
const inReport: ReadonlySet<string> = new Set(headersIn('report'))

/**
 * Headers of a downloaded file that are donation fields. A name that only reports use is the report column if other
 * headers identify the file as a report.
 */
function namedIn({ headers }: Table, { fields = [] }: MappedOrganization): ReadonlySet<string> {
  const isReport = headers.some((header) => inReport.has(header) && !inList.has(header) && !fields.includes(header))
  const ownHeaders = isReport ? inReport : inList
  return new Set(fields.filter((field) => !ownHeaders.has(field) && !inList.has(field)))
}

/** Computed by the portal: an old status would make a match external, and received money a custom field. */
const downloadOnlyHeaders: ReadonlySet<string> = new Set([
  ...headersIn('csv', changeable),
  ...headersIn('report', changeable),
])

function describeColumns(table: Table): Column[] {
  const all = table.headers.map((header, at): Column => {
    const cells = table.rows.slice(0, 400).map((row) => row.cells[at] ?? '')
    const words = table.headerRow > 0 ? headerWords(table.originalHeaders[at] ?? '') : ''
    const hint = headerWords(/\(([^()]*)\)/.exec(table.originalHeaders[at] ?? '')?.[1] ?? '')
    return { at, header, words, hint, question: '', profile: profileColumn(cells), cells }
  })
  return all.map((column) => ({ ...column, question: questionOf(column, all) }))
}

const answerWords = /^(?:(.+) )?(?:value|answer|response)( \d+)?$/
const questionWords = ['name', 'label', 'key', 'question']

/**
 * The question is in parentheses ("Arbeitgeber (employer)") or in a label column, as in `Option 1 Name` and `Option 1
 * Value`.
 */
function questionOf(column: Column, all: readonly Column[]): string {
  const [answer, base = '', place = ''] = answerWords.exec(column.words) ?? []
  if (!answer || (!base && !place)) return column.hint
  const labels = questionWords.map((word) => `${base} ${word}${place}`.trim())
  const label = all.find(({ words }) => labels.includes(words))
  const texts = new Set(label?.cells.map((cell) => cell.trim()).filter(Boolean))
  const [only] = texts
  return texts.size === 1 && only ? headerWords(only) : ''
}

function assign(claims: readonly Claim[]): Map<number, Claim> {
  const assigned = new Map<number, Claim>()
  const taken = new Set<FieldTarget>()
  for (const claim of [...claims].sort((a, b) => b.score - a.score || a.at - b.at)) {
    if (assigned.has(claim.at) || taken.has(claim.target)) continue
    assigned.set(claim.at, claim)
    taken.add(claim.target)
  }
  return assigned
}

/** "Unit" without a street is one of measurement. */
function withoutLoneUnit(assigned: Map<number, Claim>): Map<number, Claim> {
  const kept = [...assigned].filter(([, { target }]) => target !== 'address.street2')
  return kept.some(([, { target }]) => target === 'address.street') ? assigned : new Map(kept)
}

const sensitive =
  /\b(passport|ssn|social security|ip|card|cvv|cvc|pan|last 4|last4|birth\w*|dob|password|token|iban|routing|bank account)\b/

/** All but empty columns and those about other people or secrets. Named fields always. */
function keepAsCustom(
  { header, words, profile }: Column,
  isOurs: boolean,
  fields: readonly string[] = [],
): ImportTarget {
  if (fields.includes(header)) return `custom.${header}`
  if (isOurs && (header === 'row' || header === 'problem')) return 'ignored'
  if (profile.filled === 0 || sensitive.test(words)) return 'ignored'
  if (profile.email > 0.3 || profile.phone > 0.5 || profile.url > 0.5) return 'ignored'
  if (isDeductibleField(header)) return profile.money > 0.9 && profile.zero === 1 ? 'ignored' : `custom.${header}`
  if (/\b(fees?|tax|net|handling|insurance|payout|balance)\b/.test(words) && profile.money > 0.5) return 'ignored'
  if (profile.decimal > 0.9 && profile.zero === 1) return 'ignored'
  return `custom.${header}`
}

function reasonFor(column: Column, claim: Claim | undefined, isState: boolean): string {
  if (isState && !claim) return 'Payment status. We use it, but it isn’t the match status.'
  if (claim) return claim.byContent ? 'Its values look like this.' : 'Its name and values match.'
  return column.profile.filled === 0 ? 'The column is empty.' : 'It doesn’t fit any field of a donation.'
}
