import { useNavigationGuard } from '../../../ui/navigation-guard.ts'

/** The back button closes a dialog without an address, instead of leaving the screen behind it. */
export function useCloseOnBack(onClose: () => void): void {
  useNavigationGuard(true, {
    holds: ({ historyAction }) => historyAction === 'POP',
    ask: (held) => {
      held.stay()
      onClose()
    },
  })
}
