/** The way from a new organization to its first match, step by step. Has no screen of its own: dashboard and details show it. */

export { SetupStrip } from './setup-strip.tsx'
export { SetupWidget } from './setup-widget.tsx'
