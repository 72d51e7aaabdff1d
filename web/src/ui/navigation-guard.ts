import { useEffect, useRef } from 'react'
import type { BlockerFunction } from 'react-router'

/** The router asks only its newest blocker, so a single one serves all guards (`shared/navigation-blocker.tsx`). */

export type Navigation = Parameters<BlockerFunction>[0]

export type BlockedNavigation = {
  /** False if only the search parameters differ. */
  readonly leavesScreen: boolean
  readonly goOn: () => void
  readonly stay: () => void
}

export type NavigationGuard = {
  readonly shouldBlock: (step: Navigation) => boolean
  readonly onBlock: (held: BlockedNavigation) => void
}

const guards: NavigationGuard[] = []

export function addNavigationGuard(guard: NavigationGuard): () => void {
  guards.push(guard)
  return () => {
    guards.splice(guards.indexOf(guard), 1)
  }
}

/** The newest guard wins; a dialog is newer than its screen. */
export const findGuard = (step: Navigation): NavigationGuard | null =>
  guards.findLast(({ shouldBlock }) => shouldBlock(step)) ?? null

export const changesScreen = ({ currentLocation, nextLocation }: Navigation): boolean =>
  currentLocation.pathname !== nextLocation.pathname

/** True for Back or Forward to an address in which one of these parameters differs. */
export function isHistoryStepChanging(
  { currentLocation, nextLocation, historyAction }: Navigation,
  names: readonly string[],
): boolean {
  if (historyAction !== 'POP') return false
  const [currentParams, nextParams] = [
    new URLSearchParams(currentLocation.search),
    new URLSearchParams(nextLocation.search),
  ]
  return names.some((name) => currentParams.get(name) !== nextParams.get(name))
}

export function useNavigationGuard(isOn: boolean, guard: NavigationGuard): void {
  const latest = useRef(guard)
  useEffect(() => {
    latest.current = guard
  })
  useEffect(() => {
    if (!isOn) return
    return addNavigationGuard({
      shouldBlock: (step) => latest.current.shouldBlock(step),
      onBlock: (held) => latest.current.onBlock(held),
    })
  }, [isOn])
}

/** The browser asks on Back out of the portal, or when the tab closes. */
export function useConfirmOnUnload(isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return
    const preventUnload = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', preventUnload)
    return () => removeEventListener('beforeunload', preventUnload)
  }, [isOn])
}
