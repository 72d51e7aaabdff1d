import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

export const screenHeading = (): HTMLElement | null =>
  document.querySelector<HTMLElement>('main h1') ?? document.getElementById('main')

/** Screen readers announce the new title, and Tab continues from there. */
export function useFocusOnNavigation(): void {
  const { pathname } = useLocation()
  const before = useRef(pathname)
  useEffect(() => {
    if (before.current === pathname) return
    before.current = pathname
    screenHeading()?.focus({ preventScroll: true })
  }, [pathname])
}
