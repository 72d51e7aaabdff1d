import { utils, write } from '@e965/xlsx'
import { expect, test } from 'vitest'
import { defaultLimits, proposeMap, readGifts, readTable } from './index.ts'

const options = { today: '2026-11-28', leaveOutAttention: true, dateOrder: 'mdy' } as const

async function read(bytes: Uint8Array | string, name = 'gifts.csv') {
  const table = await readTable(Buffer.from(bytes), name, defaultLimits)
  const { map } = proposeMap(table, { hasChapters: false })
  const { gifts } = readGifts(table, map, options)
  return {
    headers: table.originalHeaders,
    gifts: gifts.map((gift) => [gift.donorName, gift.donorEmail, gift.companyName, gift.address.city]),
  }
}

const expected = [
  ['Ann Able', 'ann@example.org', 'Microsoft', 'Duluth'],
  ['Bo Baker', 'bo@example.org', 'Boeing', 'Tampa'],
]

test.each([
  [
    'the donor first',
    `Donor,,,Employer,,Gift,
Name,Email,City,Name,City,Date,Amount
Ann Able,ann@example.org,Duluth,Microsoft,Redmond,11/3/2026,100
Bo Baker,bo@example.org,Tampa,Boeing,Seattle,11/4/2026,50`,
  ],
  [
    'the employer first, below a title',
    `Fall appeal
Employer,,Donor Information,,,Gift,
Name,Email,Name,Email,City,Date,Amount
Microsoft,hr@example.com,Ann Able,ann@example.org,Duluth,11/3/2026,100
Boeing,,Bo Baker,bo@example.org,Tampa,11/4/2026,50`,
  ],
  [
    'no group over the columns of the gift',
    `Donor,,,Employer,,,
Name,Email,City,Name,City,Date,Amount
Ann Able,ann@example.org,Duluth,Microsoft,Redmond,11/3/2026,100
Bo Baker,bo@example.org,Tampa,Boeing,Seattle,11/4/2026,50`,
  ],
  [
    'columns that span both rows',
    `Date,Amount,Donor,,,Employer
,,Name,Email,City,Name
11/3/2026,100,Ann Able,ann@example.org,Duluth,Microsoft
11/4/2026,50,Bo Baker,bo@example.org,Tampa,Boeing`,
  ],
  [
    'a spouse between donor and employer',
    `Donor,,,,Spouse,,Employer,Gift,
First Name,Last Name,Email,City,First Name,Last Name,Name,Date,Amount
Ann,Able,ann@example.org,Duluth,Art,Able,Microsoft,11/3/2026,100
Bo,Baker,bo@example.org,Tampa,Bea,Baker,Boeing,11/4/2026,50`,
  ],
])('reads a header in two rows with %s', async (_, text) => {
  expect((await read(`${text}\n`)).gifts).toEqual(expected)
})

test('merged cells of a workbook end a group', async () => {
  const sheet = utils.aoa_to_sheet([
    ['Fall appeal'],
    ['Date', 'Donor', '', '', 'Employer', 'Amount'],
    ['', 'Name', 'Email', 'City', 'Name', ''],
    ['2026-11-03', 'Ann Able', 'ann@example.org', 'Duluth', 'Microsoft', 100],
    ['2026-11-04', 'Bo Baker', 'bo@example.org', 'Tampa', 'Boeing', 50],
  ])
  const merge = (row: number, from: number, to: number, last = row) => ({
    s: { r: row, c: from },
    e: { r: last, c: to },
  })
  sheet['!merges'] = [merge(0, 0, 5), merge(1, 1, 3), merge(1, 0, 0, 2), merge(1, 5, 5, 2)]
  const book = utils.book_new()
  utils.book_append_sheet(book, sheet, 'Gifts')
  const found = await read(write(book, { type: 'buffer', bookType: 'xlsx' }), 'gifts.xlsx')
  expect(found.headers).toEqual(['Date', 'Donor Name', 'Donor Email', 'Donor City', 'Employer Name', 'Amount'])
  expect(found.gifts).toEqual(expected)
})

test.each([
  ['the lines of a report', 'Printed 11/28/2026,,,Page 1 of 2,'],
  ['a title', 'Riverbend Food Bank,,,,'],
  ['totals', 'Gifts,2,Total,$150.00,'],
])('%s above the header are no groups', async (_, line) => {
  const { headers } = await read(`${line}
Date,Name,Email,City,Amount
11/3/2026,Ann Able,ann@example.org,Duluth,100
11/4/2026,Bo Baker,bo@example.org,Tampa,50
`)
  expect(headers).toEqual(['Date', 'Name', 'Email', 'City', 'Amount'])
})

test('years are names of columns', async () => {
  const table = await readTable(
    Buffer.from('Donor Name,Email,2024,2025,2026\nAnn Able,ann@example.org,100,,500\n'),
    'gifts.csv',
    defaultLimits,
  )
  expect(table.originalHeaders).toEqual(['Donor Name', 'Email', '2024', '2025', '2026'])
  expect(Object.values(proposeMap(table, { hasChapters: false }).map)).not.toContain('amount')
})

test('a first gift with words in all cells is not a second header row', async () => {
  const { gifts } = await read(`Name,Email,Employer,Amount,Date,Note
Ann Able,ann@example.org,Microsoft,100,11/3/2026,
Bo Baker,bo@example.org,Boeing,50,11/4/2026,First gift
`)
  expect(gifts.length).toBe(2)
})
