import { useGuard } from '../../../ui/way-out.ts'

/** Back closes what has no address of its own, and does not leave the screen below it. */
export function useBackCloses(onClose: () => void): void {
  useGuard(true, {
    holds: ({ historyAction }) => historyAction === 'POP',
    ask: (held) => {
      held.stay()
      onClose()
    },
  })
}
