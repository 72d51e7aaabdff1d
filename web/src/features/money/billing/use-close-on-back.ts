import { useNavigationGuard } from '../../../ui/navigation-guard.ts'

/** For a dialog without an address: Back would leave the screen behind it. */
export function useCloseOnBack(onClose: () => void): void {
  useNavigationGuard(true, {
    holds: ({ historyAction }) => historyAction === 'POP',
    ask: (held) => {
      held.stay()
      onClose()
    },
  })
}
