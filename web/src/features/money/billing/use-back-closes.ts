import { useGuard } from '../../../ui/way-out.ts'

/** The back button closes a dialog without an address, instead of leaving the screen behind it. */
export function useBackCloses(onClose: () => void): void {
  useGuard(true, {
    holds: ({ historyAction }) => historyAction === 'POP',
    ask: (held) => {
      held.stay()
      onClose()
    },
  })
}
