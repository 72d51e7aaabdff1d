import { type RefObject, useEffect, useRef } from 'react'

/** Marks the link of each row or card: J and K walk from one to the next, and a closed match gives focus back to its own. */
export const rowLink = (id: number) => ({ 'data-row-link': id })

/** Whether a dialog lies over the list, so that the list's keys must rest. */
export const isBehindDialog = (): boolean => document.querySelector('[role="dialog"]') !== null

/** Moves focus from one row's link to the next or former one; from elsewhere, to the first. */
export function focusRow(list: HTMLElement | null, step: 1 | -1): void {
  const links = [...(list?.querySelectorAll<HTMLElement>('[data-row-link]') ?? [])]
  const at = links.findIndex((link) => link.matches(':focus'))
  const next = at < 0 ? 0 : Math.min(links.length - 1, Math.max(0, at + step))
  links[next]?.focus()
}

/** The match whose row has the focus. */
export const focusedRow = (): string | null => document.activeElement?.getAttribute('data-row-link') ?? null

/** Gives focus to the row of a match that was closed: after Previous and Next that is not the row it was opened from. */
export function useFocusBack(list: RefObject<HTMLElement | null>, opened: number | null): void {
  const before = useRef<number | null>(null)
  useEffect(() => {
    const closed = opened === null ? before.current : null
    before.current = opened
    if (closed === null) return
    // After the dialog itself has given focus back to what had it.
    const timer = setTimeout(() => list.current?.querySelector<HTMLElement>(`[data-row-link="${closed}"]`)?.focus())
    return () => clearTimeout(timer)
  }, [opened, list])
}
