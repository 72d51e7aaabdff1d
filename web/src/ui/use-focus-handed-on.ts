import { type RefObject, useLayoutEffect, useRef } from 'react'

/**
 * For a row that a press in it removes: the focus goes on to the row beside it, after the last one to the row, dialog or screen around
 * it, not to the top of the page. A row with a `tabIndex` has it itself, so that the same key once more does nothing.
 */
export function useFocusHandedOn<Row extends HTMLElement>(): RefObject<Row | null> {
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
