const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
export const text = (given: string): string => given.replaceAll(/[&<>"']/g, (sign) => escapes[sign] ?? sign)

/** What stands between backticks is code. */
export const marked = (given: string): string => text(given).replaceAll(/`([^`]+)`/g, '<code>$1</code>')

/** Long lines are broken, so that nothing scrolls sideways. */
export const code = (lines: string): string => `<pre><code>${text(lines)}</code></pre>`
