/** Has no screen; the dashboard and the details show it. */

export { setupView } from './setup-steps.ts'
export { SetupStrip } from './setup-strip.tsx'
export { SetupWidget } from './setup-widget.tsx'
