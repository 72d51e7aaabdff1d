import { type RefObject, useEffect, useRef } from 'react'

/** Shortcuts of the list are inactive while a dialog covers it. */
export const isDialogOpen = (): boolean => document.querySelector('[role="dialog"]') !== null

const linkAtFocus = (): HTMLElement | null =>
  document.activeElement?.closest('tr, li')?.querySelector<HTMLElement>('[data-row-link]') ?? null

export function moveRowFocus(list: HTMLElement | null, step: 1 | -1): void {
  const links = [...(list?.querySelectorAll<HTMLElement>('[data-row-link]') ?? [])]
  const focused = linkAtFocus()
  const index = focused === null ? -1 : links.indexOf(focused)
  const next = index < 0 ? 0 : Math.min(links.length - 1, Math.max(0, index + step))
  links[next]?.focus()
}

/** J and K move between the marked links, and a closed match returns focus to its own. */
export const rowLinkProps = (id: number) => ({ 'data-row-link': id })

export const focusedRowId = (): number | null => {
  const id = Number(linkAtFocus()?.dataset['rowLink'])
  return id > 0 ? id : null
}

export const findRowLink = (ids: readonly number[]): HTMLElement | null => {
  const links = [...document.querySelectorAll<HTMLElement>('[data-row-link]')]
  return links.find((link) => ids.includes(Number(link.dataset['rowLink']))) ?? links[0] ?? null
}

/** After Previous and Next, the closed match is not the one that was opened. */
export function useRestoreRowFocus(list: RefObject<HTMLElement | null>, opened: number | null): void {
  const previousId = useRef<number | null>(null)
  useEffect(() => {
    const closed = opened === null ? previousId.current : null
    previousId.current = opened
    if (closed === null) return
    // Runs after the dialog has restored focus itself.
    const timer = setTimeout(() => list.current?.querySelector<HTMLElement>(`[data-row-link="${closed}"]`)?.focus())
    return () => clearTimeout(timer)
  }, [opened, list])
}
