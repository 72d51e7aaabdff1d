import { directory } from '@twofold/contract'
import { notFound, Refusal } from '../../../platform/errors.ts'
import { lockDirectory, lookAgain } from '../../companies/index.ts'
import { restoreRate } from './change-rate.ts'
import {
  type ChangeRow,
  findChange,
  isPlatformChangedSince,
  keepMoving,
  listParts,
  markUndone,
} from './changes.queries.ts'
import { takeApart } from './merge-platforms.ts'
import { movingQueue, movingStartsAfterSeconds } from './move-gifts.ts'
import { keepOnlyMoved, leaveToMoving } from './moving-gifts.queries.ts'
import { entryOf, findPlatform, platformEntry, updatePlatform } from './platform.queries.ts'
import { canBeUndone, undoableSince } from './present-change.ts'
import {
  type By,
  newsAfterSeconds,
  newsQueue,
  type Work,
  waitingQueue,
  waitingStartsAfterSeconds,
} from './record-change.ts'
import { changedSince, restoreCompanies, restorePolicies } from './undo-companies.ts'

const tooLate = (): Refusal => new Refusal('conflict', directory.directoryMessages.tooLate)

/**
 * Takes a change of the directory back, as long as what it made still stands as it made it; open matches are looked at again,
 * and after a policy or a merge they go back to what they were (`takeNewsBack`).
 * @throws not found, conflict
 */
export async function undoChange({ db, client }: Work, by: By, changeId: number): Promise<void> {
  await lockDirectory(db)
  const now = by.platform.clock()
  const change = await findChange(db, changeId)
  if (!change) throw notFound()
  if (change.undone_by !== null || change.at < undoableSince(now) || !canBeUndone(change)) throw tooLate()
  if (change.kind !== 'file') await restorePolicies({ db, client }, [change], { now, tooLate })
  // also gifts that came since and found what is taken back now
  const looked = change.company_ids.length === 0 ? 0 : await lookAgain(db, change.company_ids, now)
  const gifts = change.undo.merge ? looked - (await leaveToMoving(db, changeId, now)) : looked
  if (change.kind === 'file') await undoParts({ db, client }, by, change)
  await restoreCompanies({ db, client }, by, [change], tooLate)
  await restorePlatform({ db, client }, by, change)
  if (change.undo.rate) await restoreRate({ db, client }, by, change.undo.rate, now)
  if ((await markUndone(db, [changeId], { by: by.caller.user.id, now, gifts })) === 0) throw tooLate()
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
  const parts = await listParts(work.db, id)
  await restorePolicies(work, parts, { now, tooLate: changedSince })
  await restoreCompanies(work, by, parts, changedSince)
  await markUndone(
    work.db,
    parts.map((part) => part.id),
    { by: by.caller.user.id, now, gifts: 0 },
  )
}

/** Gifts that were found by what is taken out again: how many go back to waiting. */
async function keepWaited(db: Work['db'], changeId: number): Promise<number> {
  const waited = await keepOnlyMoved(db, changeId)
  await keepMoving(db, changeId, waited)
  return waited
}

const keptEntry = platformEntry.partial()

/** Last done, first undone: two merges may have brought the same name, and only the last knows who keeps the entry. */
async function restorePlatform({ db }: Work, by: By, { id: changeId, undo: all }: ChangeRow): Promise<void> {
  const { platform: undo, platform_merge: merge } = all
  if (!undo) return
  const row = await findPlatform(db, undo.id)
  if (!row || row.merged_into || (await isPlatformChangedSince(db, changeId, undo.id))) throw tooLate()
  // lines of long ago know less of a platform
  const entry = (kept: unknown) => platformEntry.parse({ ...entryOf(row), ...keptEntry.parse(kept) })
  if (JSON.stringify(entryOf(row)) !== JSON.stringify(entry(undo.after))) throw tooLate()
  await updatePlatform(db, undo.id, entry(undo.before), undo.was_edited ? by.caller.user.id : null)
  if (merge && !(await takeApart(db, undo.id, merge))) throw tooLate()
}
