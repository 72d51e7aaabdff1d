import { donationChanges, donations, statistics } from '@twofold/contract'
import { findStatus } from '@twofold/matching'
import { useState } from 'react'
import { messageOf } from '../../../../api/api-error.ts'
import { queryClient, queryKeyOf, useApiMutation } from '../../../../api/use-api.ts'
import { useOrganization } from '../../../../shared/current-organization.tsx'
import { toast, toastError, toastUndo } from '../../../../ui/toast-store.ts'

const { changeMessages } = donationChanges

const refreshes = [donations.getDonation, donations.listDonations, statistics.getStatistics, statistics.getMatchSummary]

export const cacheDetail = (donation: donations.DonationDetail) =>
  queryClient.setQueryData(queryKeyOf(donations.getDonation, { params: { id: donation.id } }), { donation })

function useUndo(): (title: string, undo: donationChanges.Undo | null, description?: string) => void {
  const { id } = useOrganization()
  const undoChange = useApiMutation(donationChanges.undoChange, { refreshes, failed: 'Undo failed' })
  return (title, undo, description) => {
    if (undo === null) {
      toast({ title, ...(description ? { description } : {}) })
      return
    }
    toastUndo(
      title,
      () =>
        undoChange.mutate(
          { params: { id }, body: { undo_id: undo.id } },
          { onSuccess: () => toast({ title: 'Undone' }) },
        ),
      description,
    )
  }
}

export function useMatchChange({ id }: { readonly id: number }) {
  const [refused, setRefused] = useState<string | null>(null)
  const confirming = useApiMutation(donationChanges.confirmDonations, { refreshes })
  const deleting = useApiMutation(donationChanges.deleteDonation, { refreshes })
  const updating = useApiMutation(donationChanges.updateDonation, { refreshes })
  const toastWithUndo = useUndo()

  const failed = (title: string) => (problem: Error) => {
    setRefused(`${title} ${messageOf(problem)}`)
    toastError(title, problem)
  }

  return {
    refused,
    busy: confirming.isPending || deleting.isPending || updating.isPending,
    updating,
    told: toastWithUndo,
    confirm: (status: donationChanges.ConfirmStatus) => {
      setRefused(null)
      confirming.mutate(
        { body: { donation_ids: [id], status } },
        {
          onSuccess: ({ donations: [moved], undo }) =>
            toastWithUndo(
              'Donation status updated',
              undo,
              moved && `It’s now “${findStatus(moved.status_id)?.label ?? moved.status_id}”.`,
            ),
          onError: failed(changeMessages.statusFailed),
        },
      )
    },
    cancel: () => {
      setRefused(null)
      deleting.mutate(
        { params: { id } },
        {
          onSuccess: ({ donation: changed, undo }) => {
            cacheDetail(changed)
            toastWithUndo('Match deleted', undo, `You can restore it for ${donationChanges.restorableDays} days.`)
          },
          onError: failed(changeMessages.deleteFailed),
        },
      )
    },
    cancelGift: (giftId: number) => {
      setRefused(null)
      deleting.mutate(
        { params: { id: giftId }, query: { gift_only: 'true' } },
        {
          onSuccess: ({ donation: changed, undo }) => {
            cacheDetail(changed)
            toastWithUndo(
              'Gift canceled',
              undo,
              `You can restore this gift from its page for ${donationChanges.restorableDays} days.`,
            )
          },
          onError: failed(changeMessages.deleteFailed),
        },
      )
    },
    silence: (silenced: boolean) => {
      setRefused(null)
      updating.mutate(
        { params: { id }, body: { silenced } },
        {
          onSuccess: ({ donation: changed, undo }) => {
            cacheDetail(changed)
            toastWithUndo(silenced ? 'Match silenced' : 'Match un-silenced', undo)
          },
          onError: failed(changeMessages.silenceFailed),
        },
      )
    },
    clear: () => setRefused(null),
    failed,
  }
}
