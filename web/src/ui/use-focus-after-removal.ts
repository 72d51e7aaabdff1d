import { type RefObject, useLayoutEffect, useRef } from 'react'

/**
 * For a row that a click inside it removes. A row with a `tabIndex` takes focus itself, so that repeating the key does
 * nothing.
 */
export function useFocusAfterRemoval<Row extends HTMLElement>(): RefObject<Row | null> {
  const row = useRef<Row>(null)
  useLayoutEffect(() => {
    const element = row.current
    return () => {
      if (!element?.contains(document.activeElement)) return
      const neighbors = [element.nextElementSibling, element.previousElementSibling]
      const next = neighbors
        .map((sibling) =>
          sibling instanceof HTMLElement && sibling.matches('li[tabindex]')
            ? sibling
            : sibling?.querySelector<HTMLElement>('button, a[href]'),
        )
        .find(Boolean)
      ;(next ?? element.parentElement?.closest<HTMLElement>('li[tabindex], [role="dialog"], main'))?.focus()
    }
  }, [])
  return row
}
