import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type DayRange, dayAfter, monthAfter, monthEnd, splitMonths, splitRange } from './summary-ranges.ts'

describe('a range of days', () => {
  it('is full months if it begins and ends with one', () => {
    expect(splitRange('2026-01-01', '2026-03-31')).toEqual({
      months: { from: '2026-01-01', before: '2026-04-01' },
      days: [],
    })
  })

  it('keeps the days before the first and after the last full month', () => {
    expect(splitRange('2025-12-15', '2026-02-10')).toEqual({
      months: { from: '2026-01-01', before: '2026-02-01' },
      days: [
        { from: '2025-12-15', before: '2026-01-01' },
        { from: '2026-02-01', before: '2026-02-11' },
      ],
    })
  })

  it('is only days if it contains no full month', () => {
    expect(splitRange('2026-01-20', '2026-02-10')).toEqual({
      months: null,
      days: [{ from: '2026-01-20', before: '2026-02-11' }],
    })
  })

  it('is all months if both ends are open', () => {
    expect(splitRange(null, null)).toEqual({ months: { from: null, before: null }, days: [] })
  })

  it('contains every day once, for any ends', () => {
    const day = fc
      .integer({ min: 0, max: 800 })
      .map((n) => new Date(Date.UTC(2024, 0, 1 + n)).toISOString().slice(0, 10))
    fc.assert(
      fc.property(day, day, fc.boolean(), fc.boolean(), (one, other, openStart, openEnd) => {
        const [first, last] = one < other ? [one, other] : [other, one]
        const from = openStart ? null : first
        const to = openEnd ? null : last
        const { months, days } = splitRange(from, to)
        for (let n = -40; n < 900; n++) {
          const probe = new Date(Date.UTC(2024, 0, 1 + n)).toISOString().slice(0, 10)
          const inMonths = months !== null && within(months, `${probe.slice(0, 8)}01`)
          const hits = days.filter((range) => within(range, probe)).length + (inMonths ? 1 : 0)
          const expected = (from === null || probe >= from) && (to === null || probe <= to)
          if (hits !== (expected ? 1 : 0)) throw new Error(`${probe} is hit ${hits} times`)
        }
      }),
    )
  })
})

describe('the following day and month', () => {
  it('cross the ends of months and years', () => {
    expect(dayAfter('2024-02-28')).toBe('2024-02-29')
    expect(dayAfter('2025-12-31')).toBe('2026-01-01')
    expect(monthAfter('2025-12-31')).toBe('2026-01-01')
    expect(monthEnd('2024-02-01')).toBe('2024-02-29')
  })
})

function within({ from, before }: DayRange, day: string): boolean {
  return (from === null || day >= from) && (before === null || day < before)
}

describe('a range of months', () => {
  it('is full years if it begins and ends with one', () => {
    expect(splitMonths('2024-01', '2025-12')).toEqual({
      years: { from: '2024-01-01', before: '2026-01-01' },
      months: [],
    })
  })

  it('is only months if it contains no full year, and all years if both ends are open', () => {
    expect(splitMonths('2024-02', '2025-11')).toEqual({
      years: null,
      months: [{ from: '2024-02-01', before: '2025-12-01' }],
    })
    expect(splitMonths(null, null)).toEqual({ years: { from: null, before: null }, months: [] })
  })

  it('contains every month once, for any ends', () => {
    const month = fc.integer({ min: 0, max: 60 }).map((n) => new Date(Date.UTC(2022, n)).toISOString().slice(0, 7))
    fc.assert(
      fc.property(month, month, fc.boolean(), fc.boolean(), (one, other, openStart, openEnd) => {
        const [first, last] = one < other ? [one, other] : [other, one]
        const from = openStart ? null : first
        const to = openEnd ? null : last
        const { years, months } = splitMonths(from, to)
        for (let n = -14; n < 80; n++) {
          const probe = new Date(Date.UTC(2022, n)).toISOString().slice(0, 7)
          const inYears = years !== null && within(years, `${probe.slice(0, 4)}-01-01`)
          const hits = months.filter((range) => within(range, `${probe}-01`)).length + (inYears ? 1 : 0)
          const expected = (from === null || probe >= from) && (to === null || probe <= to)
          if (hits !== (expected ? 1 : 0)) throw new Error(`${probe} is hit ${hits} times`)
        }
      }),
    )
  })
})
