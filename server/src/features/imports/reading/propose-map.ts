import { type ColumnMap, type FieldTarget, type ImportTarget, importTargets } from '@twofold/contract'
import { fitContent, guessByContent } from './fit-content.ts'
import { headerWords } from './headers.ts'
import { paymentColumns } from './payment-state.ts'
import { type Profile, profileColumn } from './profile-column.ts'
import { scoreWords } from './score-words.ts'
import type { Table } from './table.ts'

export type ColumnProposal = {
  header: string
  originalHeader: string
  target: ImportTarget
  /** 0 to 1 */
  confidence: number
  reason: string
  /** Tells how a payment went; never mapped to the product's own status. */
  paymentState: boolean
}

export type Proposal = { map: ColumnMap; columns: ColumnProposal[] }

export type MappedOrganization = {
  hasChapters: boolean
  names?: readonly string[]
  /** Keys of the donation fields that the organization has named: their columns are kept. */
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

/** Below this a target is rather left to the person. */
const leastScore = 0.35

const targets = [...importTargets.keys()]

/** A target for every column, by its name and by what stands in it. */
export function proposeMap(table: Table, organization: MappedOrganization): Proposal {
  const columns = describeColumns(table)
  const states = new Set(paymentColumns(table).map((column) => column.at))
  const claims = withoutTips(
    columns.flatMap((column) => claimsOf(column, table.headerRow > 0, organization, states.has(column.at))),
    columns,
  )
  const assigned = settleNames(assign(claims), columns)
  // Our own file of rejected rows, mended and uploaded again.
  const isOurs = table.headers.slice(-2).join() === 'row,problem'
  const isDownload = isOurDownload(table)
  const proposals = columns.map((column): ColumnProposal => {
    const isTold = isDownload && toldByUs.has(column.header)
    const claim = isTold && column.header !== 'organization' ? undefined : assigned.get(column.at)
    return {
      header: column.header,
      originalHeader: table.originalHeaders[column.at] ?? '',
      target: claim?.target ?? (isTold ? 'ignored' : keepBeside(column, isOurs, organization.fields)),
      confidence: claim ? Math.round(Math.min(1, claim.score) * 100) / 100 : 0,
      reason: reasonFor(column, claim, states.has(column.at)),
      paymentState: states.has(column.at),
    }
  })
  return { map: Object.fromEntries(proposals.map(({ header, target }) => [header, target])), columns: proposals }
}

/** Our own list of donations as CSV, changed and uploaded again: each row names its donation. */
const isOurDownload = ({ headers }: Table): boolean =>
  ['match_id', 'status', 'billing_status', 'estimated_match'].every((header) => headers.includes(header))

/**
 * What the portal says about a donation, as it was on the day of the download. A status from there would make a match that has
 * moved on an external one.
 */
const toldByUs: ReadonlySet<string> = new Set([
  'currency',
  'organization',
  'status',
  'billing_status',
  'estimated_match',
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

/** What stands in brackets may be the question ("Arbeitgeber (employer)"). `Option 1 Name` says "Employer" in every row: then that is the name of `Option 1 Value`. */
function questionOf(column: Column, all: readonly Column[]): string {
  const base = /^(.+) (value|answer|response)$/.exec(column.words)?.[1]
  if (!base) return column.hint
  const label = all.find(
    ({ words }) =>
      words === `${base} name` || words === `${base} label` || words === `${base} key` || words === `${base} question`,
  )
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
  // A name that says anything at all is believed before the cells are.
  const saysNothing = !hasHeader || !knownWord.test(column.words)
  if (claims.length === 0 && saysNothing) {
    for (const [target, score] of guessByContent(profile, hasHeader))
      claims.push({ at, target, score, byContent: true })
  }
  return claims
}

const knownWord =
  /\b(id|number|date|time|name|email|address|phone|mobile|status|type|amount|total|fee|fees|tax|net|url|link|code|note|notes|comment|comments|message|description|campaign|fund|form|page|currency|method|state|city|zip|country|birthday|username|user|ip|staff|created|updated|balance|price|quantity|card|brand|device|staff|source|medium|location|designation|title|language|gender|salutation|prefix|suffix|occupation|description|gateway|processor|channel|reason)\b/

function scoreOf(column: Column, target: FieldTarget, organization: MappedOrganization, isState: boolean): number {
  const { words, profile } = column
  if (target === 'organization_name') return scoreOrganization(column, organization)
  if (target === 'status') return !isState && /^(match )?status$/.test(words) && isMatchStatus(column) ? 0.8 : 0
  const byName = Math.max(
    scoreWords(words, target),
    target === 'company.name' ? scoreWords(column.question, target) : 0,
  )
  return byName === 0 ? 0 : byName * fitContent(target, profile)
}

/** Without chapters nobody needs the name, and a wrong column there would reject every row. */
function scoreOrganization(column: Column, { hasChapters, names }: MappedOrganization): number {
  const isExact = column.header === 'organization_name'
  if (!hasChapters) return isExact && column.profile.words > 0.5 ? 0.8 : 0
  const known = new Set(names?.map(organizationKey))
  const texts = column.cells.filter((cell) => cell.trim() !== '')
  const share = texts.length === 0 ? 0 : texts.filter((cell) => known.has(organizationKey(cell))).length / texts.length
  if (share >= 0.5) return 0.93 + share * 0.05
  const byName = scoreWords(column.words, 'organization_name')
  return known.size > 0 && !isExact && share === 0 ? byName * 0.4 : byName
}

/** Names of organizations are compared without case, accents and punctuation. */
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

const isMatchStatus = ({ cells }: Column) => cells.every((cell) => cell.trim() === '' || matchStatus.test(cell.trim()))

/** Where donors left a tip to the platform, the total holds it, and the gift stands in a column of its own. */
function withoutTips(claims: readonly Claim[], columns: readonly Column[]): Claim[] {
  const hasTips = columns.some(
    ({ words, profile }) => /\b(tips?|gift assist)\b/.test(words) && profile.money > 0.5 && profile.zero < 1,
  )
  if (!hasTips) return [...claims]
  return claims.map((claim) => {
    const isTotal = claim.target === 'amount' && /\b(total|gross|charged|paid)\b/.test(columns[claim.at]?.words ?? '')
    return isTotal ? { ...claim, score: Math.max(leastScore, claim.score * 0.6) } : claim
  })
}

/** The strongest claim first; each column and each target is given once. */
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

/** One full name is enough; a weak one ("Account Name") gives way to first and last name. */
function settleNames(assigned: Map<number, Claim>, columns: readonly Column[]): Map<number, Claim> {
  const find = (target: FieldTarget) => [...assigned.values()].find((claim) => claim.target === target)
  const full = find('donor.name')
  const first = find('donor.first_name')
  const last = find('donor.last_name')
  if (!full || (!first && !last)) return assigned
  const filled = columns[full.at]?.profile.filled ?? 0
  const partsFilled = last ? (columns[last.at]?.profile.filled ?? 0) : 0
  const isWeak = first && last && (full.score < 0.6 || filled < partsFilled * 0.8)
  if (isWeak) assigned.delete(full.at)
  else for (const part of [first, last]) if (part) assigned.delete(part.at)
  return assigned
}

/** Never wanted beside a gift: secrets of cards and persons. */
const sensitive =
  /\b(passport|ssn|social security|ip|card|cvv|cvc|pan|last 4|last4|birth\w*|dob|password|token|iban|routing|bank account)\b/

/** Unmapped columns stay readable beside the gift, except empty ones and what concerns other people or secrets; named fields always. */
function keepBeside({ header, words, profile }: Column, isOurs: boolean, fields: readonly string[] = []): ImportTarget {
  if (fields.includes(header)) return `custom.${header}`
  if (isOurs && (header === 'row' || header === 'problem')) return 'ignored'
  if (profile.filled === 0 || sensitive.test(words)) return 'ignored'
  if (profile.email > 0.3 || profile.phone > 0.5 || profile.url > 0.5) return 'ignored'
  if (/\b(fees?|tax|net|handling|insurance|payout|balance)\b/.test(words) && profile.money > 0.5) return 'ignored'
  if (profile.decimal > 0.9 && profile.zero === 1) return 'ignored'
  return `custom.${header}`
}

function reasonFor(column: Column, claim: Claim | undefined, isState: boolean): string {
  if (isState && !claim)
    return 'Tells how the payment went; it is read from here, but it is not the status of the match.'
  if (claim) return claim.byContent ? 'What stands in it looks like this.' : 'Its name says so, and its cells agree.'
  return column.profile.filled === 0 ? 'The column is empty.' : 'No field of a donation goes with it.'
}
