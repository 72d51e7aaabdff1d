import { utils, write } from '@e965/xlsx'
import { expect, test } from 'vitest'
import { defaultLimits, describeTable, proposeMap, readGifts, readTable } from './index.ts'

const options = { today: '2026-11-28', leaveOutAttention: true, dateOrder: 'mdy' } as const

async function read(file: string | Uint8Array, answers: Readonly<Record<string, string>> = {}) {
  const table = await readTable(Buffer.from(file), 'gifts.csv', defaultLimits)
  const { map } = proposeMap(table, { hasChapters: false })
  const { gifts, attention, rejected, questions } = readGifts(table, map, { ...options, answers })
  const { columnWarnings, rowWarnings } = describeTable(table, map, options)
  return {
    map,
    questions,
    employers: gifts.map(({ companyName }) => companyName),
    gifts: gifts.map((gift) => [gift.donorName, gift.donatedOn, gift.amountCents / 100]),
    leftOut: attention.map(({ kind, rows }) => [kind, ...rows]),
    rejected: rejected.map(({ sheetRow, problem }) => [sheetRow, problem]),
    warnings: [...columnWarnings, ...rowWarnings].map(({ code, message }) => [code, message]),
  }
}

test.each([
  ['numbers', 'Year,Month,Day', '2026,11,3', '26,2,29'],
  ['names of months', 'Gift Month,Gift Day,Gift Year', 'November,3,2026', 'Feb.,29,26'],
  ['French', 'Jour,Mois,Année', '3,novembre,2026', '29,fév,2026'],
  ['parts in parentheses', 'Date (MM),Date (DD),Date (YYYY)', '11,3,2026', '2,29,2026'],
])('year, month and day in separate columns form a date: %s', async (_, columns, day, noDay) => {
  const { gifts, rejected } = await read(
    `Donor,Email,${columns},Amount\nAnn Able,ann@example.org,${day},100\nBo Baker,bo@example.org,${noDay},50\n`,
  )
  expect(gifts).toEqual([['Ann Able', '2026-11-03', 100]])
  expect(rejected).toEqual([[3, '“2026-02-29” isn’t a date. Write the date of the gift like 2026-03-04.']])
})

test('parts of a birth date are not a gift date, and a date column takes precedence over parts', async () => {
  const birth = await read('Donor,Birth Year,Birth Month,Birth Day,Amount\nAnn Able,1970,1,2,100\n')
  expect(Object.values(birth.map)).not.toContain('donated_at')
  const dated = await read('Donor,Gift Date,Year,Month,Day,Amount\nAnn Able,11/3/2026,1970,1,2,100\n')
  expect(dated.gifts).toEqual([['Ann Able', '2026-11-03', 100]])
})

test.each([
  ['gift_1_date', 'Gift 1 Date,Gift 1 Amount,Gift 2 Date,Gift 2 Amount'],
  ['date_1', 'Date 1,Amount 1,Date 2,Amount 2'],
  ['repeated names', 'Date,Amount,Date,Amount'],
])('reads several gifts per row, each with its own date: %s', async (_, columns) => {
  const { gifts, warnings } = await read(
    `Donor,Email,${columns}\nAnn Able,ann@example.org,11/3/2026,100,11/13/2026,50\nBo Baker,bo@example.org,11/4/2026,25,,\n`,
  )
  expect(gifts).toEqual([
    ['Ann Able', '2026-11-03', 100],
    ['Ann Able', '2026-11-13', 50],
    ['Bo Baker', '2026-11-04', 25],
  ])
  expect(warnings).toContainEqual([
    'gifts_side_by_side',
    'Each row has up to 2 gifts, each with its own date. We record each one.',
  ])
})

