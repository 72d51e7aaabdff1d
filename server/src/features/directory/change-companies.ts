import { createHash } from 'node:crypto'
import { directory, directoryFiles } from '@twofold/contract'
import { dayOf } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import { Refusal } from '../../platform/errors.ts'
import { listVersions, lockDirectory, type PolicyDifference } from '../companies/index.ts'
import type { Gained } from '../matches/index.ts'
import { differencesOf, gainedBy, isAboutMatches, keepFields, refuseConflicts, versionOn } from './change-company.ts'
import { changesWritten, type WrittenVersions, writePolicy } from './change-policy.ts'
import { insertChange } from './changes.queries.ts'
import { type CompanyFields, type CompanyRow, fieldsOf, findCompanyRow, insertCompany } from './company.queries.ts'
import { listNamed } from './named-companies.queries.ts'
import { blankTerms, termsOfVersion } from './policy-terms.ts'
import { type By, recordChange, type Work } from './record-change.ts'

/** What a row of a file says of a company otherwise than the directory; what is left out stays as it is. */
export type GivenCompany = {
  /** As a spreadsheet program numbers it. */
  readonly row: number
  readonly name: string
  readonly fields: Partial<Omit<CompanyFields, 'name' | 'parent_id' | 'time_zone'>>
  /** By its name; null: it stands by itself. */
  readonly parent?: string | null
  readonly terms: Partial<directory.PolicyTerms>
}

export type RowProblem = { readonly row: number; readonly name: string; readonly why: string }

type Written = {
  readonly row: number
  readonly companyId: number
  readonly before: CompanyRow | null
  readonly after: CompanyRow
  readonly versions: WrittenVersions | null
  readonly changes: readonly PolicyDifference[]
}

export type WrittenCompanies = {
  readonly written: readonly Written[]
  readonly unchanged: number
  readonly problems: readonly RowProblem[]
}

const { directoryFileMessages, companiesAFile } = directoryFiles

/**
 * Changes many companies as one file says, with one line of the trail for the file and one for each of them: the good rows in
 * one transaction. `seen` stands for what somebody was shown before. @throws invalid, conflict
 */
export async function changeCompanies(
  work: Work,
  by: By,
  file: { readonly name: string; readonly rows: readonly GivenCompany[]; readonly seen: string },
): Promise<WrittenCompanies & { readonly changeId: number }> {
  const { db } = work
  await lockDirectory(db)
  const outcome = await writeCompanies(db, by, file.rows)
  const { written } = outcome
  if (seenOf(outcome) !== file.seen) throw new Refusal('conflict', directoryFileMessages.otherwise)
  if (written.length === 0) throw new Refusal('invalid', directoryFileMessages.nothing)
  const changeId = await recordChange(work, by, {
    kind: 'file',
    companyId: null,
    subject: file.name,
    changes: summaryOf(written),
    undo: { superseded: [], entered: [] },
    lookedAt: written.filter(isAboutMatches).map(({ companyId }) => companyId),
    gained: gainedOf(written),
  })
  const at = by.platform.clock()
  for (const one of written) {
    const { before, after, versions, companyId } = one
    await insertChange(db, {
      at,
      userId: by.caller.user.id,
      kind: before ? 'company' : 'added',
      companyId,
      subject: after.name,
      changes: [...one.changes],
      undo: {
        company: { before: before && fieldsOf(before), after: fieldsOf(after), was_edited: before?.is_edited ?? false },
        superseded: [...(versions?.superseded ?? [])],
        entered: [...(versions?.entered ?? [])],
      },
      companyIds: isAboutMatches(one) ? [companyId] : [],
      gifts: 0, // counted on the file's line
      address: by.request.ip,
      requestId: by.request.id,
      partOf: changeId,
    })
  }
  return { ...outcome, changeId }
}

export function gainedOf(written: readonly Written[]): Gained {
  const all = written.map(({ before, after }) => gainedBy(before, after))
  return { names: all.flatMap(({ names }) => names), domains: all.flatMap(({ domains }) => domains) }
}

const companiesNamed = 200

function summaryOf(written: readonly Written[]): PolicyDifference[] {
  const named = written.slice(0, companiesNamed).map(({ before, after, changes }) => {
    const count = changes.length === 1 ? '1 change' : `${changes.length} changes`
    return { term: after.name, from: '', to: before ? count : 'added' }
  })
  const more = written.length - named.length
  return more > 0 ? [...named, { term: 'And', from: '', to: `${more} more companies` }] : named
}

