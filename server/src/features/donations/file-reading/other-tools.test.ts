import { readGiftKind } from '@twofold/matching'
import { expect, test } from 'vitest'
import { defaultLimits, proposeMap, readGifts, readTable } from './index.ts'

async function read(...lines: readonly string[]) {
  const table = await readTable(new TextEncoder().encode(`${lines.join('\n')}\n`), 'gifts.csv', defaultLimits)
  const { map } = proposeMap(table, { hasChapters: false })
  const result = readGifts(table, map, { leaveOutAttention: true, today: '2026-11-28', dateOrder: 'mdy' })
  return {
    ...result,
    found: result.gifts.map(({ donorName, amountCents }) => [donorName, amountCents / 100]),
    left: result.attention.map(({ kind, rows }) => [kind, ...rows]),
  }
}

const columns = 'Date,Donor,Email,Amount'
const ann = '10/01/2026,Ann Able,ann@example.org,50'

test.each([
  ['Was Deleted', 'true', 'payment_failed'],
  ['Transactions Mode', 'TEST', 'test_payment'],
  ['Transactions Refunded', 'Yes', 'payment_refunded'],
  ['Payment Status', 'Failing', 'payment_failed'],
  ['Tipo de donante', 'Persona moral', 'organization_gift'],
])('a row with %s = %s is left out as %s', async (header, value, kind) => {
  const result = await read(`${columns},${header}`, `${ann},`, `10/02/2026,Bo Baker,bo@example.org,20,${value}`)
  expect(result).toMatchObject({ found: [['Ann Able', 50]], left: [[kind, 2]] })
})

test.each([
  ['no donor', '10/02/2026,,,20,Matching Gift', 'company_match'],
  ['a future day', '12/05/2026,Bo Baker,bo@example.org,20,Scheduled', 'payment_pending'],
  ['no money', '10/02/2026,Bo Baker,bo@example.org,0.00,Unpaid', 'payment_pending'],
])('a row that the file excludes is left out and not rejected, although it has %s', async (_, row, kind) => {
  const result = await read(`${columns},Status`, `${ann},Paid`, row)
  expect(result).toMatchObject({ found: [['Ann Able', 50]], left: [[kind, 2]], leftOut: [2], rejected: [] })
  expect(result.warnings.map(({ code }) => code)).not.toContain('rejected_rows')
})

test('an organization next to blank names gave', async () => {
  const result = await read(
    'Date,Billing First Name,Billing Last Name,Billing Organization Name,Billing Email,Amount',
    '10/01/2026,Ann,Able,,ann@example.org,50',
    '10/02/2026,,,Riverside Bakery,pay@riverside.example,500',
  )
  expect(result).toMatchObject({ found: [['Ann Able', 50]], left: [['organization_gift', 2]] })
})

test('an account that is not a household is the donor if the row names none', async () => {
  const result = await read(
    'Account Name,Primary Contact,Email,Amount,Close Date,Employer',
    'Able Household,Ann Able,ann@example.org,50,10/01/2026,Microsoft',
    'Acme Corp,,,900,10/02/2026,',
  )
  expect(result).toMatchObject({ found: [['Ann Able', 50]], left: [['organization_gift', 2]], rejected: [] })
})

test.each([
  ['Parent,Gave,When', 'Ann Able,$50,10/01/2026'],
  ['Family,When,Given', 'Ann Able,10/01/2026,50'],
  ['Donor,Given,Gift', 'Ann Able,10/01/2026,50'],
])('%s: the cells tell the amount from the day', async (header, row) => {
  const { found, gifts } = await read(header, row)
  expect([found, gifts[0]?.donatedOn]).toEqual([[['Ann Able', 50]], '2026-10-01'])
})

test('a unit of measurement without a street is no address', async () => {
  const { gifts } = await read('Date,Item,Gross Sales,Customer Name,Unit', '10/01/2026,Donation,$50.00,Ann Able,ea')
  expect(gifts).toMatchObject([{ amountCents: 5000, address: { street2: '' } }])
})

test('gross, fee and net, all called "Amount", are not added up', async () => {
  const result = await read('Date,Donor,Amount,Amount,Amount', '10/01/2026,Ann Able,100.00,3.20,96.80')
  expect(result.found).toEqual([['Ann Able', 100]])
})

