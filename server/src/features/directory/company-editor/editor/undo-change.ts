import { directory } from '@twofold/contract'
import type { Db } from '../../../../platform/database/database.ts'
import { orNotFound, Refusal } from '../../../../platform/runtime/errors.ts'
import { lockDirectory, scheduleReevaluation } from '../../../core/companies/index.ts'
import { markMovedOn } from '../../../matches/journal/index.ts'
import {
  type ChangeRow,
  cancelReevaluationOfMoved,
  type DirectoryChangeContext,
  type DirectoryTransaction,
  deleteUnmoved,
  findChange,
  giftsDelaySeconds,
  giftsQueue,
  listChangesOfFile,
  markUndone,
  reevaluationDelaySeconds,
  reevaluationQueue,
  updateMovingCount,
} from '../../changes/index.ts'
import { restoreRate } from './change-rate.ts'
import {
  type CompanyRow,
  type CompanyUpdate,
  companyFields,
  deleteCompanies,
  fieldsOf,
  listCompanyRows,
  updateAliasesAndDomains,
  updateCompanies,
} from './company.queries.ts'
import { addToSnapshot, readDirectorySnapshot, refuseConflicts, removeFromSnapshot } from './directory-snapshot.ts'
import { moveRowsBack } from './merge.queries.ts'
import { restorePlatform } from './platforms.ts'
import { restoreVersions, supersedeVersions } from './policy.queries.ts'
import { canBeUndone, undoableSince } from './present-company.ts'

const tooLate = (): Refusal => new Refusal('conflict', directory.directoryMessages.tooLate)

/**
 * Requires that nothing changed the results since. Matches are restored after a policy or a merge. @throws not found,
 * conflict
 */
export async function undoChange(
  { db, client }: DirectoryTransaction,
  by: DirectoryChangeContext,
  changeId: number,
): Promise<void> {
  await lockDirectory(db)
  const { platform, caller } = by
  const now = platform.clock()
  const change = orNotFound(await findChange(db, changeId))
  if (change.undone_by !== null || change.at < undoableSince(now) || !canBeUndone(change)) throw tooLate()
  const isFile = change.kind === 'file'
  const parts = isFile ? await listChangesOfFile(db, changeId) : [change]
  const refusal = isFile ? changedSince : tooLate
  await restorePolicies(db, parts, now, refusal)
  // also newer gifts that found the data to be undone
  const reevaluatedCount = change.company_ids.length === 0 ? 0 : await scheduleReevaluation(db, change.company_ids, now)
  const gifts = change.undo.merge
    ? reevaluatedCount - (await cancelReevaluationOfMoved(db, changeId, now))
    : reevaluatedCount
  await restoreCompanies(db, by, parts, refusal)
  if (!(await restorePlatform(db, by, change))) throw tooLate()
  const exchanged = change.undo.rate ? await restoreRate(db, by, change.undo.rate, now) : 0
  const undone = { by: caller.user.id, now }
  // all matches of a merge are processed by its job
  if (!change.undo.merge) await markMovedOn(db, operationsOf([change, ...parts]), now)
  if (isFile) await markUndone(db, idsOf(parts), { ...undone, gifts: 0 })
  if ((await markUndone(db, [changeId], { ...undone, gifts })) === 0) throw tooLate()
  // gifts that moved, or that were found by names or domains to be removed
  await deleteUnmoved(db, changeId)
  const moved = await updateMovingCount(db, changeId)
  if (change.undo.merge || moved > 0) await platform.jobs.add(client, giftsQueue, { changeId }, giftsDelaySeconds)
  if (gifts + exchanged > 0) await platform.jobs.add(client, reevaluationQueue, {}, reevaluationDelaySeconds)
}

const idsOf = (rows: readonly { readonly id: number }[]): number[] => rows.map(({ id }) => id)

const operationsOf = (changes: readonly ChangeRow[]): string[] => changes.flatMap(({ undo_id }) => undo_id ?? [])

type TooLate = (change: ChangeRow) => Refusal

