/** Whether a dialog lies over the list, so that the list's keys must rest. */
export const isBehindDialog = (): boolean => document.querySelector('[role="dialog"]') !== null

/** Moves focus from one row's link to the next or former one; from elsewhere, to the first. */
export function focusRow(list: HTMLElement | null, step: 1 | -1): void {
  const links = [...(list?.querySelectorAll<HTMLElement>('[data-row-link]') ?? [])]
  const at = links.findIndex((link) => link === document.activeElement)
  const next = at < 0 ? 0 : Math.min(links.length - 1, Math.max(0, at + step))
  links[next]?.focus()
}