test('an amount next to another person’s name and address is not added', async () => {
  const result = await read(
    'Date,Name,Email,Amount,Name,Email,Relationship,Amount',
    '10/01/2026,Ann Able,ann@example.org,100,Hal Hon,hal@example.org,In memory of,25',
    '10/02/2026,Bo Baker,bo@example.org,50,,,,',
  )
  expect(result.found).toEqual([
    ['Ann Able', 100],
    ['Bo Baker', 50],
  ])
})

test('the total of an item counts, not its price', async () => {
  const result = await read(
    'Date,Payer Name,Payer Email,Item,Quantity,Item Price,Item Total',
    '10/01/2026,Ann Able,ann@example.org,Donation,2,25.00,50.00',
  )
  expect(result.found).toEqual([['Ann Able', 50]])
})

test('who paid a request of Venmo is in "To"', async () => {
  const result = await read(
    'ID,Datetime,Type,Status,Note,From,To,Amount (total)',
    '1,2026-10-01T14:22:11,Payment,Complete,gift,Ann Able,Riverbend,+ $25.00',
    '2,2026-10-02T14:22:11,Charge,Complete,gift,Riverbend,Di Dorn,+ $30.00',
  )
  expect(result.found).toEqual([
    ['Ann Able', 25],
    ['Di Dorn', 30],
  ])
})

test('a bank’s list names Zelle senders in the description', async () => {
  const result = await read(
    'Posting Date,Description,Amount,Balance',
    '10/01/2026,Zelle payment from ANN ABLE 19283746,100.00,1100.00',
    '10/02/2026,"Zelle payment from Bo Baker for ""gift""; Conf# x1",50.00,1150.00',
    '10/03/2026,ZELLE FROM CY COLE ON 10/02 REF # PP0AB,40.00,1190.00',
    '10/04/2026,DEPOSIT ID NUMBER 1234,500.00,1690.00',
  )
  expect(result.found).toEqual([
    ['ANN ABLE', 100],
    ['Bo Baker', 50],
    ['CY COLE', 40],
  ])
  expect(result.rejected).toMatchObject([{ row: 4, reason: 'donor_missing' }])
})

test('what was paid of a pledge is a gift', async () => {
  const result = await read(
    'Donor,Email,Type,Pledge Amount,Amount Paid,Date Paid',
    'Ann Able,ann@example.org,Pledge,1200,100,10/01/2026',
  )
  expect(result.gifts).toMatchObject([{ amountCents: 10_000, kindWords: { kind: 'Pledge payment' } }])
})

test('the company that matches is the employer if the employer is blank', async () => {
  const result = await read(
    `${columns},Employer,Matching Gift Company`,
    `${ann},Microsoft,Microsoft`,
    '10/02/2026,Bo Baker,bo@example.org,20,,Google',
  )
  expect(result.gifts.map(({ companyName }) => companyName)).toEqual(['Microsoft', 'Google'])
})

test('a parent is the donor, not the student, and may refuse emails', async () => {
  const result = await read(
    'Timestamp,Email Address,Parent/Guardian Name(s),Student Name(s),Donation Amount,Would you like to be contacted by email?',
    '10/1/2026 8:12:33,bo@example.org,Bo Baker,Mia Baker,50,No',
    '10/1/2026 8:12:33,cy@example.org,Cy Cole,Moe Cole,60,Yes',
  )
  expect(result.gifts.map(({ donorName, contact }) => [donorName, contact])).toEqual([
    ['Bo Baker', 'opted_out'],
    ['Cy Cole', null],
  ])
})

test('"DCC Total" is a covered cost', async () => {
  const result = await read(
    'Ordered At,Billing First Name,Billing Last Name,Billing Email,Total Amount,DCC Total',
    '2026-10-01,Ann,Able,ann@example.org,103.00,3.00',
  )
  expect(result.found).toEqual([['Ann Able', 100]])
  expect(result.questions).toMatchObject([{ id: 'amounts_with_extras', answer: 'take_off' }])
})

