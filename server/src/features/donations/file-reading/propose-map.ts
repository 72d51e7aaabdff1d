import {
  type ColumnIn,
  type ColumnMap,
  columnsIn,
  donationColumns,
  type FieldTarget,
  type ImportTarget,
  importedColumns,
  importTargets,
  keyOfHeader,
} from '@twofold/contract'
import { isDeductibleField } from '@twofold/matching'
import { periodColumns } from './date-parts.ts'
import { type Extras, extrasReader } from './extras.ts'
import { fitContent, guessByContent } from './fit-content.ts'
import { headerWords } from './headers.ts'
import { parseMoney } from './money.ts'
import { paymentColumns } from './payment-state.ts'
import { type Profile, profileColumn } from './profile-column.ts'
import { otherPeople, scoreWords } from './score-words.ts'
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

export type MappedOrganization = {
  hasChapters: boolean
  names?: readonly string[]
  fields?: readonly string[]
}

type Column = {
  at: number
  header: string
  words: string
  hint: string
  question: string
  profile: Profile
  cells: string[]
}
type Claim = { at: number; target: FieldTarget; score: number; byContent: boolean }

/** Below this score, the user chooses the target. */
const leastScore = 0.35

const targets = [...importTargets.keys()]

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

function claimsOf(column: Column, hasHeader: boolean, organization: MappedOrganization, isState: boolean): Claim[] {
  const claims: Claim[] = []
  const { at, profile } = column
  for (const target of targets) {
    const score = scoreOf(column, target, organization, isState)
    if (score >= leastScore) claims.push({ at, target, score, byContent: false })
  }
  // A meaningful name takes precedence over the cells.
  const isPeriod = periodColumns({ originalHeaders: [column.words] }).length > 0
  const isNamed = hasHeader && !opaqueName.test(column.words) && !isPeriod
  const isVague = !isPeriod && (!isNamed || !knownWord.test(column.words))
  if (claims.length === 0 && isVague) {
    for (const [target, score] of guessByContent(profile, isNamed)) claims.push({ at, target, score, byContent: true })
  }
  // A column of email addresses is the donor's: payments call the donor `Account` or `User`.
  if (claims.length === 0 && profile.email >= 0.8 && !otherPeople.test(column.words)) {
    claims.push({ at, target: 'donor.email', score: 0.4, byContent: true })
  }
  return claims
}

const opaqueName = /^(c|col|column|field|f|unnamed|var|x|spalte|colonne|columna|campo)( ?\d+)?$|^\d+$|^[a-z]{1,2}$/

const knownWord =
  /\b(id|number|date|time|name|email|address|phone|mobile|account|status|type|amount|total|fee|fees|tax|net|url|link|code|note|notes|comment|comments|message|description|campaign|fund|form|page|currency|method|state|city|zip|country|birthday|username|user|ip|staff|created|updated|balance|price|quantity|card|brand|device|staff|source|medium|location|designation|title|language|gender|salutation|prefix|suffix|occupation|description|gateway|processor|channel|reason)\b/

const exactScore = 0.96

const isNamedLike = ({ header }: Column, target: FieldTarget): boolean =>
  header === target && (target === 'amount' || target === 'transaction_id')

function scoreOf(column: Column, target: FieldTarget, organization: MappedOrganization, isState: boolean): number {
  const { words, profile } = column
  if (target === 'organization_name') return scoreOrganization(column, organization)
  if (target === 'address.state' && isState) return 0
  if (target === 'status') return !isState && /^(match )?status$/.test(words) && isMatchStatus(column) ? 0.8 : 0
  if (target === 'company.name' && likeEmployers(column, organization) > 0) return likeEmployers(column, organization)
  // "Amount (fee)" next to "Amount (total)".
  if (target === 'amount' && /\b(fees?|tax|tips?|refund(ed|s)?|discounts?)\b/.test(column.hint)) return 0
  const byName = Math.max(
    scoreWords(words, target),
    target === 'company.name' ? scoreWords(column.question, target) : 0,
  )
  const fit = byName === 0 ? 0 : fitContent(target, profile)
  if (!isNamedLike(column, target)) return byName * fit
  // Without another amount, rows with a remark come back with their reason.
  return fit > 0 ? Math.max(exactScore, byName * fit) : target === 'amount' && profile.filled > 0 ? leastScore : 0
}

/** Its cells are names of the family, or at least not employers; unknown names lead to a question. */
function scoreOrganization(column: Column, organization: MappedOrganization): number {
  const { hasChapters, names } = organization
  const isExact = column.header === 'organization_name'
  const share = shareOfOwnNames(column, organization)
  const isEmployers = likeEmployers(column, organization) > 0 && column.profile.employer >= 0.25
  if (isExact && column.profile.words > 0.5 && !isEmployers) return exactScore
  if (!hasChapters || /^(from|to)$/.test(column.words)) return 0
  if (share >= 0.5) return 0.93 + share * 0.05
  if (likeEmployers(column, organization) > 0) return 0
  const byName = scoreWords(column.words, 'organization_name')
  return names && names.length > 0 && !isExact && share === 0 ? byName * 0.4 : byName
}

