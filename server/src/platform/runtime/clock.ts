/** Injected, so that tests can set the time. */
export type Clock = () => Date

/** Returns the UTC day of an instant, 'YYYY-MM-DD'. */
export const dayOf = (instant: Date): string => instant.toISOString().slice(0, 10)

/** Returns the real time, or a clock that started at `from` with the process (setting `CLOCK`). */
export function createClock(from: Date | null): Clock {
  if (!from) return () => new Date()
  const offset = from.getTime() - Date.now()
  return () => new Date(Date.now() + offset)
}
