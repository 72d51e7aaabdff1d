import { type RefObject, useEffect, useRef } from 'react'

/** True if a dialog covers the list, so that the list's shortcuts are inactive. */
export const isDialogOpen = (): boolean => document.querySelector('[role="dialog"]') !== null

/** Returns the link of the row that contains the focus, for example on its checkbox. */
const linkAtFocus = (): HTMLElement | null =>
  document.activeElement?.closest('tr, li')?.querySelector<HTMLElement>('[data-row-link]') ?? null

/** Moves focus from one row's link to the next or previous one; from elsewhere, to the first. */
export function moveRowFocus(list: HTMLElement | null, step: 1 | -1): void {
  const links = [...(list?.querySelectorAll<HTMLElement>('[data-row-link]') ?? [])]
  const focused = linkAtFocus()
  const at = focused === null ? -1 : links.indexOf(focused)
  const next = at < 0 ? 0 : Math.min(links.length - 1, Math.max(0, at + step))
  links[next]?.focus()
}

/** Marks the link of each row or card: J and K move between them, and a closed match returns focus to its own. */
export const rowLinkProps = (id: number) => ({ 'data-row-link': id })

/** Returns the id of the focused row, or null. */
export const focusedRowId = (): number | null => {
  const id = Number(linkAtFocus()?.dataset['rowLink'])
  return id > 0 ? id : null
}

/** Returns the link of the first of these rows that is visible, else of the first row. */
export const findRowLink = (ids: readonly number[]): HTMLElement | null => {
  const links = [...document.querySelectorAll<HTMLElement>('[data-row-link]')]
  return links.find((link) => ids.includes(Number(link.dataset['rowLink']))) ?? links[0] ?? null
}

/** Moves focus to the row of a closed match: after Previous and Next, that is not the row it was opened from. */
export function useRestoreRowFocus(list: RefObject<HTMLElement | null>, opened: number | null): void {
  const before = useRef<number | null>(null)
  useEffect(() => {
    const closed = opened === null ? before.current : null
    before.current = opened
    if (closed === null) return
    // Runs after the dialog has restored focus itself.
    const timer = setTimeout(() => list.current?.querySelector<HTMLElement>(`[data-row-link="${closed}"]`)?.focus())
    return () => clearTimeout(timer)
  }, [opened, list])
}
