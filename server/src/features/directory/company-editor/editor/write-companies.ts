import { directory, directoryFiles } from '@twofold/contract'
import { quoted } from '@twofold/matching'
import type { Db } from '../../../../platform/database/database.ts'
import { dayOf } from '../../../../platform/runtime/clock.ts'
import { Refusal } from '../../../../platform/runtime/errors.ts'
import { listVersionsOf, type PolicyDifference, type PolicyVersion } from '../../../core/companies/index.ts'
import type { DirectoryChangeContext } from '../../changes/index.ts'
import {
  comparePolicyVersions,
  enterVersions,
  type PlannedVersion,
  planVersion,
  type WrittenVersions,
} from './change-policy.ts'
import {
  type CompanyFields,
  type CompanyRow,
  fieldsOf,
  insertCompanies,
  listCompaniesByName,
  listCompanyRows,
  requireActiveCompany,
  updateCompanyEntries,
} from './company.queries.ts'
import { addToSnapshot, type DirectorySnapshot, readDirectorySnapshot, refuseConflicts } from './directory-snapshot.ts'
import { type CurrentVersion, listCurrentVersions } from './policy.queries.ts'
import { type BasicTerms, blankTerms, hasBasicTerms, withBasicTerms } from './policy-terms.ts'

/** Missing values do not change. */
export type CompanyInput = {
  readonly row: number
  readonly name: string
  /** Null for a new company. Without an id, the name identifies the company or adds it. */
  readonly id?: number | null
  readonly fields: Partial<CompanyFields>
  readonly parent?: string | null
  readonly terms: Partial<directory.PolicyTerms>
  readonly how?: BasicTerms
}

export type RowProblem = { readonly row: number; readonly name: string; readonly why: string }

export type WrittenCompany = {
  readonly row: number
  readonly companyId: number
  readonly before: CompanyRow | null
  readonly after: CompanyRow
  readonly versions: WrittenVersions | null
  readonly changes: readonly PolicyDifference[]
}

export type WrittenCompanies = {
  readonly written: readonly WrittenCompany[]
  readonly unchanged: number
  readonly problems: readonly RowProblem[]
}

const { directoryFileMessages, maxCompaniesPerFile } = directoryFiles

/**
 * Invalid rows are reported and change nothing. Rows are checked in order against each other and the directory. The
 * caller must hold `lockDirectory`, except in a dry run. @throws invalid if there are too many
 */
export async function writeCompanies(
  db: Db,
  by: DirectoryChangeContext,
  rows: readonly CompanyInput[],
): Promise<WrittenCompanies> {
  const { drafts, problems } = draftCompanies(await readCurrent(db, rows), by, rows)
  const written = await writeDrafts(db, by, drafts)
  return { written, unchanged: rows.length - written.length - problems.length, problems }
}

/** Null if nothing changes. @throws not found, conflict */
export async function writeCompany(
  db: Db,
  by: DirectoryChangeContext,
  form: directory.CompanyForm,
): Promise<WrittenCompany | null> {
  const { company_id: id = null, category_ids, csr_platform, verification, match_method, ...fields } = form
  const how = { category_ids, csr_platform, verification, match_method }
  const input: CompanyInput = { row: 0, name: form.name, id, fields, terms: {}, how }
  const draft = draftOf(await readCurrent(db, [input]), by, input, -1)
  const [written = null] = draft ? await writeDrafts(db, by, [draft]) : []
  return written
}

const tooMany = () =>
  new Refusal('invalid', directoryFileMessages.tooMany, { fields: { companies: directoryFileMessages.tooMany } })

type Standing = {
  readonly ids: Map<string, number>
  readonly snapshot: DirectorySnapshot
  readonly versions: ReadonlyMap<number, readonly PolicyVersion[]>
  readonly current: ReadonlyMap<number, readonly CurrentVersion[]>
}

