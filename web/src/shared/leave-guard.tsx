import { useEffect, useRef, useState } from 'react'
import { LeaveConfirmation } from '../ui/dialog.tsx'
import { changesScreen, isHistoryStepChanging, useConfirmOnUnload, useNavigationGuard } from '../ui/navigation-guard.ts'
import { registerLeaveConfirmation } from './confirm-leave.ts'

export function LeaveGuard({
  active,
  what = 'Your changes',
  steps = [],
  onLeave,
}: {
  active: boolean
  what?: string
  /** Back and Forward to a different value of these search parameters also leave the changes. */
  steps?: readonly string[]
  onLeave?: () => void
}) {
  const [held, setHeld] = useState<{ readonly goOn: () => void; readonly stay: () => void } | null>(null)
  const isLeft = useRef(false)
  useNavigationGuard(active, {
    holds: (step) => {
      // The confirmed navigation may itself be a step back.
      if (isLeft.current) {
        isLeft.current = false
        return false
      }
      return changesScreen(step) || isHistoryStepChanging(step, steps)
    },
    ask: setHeld,
  })

  useConfirmOnUnload(active)
  useEffect(() => {
    if (!active) return
    const goOnWith = (leave: () => void) => () => {
      isLeft.current = true
      leave()
    }
    return registerLeaveConfirmation((leave) => setHeld({ goOn: goOnWith(leave), stay: () => undefined }))
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
  return <LeaveConfirmation open={held !== null} lost={`${what} aren’t saved yet.`} onStay={stay} onLeave={leave} />
}
