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
  return longest === 0 ? 0 : 1 - editDistances(a, b).whole / longest
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
  /** Null for unknown domains and public email hosts. */
  readonly companyAt: (domain: string) => number | null
  /** Returns the company and its ancestors. The first one with a policy applies. */
  readonly lineageOf: (companyId: number) => readonly number[]
}

/** Returns the index. 50,000 companies take about a second and 100 MB, so create it once per edition. */
export function createEmployerIndex(companies: readonly DirectoryCompany[]): EmployerIndex {
  const entries = companies.flatMap((company, place) => entriesOf(company, place))
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

function entriesOf({ name, aliases }: DirectoryCompany, company: number): NameEntry[] {
  return [name, ...aliases].flatMap((text, order) => {
    const plain = normalizeName(text)
    return plain === '' ? [] : [{ text, company, isAlias: order > 0, plain, core: entryCore(plain) }]
  })
}

const longestText = 500

function findEmployer(index: Index, signals: EmployerSignals): EmployerFinding {
  const text = cleanText(signals.text ?? '', longestText)
  const { meaning, employment, readings } = readEmployerText(text)
  const base = { ...emptyEmployerFinding, text, employment }
  const found = (company: DirectoryCompany, how: EmployerFindingMethod, confidence: number): EmployerFinding => ({
    ...base,
    companyId: company.id,
    companyName: company.name,
    how,
    confidence,
  })
  const byId = (id: number | null | undefined): DirectoryCompany | undefined =>
    typeof id === 'number' ? index.byId.get(id) : undefined
  const given = byId(signals.companyId)
  if (given) return found(given, 'id', 1)
  if (meaning === 'none') return { ...base, how: 'no_employer', confidence: 1 }
  const earlier = byId(signals.earlierCompanyId)
  const byMail = companyOfDomain(index, mailDomain(signals.email ?? ''))
  if (meaning === 'nothing') {
    if (earlier) return found(earlier, 'history', 0.9)
    return byMail ? found(byMail, 'domain', 0.9) : base
  }
  const named = namedIn(index, text, readings)
  if (named) return found(named.company, named.how, named.confidence)
  const guesses = [earlier, byMail].flatMap((company) => company?.id ?? [])
  const names = new Set([readings[0]?.name ?? text, readings.at(-1)?.name ?? text])
  const alike = [...names].flatMap((name) => searchNames(index, name, candidatesKept, false))
  const candidates = [...new Set([...guesses, ...alike.map(({ companyId }) => companyId)])].slice(0, candidatesKept)
  return { ...base, how: 'unclear', candidates }
}

const candidatesKept = 5

type Named = {
  readonly company: DirectoryCompany
  readonly how: 'name' | 'alias' | 'fuzzy'
  readonly confidence: number
}

/** Null if people must decide. */
function namedIn(index: Index, text: string, readings: readonly EmployerReading[]): Named | null {
  for (const reading of readings) {
    const named = twinName(index, reading)
    if (named && reading.isBare && beginsAnother(index, text, named.company.id)) continue
    if (named && reading.shortPlace && hasOtherAt(index, reading, named.company.id)) continue
    if (named && asidesAgree(index, named.company.id, reading)) return named
  }
  const domain = /^(?:https?:\/\/)?(?:www\.)?([a-z0-9-]+(?:\.[a-z0-9-]+)+)\/?$/i.exec(text.slice(0, 200))
  const address = text.includes(' ') ? null : mailDomain(text)
  const company = companyOfDomain(index, domain?.[1]?.toLowerCase() ?? address)
  if (company) return { company, how: 'alias', confidence: 0.95 }
  for (const reading of readings.filter(({ isWhole }) => isWhole)) {
    const alike = misspeltName(index, coreName(normalizeName(reading.name)))
    if (alike) return alike
  }
  return null
}

/** Characters. Such aliases are ambiguous in a longer text: "VA", "ACS". */
const shortAlias = 3

/** Tries the name as written, without legal forms, with full words, without spaces, and without a division. */
function exactName(index: Index, { name, isWhole, isBare = false, shortPlace }: EmployerReading): Named | null {
  const plain = normalizeName(name)
  const core = coreName(plain)
  if (core === '' || ambiguousShortNames.has(plain)) return null
  const surest = isWhole ? 1 : 0.93
  const exact =
    oneCompany(index, index.byPlain.get(plain), surest) ??
    oneCompany(index, index.byCore.get(core), surest - 0.03) ??
    oneCompany(index, index.byLong.get(longName(core)), surest - 0.04) ??
    (core.includes(' ') || core.length > shortAlias
      ? oneCompany(index, index.byCompact.get(compactName(core)), surest - 0.04)
      : null)
  if (exact) return !isWhole && exact.how === 'alias' && core.length <= shortAlias ? null : exact
  if (shortPlace) return null
  const arm = withoutDivision(longName(core)) ?? withoutDivision(core)
  const rest = isBare ? (withoutHeadquarters(core) ?? (arm?.includes(' ') ? arm : null)) : arm
  if (rest === null || !isUsableWithoutDivision(rest, core)) return null
  const isShared = ambiguousShortNames.has(rest)
  const company =
    (plain.startsWith('the ') ? oneCompany(index, index.byCore.get(`the ${rest}`), surest - 0.08) : null) ??
    (isShared ? null : oneCompany(index, index.byCore.get(rest), surest - 0.08)) ??
    (isShared ? null : oneCompany(index, index.byCompact.get(compactName(rest)), surest - 0.1))
  return company && (company.how === 'name' || rest.length > shortAlias) ? company : null
}

/** "Samsung Austin" begins another company's name. */
function beginsAnother(index: Index, text: string, companyId: number): boolean {
  let isAnother = false
  index.names.beginningWith(`${normalizeName(text)} `, 20, (entry, isStart) => {
    isAnother ||= isStart && index.companies[entry.company]?.id !== companyId
  })
  return isAnother
}

/** The name with the full place is another company's, such as "Federal Reserve Bank SF". */
function hasOtherAt(index: Index, { name, shortPlace }: EmployerReading, companyId: number): boolean {
  return ['', 'of ', 'at ', 'in '].some((link) => {
    const whole = `${name} ${link}${shortPlace}`
    const other = exactName(index, { name: whole, isWhole: true, asides: [] })
    return (other !== null && other.company.id !== companyId) || beginsAnother(index, whole, companyId)
  })
}

/** Both names belong to the company or to one of its ancestors. */
function twinName(index: Index, reading: EmployerReading): Named | null {
  const named = exactName(index, reading)
  if (!named || reading.twin === undefined) return named
  const twin = exactName(index, { name: reading.twin, isWhole: true, asides: [] })
  if (!twin) return null
  if (lineage(index, named.company.id).includes(twin.company.id)) return named
  return lineage(index, twin.company.id).includes(named.company.id) ? twin : null
}

/** "LinkedIn (Microsoft)" is LinkedIn. People must decide on "Target (archery club)". */
function asidesAgree(index: Index, companyId: number, { asides, places = [] }: EmployerReading): boolean {
  const at = (place: string): number | undefined =>
    exactName(index, { name: place, isWhole: true, asides: [] })?.company.id
  if (places.some((place) => !isKnownPlace(place) && (at(place) ?? companyId) !== companyId)) return false
  return asides.every((aside) => {
    const plain = normalizeName(aside)
    const other = exactName(index, { name: aside, isWhole: true, asides: [] })
    return other !== null || endsInRegion(plain) || looksLikePlace(aside, plain)
  })
}

function misspeltName(index: Index, core: string): Named | null {
  if (ambiguousShortNames.has(core) || hasOnlyJobWords(core)) return null
  const best = new Map<number, number>()
  for (const { entry, whole } of index.names.alike(core)) {
    if (countTypos(core, entry.core, isLocalBody(entry.core)) === null) continue
    best.set(entry.company, Math.max(best.get(entry.company) ?? 0, whole))
  }
  const [only, ...others] = [...best]
  const company = only && index.companies[only[0]]
  if (!company || others.length > 0) return null
  return { company, how: 'fuzzy', confidence: Math.round(only[1] * 85) / 100 }
}

/** A company's primary name takes precedence over another's alias. */
function oneCompany(index: Index, entries: readonly NameEntry[] = [], confidence: number): Named | null {
  const names = entries.filter(({ isAlias }) => !isAlias)
  const pool = names.length > 0 ? names : entries
  const [first] = pool
  const company = first && index.companies[first.company]
  if (!first || !company || pool.some((entry) => entry.company !== first.company)) return null
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
const rankedAtMost = 4_000

const ranks = { exact: 8, exactAlias: 7, start: 6, startAlias: 5, word: 4, wordAlias: 3, beginning: 0 } as const

type Ranked = { readonly entry: NameEntry; readonly rank: number }

function searchNames(index: Index, text: string, limit: number, exclude: boolean): EmployerHit[] {
  const plain = normalizeName(text)
  if (plain === '' || !(limit > 0)) return []
  const best = new Map<number, Ranked>()
  const offer = (entry: NameEntry, rank: number): void => {
    const known = best.get(entry.company)
    if (!known || rank > known.rank || (rank === known.rank && entry.text.length < known.entry.text.length)) {
      best.set(entry.company, { entry, rank })
    }
  }
  const take = (entry: NameEntry, isStart: boolean): void => offer(entry, rankOf(entry, plain, isStart))
  index.names.beginningWith(plain, rankedAtMost, take)
  const core = coreName(plain)
  const compact = core.replaceAll(' ', '')
  if (core !== plain) index.names.beginningWith(core, rankedAtMost, take)
  if (compact !== core) index.names.beginningWith(compact, rankedAtMost, take)
  if (best.size < limit) offerAlike(index.names.alike(core), core, best.size > 0, offer)
  if (best.size === 0) offerBeginning(index, core, offer)
  return [...best.values()]
    .filter(({ entry }) => !exclude || index.companies[entry.company]?.hasProgram !== false)
    .sort(byRank)
    .slice(0, limit)
    .flatMap(({ entry }) => {
      const company = index.companies[entry.company]
      return company ? [{ name: entry.text, companyId: company.id, companyName: company.name }] : []
    })
}

function rankOf({ plain, core, isAlias }: NameEntry, typed: string, isStart: boolean): number {
  if (plain === typed || core === typed) return isAlias ? ranks.exactAlias : ranks.exact
  if (isStart) return isAlias ? ranks.startAlias : ranks.start
  return isAlias ? ranks.wordAlias : ranks.word
}

const alikeFrom = 0.65
/** Minimum for misspelled names when other names match by prefix. */
const alikeBesideFrom = 0.8
const shortestMisspelt = 4

function offerAlike(
  alike: readonly SimilarName[],
  typed: string,
  isBeside: boolean,
  offer: (entry: NameEntry, rank: number) => void,
): void {
  if (typed.length < shortestMisspelt) return
  for (const { entry, whole, beginning } of alike) {
    const similarity = Math.max(whole, beginning * 0.95)
    if (similarity >= (isBeside ? alikeBesideFrom : alikeFrom)) offer(entry, similarity + (entry.isAlias ? 0 : 0.01))
  }
}

/** "Boeing Commercial Airplanes" offers Boeing for review, but is no match: "Apple Bank" is not Apple. */
function offerBeginning(index: Index, core: string, offer: (entry: NameEntry, rank: number) => void): void {
  for (let end = core.lastIndexOf(' '); end > 0; end = core.lastIndexOf(' ', end - 1)) {
    const entries = index.byCore.get(core.slice(0, end)) ?? []
    for (const entry of entries) offer(entry, ranks.beginning)
    if (entries.length > 0) return
  }
}

const byRank = (a: Ranked, b: Ranked): number =>
  b.rank - a.rank ||
  a.entry.text.length - b.entry.text.length ||
  (a.entry.plain < b.entry.plain ? -1 : a.entry.plain > b.entry.plain ? 1 : a.entry.company - b.entry.company)

/** A cycle of parents ends where it repeats. */
function lineage({ byId }: Index, companyId: number): number[] {
  const line: number[] = []
  for (let next = byId.get(companyId); next && !line.includes(next.id); ) {
    line.push(next.id)
    next = typeof next.parentId === 'number' ? byId.get(next.parentId) : undefined
  }
  return line
}
