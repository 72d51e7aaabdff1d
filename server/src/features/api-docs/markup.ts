const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
export const text = (given: string): string => given.replaceAll(/[&<>"']/g, (sign) => escapes[sign] ?? sign)

/** What stands between backticks is code. */
export const marked = (given: string): string => text(given).replaceAll(/`([^`]+)`/g, '<code>$1</code>')

/** Scrolls by itself, so it must be reached by keyboard. */
export const code = (kind: string, lines: string): string =>
  `<pre tabindex="0" role="region" aria-label="${text(kind)} example">${text(lines)}</pre>`
