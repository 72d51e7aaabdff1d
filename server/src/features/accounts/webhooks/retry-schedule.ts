const second = 1000
const minute = 60 * second
const hour = 60 * minute

/** From Standard Webhooks: ten attempts in slightly more than three days. */
export const retryDelaysMs: readonly number[] = [
  5 * second,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  24 * hour,
]

const longestWaitMs = 24 * hour
/** Share of each wait, so that a recovering receiver does not get all deliveries at once. */
const jitter = 0.1

/** Null after the last attempt. Retry-After extends the wait, up to a day. */
export function nextAttempt(now: Date, attempts: number, id: number, requestedMs: number | null = null): Date | null {
  const delay = retryDelaysMs[attempts - 1]
  if (delay === undefined) return null
  const factor = delay < minute ? 1 : 1 + jitter * (((id % 21) - 10) / 10)
  const wait = Math.max(delay * factor, Math.min(requestedMs ?? 0, longestWaitMs))
  return new Date(now.getTime() + Math.round(wait))
}

/** The header contains seconds or a date; null for anything else. */
export function retryAfterMs(header: string | undefined, now: Date): number | null {
  if (header === undefined) return null
  if (/^\d{1,12}$/.test(header.trim())) return Number(header) * second
  const at = Date.parse(header)
  return Number.isNaN(at) ? null : Math.max(0, at - now.getTime())
}
