import { useEffect, useRef } from 'react'
import type { BlockerFunction } from 'react-router'

/**
 * Guards that hold navigation: a screen or dialog with unsaved text. The router asks only its newest blocker, whether
 * or not it applies. So a single blocker serves all guards (`shared/navigation-blocker.tsx`).
 */

export type Navigation = Parameters<BlockerFunction>[0]

/** A navigation that waits for the person's decision. */
export type BlockedNavigation = {
  /** True if it leads to another screen, rather than only to different search parameters. */
  readonly leavesScreen: boolean
  readonly goOn: () => void
  readonly stay: () => void
}

export type NavigationGuard = {
  readonly holds: (step: Navigation) => boolean
  readonly ask: (held: BlockedNavigation) => void
}

const guards: NavigationGuard[] = []

/** Adds a guard. Returns a function that removes it. */
export function addNavigationGuard(guard: NavigationGuard): () => void {
  guards.push(guard)
  return () => {
    guards.splice(guards.indexOf(guard), 1)
  }
}

/** Returns the newest guard that holds this navigation; a dialog is newer than its screen. */
export const findGuard = (step: Navigation): NavigationGuard | null =>
  guards.findLast(({ holds }) => holds(step)) ?? null

export const changesScreen = ({ currentLocation, nextLocation }: Navigation): boolean =>
  currentLocation.pathname !== nextLocation.pathname

/** Returns true for Back or Forward to an address in which one of these parameters differs. */
export function isHistoryStepChanging(
  { currentLocation, nextLocation, historyAction }: Navigation,
  names: readonly string[],
): boolean {
  if (historyAction !== 'POP') return false
  const [here, there] = [new URLSearchParams(currentLocation.search), new URLSearchParams(nextLocation.search)]
  return names.some((name) => here.get(name) !== there.get(name))
}

/** Holds navigation while `isOn`. */
export function useNavigationGuard(isOn: boolean, guard: NavigationGuard): void {
  const latest = useRef(guard)
  useEffect(() => {
    latest.current = guard
  })
  useEffect(() => {
    if (!isOn) return
    return addNavigationGuard({
      holds: (step) => latest.current.holds(step),
      ask: (held) => latest.current.ask(held),
    })
  }, [isOn])
}

/** While `isOn`, the browser asks before the page unloads: on Back out of the portal, or when the tab closes. */
export function useConfirmOnUnload(isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return
    const stay = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', stay)
    return () => removeEventListener('beforeunload', stay)
  }, [isOn])
}
