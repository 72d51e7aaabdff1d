import type { Db } from '../../platform/database/database.ts'
import { evaluateDonors, isWithEmployerNow, type MatchRow, settleGifts, takeApart } from '../matches/index.ts'
import type { DonationUpdate } from './new-donation.ts'
import type { RecordingContext } from './record-donations.ts'
import { updateDonations } from './update-donations.ts'

type Part = MatchRow & { readonly merged_into_id: number }

/**
 * Changes a gift that was merged with others. It leaves its match, so that the rules decide anew what is asked for together;
 * where the employer has the match, that stays as it was asked for and only its sum changes.
 */
export async function updatePart(db: Db, context: RecordingContext, part: Part, update: DonationUpdate): Promise<void> {
  const { id, merged_into_id: wholeId } = part
  if (await isWithEmployerNow(db, context, wholeId)) {
    const { amountCents: cents } = update
    await updateDonations(db, context, [{ ...update, amountCents: null }])
    if (cents !== null) await settleGifts(db, context, [{ donationId: id, wholeId, cents }])
    return
  }
  const left = await takeApart(db, context, [id])
  await updateDonations(db, context, [update])
  await evaluateDonors(db, context, { donorIds: [part.donor_id], donationIds: new Set(left), action: 'edit' })
}
