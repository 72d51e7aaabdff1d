import { donationChanges, donations, statistics, verifications } from '@twofold/contract'
import { messageOf } from '../../api/api-error.ts'
import { useAction } from '../../api/use-call.ts'
import { useOrganization } from '../../shell/current-organization.tsx'
import { plural } from '../../ui/format.ts'
import { toast, toastError, toastUndo } from '../../ui/toast-store.ts'

export const refreshes = [
  verifications.listVerifications,
  donations.listDonations,
  donations.getDonation,
  statistics.getStatistics,
  statistics.getStanding,
]

/** Takes back what a press did a moment ago. */
export function useTakeBack(): (undoIds: readonly string[]) => void {
  const { id } = useOrganization()
  const undo = useAction(donationChanges.undoChange, { refreshes })
  return (undoIds) => {
    void Promise.all(undoIds.map((undo_id) => undo.mutateAsync({ params: { id }, body: { undo_id } }))).then(
      () => toast({ title: 'Undone' }),
      (problem: unknown) => toastError('It could not be undone', messageOf(problem)),
    )
  }
}

/** Marks matches as verified, with ten seconds to take it back. */
export function useVerifying() {
  const takeBack = useTakeBack()
  const confirm = useAction(donationChanges.confirmDonations, { refreshes })
  return {
    busy: confirm.isPending,
    verify: (ids: readonly number[], done: () => void) =>
      confirm.mutate(
        { body: { donation_ids: [...ids], status: 'verified' } },
        {
          onSuccess: ({ undo }) => {
            done()
            if (undo) toastUndo(`${plural(ids.length, 'match', 'matches')} verified`, () => takeBack([undo.id]))
          },
          onError: (problem) => toastError(donationChanges.changeMessages.statusFailed, messageOf(problem)),
        },
      ),
  }
}
