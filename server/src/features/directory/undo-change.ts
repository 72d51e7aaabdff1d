import { directory } from '@twofold/contract'
import { notFound, Refusal } from '../../platform/errors.ts'
import { lockDirectory, lookAgain } from '../companies/index.ts'
import { keepFields } from './change-company.ts'
import { restoreRate } from './change-rate.ts'
import { type ChangeRow, findChange, keepMoving, listParts, markUndone, type Undoing } from './changes.queries.ts'
import { companyFields, deleteCompany, fieldsOf, findCompanyRow } from './company.queries.ts'
import { moveRowsBack } from './merge.queries.ts'
import { movingQueue, movingStartsAfterSeconds } from './move-gifts.ts'
import { keepOnlyMoved } from './moving-gifts.queries.ts'
import { refuseConflicts, standingAround } from './others-of-directory.ts'
import { entryOf, findPlatform, platformEntry, updatePlatform } from './platform.queries.ts'
import { restoreVersions, supersede } from './policy.queries.ts'
import { canBeUndone, undoableSince } from './present-change.ts'
import {
  type By,
  newsAfterSeconds,
  newsQueue,
  type Work,
  waitingQueue,
  waitingStartsAfterSeconds,
} from './record-change.ts'

const tooLate = (): Refusal => new Refusal('conflict', directory.directoryMessages.tooLate)

/**
 * Takes a change of the directory back, as long as what it made still stands as it made it; open matches are looked at again.
 * @throws not found, conflict
 */
export async function undoChange({ db, client }: Work, by: By, changeId: number): Promise<void> {
  await lockDirectory(db)
  const now = by.platform.clock()
  const change = await findChange(db, changeId)
  if (!change) throw notFound()
  if (change.undone_by !== null || change.at < undoableSince(now) || !canBeUndone(change)) throw tooLate()
  if (change.kind !== 'file') await restorePolicies({ db, client }, change, now)
  // also gifts that came since and found what is taken back now
  const gifts = change.company_ids.length === 0 ? 0 : await lookAgain(db, change.company_ids, now)
  if (change.kind === 'file') await undoParts({ db, client }, by, change)
  await restoreCompany({ db, client }, by, change)
  if (change.undo.platform) await restorePlatform({ db, client }, by, change.undo.platform)
  if (change.undo.rate) await restoreRate({ db, client }, by, change.undo.rate)
  if (!(await markUndone(db, changeId, { by: by.caller.user.id, now, gifts }))) throw tooLate()
  if (change.undo.merge) {
    await keepMoving(db, changeId, await keepOnlyMoved(db, changeId))
    await by.platform.jobs.add(client, movingQueue, { changeId }, movingStartsAfterSeconds)
  }
  if (!change.undo.merge && (await keepWaited(db, changeId)) > 0) {
    await by.platform.jobs.add(client, waitingQueue, { changeId }, waitingStartsAfterSeconds)
  }
  if (gifts > 0) await by.platform.jobs.add(client, newsQueue, {}, newsAfterSeconds)
}

/** All of a file or nothing; what was undone by itself before stays undone. */
async function undoParts(work: Work, by: By, { id }: ChangeRow): Promise<void> {
  const now = by.platform.clock()
  for (const part of await listParts(work.db, id)) {
    try {
      await restorePolicies(work, part, now)
      await restoreCompany(work, by, part)
    } catch (error) {
      if (!(error instanceof Refusal) || error.message !== directory.directoryMessages.tooLate) throw error
      throw new Refusal('conflict', `${part.subject} was changed since. Undo that change first.`)
    }
    await markUndone(work.db, part.id, { by: by.caller.user.id, now, gifts: 0 })
  }
}

/** Gifts that were found by what is taken out again: how many go back to waiting. */
async function keepWaited(db: Work['db'], changeId: number): Promise<number> {
  const waited = await keepOnlyMoved(db, changeId)
  await keepMoving(db, changeId, waited)
  return waited
}

const keptEntry = platformEntry.partial()

async function restorePlatform({ db }: Work, by: By, undo: NonNullable<Undoing['platform']>): Promise<void> {
  const row = await findPlatform(db, undo.id)
  if (!row) throw tooLate()
  // lines of long ago know less of a platform
  const entry = (kept: unknown) => platformEntry.parse({ ...entryOf(row), ...keptEntry.parse(kept) })
  if (JSON.stringify(entryOf(row)) !== JSON.stringify(entry(undo.after))) throw tooLate()
  await updatePlatform(db, undo.id, entry(undo.before), undo.was_edited ? by.caller.user.id : null)
}

async function restorePolicies({ db }: Work, { undo }: ChangeRow, now: Date): Promise<void> {
  if ((await supersede(db, undo.entered, now)) !== undo.entered.length) throw tooLate()
  if ((await restoreVersions(db, undo.superseded)) !== undo.superseded.length) throw tooLate()
}

async function restoreCompany({ db }: Work, by: By, { undo, company_id }: ChangeRow): Promise<void> {
  if (!undo.company) return
  const row = company_id === null ? null : await findCompanyRow(db, company_id)
  if (!row) throw tooLate()
  if (JSON.stringify(fieldsOf(row)) !== JSON.stringify(companyFields.parse(undo.company.after))) throw tooLate()
  if (undo.company.before === null) {
    if (await deleteCompany(db, row.id)) return
    throw new Refusal('conflict', `Gifts or campaigns are at ${row.name} by now, so it stays in the directory.`)
  }
  if (row.merged_into) throw tooLate()
  if (undo.merge) await moveRowsBack(db, row.id, undo.merge)
  const now = undo.merge ? await findCompanyRow(db, row.id) : row
  const before = companyFields.parse(undo.company.before)
  refuseConflicts(await standingAround(db, before), before, now)
  await keepFields(db, [{ id: row.id, fields: before }], undo.company.was_edited ? by.caller.user.id : null)
}
