import { donationChanges, donations, statistics, verifications } from '@twofold/contract'
import { useApiMutation } from '../../../../api/use-api.ts'
import { useOrganization } from '../../../../shared/current-organization.tsx'
import { toast, toastError } from '../../../../ui/toast-store.ts'

export const matchRefreshes = [
  verifications.listVerifications,
  donations.listDonations,
  donations.getDonation,
  statistics.getStatistics,
  statistics.getMatchSummary,
]

export function useUndoChanges(): (undoIds: readonly string[]) => void {
  const { id } = useOrganization()
  const undo = useApiMutation(donationChanges.undoChange, { refreshes: matchRefreshes })
  return (undoIds) => {
    void Promise.all(undoIds.map((undo_id) => undo.mutateAsync({ params: { id }, body: { undo_id } }))).then(
      () => toast({ title: 'Undone' }),
      (problem: unknown) => toastError('Undo failed', problem),
    )
  }
}
