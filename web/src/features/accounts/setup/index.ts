/** Has no screen; the dashboard and the details show it. */

export { SetupStrip } from './setup-strip.tsx'
export { SetupWidget } from './setup-widget.tsx'