test.each([
  [
    'a column for each year',
    'Donor,Email,2024,2025,2026\nAnn Able,ann@example.org,100,150,200\nBo Baker,bo@example.org,,50,75',
    'Each row has totals for several periods (2024, 2025, 2026), not single gifts. Upload a list with one row per gift, with its date and amount.',
  ],
  [
    'a column for each month',
    'Name,Email,Jan,Feb,Mar,Apr,Total\nAnn Able,ann@example.org,10,10,10,10,40\nBo Baker,bo@example.org,20,,20,,40',
    'Each row has totals for several periods (Jan, Feb, Mar, …), not single gifts. Upload a list with one row per gift, with its date and amount.',
  ],
  [
    'a month and a year',
    'Month,Year,Donor,Email,Amount\nNovember,2026,Ann Able,ann@example.org,100',
    'The file has the month and the year of each gift, but not the day. Add a column with the date, like 2026-03-04.',
  ],
  [
    'recurring plans',
    'Donor,Email,Amount,Frequency,Start Date,Next Payment Date\nAnn Able,ann@example.org,25,Monthly,1/15/2026,12/15/2026',
    'The file seems to list recurring plans, not their payments. Upload the list of payments with their dates.',
  ],
])('one sentence says what to do with %s', async (_, text, message) => {
  const { warnings } = await read(`${text}\n`)
  expect(warnings.filter(([code]) => code !== 'no_company')).toEqual([['no_date', message]])
})

test('one sentence explains that a bank statement names no donors', async () => {
  const { warnings } = await read(
    'Date,Description,Amount,Balance\n11/13/2026,DEPOSIT CHECK 1201,100.00,1100.00\n11/14/2026,DEPOSIT CHECK 1202,50.00,1150.00\n',
  )
  expect(warnings.filter(([code]) => code !== 'no_company')).toEqual([
    [
      'no_donor',
      'We can’t find a column with donors. Choose one below, or add each donor’s name or email to the file.',
    ],
  ])
})

test.each([
  ['another amount', 'Donation Amount,Other Amount,Employer', '$100,,Intel', 'Other,$65,Boeing'],
  ['a blank choice', 'Donation Amount,Custom Amount,Employer', '$100,,Intel', ',$65,Boeing'],
  ['another employer', 'Amount,Employer,Employer (if Other)', '$100,Intel,', '$65,Other,Boeing'],
])('a free-text field next to a choice contains its answer: %s', async (_, columns, first, second) => {
  const { gifts, employers } = await read(
    `Date,Name,Email,${columns}\n11/13/2026,Ann Able,ann@example.org,${first}\n11/14/2026,Bo Baker,bo@example.org,${second}\n`,
  )
  expect(gifts.map(([, , amount]) => amount)).toEqual([100, 65])
  expect(employers).toEqual(['Intel', 'Boeing'])
})

test('amounts in both columns are not a choice and its answer', async () => {
  const { gifts } = await read('Date,Name,Amount,Other Amount\n11/13/2026,Ann Able,100,5\n11/14/2026,Bo Baker,50,\n')
  expect(gifts.map(([, , amount]) => amount)).toEqual([100, 50])
})

const blocks = `Donor,Email,Employer,Gift Date,Gift Amount
Ann Able,ann@example.org,Intel,11/3/2026,100
,,,11/13/2026,50
Bo Baker,bo@example.org,Boeing,11/14/2026,25
`

test('rows without a donor below a row with one raise a question, and are rejected unless confirmed', async () => {
  const { gifts, questions, rejected } = await read(blocks)
  expect(gifts).toHaveLength(2)
  expect(rejected).toMatchObject([
    [3, 'The row names no donor. Fill in a name or email address, or answer that the donor above it gave this, too.'],
  ])
  expect(questions).toMatchObject([
    {
      id: 'donor_above',
      message: '1 row names no donor. Did the donor above it give this, too?',
      answer: 'leave_out',
      examples: [{ row: 2, text: '11/13/2026, 50' }],
    },
  ])
  const answered = await read(blocks, { donor_above: 'take' })
  expect(answered.gifts).toContainEqual(['Ann Able', '2026-11-13', 50])
  expect(answered.employers).toEqual(['Intel', 'Intel', 'Boeing'])
  const withdrawals = await read('Date,Name,Amount\n11/3/2026,Ann Able,100\n11/4/2026,,50\n')
  expect(withdrawals.questions).toEqual([])
})

test('vertically merged cells apply to each of their rows', async () => {
  const sheet = utils.aoa_to_sheet([
    ['Donor', 'Email', 'Date', 'Gift', 'Employer'],
    ['Ann Able', 'ann@example.org', '11/3/2026', 100, 'Intel'],
    [null, null, '11/13/2026', 50, null],
    ['Bo Baker', 'bo@example.org', '11/14/2026', 25, 'Boeing'],
  ])
  sheet['!merges'] = [0, 1, 4].map((c) => ({ s: { r: 1, c }, e: { r: 2, c } }))
  const book = utils.book_new()
  utils.book_append_sheet(book, sheet, 'Gifts')
  const { gifts, employers, questions } = await read(write(book, { type: 'buffer', bookType: 'xlsx' }))
  expect(gifts.slice(0, 2)).toEqual([
    ['Ann Able', '2026-11-03', 100],
    ['Ann Able', '2026-11-13', 50],
  ])
  expect(employers).toEqual(['Intel', 'Intel', 'Boeing'])
  expect(questions).toEqual([])
})

