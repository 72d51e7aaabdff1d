import { imports } from '@twofold/contract'
import type { Db } from '../../../platform/database/database.ts'
import { Refusal } from '../../../platform/runtime/errors.ts'
import type { WriteCall } from '../../core/audit/index.ts'
import { inFamily, lockFamilyForEvaluation } from '../../matches/family/index.ts'
import { importOperation } from '../../matches/journal/index.ts'
import { type EvaluationContext, undoConfirmations } from '../../matches/matches/index.ts'
import { lockDonations } from '../../matches/rows/index.ts'
import { blankUpdate, type DonationUpdate } from '../identification/index.ts'
import { deleteImportedDonations, refundedField, undoGiftUpdates, updateDonations } from '../recording/index.ts'
import { startUndo, type UndoContext, type UndoWork, undoInOneTransaction } from '../undos/index.ts'
import { countSentEmails, findImport, type ImportRow, lockImports } from './imports.queries.ts'
import { isWithinUndoPeriod } from './present-import.ts'
import { deleteReversals, listGiftsReducedLater } from './reversals.queries.ts'
import { createProgressWriter } from './write-progress.ts'

const whyNot: Readonly<Partial<Record<imports.ImportState, string>>> = {
  queued: 'This upload hasn’t started yet. Wait until it’s done.',
  running: 'This upload is still running. Wait until it’s done.',
  failed: 'This upload failed and saved nothing, so there’s nothing to undo.',
  undone: 'This upload was already undone.',
}

const work: UndoWork = {
  table: 'imports',
  kind: 'import',
  notUndone: imports.undoMessages.notUndone,
  acquireLock: lockImports,
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
    canBegin: async (db, row) => {
      if (!isWithinUndoPeriod(row, now)) {
        throw new Refusal('conflict', 'You can only undo an upload for 24 hours.')
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
  filter: Parameters<typeof countSentEmails>[3],
): Promise<void> {
  const sentCount = await inFamily(db, { platform, tenant }, (familyContext) =>
    countSentEmails(db, familyContext.tenant, importId, filter),
  )
  if (sentCount === 0) return
  const mails = sentCount === 1 ? '1 mail' : `${sentCount} mails`
  throw new Refusal('conflict', `${mails} from this upload already went out, so it can’t be undone.`)
}

/** Deletes the gifts of the import and undoes its changes. Returns what stayed because it was changed since. */
async function undo(db: Db, context: UndoContext, importId: number): Promise<string | null> {
  // Locks the family before the emails: actions lock in this order and cancel emails, so the opposite order could deadlock.
  await lockFamilyForEvaluation(db, context.tenant.family)
  await refuseMailed(db, context, importId, { states: ['sent'], holds: false })
  const progress = createProgressWriter(context.platform, context.tenant, importId)
  try {
    await undoConfirmations(db, context, importOperation(importId).id)
    const keptIds = [
      ...(await undoGiftUpdates(db, context, importId)),
      ...(await undoWaitingRefunds(db, context, importId)),
    ]
    await deleteReversals(db, context.tenant, importId, keptIds)
    await deleteImportedDonations(db, context, importId, (done) => progress.report('undoing', done))
    return keptIds.length === 0 ? null : keptSentence(keptIds)
  } finally {
    await progress.settled()
  }
}

/** Adds refunds back to gifts that were recorded after them. Returns the donations whose amount was changed since. */
async function undoWaitingRefunds(db: Db, context: UndoContext, importId: number): Promise<number[]> {
  const gifts = await listGiftsReducedLater(db, context.tenant, importId)
  const unchangedGifts = gifts.filter(({ is_changed }) => !is_changed)
  const rows = await lockDonations(
    db,
    context.tenant.family,
    unchangedGifts.map(({ donation_id }) => donation_id),
  )
  const updates = unchangedGifts.flatMap(({ donation_id, cents, has_note }, row): DonationUpdate[] => {
    const amount = rows.find(({ id }) => id === donation_id)?.amount_cents
    if (amount === undefined) return []
    const custom = has_note ? { [refundedField]: '0.00' } : {}
    return [{ ...blankUpdate, row, donationId: donation_id, amountCents: amount + cents, custom }]
  })
  await updateDonations(db, { ...context, importId: null, optIn: false, mailWithoutEmployer: false }, updates)
  return gifts.filter(({ is_changed }) => is_changed).map(({ donation_id }) => donation_id)
}

const shownIds = 5

function keptSentence(kept: readonly number[]): string {
  const ids = kept.slice(0, shownIds).join(', ') + (kept.length > shownIds ? ', …' : '')
  return kept.length === 1
    ? `1 gift was changed since and stays as it is: match ${ids}.`
    : `${kept.length} gifts changed since and stay as they are: matches ${ids}.`
}