async function readCurrent(db: Db, rows: readonly CompanyInput[]): Promise<Standing> {
  const named = rows.flatMap(({ name, parent }) => (parent ? [name, parent] : [name]))
  const ids = new Map((await listCompaniesByName(db, named)).map(({ name, id }) => [name, id]))
  const withTerms = rows.flatMap((row) => (hasTerms(row) ? (idOf(row, ids) ?? []) : []))
  const [others, versions, current] = await Promise.all([
    readDirectorySnapshot(db, {
      names: rows.flatMap(({ name, fields }) => [name, ...(fields.aliases ?? [])]),
      domains: rows.flatMap(({ fields }) => fields.email_domains ?? []),
      ids: [...ids.values(), ...rows.flatMap(({ id, fields }) => [id, fields.parent_id].flatMap((one) => one ?? []))],
    }),
    listVersionsOf(db, withTerms),
    listCurrentVersions(db, withTerms),
  ])
  return { ids, snapshot: others, versions, current: Map.groupBy(current, ({ company_id }) => company_id) }
}

const hasTerms = ({ terms, how }: CompanyInput): boolean => how !== undefined || Object.keys(terms).length > 0

const idOf = ({ id, name }: CompanyInput, ids: ReadonlyMap<string, number>): number | null =>
  id === undefined ? (ids.get(name.toLowerCase()) ?? null) : id

/** `id` is negative until the company exists. */
type Draft = {
  readonly row: number
  readonly id: number
  readonly before: CompanyRow | null
  readonly fields: CompanyFields
  readonly isSame: boolean
  readonly planned: PlannedVersion | null
}

function draftCompanies(standing: Standing, by: DirectoryChangeContext, rows: readonly CompanyInput[]) {
  const drafts: Draft[] = []
  const problems: RowProblem[] = []
  // a subsidiary may come before its parent in the file
  for (const input of [...rows.filter(({ parent }) => !parent), ...rows.filter(({ parent }) => parent)]) {
    try {
      const draft = draftOf(standing, by, input, -1 - drafts.length)
      if (!draft) continue
      drafts.push(draft)
      settle(standing, draft)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      problems.push({ row: input.row, name: input.name, why: error.message })
    }
    if (drafts.length > maxCompaniesPerFile) throw tooMany()
  }
  return { drafts, problems }
}

/** Null if nothing changes. @throws a refusal for invalid values */
function draftOf(standing: Standing, by: DirectoryChangeContext, input: CompanyInput, newId: number): Draft | null {
  const { ids, snapshot: others, versions, current } = standing
  const beforeId = idOf(input, ids)
  const before = beforeId === null ? null : requireActiveCompany(others.companies.get(beforeId))
  const fields = { ...fieldsBefore(input, before), ...input.fields, parent_id: parentOf(input, before, ids) }
  const id = before?.id ?? newId
  const terms = termsOf(versions.get(id) ?? [], dayOf(by.platform.clock()), input, fields.website)
  const isSame = before !== null && isSameFields(fieldsOf(before), fields)
  if (isSame && terms === null) return null
  refuseConflicts(others, fields, before)
  return { row: input.row, id, before, fields, isSame, planned: terms && planVersion(current.get(id) ?? [], terms) }
}

function settle({ ids, snapshot: others }: Standing, { id, before, fields }: Draft): void {
  const parent = fields.parent_id === null ? undefined : others.companies.get(fields.parent_id)
  ids.set(fields.name.toLowerCase(), id)
  addToSnapshot(others, before, {
    ...(before ?? { origin: 'super', is_edited: true, merged_into: null, subsidiaries: [] }),
    ...fields,
    id,
    parent: parent ? { id: parent.id, name: parent.name } : null,
  })
}

async function writeDrafts(db: Db, by: DirectoryChangeContext, drafts: readonly Draft[]): Promise<WrittenCompany[]> {
  const userId = by.caller.user.id
  const added = drafts.filter(({ before }) => before === null)
  const addedNames = added.map(({ fields }) => fields.name)
  const addedIds = await insertCompanies(db, addedNames, userId, by.platform.clock())
  const idsAdded = new Map(added.map(({ id }, at) => [id, addedIds[at] ?? 0]))
  const real = (id: number): number => idsAdded.get(id) ?? id
  const changedDrafts = drafts.filter(({ isSame }) => !isSame)
  await updateCompanyEntries(
    db,
    changedDrafts.map(({ id, fields }) => {
      return {
        id: real(id),
        fields: { ...fields, parent_id: fields.parent_id === null ? null : real(fields.parent_id) },
        editor: userId,
      }
    }),
  )
  const plans = drafts.flatMap(({ id, planned }) => (planned ? [{ companyId: real(id), planned }] : []))
  const entered = await enterVersions(db, by, plans)
  const ids = drafts.map(({ id }) => real(id))
  const [rows, versions] = await Promise.all([listCompanyRows(db, ids), listVersionsOf(db, [...entered.keys()])])
  const rowOf = new Map(rows.map((row) => [row.id, row]))
  return drafts.map(({ row, id, before }) => {
    const companyId = real(id)
    const after = rowOf.get(companyId)
    if (!after) throw new Error(`company ${companyId} was written but does not exist`)
    const own = entered.get(companyId) ?? null
    const changes = [
      ...compareCompanies(before, after),
      ...(own ? comparePolicyVersions(versions.get(companyId) ?? [], own) : []),
    ]
    return { row, companyId, before, after, versions: own, changes }
  })
}

