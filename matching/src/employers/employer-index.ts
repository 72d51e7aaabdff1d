import { cleanText } from '../shared/clean-text.ts'
import {
  ambiguousShortNames,
  isUsableWithoutDivision,
  withoutDivision,
  withoutHeadquarters,
} from './company-divisions.ts'
import { compactName, coreName, entryCore, longName, normalizeName } from './company-names.ts'
import { editDistances } from './edit-distance.ts'
import { type EmployerFinding, type EmployerFindingMethod, emptyEmployerFinding } from './employer-finding.ts'
import { endsInRegion, isKnownPlace, isLocalBody, looksLikePlace } from './employer-places.ts'
import { type EmployerReading, readEmployerText } from './employer-text.ts'
import { hasOnlyJobWords } from './employer-words.ts'
import { domainAndParents, isPublicMailHost, mailDomain } from './mail-domains.ts'
import { createNameTable, type NameEntry, type NameTable, type SimilarName } from './name-table.ts'
import { countTypos } from './typos.ts'

/** Returns the similarity from 0 to 1, ignoring case, punctuation, and legal forms. */
export function nameSimilarity(one: string, other: string): number {
  const [a, b] = [coreName(normalizeName(one)), coreName(normalizeName(other))]
  const longest = Math.max(a.length, b.length)
  return longest === 0 ? 0 : 1 - editDistances(a, b).full / longest
}

export type DirectoryCompany = {
  readonly id: number
  readonly name: string
  readonly aliases: readonly string[]
  readonly domains: readonly string[]
  /** Ids that were merged into this one and still resolve to it. */
  readonly formerIds?: readonly number[] | undefined
  /** Its policy applies if this company has none. */
  readonly parentId?: number | null | undefined
  /** False if the company is known to have no program. */
  readonly hasProgram?: boolean | undefined
}

export type EmployerSignals = {
  readonly companyId?: number | null | undefined
  readonly text?: string | null | undefined
  readonly earlierCompanyId?: number | null | undefined
  readonly email?: string | null | undefined
}

export type EmployerHit = {
  readonly name: string
  readonly companyId: number
  readonly companyName: string
}

export type EmployerIndex = {
  /**
   * Finds an employer by id, stated name, or a single nearly identical name (rules, section 7). Earlier gifts and the
   * work email count only if no employer is stated.
   */
  readonly find: (signals: EmployerSignals) => EmployerFinding
  /** Returns each company once, best first. `exclude` omits companies known to have no program. */
  readonly search: (
    text: string,
    options?: { limit?: number | undefined; exclude?: boolean | undefined },
  ) => EmployerHit[]
  /** Finds the company with this very name or alias; legal forms may differ. Null if none or several have it. */
  readonly companyNamed: (name: string) => number | null
  /** Null for unknown domains and public email hosts. */
  readonly companyAt: (domain: string) => number | null
  /** Returns the company and its ancestors. The first one with a policy applies. */
  readonly lineageOf: (companyId: number) => readonly number[]
}

/** Returns the index. 50,000 companies take about a second and 100 MB, so create it once per edition. */
export function createEmployerIndex(companies: readonly DirectoryCompany[]): EmployerIndex {
  const entries = companies.flatMap((company, position) => entriesOf(company, position))
  const index: Index = {
    companies,
    byId: new Map(
      companies.flatMap((company) => [company.id, ...(company.formerIds ?? [])].map((id) => [id, company] as const)),
    ),
    byPlain: Map.groupBy(entries, ({ plain }) => plain),
    byCore: Map.groupBy(entries, ({ core }) => core),
    byLong: Map.groupBy(entries, ({ core }) => longName(core)),
    byCompact: Map.groupBy(entries, ({ core }) => compactName(core)),
    byDomain: new Map(companies.flatMap((company) => company.domains.map((name) => [name.toLowerCase(), company]))),
    names: createNameTable(entries),
  }
  return {
    find: (signals) => findEmployer(index, signals),
    search: (text, { limit = 10, exclude = false } = {}) => searchNames(index, text, limit, exclude),
    companyNamed: (name) => {
      const plain = normalizeName(name)
      const match =
        matchSingleCompany(index, index.byPlain.get(plain), 1) ??
        matchSingleCompany(index, index.byCore.get(coreName(plain)), 1)
      return match?.company.id ?? null
    },
    companyAt: (domain) => companyOfDomain(index, domain)?.id ?? null,
    lineageOf: (companyId) => lineage(index, companyId),
  }
}

