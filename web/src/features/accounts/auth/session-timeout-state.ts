export const timeoutWarningMs = 2 * 60_000

/** `wakeMs`: time until the next check. */
export type TimeoutState =
  | { readonly kind: 'quiet'; readonly wakeMs: number }
  | { readonly kind: 'warn'; readonly seconds: number; readonly wakeMs: number }
  | { readonly kind: 'over' }

// Longer timers overflow and fire immediately.
const maxWakeMs = 10 * 60_000

export function timeoutStateAt(endsAt: number, now: number): TimeoutState {
  const left = endsAt - now
  if (left <= 0) return { kind: 'over' }
  if (left > timeoutWarningMs) return { kind: 'quiet', wakeMs: Math.min(left - timeoutWarningMs, maxWakeMs) }
  return { kind: 'warn', seconds: Math.ceil(left / 1000), wakeMs: Math.min(left, 1000) }
}

export const formatCountdown = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
