import { type RefObject, useLayoutEffect, useRef } from 'react'

/**
 * For a row that a click inside it removes. A row with a `tabIndex` takes focus itself, so that repeating the key does
 * nothing.
 */
export function useFocusAfterRemoval<Row extends HTMLElement>(): RefObject<Row | null> {
  const row = useRef<Row>(null)
  useLayoutEffect(() => {
    const here = row.current
    return () => {
      if (!here?.contains(document.activeElement)) return
      const beside = [here.nextElementSibling, here.previousElementSibling]
      const next = beside
        .map((one) =>
          one instanceof HTMLElement && one.matches('li[tabindex]')
            ? one
            : one?.querySelector<HTMLElement>('button, a[href]'),
        )
        .find(Boolean)
      ;(next ?? here.parentElement?.closest<HTMLElement>('li[tabindex], [role="dialog"], main'))?.focus()
    }
  }, [])
  return row
}
