import { expect, test } from 'vitest'
import { defaultLimits, proposeMap, readGifts, readTable } from './index.ts'

async function read(...lines: readonly string[]) {
  const table = await readTable(new TextEncoder().encode(`${lines.join('\n')}\n`), 'gifts.csv', defaultLimits)
  const { map } = proposeMap(table, { hasChapters: false })
  const result = readGifts(table, map, { leaveOutAttention: true, today: '2026-11-28', dateOrder: 'mdy' })
  return {
    ...result,
    found: result.gifts.map(({ donorName, amountCents }) => [donorName, amountCents / 100]),
    codes: result.warnings.map(({ code }) => code),
  }
}

const ann = '11/13/2026,Ann Able,ann@example.org,20'
const bo = '11/14/2026,Bo Baker,bo@example.org,30'
const cy = '11/15/2026,Cy Cole,cy@example.org,40'

test('titles between gifts are left out and counted', async () => {
  const result = await read('Date,Donor,Email,Amount', 'SPRING APPEAL,,,', ann, 'FALL GALA,,,', bo)
  expect(result).toMatchObject({
    found: [
      ['Ann Able', 20],
      ['Bo Baker', 30],
    ],
    leftOut: [1, 3],
    rejected: [],
  })
  expect(result.warnings).toMatchObject([{ code: 'titles', count: 2, rows: [1, 3] }])
})

test('recognizes a title in the donor’s column, and rejects a donor without a gift', async () => {
  const result = await read(
    'Donor,Date,Amount',
    'Board members,,',
    'Ann Able,11/13/2026,20',
    'November 2026,,',
    'Bo Baker,11/14/2026,30',
    'Cy Cole,,',
    'Di Dorn,11/14/2026,40',
  )
  expect(result.leftOut).toEqual([1, 3])
  expect(result.rejected).toMatchObject([{ row: 5, reason: 'amount_missing' }])
})

test.each([
  ['PLEDGES', 'pledge'],
  ['Refunded', 'payment_refunded'],
  ['Not yet received', 'payment_pending'],
  ['Corporate gifts', 'organization_gift'],
  ['Matching gifts', 'company_match'],
])('rows below the title %s are left out as its kind', async (title, kind) => {
  const result = await read('Date,Donor,Email,Amount', ann, `${title},,,`, bo)
  expect(result).toMatchObject({ found: [['Ann Able', 20]], leftOut: [2, 3] })
  expect(result.attention).toMatchObject([{ kind, count: 1 }])
})

test('a title that names no kind ends the section before it', async () => {
  const result = await read('Date,Donor,Email,Amount', 'PLEDGES,,,', ann, 'ONLINE,,,', bo)
  expect(result.found).toEqual([['Bo Baker', 30]])
})

test('repeated column names are skipped', async () => {
  const result = await read('Date,Donor,Email,Amount', ann, 'Checks,,,', 'Date,Donor,Email,Amount,', bo)
  expect(result).toMatchObject({
    found: [
      ['Ann Able', 20],
      ['Bo Baker', 30],
    ],
    rejected: [],
  })
})

test('a further table with the same names in another order is read by its names', async () => {
  const result = await read(
    'Date,Name,Email,Amount',
    ann,
    bo,
    cy,
    '',
    'Offline gifts',
    'Name,Check #,Amount,Date',
    'Di Dorn,1001,50,11/14/2026',
  )
  expect(result).toMatchObject({
    found: [
      ['Ann Able', 20],
      ['Bo Baker', 30],
      ['Cy Cole', 40],
      ['Di Dorn', 50],
    ],
    rejected: [],
    leftOut: [4, 5],
  })
})

test('rows of a further table with other columns are left out with a warning', async () => {
  const result = await read(
    'Date,Donor,Email,Amount',
    ann,
    bo,
    cy,
    '',
    'Volunteers',
    'Donor,Phone,Status',
    'Eve Fox,555 0100,active',
    'Gus Hall,555 0101,active',
  )
  expect(result).toMatchObject({ gifts: [{}, {}, {}], rejected: [], leftOut: [4, 5, 6, 7] })
  expect(result.warnings).toContainEqual(expect.objectContaining({ code: 'other_table', count: 2, rows: [6, 7] }))
})

test('gifts below another table are read', async () => {
  const result = await read('Date,Donor,Email,Amount', ann, '', 'Donor,Phone,Status', 'Eve Fox,555 0100,active', bo)
  expect(result.found).toEqual([
    ['Ann Able', 20],
    ['Bo Baker', 30],
  ])
})

test('"Payee/Source" names the donor', async () => {
  const result = await read('Date,Payee/Source,Category,Deposit', '11/13/2026,Ann Able,Donation,20.00')
  expect(result.found).toEqual([['Ann Able', 20]])
})

test('a form’s free amount is read next to "How much would you like to give?"', async () => {
  const result = await read(
    'Timestamp,Your name,How much would you like to give?,Other amount',
    '11/13/2026 9:15:22,Ann Able,$50,',
    '11/14/2026 9:15:22,Bo Baker,Other,120',
  )
  expect(result.found).toEqual([
    ['Ann Able', 50],
    ['Bo Baker', 120],
  ])
})

const byDonor = (first: string, second: string) =>
  read(
    ',Date,Transaction Type,Num,Amount',
    `${first},,,,`,
    ',11/13/2026,Sales Receipt,1001,100.00',
    ',11/20/2026,Sales Receipt,1004,50.00',
    `Total for ${first},,,,150.00`,
    `${second},,,,`,
    ',11/15/2026,Sales Receipt,1003,75.00',
    `Total for ${second},,,,75.00`,
  )

test('gives gifts to the donors named above them if each group has one', async () => {
  const result = await byDonor('Ann Able', 'Bo Baker')
  expect(result.questions).toMatchObject([
    { id: 'donor_above', answer: 'take', count: 3, examples: [{ text: 'Ann Able, 11/13/2026, 100.00' }, {}, {}] },
  ])
  expect(result).toMatchObject({
    found: [
      ['Ann Able', 100],
      ['Ann Able', 50],
      ['Bo Baker', 75],
    ],
    leftOut: [1, 4],
    rejected: [],
  })
})

test.each(['General Fund', 'Online', 'October 2026', 'Spring Gala'])(
  'a group named "%s" may not be a donor, so nothing is taken without a yes',
  async (title) => {
    const result = await byDonor('Ann Able', title)
    expect(result.questions).toMatchObject([{ id: 'donor_above', answer: 'leave_out', count: 3 }])
    expect(result).toMatchObject({ found: [], leftOut: [1, 4] })
  },
)

test('a title of pledges classifies the donors below it', async () => {
  const result = await read(
    'Donor,Date,Type,Amount',
    'Pledges,,,',
    'Ann Able,,,',
    ',11/13/2026,Entry,100.00',
    'Bo Baker,,,',
    ',11/15/2026,Entry,75.00',
  )
  expect(result).toMatchObject({ found: [], attention: [{ kind: 'pledge', rows: [3, 5] }] })
})

test.each(['TOTAL November', 'November total:', 'Subtotal', 'Total général'])(
  '"%s" in the column of days is a total',
  async (label) => {
    const result = await read('Date,Donor,Amount', '11/13/2026,Ann Able,20', `${label},,25`, '12/1/2025,Bo Baker,30')
    expect(result).toMatchObject({
      found: [
        ['Ann Able', 20],
        ['Bo Baker', 30],
      ],
      leftOut: [2],
      rejected: [],
    })
    expect(result.warnings).toContainEqual(expect.objectContaining({ code: 'totals', count: 1, rows: [2] }))
  },
)
