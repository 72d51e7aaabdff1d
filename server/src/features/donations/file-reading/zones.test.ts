import { expect, test } from 'vitest'
import { defaultLimits, proposeMap, readGifts, readTable } from './index.ts'
import { offsetIn, toWallClock } from './zones.ts'

test.each([
  ['2026-03-05T02:30:00Z', 0],
  ['2026-03-05 02:30:00 UTC', 0],
  ['2026-03-05T01:30:00+02:00', 120],
  ['2026-03-05 10:15:22 -0500', -300],
  ['2026-03-05T01:30:00.123+05:30', 330],
  ['1772619322', 0],
  ['2026-03-05', null],
  ['2026-03-05 02:30:00', null],
  ['3/4/2026, 5:52 PM EST', null],
])('%s is %s minutes ahead of UTC', (text, minutes) => {
  expect(offsetIn(text)).toBe(minutes)
})

test('an evening in New York is the next day in UTC, in winter and in summer', () => {
  const zone = 'America/New_York'
  expect(toWallClock(zone, { day: '2026-03-05', clock: '02:30:00' }, 0)).toEqual({
    day: '2026-03-04',
    clock: '21:30:00',
  })
  expect(toWallClock(zone, { day: '2026-07-05', clock: '03:59:00' }, 0)).toEqual({
    day: '2026-07-04',
    clock: '23:59:00',
  })
})

const days = async (header: string, cells: readonly string[], timeZone?: string) => {
  const rows = cells.map((cell, at) => `T${at},${cell},25.00,Ada Byron,ada${at}@example.org`)
  const table = await readTable(
    Buffer.from(`ID,${header},Amount,Name,Email\n${rows.join('\n')}`),
    'x.csv',
    defaultLimits,
  )
  const { map } = proposeMap(table, { hasChapters: false })
  const options = { today: '2026-11-21', leaveOutAttention: false, ...(timeZone && { timeZone }) }
  return readGifts(table, map, options).gifts.map((gift) => gift.donatedOn)
}

test("a file in UTC has gifts on the organization's days", async () => {
  const zone = 'America/Los_Angeles'
  const evening = ['2026-03-05 02:30:00', '2026-03-05 18:30:00']
  expect(await days('Created (UTC)', evening, zone)).toEqual(['2026-03-04', '2026-03-05'])
  expect(await days('Created', evening, zone)).toEqual(['2026-03-05', '2026-03-05'])
  expect(await days('Created', ['2026-03-05T02:30:00Z', '2026-03-05T23:30:00+09:00'], zone)).toEqual([
    '2026-03-04',
    '2026-03-05',
  ])
})

test('a UTC time in its own column determines the day', async () => {
  const table = await readTable(
    Buffer.from(
      'ID,Date,Time (UTC),Amount,Name\nT1,2026-03-05,02:30:00,25,Ada Byron\nT2,2026-03-05,18:30:00,25,Bo Baker\n',
    ),
    'x.csv',
    defaultLimits,
  )
  const { map } = proposeMap(table, { hasChapters: false })
  const options = { today: '2026-11-21', leaveOutAttention: false, timeZone: 'America/Los_Angeles' }
  expect(readGifts(table, map, options).gifts.map((gift) => gift.donatedOn)).toEqual(['2026-03-04', '2026-03-05'])
})

test('days without a time are not converted, regardless of the column name', async () => {
  expect(await days('Created (UTC)', ['2026-03-05', '2026-03-06'], 'America/Los_Angeles')).toEqual([
    '2026-03-05',
    '2026-03-06',
  ])
  expect(await days('Created', ['2026-03-05T00:00:00Z', '2026-03-06T00:00:00Z'], 'America/Los_Angeles')).toEqual([
    '2026-03-05',
    '2026-03-06',
  ])
})
