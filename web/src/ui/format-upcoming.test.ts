import { expect, test } from 'vitest'
import { formatUpcoming, formatUpcomingDay } from './format-upcoming.ts'

const now = new Date('2026-12-31T15:00:00Z')
const upcoming = (moment: string, timeZone = 'America/New_York', language = 'en-US') =>
  formatUpcoming(moment, timeZone, now, language).replaceAll(/\s/g, ' ')

test('an upcoming time omits today and this year', () => {
  expect(upcoming('2026-12-31T21:06:00Z')).toBe('4:06 PM')
  expect(upcoming('2026-12-01T13:00:00Z')).toBe('Dec 1, 8:00 AM')
  expect(upcoming('2026-12-01T13:00:00Z', 'America/New_York', 'fr-CA')).toBe('1 déc., 8 h 00')
  expect(upcoming('2027-01-01T13:00:00Z')).toBe('Jan 1, 2027, 8:00 AM')
})

test('the year is the organization’s', () => {
  expect(upcoming('2027-01-01T04:30:00Z')).toBe('11:30 PM')
  expect(upcoming('2027-01-01T04:30:00Z', 'UTC')).toBe('Jan 1, 2027, 4:30 AM')
})

test('an upcoming day omits this year', () => {
  expect(formatUpcomingDay('2026-12-05', '2026-11-30', 'en-US')).toBe('Dec 5')
  expect(formatUpcomingDay('2027-01-05', '2026-11-30', 'en-US')).toBe('Jan 5, 2027')
})
