import { escapeHtml } from '../../platform/escape-html.ts'

/** What stands between backticks is code. */
export const marked = (given: string): string => escapeHtml(given).replaceAll(/`([^`]+)`/g, '<code>$1</code>')

/** Long lines are broken, so that nothing scrolls sideways. */
export const code = (lines: string): string => `<pre><code>${escapeHtml(lines)}</code></pre>`
