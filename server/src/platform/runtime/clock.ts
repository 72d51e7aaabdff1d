/** Time is handed in, so that deadlines can be tried and tests need not wait. */
export type Clock = () => Date

/** The day of an instant, 'YYYY-MM-DD', in UTC. */
export const dayOf = (instant: Date): string => instant.toISOString().slice(0, 10)

/** The real time, or a clock that started at `from` when the process did (setting `CLOCK`). */
export function createClock(from: Date | null): Clock {
  if (!from) return () => new Date()
  const offset = from.getTime() - Date.now()
  return () => new Date(Date.now() + offset)
}
