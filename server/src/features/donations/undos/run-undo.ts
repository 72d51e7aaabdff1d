import {
  acrossOrganizations,
  type Db,
  grantTenant,
  inTenant,
  type Tenant,
} from '../../../platform/database/database.ts'
import { Refusal } from '../../../platform/runtime/errors.ts'
import type { Platform } from '../../../platform/services/platform.ts'
import { writeAudit } from '../../core/audit/index.ts'
import { findFamilyIds } from '../../core/organizations/index.ts'
import type { EvaluationContext } from '../../matches/matches/index.ts'
import type { UndoJob, UndoKind, UndoWorker } from './undo-job.ts'
import { beginUndoAgain, endUndo, lockUndoing, takeUpUndo, type Undoable } from './undos.queries.ts'

/** Below the retries of the queue, so that an undo always ends. */
const attemptsAtMost = 4
const undoTimeoutMs = 120_000

export type UndoContext = EvaluationContext & { readonly actor: { readonly kind: 'user'; readonly userId: number } }

/** What undoing is of one kind of thing, in the transaction of its end. */
export type UndoWork = Undoable & {
  /** Held to the end: what else of the organization would go on beside it waits. */
  readonly waitForTurn: (db: Db, tenant: Tenant) => Promise<void>
  /** @throws Refusal where it may not be undone any more; its words stand with the row */
  readonly undo: (db: Db, context: UndoContext, id: number) => Promise<void>
}

/** Undone in one transaction: a second run after a crash finds either nothing of the first or all of it. */
export const inOneTransaction = (work: UndoWork): UndoKind => ({
  kind: work.kind,
  listBegun: (db, before, atMost) => lockUndoing(db, work, before, atMost),
  beginAgain: (db, { organizationId, id }) => beginUndoAgain(db, work, { tenant: { organizationId }, id }),
  run: (worker, job, signal) => runUndo(worker, work, job, signal),
})

async function runUndo(worker: UndoWorker, work: UndoWork, job: UndoJob, signal: AbortSignal): Promise<void> {
  const { database, log } = worker.platform
  const family = await acrossOrganizations(database, (db) => findFamilyIds(db, job.organizationId), { readOnly: true })
  if (family.length === 0) return // the organization is gone, and what was to be undone with it
  const tenant = grantTenant(job.organizationId, family)
  const which = { tenant, id: job.id }
  const ending = { platform: worker.platform, tenant, job }
  const giveUp = (problem: string, words: string) => {
    log.error({ problem, id: job.id, kind: work.kind }, 'undo given up')
    return inTenant(database, tenant, (db) => end(db, work, ending, words))
  }
  const actor = { kind: 'user', userId: job.userId, level: job.level } as const
  let attempts = 0
  try {
    await inTenant(
      database,
      tenant,
      async (db) => {
        await work.waitForTurn(db, tenant)
        // Not before its turn: to wait for a long upload is no attempt.
        const taken = await inTenant(database.auxiliary, tenant, (own) => takeUpUndo(own, work, which))
        if (taken === null) return
        attempts = taken
        if (attempts > attemptsAtMost) throw new GivenUp('its workers were killed')
        await work.undo(db, { ...worker, tenant, actor }, job.id)
        await end(db, work, ending, null)
      },
      { timeoutMs: undoTimeoutMs },
    )
  } catch (error) {
    if (error instanceof Refusal) return giveUp(error.message, error.message)
    // Those before were killed; another one might be, and this one can still say so.
    if (error instanceof GivenUp) return giveUp(error.message, work.notUndone)
    if (signal.aborted || attempts < attemptsAtMost) throw error
    await giveUp(error instanceof Error ? (error.stack ?? error.message) : String(error), work.notUndone)
  }
}

class GivenUp extends Error {}

type Ending = { readonly platform: Platform; readonly tenant: Tenant; readonly job: UndoJob }

/** The row's end and what the trail says of it are one. @throws where another worker ended it meanwhile */
async function end(db: Db, work: UndoWork, { platform, tenant, job }: Ending, failed: string | null): Promise<void> {
  const row = await endUndo(db, work, { tenant, id: job.id }, failed, platform.clock())
  if (!row) throw new Error('an undo ended while it ran')
  const user = { id: job.userId, globalPermission: job.level === 'super' ? ('super' as const) : null }
  await writeAudit(
    db,
    { platform, caller: { user }, request: { ip: '', id: '' } },
    {
      organizationId: tenant.organizationId,
      action: failed === null ? 'undone' : 'not undone',
      subject: work.kind,
      subjectId: job.id,
      before: { file: row.file_name ?? '' },
    },
  )
}
