import { useNavigationGuard } from '../../../ui/navigation-guard.ts'

/** For a dialog without an address: Back would leave the screen behind it. */
export function useCloseOnBack(onClose: () => void): void {
  useNavigationGuard(true, {
    shouldBlock: ({ historyAction }) => historyAction === 'POP',
    onBlock: (blocked) => {
      blocked.stay()
      onClose()
    },
  })
}
