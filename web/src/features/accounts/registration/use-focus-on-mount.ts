import { useEffect, useRef } from 'react'

/** Focus lets screen readers announce the new view. */
export function useFocusOnMount() {
  const container = useRef<HTMLDivElement>(null)
  useEffect(() => {
    window.scrollTo(0, 0)
    container.current?.querySelector('h1')?.focus()
  }, [])
  return container
}
