import { type RefObject, useEffect, useRef } from 'react'

/** Whether a dialog lies over the list, so that the list's keys must rest. */
export const isBehindDialog = (): boolean => document.querySelector('[role="dialog"]') !== null

/** The link of the row in which the focus is, be it on its tick. */
const linkAtFocus = (): HTMLElement | null =>
  document.activeElement?.closest('tr, li')?.querySelector<HTMLElement>('[data-row-link]') ?? null

/** Moves focus from one row's link to the next or former one; from elsewhere, to the first. */
export function focusRow(list: HTMLElement | null, step: 1 | -1): void {
  const links = [...(list?.querySelectorAll<HTMLElement>('[data-row-link]') ?? [])]
  const focused = linkAtFocus()
  const at = focused === null ? -1 : links.indexOf(focused)
  const next = at < 0 ? 0 : Math.min(links.length - 1, Math.max(0, at + step))
  links[next]?.focus()
}

/** Marks the link of each row or card: J and K walk from one to the next, and what was opened gives focus back to its own. */
export const rowLink = (id: number) => ({ 'data-row-link': id })

/** Whose row has the focus; null elsewhere. */
export const focusedRow = (): number | null => {
  const id = Number(linkAtFocus()?.dataset['rowLink'])
  return id > 0 ? id : null
}

/** The link of the first of these rows that is on the screen, else of the first row. */
export const rowOf = (ids: readonly number[]): HTMLElement | null => {
  const links = [...document.querySelectorAll<HTMLElement>('[data-row-link]')]
  return links.find((link) => ids.includes(Number(link.dataset['rowLink']))) ?? links[0] ?? null
}

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