/** @throws conflict */
async function restorePolicies(db: Db, changes: readonly ChangeRow[], now: Date, tooLate: TooLate): Promise<void> {
  const entered = changes.flatMap(({ undo }) => undo.entered)
  const superseded = changes.flatMap(({ undo }) => undo.superseded)
  const ended = new Set(await supersedeVersions(db, entered, now))
  const restored = new Set(await restoreVersions(db, superseded))
  const late = changes.find(
    ({ undo }) => undo.entered.some((id) => !ended.has(id)) || undo.superseded.some((id) => !restored.has(id)),
  )
  if (late) throw tooLate(late)
}

type StoredCompany = NonNullable<ChangeRow['undo']['company']>
type UndoneCompany = { readonly change: ChangeRow; readonly row: CompanyRow; readonly kept: StoredCompany }

/** Changes are given last first. @throws conflict */
async function restoreCompanies(
  db: Db,
  by: DirectoryChangeContext,
  changes: readonly ChangeRow[],
  tooLate: TooLate,
): Promise<void> {
  const companyChanges = changes.flatMap((change) =>
    change.undo.company ? [{ change, kept: change.undo.company }] : [],
  )
  if (companyChanges.length === 0) return
  const ids = companyChanges.flatMap(({ change }) => change.company_id ?? [])
  const currentRows = byId(await listCompanyRows(db, ids))
  for (const { change, kept } of companyChanges) {
    const row = currentRows.get(change.company_id ?? 0)
    if (!row || (kept.before !== null && row.merged_into)) throw tooLate(change)
    if (JSON.stringify(fieldsOf(row)) !== JSON.stringify(companyFields.parse(kept.after))) throw tooLate(change)
  }
  const merges = changes.flatMap(({ undo, company_id }) =>
    undo.merge && company_id !== null ? [{ merge: undo.merge, company_id }] : [],
  )
  for (const { merge, company_id } of merges) await moveRowsBack(db, company_id, merge)
  const rows = merges.length > 0 ? byId(await listCompanyRows(db, ids)) : currentRows
  const undone = companyChanges.flatMap(({ change, kept }) => {
    const row = rows.get(change.company_id ?? 0)
    return row ? [{ change, row, kept }] : []
  })
  await writeBack(db, undone, by.caller.user.id)
}

const byId = (rows: readonly CompanyRow[]): Map<number, CompanyRow> => new Map(rows.map((row) => [row.id, row]))

async function writeBack(db: Db, undone: readonly UndoneCompany[], editor: number): Promise<void> {
  const restored = undone.map(({ row, kept }) => {
    const fields = kept.before === null ? null : companyFields.parse(kept.before)
    return { row, fields, editor: kept.was_edited ? editor : null }
  })
  const fields = restored.flatMap((one) => one.fields ?? [])
  const snapshot = await readDirectorySnapshot(db, {
    names: fields.flatMap(({ name, aliases }) => [name, ...aliases]),
    domains: fields.flatMap(({ email_domains }) => email_domains),
    ids: [...fields.flatMap(({ parent_id }) => parent_id ?? []), ...restored.map(({ row }) => row.id)],
  })
  for (const { row, fields } of restored) {
    if (fields === null) removeFromSnapshot(snapshot, row)
    else {
      refuseConflicts(snapshot, fields, snapshot.companies.get(row.id) ?? row)
      const parent = fields.parent_id === null ? undefined : snapshot.companies.get(fields.parent_id)
      addToSnapshot(snapshot, row, { ...row, ...fields, parent: parent ? { id: parent.id, name: parent.name } : null })
    }
  }
  const updates: CompanyUpdate[] = restored.flatMap(({ row, fields, editor }) =>
    fields === null ? [] : [{ id: row.id, fields, editor }],
  )
  await updateCompanies(db, updates)
  // before restoring their names, which may have moved to these companies
  const added = restored.filter(({ fields }) => fields === null).map(({ row }) => row)
  await deleteAdded(db, added)
  await updateAliasesAndDomains(db, updates)
}

async function deleteAdded(db: Db, added: readonly CompanyRow[]): Promise<void> {
  const deletedIds = new Set(await deleteCompanies(db, idsOf(added)))
  const undeletable = added.find(({ id }) => !deletedIds.has(id))
  if (!undeletable) return
  throw new Refusal('conflict', `${undeletable.name} now has gifts or campaigns, so it stays in the directory.`)
}

const changedSince = ({ subject }: ChangeRow): Refusal =>
  new Refusal('conflict', `${subject} changed since. Undo the later change first.`)
