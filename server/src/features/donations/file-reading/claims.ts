import { type FieldTarget, importTargets } from '@twofold/contract'
import { periodColumns } from './date-parts.ts'
import { fitContent, guessByContent } from './fit-content.ts'
import type { Profile } from './profile-column.ts'
import { otherPeople, scoreWords } from './score-words.ts'

export type MappedOrganization = {
  hasChapters: boolean
  names?: readonly string[]
  fields?: readonly string[]
}

export type Column = {
  at: number
  header: string
  words: string
  hint: string
  question: string
  profile: Profile
  cells: string[]
}
export type Claim = { at: number; target: FieldTarget; score: number; byContent: boolean }

/** Below this score, the user chooses the target. */
const leastScore = 0.35

const targets = [...importTargets.keys()]

export function claimsOf(
  column: Column,
  hasHeader: boolean,
  organization: MappedOrganization,
  isState: boolean,
): Claim[] {
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
    for (const [target, score] of guessByContent(profile, isNamed))
      if (target !== 'amount' || !matchColumn.test(column.words)) claims.push({ at, target, score, byContent: true })
  }
  // A column of email addresses is the donor's: payments call the donor `Account` or `User`.
  if (claims.length === 0 && profile.email >= 0.8 && !otherPeople.test(column.words)) {
    claims.push({ at, target: 'donor.email', score: 0.4, byContent: true })
  }
  return claims
}

/** Money of employers. */
const matchColumn = /\bmatch/

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

export function shareOfOwnNames({ cells }: Column, { names }: Pick<MappedOrganization, 'names'>): number {
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