type Index = {
  readonly companies: readonly DirectoryCompany[]
  readonly byId: ReadonlyMap<number, DirectoryCompany>
  readonly byPlain: ReadonlyMap<string, readonly NameEntry[]>
  readonly byCore: ReadonlyMap<string, readonly NameEntry[]>
  readonly byLong: ReadonlyMap<string, readonly NameEntry[]>
  readonly byCompact: ReadonlyMap<string, readonly NameEntry[]>
  readonly byDomain: ReadonlyMap<string, DirectoryCompany>
  readonly names: NameTable
}

function entriesOf({ name, aliases }: DirectoryCompany, companyIndex: number): NameEntry[] {
  return [name, ...aliases].flatMap((text, order) => {
    const plain = normalizeName(text)
    return plain === '' ? [] : [{ text, companyIndex, isAlias: order > 0, plain, core: entryCore(plain) }]
  })
}

const longestText = 500

function findEmployer(index: Index, signals: EmployerSignals): EmployerFinding {
  const text = cleanText(signals.text ?? '', longestText)
  const { meaning, employment, readings } = readEmployerText(text)
  const base = { ...emptyEmployerFinding, text, employment }
  const toFinding = (company: DirectoryCompany, how: EmployerFindingMethod, confidence: number): EmployerFinding => ({
    ...base,
    companyId: company.id,
    companyName: company.name,
    how,
    confidence,
  })
  const findById = (id: number | null | undefined): DirectoryCompany | undefined =>
    typeof id === 'number' ? index.byId.get(id) : undefined
  const companyOfId = findById(signals.companyId)
  if (companyOfId) return toFinding(companyOfId, 'id', 1)
  if (meaning === 'none') return { ...base, how: 'no_employer', confidence: 1 }
  const companyOfHistory = findById(signals.earlierCompanyId)
  const companyOfMail = companyOfDomain(index, mailDomain(signals.email ?? ''))
  if (meaning === 'blank') {
    if (companyOfHistory) return toFinding(companyOfHistory, 'history', 0.9)
    return companyOfMail ? toFinding(companyOfMail, 'domain', 0.9) : base
  }
  const nameMatch = matchReadings(index, text, readings)
  if (nameMatch) return toFinding(nameMatch.company, nameMatch.how, nameMatch.confidence)
  const guesses = [companyOfHistory, companyOfMail].flatMap((company) => company?.id ?? [])
  const names = new Set([readings[0]?.name ?? text, readings.at(-1)?.name ?? text])
  const similarNames = [...names].flatMap((name) => searchNames(index, name, maxCandidates, false))
  const candidates = [...new Set([...guesses, ...similarNames.map(({ companyId }) => companyId)])].slice(
    0,
    maxCandidates,
  )
  return { ...base, how: 'unclear', candidates }
}

const maxCandidates = 5

type NameMatch = {
  readonly company: DirectoryCompany
  readonly how: 'name' | 'alias' | 'fuzzy'
  readonly confidence: number
}

/** Null if people must decide. */
function matchReadings(index: Index, text: string, readings: readonly EmployerReading[]): NameMatch | null {
  for (const reading of readings) {
    const match = matchBothNames(index, reading)
    if (match && reading.mustMatchExactly && beginsOtherName(index, text, match.company.id)) continue
    if (match && reading.shortPlace && matchesOtherWithPlace(index, reading, match.company.id)) continue
    if (match && areRemarksCompatible(index, match.company.id, reading)) return match
  }
  const domain = /^(?:https?:\/\/)?(?:www\.)?([a-z0-9-]+(?:\.[a-z0-9-]+)+)\/?$/i.exec(text.slice(0, 200))
  const address = text.includes(' ') ? null : mailDomain(text)
  const domainCompany = companyOfDomain(index, domain?.[1]?.toLowerCase() ?? address)
  if (domainCompany) return { company: domainCompany, how: 'alias', confidence: 0.95 }
  for (const reading of readings.filter(({ isComplete }) => isComplete)) {
    const match = matchMisspelledName(index, coreName(normalizeName(reading.name)))
    if (match) return match
  }
  return null
}

/** Characters. Such aliases are ambiguous in a longer text: "VA", "ACS". */
const maxShortAliasLength = 3