function shareOfOwnNames({ cells }: Column, { names }: Pick<MappedOrganization, 'names'>): number {
  const known = new Set(names?.map(organizationKey))
  const texts = cells.filter((cell) => cell.trim() !== '')
  return texts.length === 0 ? 0 : texts.filter((cell) => known.has(organizationKey(cell))).length / texts.length
}

function likeEmployers(column: Column, organization: MappedOrganization): number {
  const { words, profile } = column
  if (!employerByContent.test(words) || profile.words < 0.5 || profile.person > 0.7) return 0
  if (shareOfOwnNames(column, organization) >= 0.2) return 0
  if (profile.employer >= 0.25 || (profile.distinct >= 8 && profile.employer >= 0.1)) return 0.7
  // Without chapters, several organization names are hardly the family's.
  return !organization.hasChapters && organization.names && profile.distinct >= 3 ? 0.45 : 0
}

const employerByContent =
  /^(donor |primary |contact |constituent )?(organization|org|account|group|affiliation)( name)?$/

/** The key ignores case, accents, and punctuation. */
export const organizationKey = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/&/g, ' and ')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

const matchStatus =
  /^(match completed|match request under review|npo to verify.*|submitted|donor to .*|original signature only|company (policy incomplete|has no matching program)|below company minimum|against company policy|npo .*|donation can'?t be matched.*|donor (no response|declined|engaged)|recurring hold|missing company hold|awaiting donor opt-?in)$/i

/** "Submitted" is a word of every tool, so alone it is not a status to record. Later files may fill a blank column. */
function isMatchStatus({ cells, header }: Column): boolean {
  const texts = cells.map((cell) => cell.trim()).filter(Boolean)
  if (texts.length === 0) return header === 'status'
  return texts.every((text) => matchStatus.test(text)) && !texts.every((text) => /^submitted$/i.test(text))
}

/**
 * Prefers the gift to what was charged: an amount that exceeds another one by the tip, by the fees that the donor
 * covered, or by tickets, in every row.
 */
function withoutCharges(claims: readonly Claim[], columns: readonly Column[]): Claim[] {
  const centsAt = (at: number, row: number) => Math.abs(parseMoney(columns[at]?.cells[row] ?? '')?.cents ?? 0)
  const extras = extrasReader(columns.map(({ words }) => words))
  const onTop = [...(columns[0]?.cells.keys() ?? [])].map((row) => ({
    row,
    ...extras(columns.map(({ cells }) => cells[row] ?? '')),
  }))
  const extraOf = [
    ({ tip }: Extras) => tip,
    ({ coveredFee }: Extras) => coveredFee,
    ({ tip, coveredFee }: Extras) => tip + coveredFee,
    ({ tickets }: Extras) => tickets,
    ({ tip, coveredFee, tickets }: Extras) => tip + coveredFee + tickets,
  ]
  const isCharge = (charge: Claim, gift: Claim) =>
    extraOf.some(
      (extra) =>
        onTop.some((paid) => extra(paid) > 0) &&
        onTop.every((paid) => centsAt(charge.at, paid.row) === centsAt(gift.at, paid.row) + extra(paid)),
    )
  const amounts = claims.filter(({ target }) => target === 'amount')
  return claims.map((claim) => {
    const gifts = claim.target === 'amount' ? amounts.filter((gift) => isCharge(claim, gift)) : []
    return { ...claim, score: Math.min(claim.score, ...gifts.map(({ score }) => score / 2)) }
  })
}

const balanceColumn = /\b(balance|outstanding|remaining|unpaid|due|owed|left)\b/
const paidColumn = /\b(paid|received|collected)\b/

/** A pledge counts with its payments, which add up to the amount together with the balance. */
function withPayments(claims: readonly Claim[], columns: readonly Column[]): Claim[] {
  const centsAt = (at: number, row: number) => Math.abs(parseMoney(columns[at]?.cells[row] ?? '')?.cents ?? 0)
  const rows = [...(columns[0]?.cells.keys() ?? [])]
  const money = columns.filter(({ profile }) => profile.money > 0.5)
  const balances = money.filter(
    ({ words, at }) => balanceColumn.test(words) && rows.some((row) => centsAt(at, row) > 0),
  )
  const payments = claims.flatMap((claim) =>
    claim.target === 'amount' && !balances.some(({ at }) => at === claim.at)
      ? money
          .filter(
            (paid) =>
              paid.at !== claim.at &&
              paidColumn.test(paid.words) &&
              balances.some(({ at }) =>
                rows.every((row) => centsAt(paid.at, row) + centsAt(at, row) === centsAt(claim.at, row)),
              ),
          )
          .map(({ at }) => ({ ...claim, at, score: claim.score + 0.3 }))
      : [],
  )
  return [...claims, ...payments]
}

/** Where an organization replaces the name of a person, it is the giver, and not the organization that received the gift. */
function withGivers(claims: readonly Claim[], columns: readonly Column[], organization: MappedOrganization): Claim[] {
  const names = claims.filter(({ target, score }) => nameTargets.includes(target) && score >= 0.5).map(({ at }) => at)
  const isFilled = (at: number, row: number) => (columns[at]?.cells[row] ?? '').trim() !== ''
  const rows = [...(columns[0]?.cells.keys() ?? [])]
  const isNamed = (row: number) => names.some((at) => isFilled(at, row))
  return claims.map((claim) => {
    const column = columns[claim.at]
    const replaces =
      claim.target === 'organization_name' &&
      column !== undefined &&
      shareOfOwnNames(column, organization) === 0 &&
      rows.some((row) => isFilled(claim.at, row)) &&
      rows.some(isNamed) &&
      rows.every((row) => !isFilled(claim.at, row) || !isNamed(row))
    return replaces ? { ...claim, target: 'company.name', score: Math.min(claim.score, 0.7) } : claim
  })
}

const nameTargets: readonly string[] = ['donor.name', 'donor.first_name', 'donor.last_name']

/** Accounting reports name each donor alone in a row above the gifts, in a first column without a name. */
function withDonorsAbove(claims: readonly Claim[], columns: readonly Column[]): Claim[] {
  const [first, ...others] = columns
  const hasDonor = claims.some(({ target }) => nameTargets.includes(target) || target === 'donor.email')
  if (first?.words !== '' || hasDonor || columns.every(({ words }) => words === '')) return [...claims]
  const isFilled = (column: Column, row: number) => (column.cells[row] ?? '').trim() !== ''
  const rows = [...first.cells.keys()].filter((row) => isFilled(first, row))
  if (rows.length === 0 || !rows.every((row) => others.every((column) => !isFilled(column, row)))) return [...claims]
  return [...claims.filter(({ at }) => at !== 0), { at: 0, target: 'donor.name', score: 0.5, byContent: true }]
}

const orderId =
  /^(order|transaction|donation|payment|receipt|confirmation|purchase|registration|gift|invoice)( (id|number|identifier|code))?$/
const lineId =
  /^(attendee|participant|registrant|guest|ticket|line|line ?item|item|detail|split|allocation|entry|row)( item)? (id|number|identifier|key|code|barcode)$/

const lineAmount = /^(item|line|line ?item|row) (amount|total|price)$/

/** If an order spans several rows, the unique ID and the amount are those of the attendee or line. */
function withLines(claims: readonly Claim[], columns: readonly Column[]): Claim[] {
  const repeats = columns.some(
    ({ words, profile }) =>
      /^line ?item quantity$/.test(words) || (orderId.test(words) && profile.filled > 0.5 && profile.unique < 0.97),
  )
  if (!repeats) return [...claims]
  const isOfLine = ({ at, target }: Claim) => target === 'amount' && lineAmount.test(columns[at]?.words ?? '')
  const line = columns.find(
    ({ words, profile }) =>
      lineId.test(words) && profile.filled > 0.97 && profile.unique === 1 && profile.decimal < 0.5,
  )
  return [
    ...claims.map((claim) => (isOfLine(claim) ? { ...claim, score: claim.score + 0.3 } : claim)),
    ...(line ? [{ at: line.at, target: 'transaction_id', score: 0.99, byContent: false } as const] : []),
  ]
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

const household = /\b(family|household)$/i

/** A weak full name ("Account Name", households) is replaced by first and last name. */
function settleNames(assigned: Map<number, Claim>, columns: readonly Column[]): Map<number, Claim> {
  const find = (target: FieldTarget) => [...assigned.values()].find((claim) => claim.target === target)
  const full = find('donor.name')
  const first = find('donor.first_name')
  const last = find('donor.last_name')
  if (!full || (!first && !last)) return assigned
  const filled = columns[full.at]?.profile.filled ?? 0
  const partsFilled = last ? (columns[last.at]?.profile.filled ?? 0) : 0
  const cells = columns[full.at]?.cells ?? []
  const households = cells.filter((cell) => household.test(cell.trim())).length / Math.max(1, cells.length)
  const isWeak = first && last && (full.score < 0.6 || filled < partsFilled * 0.8 || households > filled / 2)
  if (isWeak) assigned.delete(full.at)
  else for (const part of [first, last]) if (part) assigned.delete(part.at)
  return assigned
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