/** Stands for what writing did: the same rows on the same directory have the same. */
export const seenOf = ({ written, unchanged, problems }: WrittenCompanies): string =>
  createHash('sha256')
    .update(JSON.stringify([written.map(({ row, after, changes }) => [row, after.name, changes]), unchanged, problems]))
    .digest('hex')

/**
 * Nothing but companies and policies; rows that cannot be are named and change nothing. `lockDirectory` must be held, unless it
 * is taken back anyway. @throws invalid where they are too many
 */
export async function writeCompanies(db: Db, by: By, rows: readonly GivenCompany[]): Promise<WrittenCompanies> {
  const names = rows.flatMap(({ name, parent }) => (parent ? [name, parent] : [name]))
  const ids = new Map((await listNamed(db, names)).map(({ name, id }) => [name, id]))
  const written: Written[] = []
  const problems: RowProblem[] = []
  // who is part of another may stand before it in the file
  for (const given of [...rows.filter(({ parent }) => !parent), ...rows.filter(({ parent }) => parent)]) {
    try {
      const one = await writeGiven(db, by, given, ids)
      if (one) written.push(one)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      problems.push({ row: given.row, name: given.name, why: error.message })
    }
    if (written.length > companiesAFile) throw tooMany()
  }
  return { written, unchanged: rows.length - written.length - problems.length, problems }
}

const tooMany = () =>
  new Refusal('invalid', directoryFileMessages.tooMany, { fields: { companies: directoryFileMessages.tooMany } })

/** Refuses before it writes anything, so that a row is done or not. Null: it says what stands there. */
async function writeGiven(db: Db, by: By, given: GivenCompany, ids: Map<string, number>): Promise<Written | null> {
  const knownId = ids.get(given.name.toLowerCase())
  const before = knownId === undefined ? null : await findCompanyRow(db, knownId)
  const fields = { ...fieldsBefore(given, before), ...given.fields, parent_id: parentOf(given, before, ids) }
  const terms = await termsOf(db, by, given, { companyId: before?.id ?? null, website: fields.website })
  const isSame = before !== null && isSameFields(fieldsOf(before), fields)
  if (isSame && terms === null) return null
  await refuseConflicts(db, fields, before)
  const companyId = before?.id ?? (await insertCompany(db, fields.name, by.caller.user.id, by.platform.clock()))
  ids.set(fields.name.toLowerCase(), companyId)
  if (!isSame) await keepFields(db, companyId, fields, by.caller.user.id)
  const versions = terms && (await writePolicy(db, by, companyId, terms))
  const after = await findCompanyRow(db, companyId)
  if (!after) throw new Error(`company ${companyId} that was just written is gone`)
  const changes = [...differencesOf(before, after), ...(versions ? await changesWritten(db, companyId, versions) : [])]
  return { row: given.row, companyId, before, after, versions, changes }
}

const fieldsBefore = ({ name }: GivenCompany, before: CompanyRow | null): CompanyFields =>
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

function parentOf({ parent }: GivenCompany, before: CompanyRow | null, ids: ReadonlyMap<string, number>) {
  if (parent === undefined) return before?.parent_id ?? null
  if (parent === null) return null
  const id = ids.get(parent.toLowerCase())
  if (id === undefined) throw new Refusal('invalid', `${directoryFileMessages.noParent}: “${parent}”.`)
  return id
}

type Place = { readonly companyId: number | null; readonly website: string }

/** The version that the row makes; null: its policy stays. */
async function termsOf(
  db: Db,
  by: By,
  { terms }: GivenCompany,
  { companyId, website }: Place,
): Promise<directory.PolicyForm | null> {
  if (Object.keys(terms).length === 0) return null
  const versions = companyId === null ? [] : await listVersions(db, companyId)
  const version = versionOn(versions, dayOf(by.platform.clock()))
  const stated = version ? termsOfVersion(version) : blankTerms
  const next = { ...stated, ...terms }
  if (JSON.stringify(next) === JSON.stringify(stated)) return null
  const source_url = next.source_url || website
  if (source_url === '') throw new Refusal('invalid', `source_url: ${directory.directoryMessages.source}.`)
  return { ...next, source_url, replaces: version?.policy.versionId ?? null }
}

const isSameFields = (one: CompanyFields, other: CompanyFields): boolean =>
  JSON.stringify(sorted(one)) === JSON.stringify(sorted(other))

const sorted = ({ aliases, email_domains, ...fields }: CompanyFields) => [
  Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1)),
  [...aliases].sort(),
  [...email_domains].sort(),
]
