import type { WallClock } from './dates.ts'

/** Minutes that a clock time is ahead of UTC, where the cell says so: `Z`, `UTC`, `+05:30`, `-0500`, seconds since 1970. */
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

/** `Created (UTC)`, `created_at_gmt`. */
export const isUtcHeader = (header: string): boolean => /(^|[^a-z])(utc|gmt)([^a-z]|$)/i.test(header.slice(0, 300))

const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone)
  if (known) return known
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
  formats.set(timeZone, format)
  return format
}

/** What the wall of `timeZone` showed when a clock `offset` minutes ahead of UTC showed this. */
export function onWallOf(timeZone: string, { day, clock }: WallClock, offset: number): WallClock {
  const instant = Date.parse(`${day}T${clock}Z`) - offset * 60_000
  const [localDay = day, localClock = clock] = formatOf(timeZone).format(instant).split(' ')
  return { day: localDay, clock: localClock }
}
