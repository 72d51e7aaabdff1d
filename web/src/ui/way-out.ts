import { useEffect, useRef } from 'react'
import type { BlockerFunction } from 'react-router'

/**
 * What stands in the way of another address: a screen or a dialog with something typed in. A router asks only the newest of its
 * blockers, whether or not that one minds, so there is one for all of these (`shared/hold-steps.tsx`).
 */

export type Step = Parameters<BlockerFunction>[0]

/** A step that waits for an answer. */
export type HeldStep = {
  /** It leads to another screen, and not only to other words behind the question mark. */
  readonly leavesScreen: boolean
  readonly goOn: () => void
  readonly stay: () => void
}

export type Guard = { readonly holds: (step: Step) => boolean; readonly ask: (held: HeldStep) => void }

const guards: Guard[] = []

/** Asks from now on; what it answers ends that. */
export function addGuard(guard: Guard): () => void {
  guards.push(guard)
  return () => {
    guards.splice(guards.indexOf(guard), 1)
  }
}

/** The one to be asked about a step: the newest that minds it, as the dialog above its screen. */
export const guardOf = (step: Step): Guard | null => guards.findLast(({ holds }) => holds(step)) ?? null

export const leavesScreen = ({ currentLocation, nextLocation }: Step): boolean =>
  currentLocation.pathname !== nextLocation.pathname

/** Back or Forward, to an address in which one of these differs. */
export function stepsBackIn({ currentLocation, nextLocation, historyAction }: Step, names: readonly string[]): boolean {
  if (historyAction !== 'POP') return false
  const [here, there] = [new URLSearchParams(currentLocation.search), new URLSearchParams(nextLocation.search)]
  return names.some((name) => here.get(name) !== there.get(name))
}

/** Stands in the way while `isOn`. */
export function useGuard(isOn: boolean, guard: Guard): void {
  const latest = useRef(guard)
  useEffect(() => {
    latest.current = guard
  })
  useEffect(() => {
    if (!isOn) return
    return addGuard({
      holds: (step) => latest.current.holds(step),
      ask: (held) => latest.current.ask(held),
    })
  }, [isOn])
}

/** While `isOn`, the browser asks before the page itself is left: by Back out of the portal, or when the tab is closed. */
export function useAskOnUnload(isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return
    const stay = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', stay)
    return () => removeEventListener('beforeunload', stay)
  }, [isOn])
}
