import { donationChanges, type donations } from '@twofold/contract'
import type { Tenant } from '../../platform/database/database.ts'
import { notFound } from '../../platform/errors.ts'
import { type ServedRoute, serve } from '../../platform/http/serve.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Directory } from '../companies/index.ts'
import { addDonation } from './add-donation.ts'
import { changeDonation, previewChange, undoOf } from './change-donation.ts'
import { pressMove, takeBackChange } from './confirm-donations.ts'
import { findDonation } from './get-donation.ts'

/** The writing side of donations: what staff do with one. */
export const donationChangingRoutes = ({ directory }: { readonly directory: Directory }): ServedRoute[] => [
  serve(donationChanges.createDonation, async (call) => {
    const id = await addDonation(call, directory, call.body)
    return { donation: await getDonation(call, id) }
  }),

  serve(donationChanges.updateDonation, async (call) => {
    const { params, body } = call
    const undoId = await changeDonation(call, directory, params.id, body)
    return { donation: await getDonation(call, params.id), undo: undoOf(undoId) }
  }),

  serve(donationChanges.previewChange, async (call) => previewChange(call, directory, call.params.id, call.body)),

  serve(donationChanges.deleteDonation, async (call) => {
    const { id } = call.params
    const { undoId } = await pressMove(call, directory, [id], 'cancel', { giftOnly: call.query.gift_only === 'true' })
    return { donation: await getDonation(call, id), undo: undoOf(undoId) }
  }),

  serve(donationChanges.confirmDonations, async (call) => {
    const { donation_ids, status } = call.body
    const { moved, undoId } = await pressMove(call, directory, donation_ids, donationChanges.confirmStatuses[status])
    return {
      donations: moved.map(({ id, from, to }) => ({ id, from_status_id: from, status_id: to })),
      undo: undoOf(undoId),
    }
  }),

  serve(donationChanges.undoChange, async (call) => ({
    donation_ids: await takeBackChange(call, directory, call.body.undo_id),
  })),
]

type About = { readonly platform: Platform; readonly tenant: Tenant }

async function getDonation({ platform, tenant }: About, id: number): Promise<donations.DonationDetail> {
  const donation = await findDonation(platform, tenant, id)
  if (!donation) throw notFound()
  return donation
}
