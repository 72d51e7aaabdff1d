import { donationChanges, type donations } from '@twofold/contract'
import { z } from 'zod'
import type { Tenant } from '../../../platform/database/database.ts'
import { type ServedRoute, serve } from '../../../platform/http/serve.ts'
import { orNotFound } from '../../../platform/runtime/errors.ts'
import type { Platform } from '../../../platform/services/platform.ts'
import type { Directory } from '../../core/companies/index.ts'
import { addDonation } from './add-donation.ts'
import { changeDonation, presentUndo, previewChange } from './change-donation.ts'
import { findDonation } from './get-donation.ts'
import { moveDonations, undoChange } from './move-donations.ts'

export const donationChangingRoutes = ({ directory }: { readonly directory: Directory }): ServedRoute[] => [
  serve(
    donationChanges.createDonation,
    async (call) => {
      const id = await addDonation(call, directory, call.body, call.keepResult)
      return { donation: await getDonation(call, id) }
    },
    async (call, id) => ({ donation: await getDonation(call, z.int().parse(id)) }),
  ),

  serve(
    donationChanges.updateDonation,
    async (call) => {
      const undoId = await changeDonation(call, directory, call.params.id, call.body, call.keepResult)
      return presentChange(call, undoId)
    },
    async (call, savedResult) => presentChange(call, savedUndo.parse(savedResult).undoId),
  ),

  serve(donationChanges.previewChange, async (call) => previewChange(call, directory, call.params.id, call.body)),

  serve(
    donationChanges.deleteDonation,
    async (call) => {
      const { keepResult, query, params } = call
      const options = { giftOnly: query.gift_only === 'true', keepResult }
      return presentChange(call, (await moveDonations(call, directory, [params.id], 'cancel', options)).undoId)
    },
    async (call, savedResult) => presentChange(call, savedUndo.parse(savedResult).undoId),
  ),

  serve(
    donationChanges.confirmDonations,
    async (call) => {
      const { donation_ids, status } = call.body
      const { keepResult } = call
      const action = donationChanges.confirmStatuses[status]
      return presentMoves(await moveDonations(call, directory, donation_ids, action, { keepResult }))
    },
    async (_, savedResult) => presentMoves(savedMoves.parse(savedResult)),
  ),

  serve(donationChanges.undoChange, async (call) => ({
    donation_ids: await undoChange(call, directory, call.body.undo_id),
  })),
]

const savedUndo = z.object({ undoId: z.string().nullable() })
const savedMoves = savedUndo.extend({
  moved: z.array(z.object({ id: z.int(), from: z.int(), to: z.int() })),
})

type Moves = { readonly moved: readonly z.infer<typeof savedMoves>['moved'][number][]; readonly undoId: string | null }

const presentMoves = ({ moved, undoId }: Moves) => ({
  donations: moved.map(({ id, from, to }) => ({ id, from_status_id: from, status_id: to })),
  undo: presentUndo(undoId),
})

const presentChange = async (
  call: ReadContext & { readonly params: { readonly id: number } },
  undoId: string | null,
) => ({
  donation: await getDonation(call, call.params.id),
  undo: presentUndo(undoId),
})

type ReadContext = { readonly platform: Platform; readonly tenant: Tenant }

async function getDonation({ platform, tenant }: ReadContext, id: number): Promise<donations.DonationDetail> {
  return orNotFound(await findDonation(platform, tenant, id))
}