test('organizations among "Last, First" names do not hide the order', async () => {
  const result = await read(
    'Date,Name,Amount',
    '10/01/2026,"Able, Ann",100',
    '10/02/2026,Rotary Club,50',
    '10/03/2026,Loose Offering,30',
  )
  expect(result).toMatchObject({
    found: [['Ann Able', 100]],
    left: [
      ['organization_gift', 2],
      ['no_person', 3],
    ],
  })
})

test.each([
  ['a column of withdrawals', 'Date,Name,Email,Deposits,Withdrawals', ',100.00,', ',,80.00'],
  ['a column of debits with zeros', 'Date,Name,Email,Credit,Debit', ',100.00,0.00', ',0.00,80.00'],
  ['negative amounts next to balances', 'Date,Name,Email,Amount,Balance', ',100.00,900.00', ',-80.00,820.00'],
  ['a type', 'Date,Name,Email,Amount,Transaction Type', ',100.00,Deposit', ',80.00,ATM Withdrawal'],
  ['a direction', 'Date,Name,Email,Amount,Dr/Cr', ',100.00,Cr', ',80.00,Dr'],
  ['a debit next to credits', 'Date,Name,Email,Amount,Type', ',100.00,Credit', ',80.00,Debit'],
])('money going out is left out and counted: %s', async (_, header, gift, payment) => {
  const result = await read(header, `10/01/2026,Ann Able,${gift}`, `10/02/2026,Utility Co,${payment}`)
  expect(result).toMatchObject({ found: [['Ann Able', 100]], left: [['money_out', 2]], leftOut: [2], rejected: [] })
  expect(result.warnings).toContainEqual(
    expect.objectContaining({
      message: '1 row is money going out, not a gift (80.00). We leave it out.',
    }),
  )
})

test.each(['Fund', 'Designation', 'Campaign', 'Item'])(
  'goods in the column "%s" are left out with a question',
  async (header) => {
    const rows = ['T-shirt', '2026 Holiday Mug', 'Raffle ticket', 'Hoodie (XL)', 'Online Store'].map(
      (item, at) => `10/0${at + 2}/2026,Bo Baker,bo@example.org,2${at},${item}`,
    )
    const result = await read(`${columns},${header}`, `${ann},General Fund`, ...rows)
    expect(result).toMatchObject({ found: [['Ann Able', 50]], left: [['goods', 2, 3, 4, 5, 6]] })
    expect(result.questions).toMatchObject([{ id: 'goods', answer: 'leave_out', count: 5, by_row: true }])
  },
)

test.each(['School Lunch', 'T-shirts for Kids', 'Mug Drive', 'Store Rebuilding', 'Clothing', 'Merch Fund', 'Tuition'])(
  'the fund "%s" is a gift',
  async (fund) => {
    const result = await read(`${columns},Fund`, `${ann},${fund}`)
    expect(result).toMatchObject({ found: [['Ann Able', 50]], left: [] })
  },
)

test('a ticket named as the fund is a ticket', async () => {
  const result = await read(`${columns},Designation`, `${ann},Gala Ticket`)
  expect(result.gifts).toMatchObject([{ kindWords: { kind: 'Gala Ticket' } }])
})

test('"Debit" next to "Check" is a card', async () => {
  const result = await read(`${columns},Type`, `${ann},Check`, '10/02/2026,Bo Baker,bo@example.org,20,Debit')
  expect(result.left).toEqual([])
})

test('a negative gift of a donor may be a refund, so it comes back', async () => {
  const result = await read(columns, ann, '10/02/2026,Bo Baker,bo@example.org,-20')
  expect(result).toMatchObject({ left: [], rejected: [{ row: 2 }], reversals: [{ gift: { amountCents: 2000 } }] })
})

test.each(['Anonymous to charity', 'Is Anonymous?', 'Make my gift anonymous', 'Don anonyme'])(
  'a row without a donor is an anonymous gift if “%s” is yes, and not rejected',
  async (header) => {
    const result = await read(`${columns},${header}`, `${ann},No`, '10/02/2026,,,20,Yes', '10/03/2026,,,30,No')
    expect(result).toMatchObject({ found: [['Ann Able', 50]], left: [['no_person', 2]] })
    expect(result.rejected).toMatchObject([{ row: 3, reason: 'donor_missing' }])
  },
)

