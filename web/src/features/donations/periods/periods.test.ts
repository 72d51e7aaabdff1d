import { describe, expect, it } from 'vitest'
import { addDays, formatDay, fromCalendar, isDay, toCalendar } from './days.ts'
import { defaultListPeriod, defaultOverviewPeriod, formatPeriod, pickDay, presetOf, presets } from './periods.ts'

const spans = (today: string) =>
  Object.fromEntries(presets.map(({ label, period }) => [label, Object.values(period(today)).join(' ')]))

describe('presets', () => {
  it.each([
    [
      'in the middle of a quarter',
      '2026-11-20',
      {
        'Last 7 days': '2026-11-14 2026-11-20',
        'Last 90 days': '2026-08-23 2026-11-20',
        'Last Month': '2026-10-01 2026-10-31',
        'Month to Date': '2026-11-01 2026-11-20',
        'Last Quarter': '2026-07-01 2026-09-30',
        'Quarter to Date': '2026-10-01 2026-11-20',
        'Year to Date': '2026-01-01 2026-11-20',
      },
    ],
    [
      'on the first day of a year',
      '2027-01-01',
      {
        'Last 7 days': '2026-12-26 2027-01-01',
        'Last 90 days': '2026-10-04 2027-01-01',
        'Last Month': '2026-12-01 2026-12-31',
        'Month to Date': '2027-01-01 2027-01-01',
        'Last Quarter': '2026-10-01 2026-12-31',
        'Quarter to Date': '2027-01-01 2027-01-01',
        'Year to Date': '2027-01-01 2027-01-01',
      },
    ],
    [
      'on the last day of a quarter',
      '2026-03-31',
      {
        'Last 7 days': '2026-03-25 2026-03-31',
        'Last 90 days': '2026-01-01 2026-03-31',
        'Last Month': '2026-02-01 2026-02-28',
        'Month to Date': '2026-03-01 2026-03-31',
        'Last Quarter': '2025-10-01 2025-12-31',
        'Quarter to Date': '2026-01-01 2026-03-31',
        'Year to Date': '2026-01-01 2026-03-31',
      },
    ],
    [
      'on the leap day',
      '2028-02-29',
      {
        'Last 7 days': '2028-02-23 2028-02-29',
        'Last 90 days': '2027-12-02 2028-02-29',
        'Last Month': '2028-01-01 2028-01-31',
        'Month to Date': '2028-02-01 2028-02-29',
        'Last Quarter': '2027-10-01 2027-12-31',
        'Quarter to Date': '2028-01-01 2028-02-29',
        'Year to Date': '2028-01-01 2028-02-29',
      },
    ],
  ])('cover whole days %s', (_, today, expected) => {
    expect(spans(today)).toEqual(expected)
  })

  it('are found by their dates', () => {
    expect(presetOf({ from: '2026-10-01', to: '2026-10-31' }, '2026-11-20')).toBe('Last Month')
    expect(presetOf({ from: '2026-10-02', to: '2026-10-31' }, '2026-11-20')).toBeUndefined()
  })

  it('default to 90 days including today for the list, and the year to date for the dashboard', () => {
    expect(defaultListPeriod('2026-11-20')).toEqual({ from: '2026-08-23', to: '2026-11-20' })
    expect(defaultOverviewPeriod('2026-11-20')).toEqual({ from: '2026-01-01', to: '2026-11-20' })
  })
})

describe('days', () => {
  it('are valid only if they exist', () => {
    expect(['2026-02-28', '2028-02-29'].every(isDay)).toBe(true)
    expect(['2026-02-29', '2026-13-01', '2026-1-1', '20260101', '', '2026-01-01T00:00'].some(isDay)).toBe(false)
  })

  it('are added correctly across daylight saving changes', () => {
    expect(addDays('2026-11-02', -1)).toBe('2026-11-01')
    expect(addDays('2026-03-07', 2)).toBe('2026-03-09')
  })

  it('round-trip through the calendar component', () => {
    for (const day of ['2026-03-08', '2026-11-01', '2026-12-31', '2028-02-29']) {
      expect(fromCalendar(toCalendar(day))).toBe(day)
    }
  })

  it('are formatted as in the spec', () => {
    expect(formatDay('2026-11-05')).toBe('Nov 05, 2026')
    expect(formatPeriod({ from: '2026-01-01', to: '2026-11-05' })).toBe('Jan 01, 2026 - Nov 05, 2026')
    expect(formatPeriod({})).toBe('Select date range')
    expect(formatPeriod({ from: '2026-01-01' })).toBe('From Jan 01, 2026')
  })
})

describe('picking the ends of a custom range', () => {
  const period = { from: '2026-03-01', to: '2026-03-31' }

  it('accepts a From on or before To', () => {
    expect(pickDay(period, 'from', '2026-03-31')).toEqual({ from: '2026-03-31', to: '2026-03-31' })
  })
  it('accepts a To on or after From', () => {
    expect(pickDay(period, 'to', '2026-03-01')).toEqual({ from: '2026-03-01', to: '2026-03-01' })
  })
  it('ignores other picks', () => {
    expect(pickDay(period, 'from', '2026-04-01')).toBe(period)
    expect(pickDay(period, 'to', '2026-02-28')).toBe(period)
  })
  it('accepts any first day', () => {
    expect(pickDay({}, 'to', '2026-02-28')).toEqual({ to: '2026-02-28' })
  })
})
