import { donorUndoDays, type UndoableDonorAction } from '@twofold/matching'
import type { Db } from '../../platform/database/database.ts'
import { Refusal } from '../../platform/errors.ts'
import type { ChangeContext } from './change-matches.ts'
import { inFamily, lockUnlessHeld } from './family.ts'
import { lockDonations } from './matches.queries.ts'
import { type DonorAction, findDonorAction, markUndone } from './take-back.queries.ts'
import { restoreKept } from './take-back.ts'

const msPerDay = 86_400_000

/** The last moment at which a donor can undo an action of this moment. */
export const donorMayUndoUntil = (at: Date): Date => new Date(at.getTime() + donorUndoDays * msPerDay)

export const isUndoable = ({ at, undone_at, is_overtaken }: DonorAction, now: Date): boolean =>
  undone_at === null && !is_overtaken && now <= donorMayUndoUntil(at)

const reasons: Readonly<Record<UndoableDonorAction, string>> = {
  submit: 'The donor had said that the match was requested, and undid it.',
  decline: 'The donor had declined to request a match, and undid it.',
}

/**
 * Undoes the donor's "I submitted it" or "No thanks": the match goes back to the status it had. Facts that changed since, such as
 * an amount or a deadline, stay as they are now.
 * @throws Refusal gone after 14 days; conflict where staff, a payment or a verification has moved the match since
 */
export async function undoDonorAction(db: Db, context: ChangeContext, donationId: number): Promise<void> {
  await inFamily(db, context, async (seeing) => {
    const { tenant, platform } = seeing
    await lockUnlessHeld(db, seeing)
    const [row] = await lockDonations(db, tenant.family, [donationId])
    const action = row && (await findDonorAction(db, row.organization_id, donationId))
    if (action?.undone_at) return
    if (!row || action?.is_overtaken) throw new Refusal('conflict', 'The match has moved on.')
    const now = platform.clock()
    if (!action || !isUndoable(action, now)) throw new Refusal('gone', `The ${donorUndoDays} days are over.`)
    const { status_id, previous_status_id, reason_code, payment_state, status_changed_at } = action.before
    const before = { ...row, status_id, previous_status_id, reason_code, payment_state, status_changed_at }
    await restoreKept(db, seeing, [{ donation_id: donationId, at: action.at, before, why: reasons[action.action] }])
    await markUndone(db, tenant.family, action.undo_id, [donationId], now)
  })
}
