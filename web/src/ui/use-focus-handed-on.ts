import { type RefObject, useLayoutEffect, useRef } from 'react'

/**
 * For a row that a press in it removes: the focus goes on to the row beside it, to the dialog or the screen after the last one, not
 * to the top of the page.
 */
export function useFocusHandedOn<Row extends HTMLElement>(): RefObject<Row | null> {
  const row = useRef<Row>(null)
  useLayoutEffect(() => {
    const here = row.current
    return () => {
      if (!here?.contains(document.activeElement)) return
      const beside = [here.nextElementSibling, here.previousElementSibling]
      const next = beside.map((one) => one?.querySelector<HTMLElement>('button, a[href]')).find(Boolean)
      ;(next ?? here.closest<HTMLElement>('[role="dialog"], main'))?.focus()
    }
  }, [])
  return row
}