/** Tries the name as written, without legal forms, with full words, without spaces, and without a division. */
function matchExactName(
  index: Index,
  { name, isComplete, mustMatchExactly = false, shortPlace }: EmployerReading,
): NameMatch | null {
  const plain = normalizeName(name)
  const core = coreName(plain)
  if (core === '' || ambiguousShortNames.has(plain)) return null
  const fullConfidence = isComplete ? 1 : 0.93
  const exactMatch =
    matchSingleCompany(index, index.byPlain.get(plain), fullConfidence) ??
    matchSingleCompany(index, index.byCore.get(core), fullConfidence - 0.03) ??
    matchSingleCompany(index, index.byLong.get(longName(core)), fullConfidence - 0.04) ??
    (core.includes(' ') || core.length > maxShortAliasLength
      ? matchSingleCompany(index, index.byCompact.get(compactName(core)), fullConfidence - 0.04)
      : null)
  if (exactMatch)
    return !isComplete && exactMatch.how === 'alias' && core.length <= maxShortAliasLength ? null : exactMatch
  if (shortPlace) return null
  const coreWithoutDivision = withoutDivision(longName(core)) ?? withoutDivision(core)
  const rest = mustMatchExactly
    ? (withoutHeadquarters(core) ?? (coreWithoutDivision?.includes(' ') ? coreWithoutDivision : null))
    : coreWithoutDivision
  if (rest === null || !isUsableWithoutDivision(rest, core)) return null
  const isShared = ambiguousShortNames.has(rest)
  const company =
    (plain.startsWith('the ')
      ? matchSingleCompany(index, index.byCore.get(`the ${rest}`), fullConfidence - 0.08)
      : null) ??
    (isShared ? null : matchSingleCompany(index, index.byCore.get(rest), fullConfidence - 0.08)) ??
    (isShared ? null : matchSingleCompany(index, index.byCompact.get(compactName(rest)), fullConfidence - 0.1))
  return company && (company.how === 'name' || rest.length > maxShortAliasLength) ? company : null
}

/** "Samsung Austin" begins another company's name. */
function beginsOtherName(index: Index, text: string, companyId: number): boolean {
  let isOther = false
  index.names.beginningWith(`${normalizeName(text)} `, 20, (entry, isStart) => {
    isOther ||= isStart && index.companies[entry.companyIndex]?.id !== companyId
  })
  return isOther
}

/** The name with the full place is another company's, such as "Federal Reserve Bank SF". */
function matchesOtherWithPlace(index: Index, { name, shortPlace }: EmployerReading, companyId: number): boolean {
  return ['', 'of ', 'at ', 'in '].some((link) => {
    const fullName = `${name} ${link}${shortPlace}`
    const otherMatch = matchExactName(index, { name: fullName, isComplete: true, remarks: [] })
    return (otherMatch !== null && otherMatch.company.id !== companyId) || beginsOtherName(index, fullName, companyId)
  })
}

/** Both names belong to the company or to one of its ancestors. */
function matchBothNames(index: Index, reading: EmployerReading): NameMatch | null {
  const match = matchExactName(index, reading)
  if (!match || reading.alternateName === undefined) return match
  const alternateMatch = matchExactName(index, { name: reading.alternateName, isComplete: true, remarks: [] })
  if (!alternateMatch) return null
  if (lineage(index, match.company.id).includes(alternateMatch.company.id)) return match
  return lineage(index, alternateMatch.company.id).includes(match.company.id) ? alternateMatch : null
}

/** "LinkedIn (Microsoft)" is LinkedIn. People must decide on "Target (archery club)". */
function areRemarksCompatible(index: Index, companyId: number, { remarks, places = [] }: EmployerReading): boolean {
  const companyIdOf = (place: string): number | undefined =>
    matchExactName(index, { name: place, isComplete: true, remarks: [] })?.company.id
  if (places.some((place) => !isKnownPlace(place) && (companyIdOf(place) ?? companyId) !== companyId)) return false
  return remarks.every((remark) => {
    const plain = normalizeName(remark)
    const remarkMatch = matchExactName(index, { name: remark, isComplete: true, remarks: [] })
    return remarkMatch !== null || endsInRegion(plain) || looksLikePlace(remark, plain)
  })
}

function matchMisspelledName(index: Index, core: string): NameMatch | null {
  if (ambiguousShortNames.has(core) || hasOnlyJobWords(core)) return null
  const bestByCompany = new Map<number, number>()
  for (const { entry, similarity } of index.names.similarTo(core)) {
    if (countTypos(core, entry.core, isLocalBody(entry.core)) === null) continue
    bestByCompany.set(entry.companyIndex, Math.max(bestByCompany.get(entry.companyIndex) ?? 0, similarity))
  }
  const [only, ...others] = [...bestByCompany]
  const company = only && index.companies[only[0]]
  if (!company || others.length > 0) return null
  return { company, how: 'fuzzy', confidence: Math.round(only[1] * 85) / 100 }
}

