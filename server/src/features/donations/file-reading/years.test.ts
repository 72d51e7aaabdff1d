import { expect, test } from 'vitest'
import { isDayWithoutYear, withYear } from './dates.ts'
import type { ReadOptions } from './gift.ts'
import { defaultLimits, proposeMap, readGifts, readTable } from './index.ts'

const options: ReadOptions = { today: '2026-11-28', leaveOutAttention: true, dateOrder: 'mdy' }

async function read(text: string, given: Partial<ReadOptions> = {}) {
  const table = await readTable(Buffer.from(text), 'gifts.csv', defaultLimits)
  const { map } = proposeMap(table, { hasChapters: false })
  return readGifts(table, map, { ...options, ...given })
}
const days = ({ gifts }: Awaited<ReturnType<typeof read>>) => gifts.map(({ donatedOn }) => donatedOn)

test.each([
  ['12/03', '12/03/2025'],
  ['3.12.', '3.12.2025'],
  ['Dec 3', 'Dec 3 2025'],
  ['December 3rd', 'December 3rd 2025'],
  ['3-Dec', '3-Dec 2025'],
  ['Wed, Dec 3', 'Wed, Dec 3 2025'],
  ['3 de diciembre', '3 de diciembre 2025'],
  ['3 déc.', '3 déc. 2025'],
  ['Thursday 12/3', 'Thursday 12/3/2025'],
  ['12/3 6:15 PM', '12/3/2025 6:15 PM'],
])('%s is a day without a year', (text, expected) => {
  expect(isDayWithoutYear(text)).toBe(true)
  expect(withYear(text, '2025')).toBe(expected)
})

test.each(['', '12/03/2025', 'Dec 2025', '12', '45/50', 'March', '2025', '12:03', 'Room 3', 'Grade 3'])(
  '"%s" is not a day without a year',
  (text) => {
    expect(isDayWithoutYear(text)).toBe(false)
  },
)

test('a date without a year raises a question, and its rows wait', async () => {
  const file = 'Name,Date,Amount\nAnn Able,11/03,100\nBo Baker,Nov 4,50\nCy Carr,11/05/2026,75\n'
  const result = await read(file)
  expect(days(result)).toEqual(['2026-11-05'])
  expect(result.leftOut).toEqual([1, 2])
  expect(result.questions).toMatchObject([
    {
      id: 'dates_without_year',
      message: '2 dates have no year (like “11/03”). When were these gifts made?',
      answer: 'leave_out',
      options: [{ value: 'leave_out' }, { value: '2026' }, { value: '2025' }],
      count: 2,
    },
  ])
  expect(days(await read(file, { answers: { dates_without_year: '2025' } }))).toEqual([
    '2025-11-03',
    '2025-11-04',
    '2026-11-05',
  ])
})

test.each([
  ['a title', 'PTA Giving 2025,,\nName,Date,Amount\nAnn Able,Dec 3,100\n'],
  ['the header', 'Name,Date (2025),Amount\nAnn Able,12/03,100\n'],
  ['a column', 'Name,Year,Date,Amount\nAnn Able,2025,3-Dec,100\n'],
])('a year in %s is used without a question', async (_, file) => {
  const result = await read(file)
  expect(days(result)).toEqual(['2025-12-03'])
  expect(result.questions).toEqual([])
})

test.each([
  ['the day of a report', 'Printed 11/28/2026,,'],
  ['a school year', 'Giving 2025-26,,'],
  ['a fiscal year', 'FY 2026 gifts,,'],
  ['two years', 'Gifts of 2025,and 2026,'],
])('%s above the table is not the year of its dates', async (_, line) => {
  expect(days(await read(`${line}\nName,Date,Amount\nAnn Able,Nov 3,100\nBo Baker,Nov 4,50\n`))).toEqual([])
})

test('an ambiguous order of day and month raises a question, as for dates with a year', async () => {
  const file = 'Gifts 2025,,\nName,Date,Amount\nAnn Able,3/4,100\n'
  const table = await readTable(Buffer.from(file), 'gifts.csv', defaultLimits)
  const { map } = proposeMap(table, { hasChapters: false })
  expect(() => readGifts(table, map, { today: '2026-11-28', leaveOutAttention: true })).toThrow(/month\/day/)
})

test.each([
  ['a year before 2017 as the last part', ['26-11-03', '26-10-28'], ['2026-11-03', '2026-10-28']],
  ['years of one digit as the last part', ['26/11/3', '25/12/24'], ['2026-11-03', '2025-12-24']],
  ['times', ['26-11-03 10:15:00'], ['2026-11-03']],
  ['days of European files', ['13.11.26', '25.11.26'], ['2026-11-13', '2026-11-25']],
  ['days above 26', ['24-11-26', '27-11-26'], ['2026-11-24', '2026-11-27']],
  ['days of a year ago', ['26-11-26'], ['2026-11-26']],
])('the column tells where the year of two digits is: %s', async (_, dates, expected) => {
  const rows = dates.map((date, n) => `Ann Able,${date},${n + 10}`)
  const result = await read(['Name,Date,Amount', ...rows].join('\n'))
  expect(result.questions).toEqual([])
  expect(days(result)).toEqual(expected)
})

test('a header gives the position of a two-digit year', async () => {
  expect(days(await read('Name,Date (YY-MM-DD),Amount\nAnn Able,25-11-26,10\n'))).toEqual(['2025-11-26'])
  expect(days(await read('Name,Date (DD-MM-YY),Amount\nAnn Able,25-11-26,10\n'))).toEqual(['2026-11-25'])
})

test('a date that starts with a year or a day raises a question, and its row waits', async () => {
  const file = 'Name,Date,Amount\nAnn Able,25-11-26,100\n'
  const result = await read(file)
  expect([days(result), result.leftOut]).toEqual([[], [1]])
  expect(result.questions).toMatchObject([
    {
      id: 'year_first',
      message: 'In 1 date (like “25-11-26”), the year or the day could come first. Which one does?',
      answer: 'leave_out',
      options: [
        { value: 'leave_out' },
        { value: 'year_first', label: 'The year: 2025-11-26' },
        { value: 'day_first', label: 'The day: 2026-11-25' },
      ],
    },
  ])
  expect(days(await read(file, { answers: { year_first: 'year_first' } }))).toEqual(['2025-11-26'])
  expect(days(await read(file, { answers: { year_first: 'day_first' } }))).toEqual(['2026-11-25'])
})
