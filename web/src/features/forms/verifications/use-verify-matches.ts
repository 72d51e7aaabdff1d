import { donationChanges } from '@twofold/contract'
import { useApiMutation } from '../../../api/use-api.ts'
import { plural } from '../../../ui/format.ts'
import { toastUndo } from '../../../ui/toast-store.ts'
import { matchRefreshes, useUndoChanges } from '../../donations/donations/index.ts'

export function useVerifyMatches() {
  const undoChanges = useUndoChanges()
  const confirm = useApiMutation(donationChanges.confirmDonations, {
    refreshes: matchRefreshes,
    failed: donationChanges.changeMessages.statusFailed,
  })
  return {
    busy: confirm.isPending,
    verify: (ids: readonly number[], onDone: () => void) =>
      confirm.mutate(
        { body: { donation_ids: [...ids], status: 'verified' } },
        {
          onSuccess: ({ undo }) => {
            onDone()
            if (undo)
              toastUndo(`${plural(ids.length, 'match', 'matches')} marked as done`, () => undoChanges([undo.id]))
          },
        },
      ),
  }
}
