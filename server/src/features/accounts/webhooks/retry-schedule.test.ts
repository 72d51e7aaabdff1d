import { expect, test } from 'vitest'
import { nextAttempt, retryAfterMs } from './retry-schedule.ts'

const now = new Date('2026-06-15T14:00:00Z')
const waits = (id: number): (number | null)[] =>
  Array.from({ length: 10 }, (_, index) => {
    const next = nextAttempt(now, index + 1, id)
    return next ? (next.getTime() - now.getTime()) / 1000 : null
  })

test('waits as in the standard: 5 s, 5 and 30 minutes, 2, 5, 10, 14, 20 and 24 hours, then stops', () => {
  const hour = 3600
  const standard = [5, 300, 1800, 2 * hour, 5 * hour, 10 * hour, 14 * hour, 20 * hour, 24 * hour, null]
  expect(waits(10)).toEqual(standard)
  for (const id of [1, 5, 20, 4711]) {
    for (const [index, wait] of waits(id).entries()) {
      const expected = standard[index]
      if (expected === null || expected === undefined) expect(wait).toBeNull()
      else expect(Math.abs((wait ?? 0) / expected - 1)).toBeLessThan(0.1001)
    }
  }
})

test('extends the wait on the receiver’s request, up to a day, but never shortens it', () => {
  const after = (asked: number) => (nextAttempt(now, 1, 10, asked)?.getTime() ?? 0) - now.getTime()
  expect(after(1_000)).toBe(5_000)
  expect(after(90_000)).toBe(90_000)
  expect(after(10 * 365 * 86_400_000)).toBe(86_400_000)
})

test('reads Retry-After as seconds or a date', () => {
  expect(retryAfterMs('120', now)).toBe(120_000)
  expect(retryAfterMs('Mon, 15 Jun 2026 14:02:00 GMT', now)).toBe(120_000)
  expect(retryAfterMs('Mon, 15 Jun 2026 13:00:00 GMT', now)).toBe(0)
  expect(retryAfterMs('soon', now)).toBeNull()
  expect(retryAfterMs(undefined, now)).toBeNull()
})
