import { useEffect, useRef, useState } from 'react'
import { LeaveQuestion } from '../ui/dialog.tsx'
import { leavesScreen, stepsBackIn, useAskOnUnload, useGuard } from '../ui/way-out.ts'
import { askBeforeLeaving } from './leaving.ts'

/** Asks before unsaved changes are left: for another screen, another organization, or when the tab is closed. */
export function LeaveGuard({
  active,
  what = 'Your changes',
  steps = [],
  onLeave,
}: {
  active: boolean
  what?: string
  /** What in the address is a step of its own: Back and Forward to where one of these differs leave it too. */
  steps?: readonly string[]
  /** They are left on purpose, from now on. */
  onLeave?: () => void
}) {
  const [held, setHeld] = useState<{ readonly goOn: () => void; readonly stay: () => void } | null>(null)
  const isLeft = useRef(false)
  useGuard(active, {
    holds: (step) => {
      // What was asked about already may itself be a step back.
      if (isLeft.current) {
        isLeft.current = false
        return false
      }
      return leavesScreen(step) || stepsBackIn(step, steps)
    },
    ask: setHeld,
  })

  useAskOnUnload(active)
  useEffect(() => {
    if (!active) return
    const goOnWith = (leave: () => void) => () => {
      isLeft.current = true
      leave()
    }
    return askBeforeLeaving((leave) => setHeld({ goOn: goOnWith(leave), stay: () => undefined }))
  }, [active])

  const stay = () => {
    setHeld(null)
    held?.stay()
  }
  const leave = () => {
    setHeld(null)
    onLeave?.()
    held?.goOn()
  }
  return <LeaveQuestion open={held !== null} lost={`${what} haven’t been saved yet.`} onStay={stay} onLeave={leave} />
}
