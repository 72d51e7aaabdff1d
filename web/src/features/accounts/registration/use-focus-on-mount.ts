import { useEffect, useRef } from 'react'

/** Moves focus to the heading of a view that replaced another one, so that screen readers announce it. */
export function useFocusOnMount() {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    window.scrollTo(0, 0)
    box.current?.querySelector('h1')?.focus()
  }, [])
  return box
}