test('fees that a donor covered in a total raise a question', async () => {
  const { questions } = await read(
    'Date,Name,Total,Processing fee covered by donor,Fee amount\n11/13/2026,Ann Able,103.00,Yes,3.00\n11/14/2026,Bo Baker,50.00,No,1.50\n',
  )
  expect(questions).toMatchObject([{ id: 'amounts_with_extras', count: 1, sumCents: 300 }])
})

test('a list of checks names the giver as payee, and an employee match is the employer’s money', async () => {
  const { gifts, leftOut } = await read(
    'Date,Payee,Check #,Amount,Memo\n11/13/2026,Boeing Company,1001,500,Employee match Q3\n11/14/2026,Ann Able,1002,100,\n',
  )
  expect(gifts).toEqual([['Ann Able', '2026-11-14', 100]])
  expect(leftOut).toEqual([['company_match', 1]])
})

test('warns about a sponsorship in an item column', async () => {
  const { warnings } = await read('Date,Name,Amount,Item\n11/13/2026,Ann Able,500,Bronze Sponsorship\n')
  expect(warnings.map(([code]) => code)).toContain('sponsorships')
})

test('an amount column with remarks is still mapped, and its unreadable rows are rejected', async () => {
  const { map, rejected } = await read('Date,Name,Amount\n11/13/2026,Ann Able,fifty\n11/14/2026,Bo Baker,50/month\n')
  expect(map).toMatchObject({ amount: 'amount' })
  expect(rejected).toHaveLength(2)
})

test('test gifts are left out by the name or a note, and unpaid ones by a note', async () => {
  const { gifts, leftOut } = await read(
    `Date,Donor,Email,Amount,Notes
11/13/2026,Test Donor,td@example.org,1,
11/14/2026,TEST TEST,tt@example.org,5,
11/14/2026,Prueba,pr@example.org,5,
11/15/2026,Ann Able,ann@example.org,1,test - please ignore
11/16/2026,Bo Test,bo@example.org,50,
11/17/2026,Cy Carr,cy@example.org,50,Test drive raffle winner
11/18/2026,Di Dunn,di@example.org,50,IOU - hasn't paid yet
`,
  )
  expect(gifts).toEqual([
    ['Bo Test', '2026-11-16', 50],
    ['Cy Carr', '2026-11-17', 50],
  ])
  expect(leftOut).toEqual([
    ['test_payment', 1, 2, 3, 4],
    ['payment_pending', 7],
  ])
})

test('the gift is preferred to a total with tickets in French', async () => {
  const { gifts } = await read(
    'Date du paiement,Statut,Total,Don,Billet,Prénom,Nom\n11/13/2026,Réussi,"120,00",70,50,Anne,Tremblay\n11/14/2026,Réussi,"60,00",60,0,Luc,Roy\n',
  )
  expect(gifts).toEqual([
    ['Anne Tremblay', '2026-11-13', 70],
    ['Luc Roy', '2026-11-14', 60],
  ])
})

test.each([
  ['Succeed', []],
  ['Issued', []],
  ['SETTLE', []],
  ['Stock/Property (Sold)', []],
  ['Deferred', [['payment_pending', 1]]],
])('recognizes the payment state %s', async (state, leftOut) => {
  const read1 = await read(`Date,Name,Amount,Gift Status\n11/13/2026,Ann Able,100,${state}\n`)
  expect(read1.leftOut).toEqual(leftOut)
  expect(read1.warnings.map(([code]) => code)).not.toContain('payment_state_unknown')
})

test('finds an amount column that contains a few words, even if its heading is a question', async () => {
  const { gifts, rejected } = await read(
    'Who,When,How much\nAnn Able,11/13/2026,$100\nBo Baker,11/14/2026,50.-\nCy Carr,11/15/2026,25 dollars\nDi Dunn,11/16/2026,?\n',
  )
  expect(gifts.map(([, , amount]) => amount)).toEqual([100, 50, 25])
  expect(rejected).toHaveLength(1)
})