/** A company's primary name takes precedence over another's alias. */
function matchSingleCompany(index: Index, entries: readonly NameEntry[] = [], confidence: number): NameMatch | null {
  const names = entries.filter(({ isAlias }) => !isAlias)
  const candidates = names.length > 0 ? names : entries
  const [first] = candidates
  const company = first && index.companies[first.companyIndex]
  if (!first || !company || candidates.some((entry) => entry.companyIndex !== first.companyIndex)) return null
  return { company, how: first.isAlias ? 'alias' : 'name', confidence }
}

function companyOfDomain(index: Index, domain: string | null): DirectoryCompany | null {
  if (!domain || isPublicMailHost(domain)) return null
  for (const name of domainAndParents(domain)) {
    const company = index.byDomain.get(name)
    if (company) return company
  }
  return null
}

/** Short texts match thousands. */
const maxRanked = 4_000

const ranks = { exact: 8, exactAlias: 7, start: 6, startAlias: 5, word: 4, wordAlias: 3, beginning: 0 } as const

type Ranked = { readonly entry: NameEntry; readonly rank: number }

function searchNames(index: Index, text: string, limit: number, exclude: boolean): EmployerHit[] {
  const plain = normalizeName(text)
  if (plain === '' || !(limit > 0)) return []
  const best = new Map<number, Ranked>()
  const offer = (entry: NameEntry, rank: number): void => {
    const current = best.get(entry.companyIndex)
    if (!current || rank > current.rank || (rank === current.rank && entry.text.length < current.entry.text.length)) {
      best.set(entry.companyIndex, { entry, rank })
    }
  }
  const offerPrefixHit = (entry: NameEntry, isStart: boolean): void => offer(entry, rankOf(entry, plain, isStart))
  index.names.beginningWith(plain, maxRanked, offerPrefixHit)
  const core = coreName(plain)
  const compact = core.replaceAll(' ', '')
  if (core !== plain) index.names.beginningWith(core, maxRanked, offerPrefixHit)
  if (compact !== core) index.names.beginningWith(compact, maxRanked, offerPrefixHit)
  if (best.size < limit) offerSimilar(index.names.similarTo(core), core, best.size > 0, offer)
  if (best.size === 0) offerPrefixes(index, core, offer)
  return [...best.values()]
    .filter(({ entry }) => !exclude || index.companies[entry.companyIndex]?.hasProgram !== false)
    .sort(byRank)
    .slice(0, limit)
    .flatMap(({ entry }) => {
      const company = index.companies[entry.companyIndex]
      return company ? [{ name: entry.text, companyId: company.id, companyName: company.name }] : []
    })
}

function rankOf({ plain, core, isAlias }: NameEntry, typed: string, isStart: boolean): number {
  if (plain === typed || core === typed) return isAlias ? ranks.exactAlias : ranks.exact
  if (isStart) return isAlias ? ranks.startAlias : ranks.start
  return isAlias ? ranks.wordAlias : ranks.word
}

const minSimilarity = 0.65
/** Minimum for misspelled names when other names match by prefix. */
const minSimilarityAmongOthers = 0.8
const minMisspelledLength = 4

function offerSimilar(
  similarNames: readonly SimilarName[],
  typed: string,
  hasOthers: boolean,
  offer: (entry: NameEntry, rank: number) => void,
): void {
  if (typed.length < minMisspelledLength) return
  for (const { entry, similarity, prefixSimilarity } of similarNames) {
    const best = Math.max(similarity, prefixSimilarity * 0.95)
    if (best >= (hasOthers ? minSimilarityAmongOthers : minSimilarity)) offer(entry, best + (entry.isAlias ? 0 : 0.01))
  }
}

/** "Boeing Commercial Airplanes" offers Boeing for review, but is no match: "Apple Bank" is not Apple. */
function offerPrefixes(index: Index, core: string, offer: (entry: NameEntry, rank: number) => void): void {
  for (let end = core.lastIndexOf(' '); end > 0; end = core.lastIndexOf(' ', end - 1)) {
    const entries = index.byCore.get(core.slice(0, end)) ?? []
    for (const entry of entries) offer(entry, ranks.beginning)
    if (entries.length > 0) return
  }
}

const byRank = (a: Ranked, b: Ranked): number =>
  b.rank - a.rank ||
  a.entry.text.length - b.entry.text.length ||
  (a.entry.plain < b.entry.plain ? -1 : a.entry.plain > b.entry.plain ? 1 : a.entry.companyIndex - b.entry.companyIndex)

/** A cycle of parents ends where it repeats. */
function lineage({ byId }: Index, companyId: number): number[] {
  const ids: number[] = []
  for (let next = byId.get(companyId); next && !ids.includes(next.id); ) {
    ids.push(next.id)
    next = typeof next.parentId === 'number' ? byId.get(next.parentId) : undefined
  }
  return ids
}
