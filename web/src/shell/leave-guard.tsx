import { useEffect, useState } from 'react'
import { useBlocker } from 'react-router'
import { LeaveQuestion } from '../ui/dialog.tsx'
import { askBeforeLeaving } from './leaving.ts'

/** Asks before unsaved changes are left: for another screen, another organization, or when the tab is closed. */
export function LeaveGuard({
  active,
  what = 'Your changes',
  onLeave,
}: {
  active: boolean
  what?: string
  /** They are left on purpose, from now on. */
  onLeave?: () => void
}) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => active && currentLocation.pathname !== nextLocation.pathname,
  )
  const [goOn, setGoOn] = useState<(() => void) | null>(null)

  useEffect(() => {
    if (!active) return
    const stay = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', stay)
    const end = askBeforeLeaving((leave) => setGoOn(() => leave))
    return () => {
      removeEventListener('beforeunload', stay)
      end()
    }
  }, [active])

  const isOpen = blocker.state === 'blocked' || goOn !== null
  const stay = () => {
    setGoOn(null)
    blocker.reset?.()
  }
  const leave = () => {
    setGoOn(null)
    onLeave?.()
    goOn?.()
    blocker.proceed?.()
  }
  return <LeaveQuestion open={isOpen} lost={`${what} haven’t been saved yet.`} onStay={stay} onLeave={leave} />
}
