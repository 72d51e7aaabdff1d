import { randomUUID } from 'node:crypto'
import type { directory } from '@twofold/contract'
import type { PoolClient } from 'pg'
import type { Db } from '../../../platform/database/database.ts'
import type { Platform } from '../../../platform/services/platform.ts'
import type { NewCompanyIdentifiers } from '../../core/companies/index.ts'
import {
  isReevaluationPending,
  scheduleExchangedReevaluation,
  scheduleReevaluation,
} from '../../core/companies/index.ts'
import { insertChanges, type UndoData } from './changes.queries.ts'
import { enqueueGiftsOfCompany, updateMovingCount } from './gift-moves.queries.ts'

export type DirectoryChangeContext = {
  readonly platform: Platform
  readonly request: { readonly ip: string; readonly id: string }
  readonly caller: { readonly user: { readonly id: number } }
}

export type DirectoryTransaction = { readonly db: Db; readonly client: PoolClient }

/** Evaluates matches that the scheduler would find a minute later. */
export const reevaluationQueue = 'directory-news'

/** Gifts of a merged company or gifts that waited for an employer, or their reversal after an undo. */
export const giftsQueue = 'directory-gifts'

/** Every node has refreshed its copy of the directory by then. */
export const giftsDelaySeconds = 2

/** The due gifts are visible after the commit. */
export const reevaluationDelaySeconds = 1

/** Every operation returns what it wrote. `recordChange` adds it to the change log and schedules what follows. */
export type Made = {
  readonly kind: directory.DirectoryChange['kind']
  readonly companyId: number | null
  readonly subject: string
  readonly changes: directory.DirectoryChange['changes']
  readonly undo?: Partial<UndoData>
  /** Their subsidiaries' matches are evaluated, too. */
  readonly reevaluatedIds: readonly number[]
  /** Gifts that wait for an employer are evaluated, too. */
  readonly gained?: NewCompanyIdentifiers
  readonly undoId?: string
}

export async function recordChange(
  { db, client }: DirectoryTransaction,
  by: DirectoryChangeContext,
  change: Made,
): Promise<number> {
  const { platform, request, caller } = by
  const now = platform.clock()
  const merge = change.undo?.merge
  const concerned = [...change.reevaluatedIds, ...(merge ? [change.companyId ?? 0, merge.merged_id] : [])]
  // If gifts still wait for an earlier change, their state between the two changes is unknown.
  const looks_again = await isReevaluationPending(db, concerned, now)
  const gifts = change.reevaluatedIds.length === 0 ? 0 : await scheduleReevaluation(db, change.reevaluatedIds, now)
  const exchanged = change.undo?.rate ? await scheduleExchangedReevaluation(db, now) : 0
  if (gifts + exchanged > 0) await platform.jobs.add(client, reevaluationQueue, {}, reevaluationDelaySeconds)
  const { reevaluatedIds, gained, ...line } = change
  const [changeId = 0] = await insertChanges(db, [
    {
      ...line,
      // undoing a merge evaluates all gifts of the remaining company
      companyIds: merge && change.companyId !== null ? [change.companyId] : reevaluatedIds,
      at: now,
      userId: caller.user.id,
      gifts,
      address: request.ip,
      requestId: request.id,
      undo: { superseded: [], entered: [], ...change.undo, looks_again },
      undoId: change.undoId ?? randomUUID(),
    },
  ])
  if (merge) {
    await enqueueGiftsOfCompany(db, changeId, merge.merged_id)
    await updateMovingCount(db, changeId)
  }
  if (merge || (gained && gained.names.length + gained.domains.length > 0)) {
    await platform.jobs.add(client, giftsQueue, { changeId, gained }, giftsDelaySeconds)
  }
  return changeId
}
