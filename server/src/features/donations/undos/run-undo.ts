import {
  acrossOrganizations,
  type Db,
  grantTenant,
  inTenant,
  readOnly,
  type Tenant,
} from '../../../platform/database/database.ts'
import { Refusal } from '../../../platform/runtime/errors.ts'
import type { Platform } from '../../../platform/services/platform.ts'
import { writeAudit } from '../../core/audit/index.ts'
import { findFamilyIds } from '../../core/organizations/index.ts'
import type { EvaluationContext } from '../../matches/matches/index.ts'
import type { UndoJob, UndoKind, UndoWorker } from './undo-job.ts'
import { claimUndo, finishUndo, lockUndoing, restartUndo, type Undoable, type UndoOutcome } from './undos.queries.ts'

/** Below the queue's retries, so that an undo always ends. */
const attemptsAtMost = 4
const undoTimeoutMs = 120_000

export type UndoContext = EvaluationContext & { readonly actor: { readonly kind: 'user'; readonly userId: number } }

export type UndoWork = Undoable & {
  /** Locks until the end, so that other work of the organization waits. */
  readonly acquireLock: (db: Db, tenant: Tenant) => Promise<void>
  /**
   * Returns a sentence about what was not restored, which is stored in the row; null if everything was.
   * @throws Refusal if it can no longer be undone; the message is stored in the row
   */
  readonly undo: (db: Db, context: UndoContext, id: number) => Promise<string | null>
}

/** A second run after a crash finds all or nothing of the first. */
export const undoInOneTransaction = (work: UndoWork): UndoKind => ({
  kind: work.kind,
  listInProgress: (db, before, atMost) => lockUndoing(db, work, before, atMost),
  restart: (db, { organizationId, id }) => restartUndo(db, work, { tenant: { organizationId }, id }),
  run: (worker, job, signal) => runUndo(worker, work, job, signal),
})

async function runUndo(worker: UndoWorker, work: UndoWork, job: UndoJob, signal: AbortSignal): Promise<void> {
  const { database, log } = worker.platform
  const family = await acrossOrganizations(readOnly(database), (db) => findFamilyIds(db, job.organizationId))
  if (family.length === 0) return
  const tenant = grantTenant(job.organizationId, family)
  const which = { tenant, id: job.id }
  const ending = { platform: worker.platform, tenant, job }
  const giveUp = (problem: string, text: string) => {
    log.error({ problem, id: job.id, kind: work.kind }, 'undo given up')
    return inTenant(database, tenant, (db) => end(db, work, ending, { isUndone: false, message: text }))
  }
  const actor = { kind: 'user', userId: job.userId, level: job.level } as const
  let attempts = 0
  try {
    await inTenant(
      database,
      tenant,
      async (db) => {
        await work.acquireLock(db, tenant)
        // Counted after its turn has come, so that waiting for a long upload does not count.
        const claimed = await inTenant(database.auxiliary, tenant, (own) => claimUndo(own, work, which))
        if (claimed === null) return
        attempts = claimed
        if (attempts > attemptsAtMost) throw new AttemptsExhausted('its workers were killed')
        const text = await work.undo(db, { ...worker, tenant, actor }, job.id)
        await end(db, work, ending, { isUndone: true, message: text })
      },
      { timeoutMs: undoTimeoutMs },
    )
  } catch (error) {
    if (error instanceof Refusal) return giveUp(error.message, error.message)
    // Earlier attempts crashed. This one can still report it.
    if (error instanceof AttemptsExhausted) return giveUp(error.message, work.notUndone)
    if (signal.aborted || attempts < attemptsAtMost) throw error
    await giveUp(error instanceof Error ? (error.stack ?? error.message) : String(error), work.notUndone)
  }
}

class AttemptsExhausted extends Error {}

type Ending = { readonly platform: Platform; readonly tenant: Tenant; readonly job: UndoJob }

/** Ends the row and writes the audit entry in one transaction. @throws if another worker has already ended it */
async function end(db: Db, work: UndoWork, { platform, tenant, job }: Ending, result: UndoOutcome): Promise<void> {
  const row = await finishUndo(db, work, { tenant, id: job.id }, result, platform.clock())
  if (!row) throw new Error('an undo ended while it ran')
  const user = { id: job.userId, globalPermission: job.level === 'super' ? ('super' as const) : null }
  await writeAudit(
    db,
    { platform, caller: { user }, request: { ip: '', id: '' } },
    {
      organizationId: tenant.organizationId,
      action: result.isUndone ? 'undone' : 'not undone',
      subject: work.kind,
      subjectId: job.id,
      before: { file: row.file_name ?? '' },
    },
  )
}
