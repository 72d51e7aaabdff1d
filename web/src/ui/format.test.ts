import { describe, expect, it } from 'vitest'
import { formatBytes, formatDateTime, formatDay, formatDayInZone, formatMoney, formatShare, plural } from './format.ts'
import { formatTimeZone } from './format-time-zone.ts'

describe('money', () => {
  it.each([
    [1234.5, 'USD', 'en-US', '$1,234.50'],
    [1234.5, 'CAD', 'fr-CA', '1 234,50 $'],
    [1234.5, 'USD', 'fr-CA', '1 234,50 $ US'],
    [1234.5, 'USD', 'en-CA', 'US$1,234.50'],
    [0, 'USD', 'en-US', '$0.00'],
  ] as const)('%d %s in %s is formatted as %s', (amount, currency, language, text) => {
    expect(formatMoney(amount, currency, language).replaceAll(/[\u00a0\u202f]/g, ' ')).toBe(text)
  })
})

describe('days', () => {
  it('formats a calendar day as the same day in any time zone', () => {
    expect(formatDay('2026-11-20', 'en-US')).toBe('Nov 20, 2026')
    expect(formatDay('2026-03-08T23:59:59', 'en-US')).toBe('Mar 8, 2026')
  })
  it('shows a dash for an invalid day', () => {
    expect(formatDay('', 'en-US')).toBe('–')
    expect(formatDateTime('never')).toBe('–')
  })
  it('formats a moment in the organization’s time zone', () => {
    expect(formatDateTime('2026-11-20T02:30:00Z', 'America/Los_Angeles', 'en-US')).toMatch(/^Nov 19, 2026, 6:30\sPM$/)
  })
  it('formats the day of a moment in the organization’s time zone', () => {
    expect(formatDayInZone('2026-07-06T01:30:00Z', 'America/New_York', 'en-US')).toBe('Jul 5, 2026')
    expect(formatTimeZone('America/St_Johns')).toBe('Newfoundland Time (St Johns)')
    expect(formatDayInZone('2026-07-06T04:30:00Z', 'America/New_York', 'en-US')).toBe('Jul 6, 2026')
  })
})

it('never divides by zero', () => {
  expect(formatShare(3, 0)).toBe('–')
  expect(formatShare(1, 4, 'en-US')).toBe('25%')
})

it('pluralizes counts', () => {
  expect([plural(1, 'gift'), plural(0, 'gift'), plural(2, 'company', 'companies')]).toEqual([
    '1 gift',
    '0 gifts',
    '2 companies',
  ])
})

it('abbreviates file sizes', () => {
  expect([formatBytes(12), formatBytes(320_400), formatBytes(1_540_000), formatBytes(14_000_000)]).toEqual([
    '12 bytes',
    '320 kB',
    '1.5 MB',
    '14 MB',
  ])
})
