import { useEffect, useRef } from 'react'

/** Puts the focus on the heading of a view that took another one's place, so that it is read aloud. */
export function useArrivalFocus() {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    window.scrollTo(0, 0)
    box.current?.querySelector('h1')?.focus()
  }, [])
  return box
}
