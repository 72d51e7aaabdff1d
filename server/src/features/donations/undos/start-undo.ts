import { type Db, inTenant } from '../../../platform/database/database.ts'
import { orNotFound, type Refusal } from '../../../platform/runtime/errors.ts'
import type { WriteCall } from '../../core/audit/index.ts'
import { writeAudit } from '../../core/audit/index.ts'
import { enqueueUndo, isUndoQueued } from './undo-job.ts'
import { beginUndo, restartUndo, type Undoable } from './undos.queries.ts'

type UndoRequest<Row> = {
  readonly id: number
  readonly find: (db: Db) => Promise<Row | null>
  /** The row is not done, or is already undone. */
  readonly refusal: (row: Row) => Refusal
  readonly canBegin?: (db: Db, row: Row) => Promise<void>
}

/** The work is in the background, since thousands of rows take seconds. Repeatable; a lost job is queued again. */
export async function startUndo<Row extends { readonly state: string; readonly file_name: string | null }>(
  call: WriteCall,
  undoable: Undoable,
  { id, find, refusal, canBegin }: UndoRequest<Row>,
): Promise<Row> {
  const { platform, tenant, caller, level } = call
  const which = { tenant, id }
  return inTenant(platform.database, tenant, async (db, client) => {
    const isNew = await beginUndo(db, undoable, which, platform.clock())
    const row = orNotFound(await find(db))
    if (row.state !== 'undoing') throw refusal(row)
    if (isNew) await canBegin?.(db, row)
    const { kind } = undoable
    const job = { kind, organizationId: tenant.organizationId, id, userId: caller.user.id, level }
    if (!isNew) {
      if (await isUndoQueued(platform.jobs, client, job)) return row
      if (!(await restartUndo(db, undoable, which))) throw refusal(orNotFound(await find(db)))
    }
    await enqueueUndo(platform.jobs, client, job)
    await writeAudit(db, call, {
      organizationId: tenant.organizationId,
      action: 'asked to undo',
      subject: kind,
      subjectId: id,
      before: { file: row.file_name ?? '' },
    })
    return row
  })
}
