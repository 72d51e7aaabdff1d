import { donorUndoDays, type UndoableDonorAction } from '@twofold/matching'
import type { Db } from '../../../platform/database/database.ts'
import { Refusal } from '../../../platform/runtime/errors.ts'
import { resubscribeDonor } from '../../email/suppressions/index.ts'
import { inFamily, lockUnlessHeld } from '../family/index.ts'
import { closeJournalRows, type DonorAction, findDonorAction, listDonorActions } from '../journal/index.ts'
import type { ChangeContext } from './change-matches.ts'
import { restoreMatches } from './undo-operation.ts'

const msPerDay = 86_400_000

export const donorUndoDeadline = (at: Date): Date => new Date(at.getTime() + donorUndoDays * msPerDay)

export const isUndoable = ({ at, undone_at, is_superseded }: DonorAction, now: Date): boolean =>
  undone_at === null && !is_superseded && now <= donorUndoDeadline(at)

const reasons: Readonly<Record<UndoableDonorAction, string>> = {
  submit: 'The donor had said that the match was requested, and undid it.',
  decline: 'The donor had declined to request a match, and undid it.',
}

/**
 * Restores the status before "I submitted it" or "No thanks"; facts stay current. @throws Refusal gone after 14 days;
 * conflict if the match moved since
 */
export async function undoDonorAction(db: Db, context: ChangeContext, donationId: number): Promise<void> {
  await inFamily(db, context, async (familyContext) => {
    const { tenant, platform } = familyContext
    const { organizationId, family } = tenant
    await lockUnlessHeld(db, familyContext)
    const requestedAction = await findDonorAction(db, organizationId, donationId)
    if (requestedAction?.undone_at) return
    if (requestedAction?.is_superseded) throw new Refusal('conflict', 'The match has changed since.')
    const now = platform.clock()
    if (!requestedAction || !isUndoable(requestedAction, now))
      throw new Refusal('gone', `The ${donorUndoDays} days are over.`)
    const actions = await listDonorActions(db, organizationId, requestedAction.operation_id)
    const undone = actions.filter((action) => isUndoable(action, now))
    const explained = undone.map((action) => ({ ...action, why: reasons[action.action] }))
    await restoreMatches(db, familyContext, explained)
    const ids = undone.map(({ donation_id }) => donation_id)
    await closeJournalRows(db, family, requestedAction.operation_id, ids, now)
    if (requestedAction.is_for_all)
      await resubscribeDonor(db, { organizationId, donorId: requestedAction.donor_id }, requestedAction.at)
  })
}
