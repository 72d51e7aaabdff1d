/** Whether a dialog lies over the list, so that the list's keys must rest. */
export const isBehindDialog = (): boolean => document.querySelector('[role="dialog"]') !== null

/** Moves focus from one row's link to the next or former one; from elsewhere, to the first. */
export function focusRow(list: HTMLElement | null, step: 1 | -1): void {
  const links = [...(list?.querySelectorAll<HTMLElement>('[data-row-link]') ?? [])]
  const at = links.findIndex((link) => link.matches(':focus'))
  const next = at < 0 ? 0 : Math.min(links.length - 1, Math.max(0, at + step))
  links[next]?.focus()
}

/** Gives focus back to the row of a match that was closed. */
export function focusRowOf(list: HTMLElement | null, id: number): void {
  list?.querySelector<HTMLElement>(`[data-row-link="${id}"]`)?.focus()
}
