import { expect, test } from 'vitest'
import { findDateOrder, parseDate } from './dates.ts'

const american = { order: 'mdy', epoch: 1900, thisYear: 2026 } as const

test.each([
  ['2026-03-04', '2026-03-04 00:00:00'],
  ['2026-03-04 10:15:22', '2026-03-04 10:15:22'],
  ['2026-03-04T10:15:22Z', '2026-03-04 10:15:22'],
  ['2026-03-04T00:00:00', '2026-03-04 00:00:00'],
  ['2026-03-04T23:15:22.123+05:30', '2026-03-04 23:15:22'],
  ['2026-03-04 10:15:22 -0500', '2026-03-04 10:15:22'],
  ['2026-03-04 10:15:22 UTC', '2026-03-04 10:15:22'],
  ['2026/3/4', '2026-03-04 00:00:00'],
  ['20260304101522', '2026-03-04 10:15:22'],
  ['3/4/2026', '2026-03-04 00:00:00'],
  ['03/04/26 10:15:22', '2026-03-04 10:15:22'],
  ['3/4/2026, 5:52 AM', '2026-03-04 05:52:00'],
  ['3/4/2026 12:00:00 AM', '2026-03-04 00:00:00'],
  ['3/4/2026 12:30 PM', '2026-03-04 12:30:00'],
  ['3-4-2026', '2026-03-04 00:00:00'],
  ['04.03.2026', '2026-03-04 00:00:00'],
  ['March 4, 2026', '2026-03-04 00:00:00'],
  ['Mar 4 2026 at 5:52 p.m.', '2026-03-04 17:52:00'],
  ['4-Mar-26', '2026-03-04 00:00:00'],
  ['04Mar2026', '2026-03-04 00:00:00'],
  ['Wed, Mar 4, 2026', '2026-03-04 00:00:00'],
  ['Wednesday, March 4, 2026 5:52 PM EST', '2026-03-04 17:52:00'],
  ['4th March 2026', '2026-03-04 00:00:00'],
  ['4 mars 2026', '2026-03-04 00:00:00'],
  ['1er mars 2026', '2026-03-01 00:00:00'],
  ['4 de marzo de 2026', '2026-03-04 00:00:00'],
  ['2026-Mar-04', '2026-03-04 00:00:00'],
  ['20260304', '2026-03-04 00:00:00'],
  ['46085', '2026-03-04 00:00:00'],
  ['46085.5', '2026-03-04 12:00:00'],
  ['1772619322', '2026-03-04 10:15:22'],
  ['1772619322000', '2026-03-04 10:15:22'],
  ['12/31/99', '1999-12-31 00:00:00'],
  ['2/29/2024', '2024-02-29 00:00:00'],
])('%s is %s', (text, expected) => {
  const found = parseDate(text, american)
  expect(found && `${found.day} ${found.clock}`).toBe(expected)
})

test.each([
  '',
  'soon',
  '2026-02-30',
  '2/29/2026',
  '13/13/2026',
  '3/4/0026',
  '25:61',
  '2026-03-04 25:00',
  'March 2026',
  '2026',
  '0',
  '00/00/0000',
  '0000-00-00',
  '12',
  '9999999',
  'Jane 4 2026',
])('"%s" is not a calendar day', (text) => {
  expect(parseDate(text, american)).toBeNull()
})

test("reads the day first if the file's dates show that order", () => {
  expect(parseDate('3/4/2026', { ...american, order: 'dmy' })?.day).toBe('2026-04-03')
  expect(findDateOrder(['3/4/2026', '25/4/2026'])).toEqual({ order: 'dmy', suggested: 'dmy' })
  expect(findDateOrder(['3/4/2026', '4/25/2026 5:00 PM'])).toEqual({ order: 'mdy', suggested: 'mdy' })
})

test('an order that no cell decides is ambiguous, or unneeded if it changes nothing', () => {
  expect(findDateOrder(['3/4/2026', '5/6/2026'])).toEqual({ order: 'ambiguous', suggested: 'mdy' })
  expect(findDateOrder(['3/3/2026', '2026-05-06'])).toEqual({ order: 'unneeded', suggested: null })
  expect(findDateOrder(['2026-03-04', 'March 5, 2026'])).toEqual({ order: 'unneeded', suggested: null })
})

test('dates of both orders in one column: the clear ones are read, and the others raise a question', () => {
  expect(parseDate('25/4/2026', american)?.day).toBe('2026-04-25')
  expect(parseDate('4/25/2026', { ...american, order: 'dmy' })?.day).toBe('2026-04-25')
  expect(findDateOrder(['25/4/2026', '4/26/2026'])).toEqual({ order: 'unneeded', suggested: null })
  expect(findDateOrder(['3/4/2026', '25/4/2026', '26/4/2026', '4/27/2026'])).toEqual({
    order: 'ambiguous',
    suggested: 'dmy',
  })
})

test('serial days with the 1904 epoch are four years later', () => {
  expect(parseDate('44623', { ...american, epoch: 1904 })?.day).toBe('2026-03-04')
})