const fieldsBefore = ({ name }: CompanyInput, before: CompanyRow | null): CompanyFields =>
  before
    ? fieldsOf(before)
    : {
        name,
        website: '',
        country: '',
        industry: '',
        time_zone: 'America/New_York',
        parent_id: null,
        aliases: [],
        email_domains: [],
      }

function parentOf({ parent, fields }: CompanyInput, before: CompanyRow | null, ids: ReadonlyMap<string, number>) {
  if (parent === undefined) return fields.parent_id === undefined ? (before?.parent_id ?? null) : fields.parent_id
  if (parent === null) return null
  const id = ids.get(parent.toLowerCase())
  if (id === undefined) throw new Refusal('invalid', `${directoryFileMessages.noParent}: ${quoted(parent)}.`)
  return id
}

function termsOf(
  versions: readonly PolicyVersion[],
  day: string,
  input: CompanyInput,
  website: string,
): directory.PolicyForm | null {
  if (!hasTerms(input)) return null
  const { terms, how } = input
  const version = findVersionOn(versions, day)
  const stated = version?.terms ?? blankTerms
  const next = { ...stated, ...(how && !hasBasicTerms(stated, how) ? withBasicTerms(stated, how) : terms) }
  if (JSON.stringify(next) === JSON.stringify(stated)) return null
  const source_url = next.source_url || website
  if (source_url === '' && !how) throw new Refusal('invalid', `source_url: ${directory.directoryMessages.source}.`)
  return { ...next, source_url, replaces: version?.policy.versionId ?? null }
}

const isSameFields = (one: CompanyFields, other: CompanyFields): boolean =>
  JSON.stringify(sorted(one)) === JSON.stringify(sorted(other))

const sorted = ({ aliases, email_domains, ...fields }: CompanyFields) => [
  Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1)),
  [...aliases].sort(),
  [...email_domains].sort(),
]

export const findVersionOn = (versions: readonly PolicyVersion[], day: string): PolicyVersion | undefined =>
  versions.find(
    ({ isCurrent, policy: { validFrom, validTo } }) =>
      isCurrent && (!validFrom || validFrom <= day) && (!validTo || day <= validTo),
  )

const terms: readonly (readonly [string, (row: CompanyRow) => string])[] = [
  ['Name', ({ name }) => name],
  ['Website', ({ website }) => website],
  ['Country', ({ country }) => country],
  ['Industry', ({ industry }) => industry],
  ['Time zone', ({ time_zone }) => time_zone],
  ['Part of', ({ parent }) => parent?.name ?? ''],
]

/** A null `before` means a new company. */
export function compareCompanies(before: CompanyRow | null, after: CompanyRow): PolicyDifference[] {
  const single = terms.map(([term, read]) => ({ term, from: before ? read(before) : '', to: read(after) }))
  const lists = [
    ...listDifference('Other name', before?.aliases ?? [], after.aliases),
    ...listDifference('Email domain', before?.email_domains ?? [], after.email_domains),
  ]
  return [...single.filter(({ from, to }) => from !== to), ...lists]
}

const listDifference = (term: string, before: readonly string[], after: readonly string[]): PolicyDifference[] => [
  ...before.filter((one) => !after.includes(one)).map((from) => ({ term, from, to: '' })),
  ...after.filter((one) => !before.includes(one)).map((to) => ({ term, from: '', to })),
]
