import { createHash, randomUUID } from 'node:crypto'
import { directory, directoryFiles } from '@twofold/contract'
import type { Db } from '../../../../platform/database/database.ts'
import { Refusal } from '../../../../platform/runtime/errors.ts'
import type { NewCompanyIdentifiers } from '../../../core/companies/index.ts'
import { lockDirectory, type PolicyDifference } from '../../../core/companies/index.ts'
import {
  type DirectoryChangeContext,
  type DirectoryTransaction,
  insertChanges,
  type Made,
  recordChange,
} from '../../changes/index.ts'
import { type CompanyFields, type CompanyRow, fieldsOf } from './company.queries.ts'
import {
  type CompanyInput,
  type WrittenCompanies,
  type WrittenCompany,
  writeCompanies,
  writeCompany,
} from './write-companies.ts'

const { directoryFileMessages } = directoryFiles

/** @throws not found, conflict that names the other company */
export async function changeCompany(db: Db, by: DirectoryChangeContext, form: directory.CompanyForm): Promise<Made> {
  const written = await writeCompany(db, by, form)
  if (!written || (written.before && written.changes.length === 0)) {
    throw new Refusal('invalid', directory.directoryMessages.nothing)
  }
  return { ...changeOf(written), gained: newNamesAndDomains(written.before, written.after) }
}

function changeOf(written: WrittenCompany) {
  const { before, after, companyId } = written
  return {
    kind: before ? ('company' as const) : ('added' as const),
    companyId,
    subject: after.name,
    changes: [...written.changes],
    undo: undoDataOf(written),
    reevaluatedIds: affectsMatches(written) ? [companyId] : [],
  }
}

type Outcome = Pick<WrittenCompany, 'before' | 'after' | 'versions'>

export const undoDataOf = ({ before, after, versions }: Outcome) => ({
  company: { before: before && fieldsOf(before), after: fieldsOf(after), was_edited: before?.is_edited ?? false },
  superseded: [...(versions?.superseded ?? [])],
  entered: [...(versions?.entered ?? [])],
})

const affectsMatches = ({ before, after, versions }: Outcome): boolean =>
  before !== null && (versions !== null || before.parent_id !== after.parent_id || before.time_zone !== after.time_zone)

export function newNamesAndDomains(
  before: CompanyRow | null,
  after: Pick<CompanyFields, 'name' | 'aliases' | 'email_domains'>,
): NewCompanyIdentifiers {
  const known = new Set([before?.name ?? '', ...(before?.aliases ?? [])].map((name) => name.toLowerCase()))
  return {
    names: [after.name, ...after.aliases].filter((name) => !known.has(name.toLowerCase())),
    domains: after.email_domains.filter((domain) => !before?.email_domains.includes(domain)),
  }
}

/**
 * Writes all companies of a file in one transaction. `seen` identifies the confirmed preview. @throws invalid, conflict
 */
export async function changeCompanies(
  work: DirectoryTransaction,
  by: DirectoryChangeContext,
  file: { readonly name: string; readonly rows: readonly CompanyInput[]; readonly seen: string },
): Promise<WrittenCompanies & { readonly changeId: number }> {
  const { db } = work
  await lockDirectory(db)
  const outcome = await writeCompanies(db, by, file.rows)
  const { written } = outcome
  if (outcomeDigest(outcome) !== file.seen) throw new Refusal('conflict', directoryFileMessages.otherwise)
  if (written.length === 0) throw new Refusal('invalid', directoryFileMessages.nothing)
  const undoId = randomUUID()
  const changeId = await recordChange(work, by, {
    kind: 'file',
    companyId: null,
    subject: file.name,
    changes: summaryOf(written),
    reevaluatedIds: written.filter(affectsMatches).map(({ companyId }) => companyId),
    gained: allNewNamesAndDomains(written),
    undoId,
  })
  const at = { at: by.platform.clock(), userId: by.caller.user.id, address: by.request.ip, requestId: by.request.id }
  await insertChanges(
    db,
    written.map((one) => {
      const { reevaluatedIds, undo, ...part } = changeOf(one)
      // restores its gifts only, not all gifts of their donors
      return {
        ...at,
        ...part,
        companyIds: reevaluatedIds,
        undo: { looks_again: true, ...undo },
        gifts: 0,
        partOf: changeId,
        undoId,
      }
    }),
  )
  return { ...outcome, changeId }
}

export function allNewNamesAndDomains(written: readonly WrittenCompany[]): NewCompanyIdentifiers {
  const all = written.map(({ before, after }) => newNamesAndDomains(before, after))
  return { names: all.flatMap(({ names }) => names), domains: all.flatMap(({ domains }) => domains) }
}

const companiesNamed = 200

function summaryOf(written: readonly WrittenCompany[]): PolicyDifference[] {
  const named = written.slice(0, companiesNamed).map(({ before, after, changes }) => {
    const count = changes.length === 1 ? '1 change' : `${changes.length} changes`
    return { term: after.name, from: '', to: before ? count : 'added' }
  })
  const more = written.length - named.length
  return more > 0 ? [...named, { term: 'And', from: '', to: `${more} more companies` }] : named
}

/** The same rows on the same directory have the same digest. */
export const outcomeDigest = ({ written, unchanged, problems }: WrittenCompanies): string =>
  createHash('sha256')
    .update(JSON.stringify([written.map(({ row, after, changes }) => [row, after.name, changes]), unchanged, problems]))
    .digest('hex')