test.each([
  ['Zahlungsart', 'Lastschrift storniert', 'payment_failed'],
  ['Zahlungsart', 'SEPA-Rücklastschrift', 'payment_refunded'],
  ['Payment Method', 'Chargeback', 'payment_refunded'],
  ['Payment Method', 'Credit card - Refunded', 'payment_refunded'],
  ['Notes/Type', 'Refunded', 'payment_refunded'],
  ['Notes', 'Refunded 11/05/2026, gave twice by mistake', 'payment_refunded'],
  ['Comments', 'Donation was voided', 'payment_failed'],
  ['Method', 'ACH Return', 'payment_failed'],
  ['Method', 'Check (bounced)', 'payment_failed'],
  ['Comment', 'Donor disputed the charge with the bank', 'payment_failed'],
  ['Comment', 'Stop payment', 'payment_failed'],
  ['Forma de pago', 'Domiciliación devuelta', 'payment_refunded'],
  ['Mode de paiement', 'Prélèvement annulé', 'payment_failed'],
])('a row whose %s is “%s” is left out', async (header, value, kind) => {
  const others = ['10/03/2026,Cy Carr,cy@example.org,30,Visa', '10/04/2026,Di Dorn,di@example.org,40,For the garden']
  const result = await read(
    `${columns},${header}`,
    `${ann},`,
    `10/02/2026,Bo Baker,bo@example.org,20,"${value}"`,
    ...others,
  )
  expect(result.left).toEqual([[kind, 2]])
})

test.each([
  ['Notes', 'Not refunded'],
  ['Notes', 'Recurring - canceled'],
  ['Notes', 'Email bounced'],
  ['Notes', 'In honor of the canceled gala, no refund needed'],
  ['Comments', 'Asked whether the refund policy covers a void check'],
  ['Payment Method', 'Bank transfer'],
])('a row whose %s is “%s” is a gift', async (header, value) => {
  const result = await read(`${columns},${header}`, `${ann},"${value}"`)
  expect(result.found).toEqual([['Ann Able', 50]])
})

test('an anonymous row below a donor raises no question about the donor above', async () => {
  const result = await read(
    'Name,Email,Amount,Date,Anonymous?',
    'Ann Able,ann@example.org,50,10/01/2026,No',
    ',,20,10/02/2026,Yes',
  )
  expect(result.questions.map(({ id }) => id)).toEqual(['no_person'])
})

test('of the amounts in one list, the fee is not the gift', async () => {
  const result = await read(
    'ID,Datetime,From,Amount (total),Amount (fee)',
    '1,2026-10-20T18:05:11,Ann Able,+ $75.00,- $1.50',
  )
  expect(result.found).toEqual([['Ann Able', 75]])
})

test('a gift that a fund passed on is that of a donor-advised fund', async () => {
  const result = await read(
    `${columns},Gift Type,Passthrough`,
    `${ann},Check,National Philanthropic Trust`,
    '10/02/2026,Bo Baker,bo@example.org,20,Check,',
  )
  expect(result.gifts.map(({ kindWords }) => readGiftKind(kindWords))).toEqual(['donor_advised_fund', 'money'])
})

test('the employer may be called the company of the contact', async () => {
  const result = await read(
    'Date,Contact Name,Contact Email,Contact Company Name,Amount',
    '10/01/2026,Ann Able,ann@example.org,Microsoft,50',
  )
  expect(result.gifts.map(({ companyName }) => companyName)).toEqual(['Microsoft'])
})

test.each(['Field Trip - Zoo', 'Activity Fee'])('%s in a school’s list is no gift', async (item) => {
  const result = await read(
    `${columns},Item`,
    `${ann},Donation to the library`,
    `10/02/2026,Bo Baker,bo@example.org,60,${item}`,
  )
  expect(result.left).toEqual([['goods', 2]])
})

