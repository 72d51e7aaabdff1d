import { wallClockAt } from '@twofold/matching'
import type { WallClock } from './dates.ts'

/** Minutes, if the cell has one: `Z`, `UTC`, `+05:30`, `-0500`, or seconds since 1970. */
export function offsetIn(text: string): number | null {
  const plain = text.trim()
  if (/^\d{10}$|^\d{13}$/.test(plain)) return 0
  const [, name, sign, hours, minutes] =
    /:\d{2}(?:[.,]\d{1,9})?(?: ?[ap]\.?m\.?)? ?\(?(?:(Z|UTC|GMT)|(?:UTC|GMT)?([+-])(\d{2}):?(\d{2}))\)?$/i.exec(
      plain,
    ) ?? []
  if (name) return 0
  if (!sign || Number(hours) > 14 || Number(minutes) > 59) return null
  const ahead = Number(hours) * 60 + Number(minutes)
  return sign === '-' ? -ahead : ahead
}

/** Matches `Created (UTC)` and `created_at_gmt`. */
export const isUtcHeader = (header: string): boolean => /(^|[^a-z])(utc|gmt)([^a-z]|$)/i.test(header.slice(0, 300))

/** `offset` is in minutes from UTC. */
export const toWallClock = (timeZone: string, written: WallClock, offset: number): WallClock =>
  wallClockAt(new Date(Date.parse(`${written.day}T${written.clock}Z`) - offset * 60_000), timeZone) ?? written
