import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/** What takes the focus on a screen that was just reached. */
export const screenHeading = (): HTMLElement | null =>
  document.querySelector<HTMLElement>('main h1') ?? document.getElementById('main')

/**
 * After a change of the screen the focus stands on its heading, as after a page load: a screen reader reads the new
 * title, Tab goes on from there. Not on the first screen, and not when only the search changed.
 */
export function useFocusOnArrival(): void {
  const { pathname } = useLocation()
  const before = useRef(pathname)
  useEffect(() => {
    if (before.current === pathname) return
    before.current = pathname
    screenHeading()?.focus({ preventScroll: true })
  }, [pathname])
}
