import type { Clock } from '../platform/runtime/clock.ts'

export type SettableClock = Clock & {
  readonly set: (time: string | Date) => void
  readonly advance: (by: { days?: number; hours?: number; minutes?: number; seconds?: number }) => void
}

/** The clock is stopped until a test sets it. */
export function settableClock(start: string | Date = '2026-06-15T14:00:00Z'): SettableClock {
  let now = new Date(start).getTime()
  const clock = (): Date => new Date(now)
  return Object.assign(clock, {
    set: (time: string | Date) => {
      now = new Date(time).getTime()
    },
    advance: ({ days = 0, hours = 0, minutes = 0, seconds = 0 }) => {
      now += (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000
    },
  })
}
