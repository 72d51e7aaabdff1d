import { useEffect, useRef } from 'react'
import { useBlocker } from 'react-router'
import { type Guard, guardOf, leavesScreen, type Step } from '../ui/way-out.ts'

/** Holds navigation until the responsible guard has asked. Used once in the portal, for all guards. */
export function HoldSteps() {
  const held = useRef<{ readonly guard: Guard; readonly step: Step } | null>(null)
  const blocker = useBlocker((step) => {
    const guard = guardOf(step)
    held.current = guard && { guard, step }
    return guard !== null
  })
  useEffect(() => {
    if (blocker.state !== 'blocked') return
    const { proceed, reset } = blocker
    if (!held.current) return reset()
    const { guard, step } = held.current
    guard.ask({ leavesScreen: leavesScreen(step), goOn: proceed, stay: reset })
  }, [blocker])
  return null
}
