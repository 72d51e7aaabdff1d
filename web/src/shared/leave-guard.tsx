import { useEffect, useRef, useState } from 'react'
import { LeaveQuestion } from '../ui/dialog.tsx'
import { leavesScreen, stepsBackIn, useAskOnUnload, useGuard } from '../ui/way-out.ts'
import { askBeforeLeaving } from './leaving.ts'

/** Asks before unsaved changes are left: for another screen or organization, or when the tab closes. */
export function LeaveGuard({
  active,
  what = 'Your changes',
  steps = [],
  onLeave,
}: {
  active: boolean
  what?: string
  /** Search parameters that form a step: Back and Forward to a different value also leave the changes. */
  steps?: readonly string[]
  /** Called when the person decides to discard the changes. */
  onLeave?: () => void
}) {
  const [held, setHeld] = useState<{ readonly goOn: () => void; readonly stay: () => void } | null>(null)
  const isLeft = useRef(false)
  useGuard(active, {
    holds: (step) => {
      // The confirmed navigation may itself be a step back.
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
