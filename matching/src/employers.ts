import { coreName, plainName, readEmployerText } from './company-names.ts'
import { type EmployerFinding, type EmployerHow, noEmployer } from './employer-finding.ts'
import { domainsOf, isPublicMailHost, mailDomain } from './mail-domains.ts'
import { type Alike, createNameTable, type NameEntry, type NameTable } from './name-table.ts'
import { shownText } from './shown-text.ts'

export type DirectoryCompany = {
  readonly id: number
  readonly name: string
  readonly aliases: readonly string[]
  readonly domains: readonly string[]
  /** The company whose policy counts where this one has none of its own. */
  readonly parentId?: number | null | undefined
  /** False: known to have no program. Missing: not known here. */
  readonly hasProgram?: boolean | undefined
}

export type EmployerSignals = {
  readonly companyId?: number | null | undefined
  /** As the donor or the file wrote it. */
  readonly text?: string | null | undefined
  /** The employer on the donor's gifts of the last 13 months. */
  readonly earlierCompanyId?: number | null | undefined
  readonly email?: string | null | undefined
}

export type EmployerHit = {
  /** The name or alias that was hit. */
  readonly name: string
  readonly companyId: number
  readonly companyName: string
}

export type EmployerIndex = {
  /** Section 7 of the rules: id, exact name, earlier gifts, work e-mail, one clear name spelt almost alike. */
  readonly find: (signals: EmployerSignals) => EmployerFinding
  /** As you type, best first, each company once. `exclude` leaves out companies known to have no program. */
  readonly search: (
    text: string,
    options?: { limit?: number | undefined; exclude?: boolean | undefined },
  ) => EmployerHit[]
  /** The company, then its parents upward: the first with a policy is the one that counts. */
  readonly lineageOf: (companyId: number) => readonly number[]
}

/** What is put into place once per edition of the directory; 50,000 companies take about a second and 100 MB. */
export function createEmployerIndex(companies: readonly DirectoryCompany[]): EmployerIndex {
  const entries = companies.flatMap((company, place) => entriesOf(company, place))
  const index: Index = {
    companies,
    byId: new Map(companies.map((company) => [company.id, company])),
    byPlain: Map.groupBy(entries, ({ plain }) => plain),
    byCore: Map.groupBy(entries, ({ core }) => core),
    byDomain: new Map(companies.flatMap((company) => company.domains.map((name) => [name.toLowerCase(), company]))),
    names: createNameTable(entries),
  }
  return {
    find: (signals) => findEmployer(index, signals),
    search: (text, { limit = 10, exclude = false } = {}) => searchNames(index, text, limit, exclude),
    lineageOf: (companyId) => lineage(index, companyId),
  }
}

type Index = {
  readonly companies: readonly DirectoryCompany[]
  readonly byId: ReadonlyMap<number, DirectoryCompany>
  readonly byPlain: ReadonlyMap<string, readonly NameEntry[]>
  readonly byCore: ReadonlyMap<string, readonly NameEntry[]>
  readonly byDomain: ReadonlyMap<string, DirectoryCompany>
  readonly names: NameTable
}

function entriesOf({ name, aliases }: DirectoryCompany, company: number): NameEntry[] {
  return [name, ...aliases].flatMap((text, order) => {
    const plain = plainName(text)
    return plain === '' ? [] : [{ text, company, isAlias: order > 0, plain, core: coreName(plain) }]
  })
}

const longestText = 500

function findEmployer(index: Index, signals: EmployerSignals): EmployerFinding {
  const text = shownText(signals.text ?? '', longestText)
  const found = (company: DirectoryCompany, how: EmployerHow, confidence: number): EmployerFinding => ({
    companyId: company.id,
    companyName: company.name,
    how,
    confidence,
    text,
    candidates: [],
  })
  const given = typeof signals.companyId === 'number' ? index.byId.get(signals.companyId) : undefined
  if (given) return found(given, 'id', 1)
  const named = exactName(index, text)
  if (named) return found(named.company, named.isAlias ? 'alias' : 'name', named.confidence)
  const meaning = readEmployerText(text)
  if (meaning === 'none') return { ...noEmployer, text }
  const isContradicted = meaning === 'named'
  const earlier = typeof signals.earlierCompanyId === 'number' ? index.byId.get(signals.earlierCompanyId) : undefined
  if (earlier) return found(earlier, 'history', isContradicted ? 0.6 : 0.9)
  const byMail = companyOfDomain(index, mailDomain(signals.email ?? ''))
  if (byMail) return found(byMail, 'domain', isContradicted ? 0.6 : 0.9)
  if (meaning === 'nothing') return { ...noEmployer, text }
  const alike = spelledAlike(index, text)
  const [best] = alike
  if (best && isClear(alike)) return found(best.company, 'fuzzy', Math.round(best.similarity * 100) / 100)
  const candidates = searchNames(index, text, candidatesKept, false).map(({ companyId }) => companyId)
  return { ...noEmployer, how: 'unclear', text, candidates }
}

