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
  const [blocked, setBlocked] = useState<{ readonly goOn: () => void; readonly stay: () => void } | null>(null)
  const isLeft = useRef(false)
  useNavigationGuard(active, {
    shouldBlock: (step) => {
      // The confirmed navigation may itself be a step back.
      if (isLeft.current) {
        isLeft.current = false
        return false
      }
      return changesScreen(step) || isHistoryStepChanging(step, steps)
    },
    onBlock: setBlocked,
  })

  useConfirmOnUnload(active)
  useEffect(() => {
    if (!active) return
    const proceedWith = (leave: () => void) => () => {
      isLeft.current = true
      leave()
    }
    return registerLeaveConfirmation((leave) => setBlocked({ goOn: proceedWith(leave), stay: () => undefined }))
  }, [active])

  const stay = () => {
    setBlocked(null)
    blocked?.stay()
  }
  const leave = () => {
    setBlocked(null)
    onLeave?.()
    blocked?.goOn()
  }
  return <LeaveConfirmation open={blocked !== null} lost={`${what} aren’t saved yet.`} onStay={stay} onLeave={leave} />
}
