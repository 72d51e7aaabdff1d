import { acrossOrganizations } from '../../platform/database/database.ts'
import { runEvery } from '../../platform/jobs/run-every.ts'
import type { Platform } from '../../platform/platform.ts'
import { undoJob, undoOf } from './undo-job.ts'
import { beginUndoAgain, lockUndoing, type Undoable } from './undos.queries.ts'

const lookedAtAtOnce = 100
/** Longer than one takes that is well. */
const minutes = 5

type Reviving = Pick<Platform, 'database' | 'jobs' | 'log' | 'clock'>

/**
 * Begins anew what is being undone and has no job: what comes for an organization meanwhile waits for that. A job and the state of
 * its row are written together, so none is missing for another reason than that it was lost.
 */
export const reviveUndos = ({ database, jobs, log, clock }: Reviving, undoable: Undoable): Promise<void> =>
  acrossOrganizations(database, async (db, client) => {
    const before = new Date(clock().getTime() - minutes * 60_000)
    for (const { organizationId, id, userId } of await lockUndoing(db, undoable, before, lookedAtAtOnce)) {
      const which = undoOf(undoable, { organizationId, id })
      if (await jobs.isWaited(client, undoable.queue, which)) continue
      await beginUndoAgain(db, undoable, { tenant: { organizationId }, id })
      await jobs.add(client, undoable.queue, undoJob(undoable, { organizationId, id, userId, level: 'write' }))
      log.warn(which, 'an undo whose job was lost begins again')
    }
  })

export const runRevivingUndos = (platform: Platform, undoable: Undoable): { stop: () => Promise<void> } =>
  runEvery({
    name: `reviving undos of ${undoable.table}`,
    everyMs: 60_000,
    work: async () => {
      await reviveUndos(platform, undoable)
      return false
    },
    log: platform.log,
  })
