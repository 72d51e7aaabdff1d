import { acrossOrganizations } from '../../platform/database/database.ts'
import { runEvery } from '../../platform/jobs/run-every.ts'
import type { Platform } from '../../platform/platform.ts'
import { beginUndoAgain, lockUndoing } from './reports.queries.ts'
import { undoJob, undoPayoutsQueue } from './undo-report.ts'

const lookedAtAtOnce = 100
/** Longer than one takes that is well. */
const minutes = 5

type Reviving = Pick<Platform, 'database' | 'jobs' | 'log' | 'clock'>

/**
 * Begins anew what is being undone and has no job: what comes for an organization meanwhile waits for that. A job and the state of
 * its report are written together, so none is missing for another reason than that it was lost.
 */
export const reviveUndos = ({ database, jobs, log, clock }: Reviving): Promise<void> =>
  acrossOrganizations(database, async (db, client) => {
    const before = new Date(clock().getTime() - minutes * 60_000)
    for (const { organizationId, reportId, userId } of await lockUndoing(db, before, lookedAtAtOnce)) {
      const which = { organizationId, reportId }
      if (await jobs.isWaited(client, undoPayoutsQueue, which)) continue
      await beginUndoAgain(db, { organizationId }, reportId)
      await jobs.add(client, undoPayoutsQueue, undoJob({ ...which, userId, level: 'write' }))
      log.warn(which, 'an undo whose job was lost begins again')
    }
  })

export const runRevivingUndos = (platform: Platform): { stop: () => Promise<void> } =>
  runEvery({
    name: 'reviving undos',
    everyMs: 60_000,
    work: async () => {
      await reviveUndos(platform)
      return false
    },
    log: platform.log,
  })
