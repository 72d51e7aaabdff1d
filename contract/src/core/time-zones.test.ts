import { expect, test } from 'vitest'
import { isTimeZone } from './organization-changes.ts'
import { findTimeZone, likelyTimeZone, timeZones } from './time-zones.ts'

test('every zone exists', () => {
  expect(timeZones.filter((name) => !isTimeZone(name))).toEqual([])
})

test.each([
  ['US', 'IL', 'America/Chicago'],
  ['US', 'TN', 'America/Chicago'],
  ['US', 'FL', 'America/New_York'],
  ['US', 'GU', 'Pacific/Guam'],
  ['CA', 'NS', 'America/Halifax'],
  ['CA', 'YT', 'America/Whitehorse'],
] as const)('the zone of %s %s is %s', (country, state, zone) => {
  expect(findTimeZone(country, state)).toBe(zone)
})

test('an address without a known state has the zone of most people in its country', () => {
  expect([findTimeZone('US', ''), findTimeZone('US', 'QC'), findTimeZone('CA', 'IL')]).toEqual([null, null, null])
  expect([likelyTimeZone('US', ''), likelyTimeZone('CA', 'IL')]).toEqual(['America/New_York', 'America/Toronto'])
})
