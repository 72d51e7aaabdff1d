import { expect, it } from 'vitest'
import { forecastMoney, type MonthlyRequests } from './forecast-money.ts'

const month = (number: number): string =>
  `${2024 + Math.floor(number / 12)}-${String((number % 12) + 1).padStart(2, '0')}`

/** Ten requests of $100 a month: four paid after two months, four after four, two never. */
const steady = (months: number, now: number): MonthlyRequests[] =>
  Array.from({ length: months }, (_, n) => n).flatMap((n) => {
    const row = (lag: number | null, gifts: number): MonthlyRequests => {
      const isOver = lag !== null && n + lag < now
      return {
        submitted: month(n),
        received: isOver ? month(n + lag) : null,
        gifts,
        estimated_cents: gifts * 10_000,
        received_cents: isOver ? gifts * 10_000 : 0,
      }
    }
    return [row(2, 4), row(4, 4), row(null, 2)]
  })

it('extends a steady history, and its past forecasts were exact', () => {
  const forecast = forecastMoney(steady(24, 24), month(24))
  expect(forecast).toMatchObject({ after: '2025-12-01', until: '2026-03-01', low: 2_000, expected: 2_000, high: 2_000 })
  // Payments of January to March: requests of November and December after two months, of September to December after
  // four.
  expect(forecast?.tries).toHaveLength(12)
  expect(forecast?.usual_miss).toBe(0)
  expect(forecast?.come).toBe(0)
})

it('uses only data of the time in past forecasts, and returns their errors', () => {
  const late = steady(24, 24).map((row) =>
    row.received !== null && row.received >= month(18) ? { ...row, received_cents: row.received_cents / 2 } : row,
  )
  const forecast = forecastMoney(late, month(24))
  expect(forecast?.tries.find(({ after }) => after === '2025-06-01')).toEqual({
    after: '2025-06-01',
    expected: 2_000,
    came: 1_000,
  })
  expect(forecast?.low).toBeLessThan(forecast?.expected ?? 0)
  expect(forecast?.usual_miss).toBeGreaterThan(0)
})

it('counts payments of the current month', () => {
  const rows: MonthlyRequests[] = [
    ...steady(24, 24),
    { submitted: month(22), received: month(24), gifts: 3, estimated_cents: 30_000, received_cents: 30_000 },
  ]
  expect(forecastMoney(rows, month(24))?.come).toBe(300)
})

it('returns no forecast for a short history or without payments', () => {
  expect(forecastMoney([], month(24))).toBeNull()
  expect(forecastMoney(steady(5, 5), month(5))).toBeNull()
  expect(forecastMoney(steady(24, 0), month(24))).toBeNull()
  const wild = steady(24, 24).map((row, n) => ({ ...row, received_cents: row.received_cents * (n > 39 ? 40 : 1) }))
  expect(forecastMoney(wild, month(24))).toBeNull()
})
