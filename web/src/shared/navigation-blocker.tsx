import { useEffect, useRef } from 'react'
import { useBlocker } from 'react-router'
import { changesScreen, findGuard, type Navigation, type NavigationGuard } from '../ui/navigation-guard.ts'

/** Used once in the portal, for all guards. */
export function NavigationBlocker() {
  const blocked = useRef<{ readonly guard: NavigationGuard; readonly step: Navigation } | null>(null)
  const blocker = useBlocker((step) => {
    const guard = findGuard(step)
    blocked.current = guard && { guard, step }
    return guard !== null
  })
  useEffect(() => {
    if (blocker.state !== 'blocked') return
    const { proceed, reset } = blocker
    if (!blocked.current) return reset()
    const { guard, step } = blocked.current
    guard.onBlock({ leavesScreen: changesScreen(step), goOn: proceed, stay: reset })
  }, [blocker])
  return null
}
