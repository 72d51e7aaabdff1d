import { imports } from '@twofold/contract'
import type { Db } from '../../../platform/database/database.ts'
import { Refusal } from '../../../platform/runtime/errors.ts'
import {
  type EvaluationContext,
  importOperation,
  inFamily,
  lockFamilyForEvaluation,
  undoConfirmations,
} from '../../matches/matches/index.ts'
import { deleteImportedDonations, undoGiftUpdates, type WriteCall } from '../donations/index.ts'
import { startUndo, type UndoContext, type UndoWork, undoInOneTransaction } from '../undos/index.ts'
import { countSentEmails, findImport, type ImportRow, lockImports } from './imports.queries.ts'
import { isWithinUndoPeriod } from './present-import.ts'
import { deleteReversals } from './reversals.queries.ts'
import { createProgressWriter } from './write-progress.ts'

const whyNot: Readonly<Partial<Record<imports.ImportState, string>>> = {
  queued: 'This upload has not run yet. Wait until it is done.',
  running: 'This upload is still running. Wait until it is done.',
  failed: 'This upload failed and saved nothing, so there is nothing to undo.',
  undone: 'This upload was already undone.',
}

const work: UndoWork = {
  table: 'imports',
  kind: 'import',
  notUndone: imports.undoMessages.notUndone,
  waitForTurn: lockImports,
  undo,
}
export const importUndo = undoInOneTransaction(work)

/** Refused after 24 hours, or after an email about one of its gifts was sent. */
export const startImportUndo = (call: WriteCall, importId: number): Promise<ImportRow> => {
  const { platform, tenant } = call
  const now = platform.clock()
  return startUndo(call, work, {
    id: importId,
    find: (db) => findImport(db, tenant, importId, now),
    refusal: ({ state }) => new Refusal('conflict', whyNot[state] ?? imports.undoMessages.undoFailed),
    mayBegin: async (db, row) => {
      if (!isWithinUndoPeriod(row, now)) {
        throw new Refusal('conflict', 'An upload can be undone for 24 hours, and this one is older.')
      }
      await refuseMailed(db, { platform, tenant }, importId, { states: ['sending', 'sent'], holds: true })
    },
  })
}

/** The family's emails wait from the start of the undo, so that none is sent before its gift is deleted. */
async function refuseMailed(
  db: Db,
  { platform, tenant }: Pick<EvaluationContext, 'platform' | 'tenant'>,
  importId: number,
  which: Parameters<typeof countSentEmails>[3],
): Promise<void> {
  const gone = await inFamily(db, { platform, tenant }, (seeing) => countSentEmails(db, seeing.tenant, importId, which))
  if (gone === 0) return
  const mails = gone === 1 ? '1 mail' : `${gone} mails`
  throw new Refusal('conflict', `${mails} of this upload went out already, so it can no longer be undone.`)
}

async function undo(db: Db, context: UndoContext, importId: number): Promise<void> {
  // The family before the emails, as in actions: the opposite order could deadlock.
  await lockFamilyForEvaluation(db, context.tenant.family)
  await refuseMailed(db, context, importId, { states: ['sent'], holds: false })
  const progress = createProgressWriter(context.platform, context.tenant, importId)
  try {
    await undoConfirmations(db, context, importOperation(importId).id)
    await undoGiftUpdates(db, context, importId)
    await deleteReversals(db, context.tenant, importId)
    await deleteImportedDonations(db, context, importId, (done) => progress.tell('undoing', done))
  } finally {
    await progress.settled()
  }
}