test('events and purchases of an order are no gift', async () => {
  const result = await read(
    'Transaction ID,Date,Donor,Email,Gift Assist,Donations,Events,Purchases,Amount',
    'Q1,10/01/2026,Ann Able,ann@example.org,$3.00,$100.00,$0.00,$0.00,$103.00',
    'Q2,10/02/2026,Bo Baker,bo@example.org,$0.00,$20.00,$75.00,$0.00,$95.00',
  )
  expect(result.found).toEqual([
    ['Ann Able', 100],
    ['Bo Baker', 20],
  ])
})

test.each([
  'Grant Date,Grant Amount,Giving Account Name,Donor Advisor,Email',
  'Grant Date,Grant Amount,Sponsor,Donor Name,Email',
])('a grant report (%s) names gifts of donor-advised funds', async (header) => {
  const result = await read(header, '10/01/2026,"$1,000.00",Fidelity Charitable,Ann Able,ann@example.org')
  expect(result.gifts.map(({ kindWords }) => readGiftKind(kindWords))).toEqual(['donor_advised_fund'])
})

test('interest is no gift', async () => {
  const result = await read(
    `${columns},Gift Type,Category`,
    `${ann},Gift,Donation`,
    '10/02/2026,Lo Bank,,4,Other Income,Interest',
  )
  expect(result).toMatchObject({ found: [['Ann Able', 50]], left: [['goods', 2]] })
})

test('an anonymous first and last name is no person', async () => {
  const result = await read(
    'Date,First Name,Last Name,Amount',
    '10/01/2026,Ann,Able,50',
    '10/02/2026,Anonymous,Anonymous,20',
  )
  expect(result).toMatchObject({ found: [['Ann Able', 50]], left: [['no_person', 2]], rejected: [] })
})

test('"Matching Gift Account" is the employer', async () => {
  const result = await read(`${columns},Account Name,Matching Gift Account`, `${ann},Able Household,Google`)
  expect(result.gifts.map(({ companyName }) => companyName)).toEqual(['Google'])
})

test.each([
  ['Product/Service', 'T-shirt', 'goods'],
  ['Captured', 'false', 'payment_pending'],
])('a row with %s = %s is left out as %s', async (header, value, kind) => {
  const result = await read(`${columns},${header}`, `${ann},`, `10/02/2026,Bo Baker,bo@example.org,20,${value}`)
  expect(result).toMatchObject({ found: [['Ann Able', 50]], left: [[kind, 2]] })
})

test('the type of an asset is the kind of the gift', async () => {
  const types = ['Stock (AAPL)', 'DAF (Schwab)', 'BTC', 'Cash']
  const rows = types.map((type, at) => `10/0${at + 1}/2026,Bo Baker,bo@example.org,20,${type}`)
  const { gifts } = await read(`${columns},Asset Type`, ...rows)
  expect(gifts.map(({ kindWords }) => readGiftKind(kindWords))).toEqual([
    'stock',
    'donor_advised_fund',
    'stock',
    'money',
  ])
})

test.each([
  ['NSF - Returned', 'payment_failed'],
  ['Card Declined', 'payment_failed'],
  ['ACH Pending', 'payment_pending'],
  ['In Transit', 'payment_pending'],
  ['Pre-Authorized', 'payment_pending'],
  ['Refunded (Full)', 'payment_refunded'],
  ['Chargeback - Lost', 'payment_refunded'],
])('a row whose status is %s is left out as %s', async (status, kind) => {
  const result = await read(
    `${columns},Status`,
    `${ann},Settled Successfully`,
    `10/02/2026,Bo Baker,bo@example.org,20,${status}`,
  )
  expect(result).toMatchObject({ found: [['Ann Able', 50]], left: [[kind, 2]] })
})

test.each([
  'Donor Amount,Match Amount,Total Amount',
  'Employee Gift,Employer Match,Total Received',
  'Amount,Match,Total',
])('the employer’s match is no part of the gift (%s)', async (header) => {
  const { found } = await read(
    `Date,Donor,Email,Employer,${header}`,
    '10/01/2026,Ann Able,ann@example.org,Intel,100.00,50.00,150.00',
    '10/02/2026,Bo Baker,bo@example.org,Intel,20.00,0.00,20.00',
  )
  expect(found).toEqual([
    ['Ann Able', 100],
    ['Bo Baker', 20],
  ])
})
