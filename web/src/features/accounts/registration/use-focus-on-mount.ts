import { useEffect, useRef } from 'react'

/** Focus lets screen readers announce the new view. */
export function useFocusOnMount() {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    window.scrollTo(0, 0)
    box.current?.querySelector('h1')?.focus()
  }, [])
  return box
}
