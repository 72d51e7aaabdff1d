import { acrossOrganizations } from '../../../platform/database/database.ts'
import type { Platform } from '../../../platform/services/platform.ts'
import { enqueueUndo, isUndoQueued, type UndoKind } from './undo-job.ts'

const batchSize = 100
/** Longer than a successful undo takes. */
const minutes = 5

type RequeueContext = Pick<Platform, 'database' | 'jobs' | 'log' | 'clock'>

/** The job and the row's state are written together, so a missing job was lost. */
export const requeueLostUndos = (
  { database, jobs, log, clock }: RequeueContext,
  kinds: readonly UndoKind[],
): Promise<void> =>
  acrossOrganizations(database, async (db, client) => {
    const before = new Date(clock().getTime() - minutes * 60_000)
    for (const { kind, listInProgress, restart } of kinds) {
      for (const inProgress of await listInProgress(db, before, batchSize)) {
        const job = { kind, ...inProgress }
        if (await isUndoQueued(jobs, client, job)) continue
        await restart?.(db, job)
        await enqueueUndo(jobs, client, job)
        log.warn(job, 'an undo whose job was lost was restarted')
      }
    }
  })