const candidatesKept = 5

type Named = { readonly company: DirectoryCompany; readonly isAlias: boolean; readonly confidence: number }

/** By the name as it stands, then without legal forms, then as a web address. Null where two companies share it. */
function exactName(index: Index, text: string): Named | null {
  const plain = plainName(text)
  if (plain === '') return null
  const exact =
    oneCompany(index, index.byPlain.get(plain), 1) ?? oneCompany(index, index.byCore.get(coreName(plain)), 0.97)
  if (exact) return exact
  const domain = /^(?:https?:\/\/)?(?:www\.)?([a-z0-9-]+(?:\.[a-z0-9-]+)+)\/?$/i.exec(text.slice(0, 200))
  const company = companyOfDomain(index, domain?.[1]?.toLowerCase() ?? null)
  return company && { company, isAlias: true, confidence: 0.95 }
}

/** A company's own name goes before another's alias. */
function oneCompany(index: Index, entries: readonly NameEntry[] = [], confidence: number): Named | null {
  const names = entries.filter(({ isAlias }) => !isAlias)
  const pool = names.length > 0 ? names : entries
  const [first] = pool
  const company = first && index.companies[first.company]
  if (!first || !company || pool.some((entry) => entry.company !== first.company)) return null
  return { company, isAlias: first.isAlias, confidence }
}

function companyOfDomain(index: Index, domain: string | null): DirectoryCompany | null {
  if (!domain || isPublicMailHost(domain)) return null
  for (const name of domainsOf(domain)) {
    const company = index.byDomain.get(name)
    if (company) return company
  }
  return null
}

type Similar = { readonly company: DirectoryCompany; readonly similarity: number }

/** Companies by the best of their names, best first. */
function spelledAlike(index: Index, text: string): Similar[] {
  const best = new Map<DirectoryCompany, number>()
  for (const { entry, whole } of index.names.alike(coreName(plainName(text)))) {
    const company = index.companies[entry.company]
    if (company) best.set(company, Math.max(best.get(company) ?? 0, whole))
  }
  return [...best]
    .map(([company, similarity]) => ({ company, similarity }))
    .sort((a, b) => b.similarity - a.similarity || a.company.id - b.company.id)
}

/** One edit in a name of six letters; in a shorter one another word is too near ("Cisco", "Sysco"). */
const clearFrom = 0.82
/** The next company has to be this much further off. */
const clearBy = 0.08

const isClear = ([best, next]: readonly Similar[]): boolean =>
  best !== undefined && best.similarity >= clearFrom && best.similarity - (next?.similarity ?? 0) >= clearBy

/** Short texts begin thousands of names; more are not ranked. */
const rankedAtMost = 4_000

const ranks = { exact: 8, exactAlias: 7, start: 6, startAlias: 5, word: 4, wordAlias: 3, beginning: 0 } as const

type Ranked = { readonly entry: NameEntry; readonly rank: number }

function searchNames(index: Index, text: string, limit: number, exclude: boolean): EmployerHit[] {
  const plain = plainName(text)
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
/** Beside names that begin as typed, only what is hardly misspelt is worth showing. */
const alikeBesideFrom = 0.8
const shortestMisspelt = 4

/** Below every name that begins as typed: ranks from 0 to 2. */
function offerAlike(
  alike: readonly Alike[],
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

/** "Boeing Commercial Airplanes" offers Boeing, for people to judge: "Apple Bank" is not Apple. */
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

/** A circle of parents ends where it closes. */
function lineage({ byId }: Index, companyId: number): number[] {
  const line: number[] = []
  for (let next = byId.get(companyId); next && !line.includes(next.id); ) {
    line.push(next.id)
    next = typeof next.parentId === 'number' ? byId.get(next.parentId) : undefined
  }
  return line
}
