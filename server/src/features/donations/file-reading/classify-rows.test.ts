import { readGiftKind } from '@twofold/matching'
import { describe, expect, test } from 'vitest'
import type { ReadOptions } from './gift.ts'
import { proposeMap } from './propose-map.ts'
import { readGifts } from './read-gifts.ts'
import { readTable } from './read-table.ts'
import { defaultLimits } from './table.ts'

const options: ReadOptions = { leaveOutAttention: true, today: '2026-11-28', timeZone: 'America/Chicago' }

async function read(text: string, given: Partial<ReadOptions> = {}) {
  const table = await readTable(new TextEncoder().encode(text), 'gifts.csv', defaultLimits)
  const { map } = proposeMap(table, { hasChapters: false })
  return readGifts(table, map, { ...options, dateOrder: 'mdy', ...given })
}
const amounts = ({ gifts }: Awaited<ReturnType<typeof read>>) => gifts.map(({ amountCents }) => amountCents)

test.each([
  ['Contact Name,Contact Company', 'Address,Address Line 2', 'Amount Received,Fee Amount,Amount Paid'],
  ['Contact: Full Name,Contact: Account Name', 'Street,Street 2', 'Received Amount,Fee,Paid Amount'],
  [
    'Account Display Name,Contact Employer',
    'Street Address,Street Address (cont.)',
    'Total Received,Total Fees,Total Paid',
  ],
])('reads contact columns %s, second address lines and paid amounts', async (person, address, money) => {
  const { gifts } = await read(
    `Gift ID,Gift Date,${person},${address},${money}
1,11/01/2026,Ann Lee,Microsoft,1 Elm St,Apt 4,97.00,3.00,100.00
2,11/02/2026,Bo Kim,Google,2 Elm St,Suite 5,48.00,2.00,50.00`,
  )
  expect(gifts.map((one) => [one.donorName, one.companyName, one.address.street2, one.amountCents])).toEqual([
    ['Ann Lee', 'Microsoft', 'Apt 4', 10_000],
    ['Bo Kim', 'Google', 'Suite 5', 5_000],
  ])
})

describe('amounts', () => {
  const points = 'Gift ID,Date,Amount,Name\n1,11/13/2026,1.500,Ann Able\n2,11/14/2026,25.00,Bo Baker\n'

  test('a point before three digits raises a question if nothing else in the file decides it, and its rows wait', async () => {
    const result = await read(points)
    expect(amounts(result)).toEqual([2500])
    expect(result.leftOut).toEqual([1])
    expect(result.questions).toMatchObject([
      { id: 'amount_points', message: 'Does 1.500 mean 1,500 or 1.50?', answer: 'leave_out', count: 1 },
    ])
  })

  test.each([
    ['thousands', [150_000, 2500]],
    ['decimals', [150, 2500]],
  ])('the answer %s decides it', async (answer, cents) => {
    const file = answer === 'thousands' ? points.replace('25.00', '25') : points
    expect(amounts(await read(file, { answers: { amount_points: answer } }))).toEqual(cents)
  })

  test('a semicolon between cells decides it without a question', async () => {
    const result = await read('Nr;Datum;Betrag;Name\n1;13.11.2026;1.500;Ann Able\n2;14.11.2026;750;Bo Baker\n')
    expect(amounts(result)).toEqual([150_000, 75_000])
    expect(result.questions).toEqual([])
  })

  test.each(['Amount (cents)', 'amount_cents', 'amountInCents', 'Amount (¢)', 'Amount [Cents]'])(
    'integers under the header %s are cents',
    async (header) => {
      const result = await read(`Gift ID,Date,${header},Name\n1,11/13/2026,1500,Ann Able\n2,11/14/2026,999,Bo Baker\n`)
      expect(amounts(result)).toEqual([1500, 999])
      expect(result.warnings.map(({ code }) => code)).toContain('amounts_in_cents')
    },
  )

  test('cells that a spreadsheet exported as formulas of texts are read as these texts', async () => {
    const { gifts } = await read(
      'Gift ID,Date,Amount,Name\n"=""00123""",11/13/2026,"=""50.00""",Ann Able\n"=""00124""",11/14/2026,60,"=""Bo """"B"""" Baker"""\n',
    )
    expect(gifts.map((one) => [one.transactionId, one.amountCents, one.donorName])).toEqual([
      ['00123', 5000, 'Ann Able'],
      ['00124', 6000, 'Bo "B" Baker'],
    ])
  })

  test("objects of a payment processor are read in cents, in the organization's time zone, without test payments", async () => {
    const result = await read(
      'id,created,amount,currency,receipt_email,livemode\nch_1,1767241800,5000,usd,zita@example.org,true\nch_2,1767229200,2500,usd,qa@example.org,false\n',
    )
    expect(result.gifts).toMatchObject([{ amountCents: 5000, donatedOn: '2025-12-31', donorEmail: 'zita@example.org' }])
    expect(result.attention).toMatchObject([{ kind: 'test_payment', count: 1 }])
  })
})

describe('columns of auction and ticket tools', () => {
  test('a bidder is the donor', async () => {
    const result = await read(
      'Order #,Date,Amount,Bidder Name,Bidder Email\n1,11/13/2026,50.00,Val Reed,val@example.org\n',
    )
    expect(result.gifts).toMatchObject([{ amountCents: 5000, donorName: 'Val Reed', donorEmail: 'val@example.org' }])
  })

  test('"Montant total" is the amount', async () => {
    const result = await read('Numéro;Date;Montant total;Nom\n1;2026-11-13;75,00;Zoé Roy\n')
    expect(amounts(result)).toEqual([7500])
  })
})

describe('rows that are not gifts', () => {
  test('a payment in the state "test" is left out and raises a question', async () => {
    const result = await read(
      'Transaction ID,Date,Amount,Name,Transaction Status\n1,11/13/2026,18,Ann Able,success\n2,11/13/2026,40,Tess Lee,test\n',
    )
    expect(result.gifts.map(({ donorName }) => donorName)).toEqual(['Ann Able'])
    expect(result.questions.map(({ id }) => id)).toEqual(['test_payment'])
  })

  test('goods and test payments are left out and raise a question; store donations stay', async () => {
    const result = await read(
      'Order ID,Date,Amount,Name,Item Name,Category,Payment Mode\n' +
        '1,11/13/2026,18,Ann Able,Spirit Wear T-Shirt,Store,live\n' +
        '2,11/13/2026,50,Bo Baker,Fun Run Donation,Products,live\n' +
        '3,11/13/2026,60,Cy Carr,Donation,General,test\n',
    )
    expect(result.gifts.map(({ donorName }) => donorName)).toEqual(['Bo Baker'])
    expect(result.questions.map(({ id, count }) => [id, count])).toEqual([
      ['goods', 1],
      ['test_payment', 1],
    ])
  })
})

describe('one transaction ID in several rows', () => {
  const header = 'Transaction ID,Date,Name,Email,Fund,Amount,Total Gift Amount\n'

  test('different amounts are designations of one gift', async () => {
    const result = await read(
      `${header}S1,11/03/2026,Ann Able,ann@example.org,General,100,150\nS1,11/03/2026,Ann Able,ann@example.org,Library,50,150\n`,
    )
    expect(result.gifts).toMatchObject([
      { transactionId: 'S1', amountCents: 15_000, custom: { fund: 'General; Library' } },
    ])
    expect(result.joined).toEqual([2])
    expect(result.rejected).toEqual([])
  })

  test('what the donor received for each designation is added up', async () => {
    const { gifts } = await read(
      `Transaction ID,Date,Name,Email,Fund,Amount,FMV\nS1,11/03/2026,Ann Able,ann@example.org,Gala,100,40.00\nS1,11/03/2026,Ann Able,ann@example.org,Library,50,5.00\nS2,11/03/2026,Bo Baker,bo@example.org,Library,50,0\n`,
    )
    expect(gifts[0]).toMatchObject({ amountCents: 15_000, custom: { fmv: '45.00' } })
  })

  test('equal amounts are designations if a total shows it; otherwise they repeat each other', async () => {
    const rows = (total: number) =>
      `${header}S1,11/03/2026,Ann Able,ann@example.org,General,50,${total}\nS1,11/03/2026,Ann Able,ann@example.org,Library,50,${total}\n`
    expect(amounts(await read(rows(100)))).toEqual([10_000])
    const repeated = await read(rows(50))
    expect(amounts(repeated)).toEqual([5000])
    expect(repeated.rejected).toMatchObject([{ row: 2, reason: 'duplicate_transaction_id' }])
  })

  test('an ID of different donors or days is ignored', async () => {
    const result = await read(
      `${header}77,11/03/2026,Ann Able,ann@example.org,General,100,100\n77,11/03/2026,Bo Baker,bo@example.org,General,50,50\n`,
    )
    expect(result.gifts.map(({ transactionId }) => transactionId)).toEqual([null, null])
  })
})

describe('one gift with several designations', () => {
  test.each([
    ['Split 1 Fund,Split 1 Amount,Split 2 Fund,Split 2 Amount', 'Annual,100,Library,50'],
    ['Fund,Amount,Fund 2,Amount 2', 'Annual,100,Library,50'],
    ['Fund,Amount,Fund,Amount,Fund,Amount', 'Annual,100,Library,30,Youth,20'],
  ])('the amounts of the columns %s are added up', async (columns, cells) => {
    const blanks = cells
      .split(',')
      .slice(2)
      .map(() => '')
    const result = await read(
      `Gift ID,Name,Email,Gift Date,${columns}\nG1,Ann Able,ann@example.org,11/03/2026,${cells}\nG2,Bo Baker,bo@example.org,11/04/2026,Annual,60,${blanks.join()}\n`,
    )
    expect(amounts(result)).toEqual([15_000, 6000])
    expect(result.amountSumCents).toBe(21_000)
    expect(result.warnings.map(({ code }) => code)).toContain('amounts_added_up')
  })

  test.each([
    ['Fund 1,Fund 1 Amount,Fund 2,Fund 2 Amount,Gift Amount', 'Annual,100,Library,50,150'],
    ['Amount,Fund,Amount', '150,Annual,150'],
  ])('a total, or an amount that is repeated, is counted once: %s', async (columns, cells) => {
    const result = await read(
      `Gift ID,Name,Email,Gift Date,${columns}\nG1,Ann Able,ann@example.org,11/03/2026,${cells}\n`,
    )
    expect(amounts(result)).toEqual([15_000])
  })

  const rows = (share: number, id: string) =>
    `${id},Ann Able,ann@example.org,11/03/2026,Annual,${share},150\n${id},Ann Able,ann@example.org,11/03/2026,Library,${150 - share},150\n`

  test.each([
    [100, 'G1'],
    [75, 'G1'],
    [75, ''],
  ])('rows that repeat the amount next to their shares keep all designations: %i, ID %j', async (share, id) => {
    const result = await read(`Gift ID,Name,Email,Gift Date,Fund,Split Amount,Gift Amount\n${rows(share, id)}`)
    expect(result.gifts).toMatchObject([{ amountCents: 15_000, custom: { fund: 'Annual; Library' } }])
    expect([result.joined, result.rejected, result.questions]).toEqual([[2], [], []])
  })

  test('equal parts without a total raise a question and count once until it is answered', async () => {
    const file =
      'Gift ID,Name,Email,Gift Date,Fund,Amount\nG1,Ann Able,ann@example.org,11/03/2026,Annual,75\nG1,Ann Able,ann@example.org,11/03/2026,Library,75\nG2,Bo Baker,bo@example.org,11/04/2026,Annual,60\n'
    const result = await read(file)
    expect(amounts(result)).toEqual([7500, 6000])
    expect(result.questions).toMatchObject([{ id: 'equal_parts', answer: 'leave_out', count: 1 }])
    const added = await read(file, { answers: { equal_parts: 'take' } })
    expect(added.gifts[0]).toMatchObject({ amountCents: 15_000, custom: { fund: 'Annual; Library' } })
    expect(amounts(await read(file, { takeRows: [2] }))).toEqual([15_000, 6000])
  })

  test('a donation and a ticket of one order are two gifts, of which the donation has the ID', async () => {
    const { gifts } = await read(
      'Reference #,Date,Name,Email,Amount,Subtype,Total\n1001,11/03/2026,Ann Able,ann@example.org,150,ticket,100\n1001,11/03/2026,Ann Able,ann@example.org,150,donation,50\n1002,11/04/2026,Bo Baker,bo@example.org,60,donation,60\n',
    )
    expect(gifts.map(({ transactionId, amountCents }) => [transactionId, amountCents])).toEqual([
      [null, 10_000],
      ['1001', 5000],
      ['1002', 6000],
    ])
  })
})

test('the amount of a line is preferred to the total of an order that spans several rows', async () => {
  const result = await read(
    'Order Number,Order Date,Name,Email,Line Item,Line Total,Order Total\n1001,11/03/2026,Ann Able,ann@example.org,Donation,50.00,75.00\n1001,11/03/2026,Ann Able,ann@example.org,Tote bag,25.00,75.00\n1002,11/03/2026,Bo Baker,bo@example.org,Donation,20.00,20.00\n',
  )
  expect(amounts(result)).toEqual([5000, 2000])
  expect(result.attention).toMatchObject([{ kind: 'goods', sumCents: 2500 }])
})

test('a refund in the debit column of a bank export is a refund of that amount', async () => {
  const { reversals } = await read(
    'Date,Description,Name,Email,Credit,Debit\n11/03/2026,Donation,Ann Able,ann@example.org,100.00,\n11/05/2026,Refund,Ann Able,ann@example.org,,100.00\n11/06/2026,Rent,Our House,,,900.00\n',
  )
  expect(reversals.map(({ gift }) => [gift.row, gift.amountCents])).toEqual([[2, 10_000]])
})

test('the first of two donors in one row is the donor', async () => {
  const { gifts } = await read(
    'Gift ID,Date,Donor 1 First,Donor 1 Last,Donor 2 First,Donor 2 Last,Email,Amount\n1,11/03/2026,Ann,Able,Abe,Able,ann@example.org,10\n2,11/03/2026,Bo,Baker,,,bo@example.org,20\n',
  )
  expect(gifts.map(({ donorName }) => donorName)).toEqual(['Ann Able', 'Bo Baker'])
})

describe('gifts without an ID', () => {
  const header = 'Date,Time,Name,Email,Amount\n'

  test('different times of one day are two gifts', async () => {
    const rows = '11/03/2026,10:15,Ann Able,ann@example.org,25\n11/03/2026,19:40,Ann Able,ann@example.org,25\n'
    expect((await read(header + rows)).gifts.map(({ sameDay }) => sameDay)).toEqual([0, 1])
  })

  test('equal rows count once unless the user answers that they are separate gifts', async () => {
    const rows = '11/03/2026,10:15,Ann Able,ann@example.org,25\n11/03/2026,10:15,Ann Able,ann@example.org,25\n'
    const once = await read(header + rows)
    expect(amounts(once)).toEqual([2500])
    expect(once.questions).toMatchObject([{ id: 'same_day_twice', answer: 'leave_out', count: 1 }])
    expect(amounts(await read(header + rows, { answers: { same_day_twice: 'take' } }))).toEqual([2500, 2500])
  })

  test('4,000 gifts that are equal but for a note are read in seconds', { timeout: 60_000 }, async () => {
    const row = (_: unknown, at: number) => `11/13/2026,25.00,Ann Able,ann@example.org,Note ${at}`
    const rows = Array.from({ length: 4_000 }, row).join('\n')
    const result = await read(`Date,Amount,Name,Email,Note\n${rows}\n`, { answers: { same_day_twice: 'take' } })
    expect(result.gifts).toHaveLength(4_000)
  })

  test('ignores IDs that a spreadsheet shortened, and warns', async () => {
    const result = await read(
      'Transaction ID,Date,Name,Email,Amount\n1.23457E+15,11/03/2026,Ann Able,ann@example.org,25\n1.23457E+15,11/04/2026,Bo Baker,bo@example.org,30\n',
    )
    expect(result.gifts.map(({ transactionId }) => transactionId)).toEqual([null, null])
    expect(result.warnings).toContainEqual(expect.objectContaining({ code: 'ids_damaged', count: 2 }))
  })
})

test.each(['Church', 'Government', 'Civic club', 'School'])('the donor type %s is an organization', async (type) => {
  const { gifts, questions } = await read(
    `Gift ID,Date,Donor Type,Name,Email,Amount\n1,11/13/2026,Household,The Able Family,ann@example.org,20\n2,11/13/2026,${type},Grace Point,grace@example.org,40\n`,
  )
  expect(gifts.map(({ donorName }) => donorName)).toEqual(['The Able Family'])
  expect(questions).toMatchObject([{ id: 'organization_gift', count: 1 }])
})

test.each([
  ['max.yoder@example.org\u200b', 'max.yoder@example.org'],
  ["'pam.boon@example.org", 'pam.boon@example.org'],
  ['mailto:gus@example.org', 'gus@example.org'],
])('the address %j is cleaned', async (written, email) => {
  const { gifts } = await read(`Gift ID,Date,Amount,Email\n1,11/13/2026,25,${written}\n`)
  expect(gifts).toMatchObject([{ donorEmail: email }])
})

test('keeps a misspelled mail host, and warns', async () => {
  const { gifts, warnings } = await read('Gift ID,Date,Amount,Email\n1,11/13/2026,25,obi@gmial.com\n')
  expect(gifts).toMatchObject([{ donorEmail: 'obi@gmial.com' }])
  expect(warnings).toContainEqual(
    expect.objectContaining({ code: 'email_misspelt', message: 'obi@gmial.com may be obi@gmail.com.' }),
  )
})

test('warns about gifts without an email address', async () => {
  const { warnings } = await read(
    'Gift ID,Date,Amount,Name,Email\n1,11/13/2026,25,Ann Able,ann@example.org\n2,11/13/2026,30,Bo Bee,\n',
  )
  expect(warnings).toContainEqual({
    code: 'no_email',
    message: '1 gift has no email address, so we can’t email its donor.',
    count: 1,
    rows: [2],
  })
})

describe('rows below a split gift without donor and date', () => {
  const split = (...rows: readonly string[]) =>
    ['Gift ID,Gift Date,Donor,Email,Fund,Amount', ...rows, 'g2,11/04/2026,Bo Baker,bo@example.org,General,40'].join(
      '\n',
    )

  test.each([
    ['a blank ID', ',,,,Pantry,90'],
    ['the ID of the gift', 'g1,,,,Pantry,90'],
  ])('are further parts with %s', async (_, below) => {
    const result = await read(split('g1,11/03/2026,Ann Able,ann@example.org,General,60', below))
    expect(amounts(result)).toEqual([15_000, 4000])
    expect([result.joined, result.rejected]).toEqual([[2], []])
  })

  test('are further parts in a file without IDs', async () => {
    const result = await read(
      'Date,Donor,Fund,Amount\n11/03/2026,Ann Able,General,60\n,,Pantry,90\n11/04/2026,Bo Baker,General,40\n',
    )
    expect(amounts(result)).toEqual([15_000, 4000])
  })

  test('have shares of the total in the first row', async () => {
    const result = await read(
      'Gift ID,Date,Donor,Gift Total,Designation,Designation Amount\ng1,11/03/2026,Ann Able,150,General,60\n,,,,Pantry,90\n',
    )
    expect(amounts(result)).toEqual([15_000])
  })

  test('that add up to the first row are its breakdown', async () => {
    const first = 'g1,11/03/2026,Ann Able,ann@example.org,Split,150'
    expect(amounts(await read(split(first, ',,,,General,60', ',,,,Pantry,90')))).toEqual([15_000, 4000])
  })

  test('with the amount of the first row raise a question and are not added', async () => {
    const result = await read(split('g1,11/03/2026,Ann Able,ann@example.org,General,50', ',,,,Pantry,50'))
    expect(amounts(result)).toEqual([5000, 4000])
    expect(result.questions).toMatchObject([{ id: 'equal_parts', answer: 'leave_out', count: 1 }])
  })

  test('with only an amount are not parts', async () => {
    const result = await read(split('g1,11/03/2026,Ann Able,ann@example.org,General,60', ',,,,,90'))
    expect(amounts(result)).toEqual([6000, 4000])
    expect(result.rejected).toMatchObject([{ row: 2, reason: 'date_missing' }])
  })
})

describe('fees and tips that donors added', () => {
  const added = (amount: string, extra: string) =>
    `Gift ID,Date,Donor,${amount},${extra}\n1,11/03/2026,Ann Able,113.30,3.30,10.00\n2,11/04/2026,Bo Baker,50,0,0\n`

  test.each([
    ['Amount Charged', []],
    ['Total Amount', ['amounts_with_extras']],
    ['Amount', ['amounts_with_extras']],
  ])('are taken off %s', async (header, asked) => {
    const result = await read(added(header, 'Fee Covered,Tip'))
    expect(amounts(result)).toEqual([10_000, 5000])
    expect(result.questions.map(({ id }) => id)).toEqual(asked)
  })

  test('stay in the amounts if the user confirms that these are gifts', async () => {
    const answers = { amounts_with_extras: 'take' }
    expect(amounts(await read(added('Amount', 'Fee Covered,Tip'), { answers }))).toEqual([11_330, 5000])
  })

  test.each([
    ['51.50', 'take_off', 5000],
    ['50.00', 'take', 5000],
  ])('raise a question beside a gift of %s without a total', async (amount, answer, cents) => {
    const file = `Gift ID,Date,Donor,Donation Amount,Fees covered by donor,Tip\n1,11/03/2026,Ann Able,${amount},1.50,3\n2,11/04/2026,Bo Baker,50,0,0\n`
    const result = await read(file)
    expect(amounts(result)).toEqual([cents, 5000])
    expect(result.questions).toMatchObject([{ id: 'amounts_with_extras', answer, count: 1, sumCents: 150 }])
  })

  test('are taken off an amount if the net amount shows that it includes them', async () => {
    const file =
      'Gift ID,Date,Donor,Amount,Processing Fee,Net Amount,Fee Covered\n1,11/03/2026,Ann Able,103.20,3.20,100.00,yes\n2,11/04/2026,Bo Baker,50,1.60,48.40,no\n'
    const result = await read(file)
    expect(amounts(result)).toEqual([10_000, 5000])
    expect(result.questions).toMatchObject([{ id: 'amounts_with_extras', answer: 'take_off', count: 1 }])
  })

  test.each(['Base Donation Amount', 'Net Gift Amount'])('are not taken off %s', async (header) => {
    const result = await read(added(header, 'Fee Covered,Tip'))
    expect([amounts(result), result.questions]).toEqual([[11_330, 5000], []])
  })

  test('are not taken off if another column contains the sum', async () => {
    const result = await read(
      'Gift ID,Date,Donor,Amount,Fee Covered,Charged\n1,11/03/2026,Ann Able,100,3,103\n2,11/04/2026,Bo Baker,50,0,50\n',
    )
    expect([amounts(result), result.questions]).toEqual([[10_000, 5000], []])
  })
})

describe('payments that were refunded in part', () => {
  const refunds = (...rows: readonly string[]) =>
    ['Gift ID,Date,Donor,Amount,Amount Refunded,Refund Date,Status', ...rows].join('\n')

  const rows = refunds('1,11/03/2026,Ann Able,100,40,11/05/2026,Partially Refunded', '2,11/04/2026,Bo Baker,50,0,,Paid')

  test('are left out, after a question', async () => {
    const result = await read(rows)
    expect(amounts(result)).toEqual([5000])
    expect(result.questions).toMatchObject([
      { id: 'part_refunded_rest', answer: 'leave_out', count: 1, sumCents: 6000 },
    ])
  })

  test('count with what is left if the user chooses so and the file has the refunded amount', async () => {
    expect(amounts(await read(rows, { answers: { part_refunded_rest: 'take' } }))).toEqual([6000, 5000])
    const other = refunds('1,11/03/2026,Ann Able,100,0,,Partially Refunded', '2,11/04/2026,Bo Baker,50,0,,Paid')
    expect(amounts(await read(other))).toEqual([5000])
  })
})

test('a fair market value of the whole amount makes a row a purchase, unless the gift is stock', async () => {
  const result = await read(
    `Gift ID,Date,Donor,Amount,Fair Market Value,Gift Type
1,11/03/2026,Ann Able,100,100,Cash
2,11/04/2026,Bo Baker,100,40,Cash
3,11/04/2026,Cy Carr,100,100,Stock`,
  )
  expect(result.gifts.map(({ row }) => row)).toEqual([2, 3])
  expect(result.questions).toMatchObject([{ id: 'goods', answer: 'leave_out', count: 1 }])
})

test.each([
  ['Type', 'Recurring Donation', 'Recurring Donation Payment', 'pledge'],
  ['Type', 'RecurringDonation', 'RecurringDonationPayment', 'pledge'],
  ['Credit Type', 'Recognition Credit', 'Hard Credit', 'soft_credit'],
  ['Status', 'Retrying', 'Succeeded', 'payment_pending'],
  ['Type', 'Bank Deposit to PP Account', 'Donation Payment', 'goods'],
  ['Type', 'General Currency Conversion', 'Donation Payment', 'goods'],
  ['Type', 'stripe_fee', 'charge', 'goods'],
  ['Description', 'Microsoft matching gift', 'Fall appeal', 'company_match'],
])('%s %s is left out beside %s', async (header, out, kept, kind) => {
  const result = await read(
    `Gift ID,Date,Donor,Amount,${header}\n1,11/03/2026,Ann Able,20,${out}\n2,11/04/2026,Bo Baker,30,${kept}`,
  )
  expect(amounts(result)).toEqual([3000])
  expect(result.attention).toMatchObject([{ kind, count: 1 }])
})

test('a description that asks for a match is not a match', async () => {
  const result = await read(
    'Gift ID,Date,Donor,Amount,Description\n1,11/03/2026,Ann Able,20,Eligible for a matching gift\n2,11/04/2026,Bo Baker,30,Matching gift challenge',
  )
  expect(amounts(result)).toEqual([2000, 3000])
})

test('the currency is read from the column CCY, and the employer from Works for', async () => {
  const { gifts } = await read('Ref,When,Giver,Value,CCY,Works for\nx1,11/03/2026,Ann Able,100.00,EUR,Microsoft')
  expect(gifts).toMatchObject([{ currency: 'EUR', companyName: 'Microsoft' }])
})

const left = ({ leftOut, questions }: Awaited<ReturnType<typeof read>>) => [leftOut, questions.map(({ id }) => id)]

test.each([
  ['Is Org?', 'TRUE', 'FALSE'],
  ['ORG_REC', 'Y', 'N'],
  ['Contact Is Company', 'yes', 'no'],
  ['Company gift?', 'Yes', 'No'],
  ['Is this donation on behalf of a company?', 'Yes', 'No'],
  ['Donating Company', 'Baker Paint', ''],
  ['Tipo de donante', 'Empresa', 'Persona'],
  ['Type de donateur', 'Fondation', 'Particulier'],
  ['Kontaktart', 'Unternehmen', 'Privat'],
])('the column %s with %s makes a gift an organization’s', async (header, value, other) => {
  const result = await read(
    `Gift ID,Date,${header},Name,Email,Amount\n1,11/13/2026,${value},Bo Baker,bo@example.org,20\n2,11/13/2026,${other},Ann Able,ann@example.org,40\n`,
  )
  expect(left(result)).toEqual([[1], ['organization_gift']])
})

test('a company without a person, or one that repeats the donor’s name, gives', async () => {
  const file = (header: string) =>
    `Date,Name,${header},Email,Amount\n11/13/2026,Ann Able,Microsoft,ann@example.org,20\n11/13/2026,Baker Paint,Baker Paint,bo@example.org,30\n11/13/2026,,Costco,cy@example.org,40\n`
  expect(left(await read(file('Company')))).toEqual([[2, 3], ['organization_gift']])
  expect(left(await read(file('Employer')))).toEqual([[], []])
})

test('the lines of a store order are separate gifts and purchases', async () => {
  const result = await read(
    `Order ID,Date,Billing Name,Lineitem name,Lineitem price,Total
1001,11/13/2026,Ann Able,Donation,50,85
1001,11/13/2026,Ann Able,T-Shirt L,35,
1002,11/14/2026,Bo Baker,Mug,24,24
`,
  )
  expect([amounts(result), left(result)]).toEqual([[5000], [[2, 3], ['goods']]])
})

test.each([
  ['Donor,Company', 'Ann Able,Microsoft', ',Acme Corp'],
  ['First Name,Last Name,Organization Name', 'Ann,Able,', ',,Acme Corp'],
  ['Vorname,Nachname,Firma', 'Ann,Able,', ',,Acme GmbH'],
])('with the columns %s, a row with only an organization is its gift', async (header, person, organization) => {
  const file = `Date,${header},Email,Amount\n11/13/2026,${person},ann@example.org,20\n11/14/2026,${organization},,500\n11/15/2026,${organization},info@acme.example,300\n`
  expect(left(await read(file))).toEqual([[2, 3], ['organization_gift']])
  const { gifts } = await read(file, { answers: { organization_gift: 'take' } })
  expect(gifts.map(({ donorName }) => donorName)).toContain(organization.replaceAll(',', ''))
})

test.each(['Not shared by donor', 'Hidden by donor', 'Withheld'])(
  'a donor who does not share a name (%s) is not taken for the company next to it',
  async (name) => {
    const result = await read(
      `Date,Name,Company,Amount\n11/13/2026,Ann Able,Microsoft,20\n11/14/2026,${name},Intel,30\n`,
    )
    expect(result.rejected).toMatchObject([{ row: 2, reason: 'donor_missing' }])
  },
)

test.each([
  'Anonymous',
  'Anonyme',
  'Anónimo',
  'Anonym',
  'Walk-in',
  'Cash',
  'Name withheld',
  'Guest',
  'Millie',
  'Cash jar',
  'Various',
  'Anonymous donors',
  'Facebook Fundraiser',
  'Misc',
  'Misc. donations',
  'Bake sale proceeds',
  'Offering plate',
  'Room 12',
  'Mrs. Brown’s class',
])('%s is no person', async (name) => {
  const result = await read(`Date,Name,Amount\n11/13/2026,${name},43.50\n11/13/2026,Penny Cash,20\n`)
  expect(left(result)).toEqual([[1], ['no_person']])
  expect(result.questions).toMatchObject([{ id: 'no_person', answer: 'leave_out', count: 1, sumCents: 4350 }])
})

test('"Anonymous" in a column of first or last names is not a person', async () => {
  const file = 'Date,First Name,Last Name,Amount\n11/13/2026,Anonymous,,20\n11/13/2026,Anonymous,Donor,20\n'
  const result = await read(`${file}11/13/2026,,,5\n11/13/2026,Ann,Able,10\n`)
  expect([left(result), amounts(result)]).toEqual([[[1, 2], ['no_person']], [1000]])
  expect(result.rejected).toMatchObject([{ row: 3, reason: 'donor_missing' }])
})

test('an address makes an unnamed donor a person, but not a platform', async () => {
  const result = await read(
    'Date,Name,Email,Amount\n11/13/2026,Anonymous donor,ann@example.org,20\n11/13/2026,Facebook Fundraiser,fb@example.org,30\n',
  )
  expect([amounts(result), left(result)]).toEqual([[2000], [[2], ['no_person']]])
})

test('in a store’s orders, donations count by line and quantity, and other items are purchases', async () => {
  const order = (id: string, email: string, status: string, total: string, line: string, name: string) =>
    `${id},${email},${status},${status && '2026-11-13 10:00:00 -0600'},${total},${line},pending,${name}`
  const result = await read(
    `Name,Email,Financial Status,Paid at,Total,Lineitem quantity,Lineitem name,Lineitem price,Lineitem requires shipping,Lineitem fulfillment status,Billing Name
${order('#1', 'ann@example.org', 'paid', '125.00', '1,Donation,100.00,false', 'Ann Able')}
${order('#1', 'ann@example.org', '', '', '1,Beanie,25.00,true', '')}
${order('#2', 'bo@example.org', 'paid', '45.00', '3,Donation,15.00,false', 'Bo Baker')}
${order('#3', 'cy@example.org', 'paid', '12.00', '1,Pumpkin,12.00,false', 'Cy Cole')}
`,
  )
  expect(result.gifts.map(({ donorName, amountCents }) => [donorName, amountCents])).toEqual([
    ['Ann Able', 10_000],
    ['Bo Baker', 4_500],
  ])
  expect(left(result)).toEqual([[2, 4], ['goods']])
})

test('in a file of households, another account is an organization', async () => {
  const result = await read(
    `Opportunity ID,Close Date,Account Name,Primary Contact,Amount
1,11/13/2026,Able Household,Ann Able,20
2,11/13/2026,Microsoft,Meg Staff,5000
3,11/13/2026,Bo Baker,Bo Baker,30
`,
  )
  expect(left(result)).toEqual([[2], ['organization_gift']])
})

test.each([
  ['Paid?', 'Y', 'N'],
  ['Paid?', 'Y - check #112', 'not yet'],
  ['Paid Y/N', 'y', 'n'],
  ['Have you already paid?', 'Yes', 'No, I will bring a check'],
  ['Payment received', 'TRUE', 'FALSE'],
  ['¿Pagado?', 'Sí', 'No'],
  ['¿Ya pagó?', 'Sí', 'No'],
])('a row that the column %s does not confirm is pending', async (header, paid, open) => {
  const result = await read(
    `Date,${header},Name,Email,Amount\n11/13/2026,"${paid}",Ann Able,ann@example.org,20\n11/13/2026,"${open}",Bo Baker,bo@example.org,40\n`,
  )
  expect(left(result)).toEqual([[2], ['payment_pending']])
})

test('a Spanish column "Estado" with payment states is not an address', async () => {
  const result = await read(
    'Fecha;Nombre;Importe;Estado\n13/11/2026;Ana Pérez;50,00;Pagado\n14/11/2026;Luis Gómez;60,00;Pendiente\n',
  )
  expect(left(result)).toEqual([[2], ['payment_pending']])
  expect(result.gifts).toMatchObject([{ address: { state: '' } }])
})

test.each([
  ['Description', '2 x T-shirt', 'Donation'],
  ['Note', 'raffle ticket x2', 'For the food bank'],
])('a short %s of goods makes a row a purchase', async (header, goods, gift) => {
  const result = await read(
    `Transaction ID,Date,${header},Name,Amount\n1,11/13/2026,${goods},Bo Baker,20\n2,11/13/2026,${gift},Ann Able,40\n`,
  )
  expect(left(result)).toEqual([[1], ['goods']])
})

test.each<[string, readonly string[], readonly string[]]>([
  ['Ticket Type', ['General Admission', 'VIP Table', 'Add a donation'], ['event_ticket', 'event_ticket', 'money']],
  ['Opportunity Record Type', ['In-Kind Gift', 'Major Gift', 'Donation'], ['in_kind', 'money', 'money']],
  ['Gift Type,Gift Category', ['Other Income,Auction', 'Gift,Dues', 'Gift,Donation'], ['auction', 'dues', 'money']],
  ['Type,Category', ['Donation,Auction', 'Sale,Auction'], ['money', 'auction']],
  ['Payment Type,In Kind', ['Check,yes', 'Check,no', 'Stock,no'], ['in_kind', 'money', 'stock']],
  ['Item', ['Donation', 'Gala ticket', 'Volunteer Fire Crew Fund'], ['money', 'event_ticket', 'money']],
  [
    'Note',
    ['Food drive', 'gala ticket', 'I won a ticket and like to give it back'],
    ['money', 'event_ticket', 'money'],
  ],
  ['Purchase', ['Live auction: cabin', 'Fund-a-Need'], ['auction', 'money']],
  ['Art', ['Sachspende', 'Mitgliedsbeitrag', 'Geldspende'], ['in_kind', 'dues', 'money']],
])('the columns %s show the kinds of gifts', async (headers, values, kinds) => {
  const { gifts } = await read(
    `Gift ID,Date,${headers},Name,Amount\n${values.map((value, at) => `${at},11/13/2026,${value},Ann Able,${at + 20}`).join('\n')}\n`,
    { answers: { goods: 'take' } },
  )
  expect(gifts.map(({ kindWords }) => readGiftKind(kindWords))).toEqual(kinds)
})

test('a recurring plan next to its payments is not a gift', async () => {
  const result = await read(
    'Record,Donation ID,Date,Name,Amount\nRecurring Plan,R1,01/05/2026,Ann Able,25\nInstallment,D1,10/05/2026,Ann Able,25\nOne-time,D2,11/05/2026,Bo Baker,50\n',
  )
  expect(left(result)).toEqual([[1], ['pledge']])
})

test('the donor is the one in the column "Donor", not the payer', async () => {
  const { gifts } = await read(
    'Date,Donor,Donor Email,Payer Name,Payer Email,Amount\n11/13/2026,Ann Able,ann@example.org,Art Able,art@example.org,25\n',
  )
  expect(gifts).toMatchObject([{ donorName: 'Ann Able', donorEmail: 'ann@example.org' }])
})

test('records a sponsorship, and warns', async () => {
  const { gifts, warnings } = await read('Date,Type,Name,Amount\n11/13/2026,Sponsorship,Ann Able,100\n')
  expect([gifts.length, warnings.map(({ code }) => code)]).toEqual([1, ['no_email', 'sponsorships']])
})

test('two numbers in one amount raise no question about points', async () => {
  const { rejected, questions } = await read(
    'Date,Name,Amount\n11/13/2026,Ann Able,$25.00 x 2\n11/13/2026,Bo Baker,30\n',
  )
  expect([rejected.map(({ reason }) => reason), questions]).toEqual([['amount_invalid'], []])
})

test('registrations in the same payment are not a gift', async () => {
  const { gifts } =
    await read(`Transaction ID,Date,Name,Gross Transaction Amount,Donation Gross Amount,Registration Gross Amount,Fees Covered
1,11/13/2026,Ann Able,103.00,100.00,0,3.00
2,11/13/2026,Bo Baker,150.00,50.00,100.00,0
`)
  expect(gifts.map(({ amountCents }) => amountCents)).toEqual([10_000, 5_000])
})

test('a payment that its sender made in another currency is not in dollars', async () => {
  const { gifts } =
    await read(`Payment ID,Charge Date,Donation Amount,Payout Currency,Sender Currency,First Name,Last Name
1,11/13/2026,40.00,USD,EUR,Ann,Able
`)
  expect(gifts).toMatchObject([{ currency: 'EUR' }])
})

test('the column "Family" of a sign-up sheet names the donor', async () => {
  const { gifts } = await read(
    'Family,Student,Email,Amount,Date\nAble family,Amy Able,ann@example.org,100,11/13/2026\n',
  )
  expect(gifts).toMatchObject([{ donorName: 'Able family', donorEmail: 'ann@example.org' }])
})

test('a comma before three digits raises a question in a file of decimal commas', async () => {
  const file =
    'Gift ID,Date,Amount,Name\n1,11/13/2026,"1.250,00",Ann Able\n2,11/14/2026,"12,50",Bo Baker\n3,11/14/2026,"1,250",Cy Carr\n'
  const result = await read(file)
  expect([amounts(result), left(result)]).toEqual([
    [125_000, 1250],
    [[3], ['amount_points']],
  ])
  expect(amounts(await read(file, { answers: { amount_points: 'thousands' } }))).toEqual([125_000, 1250, 125_000])
  expect(amounts(await read(file, { answers: { amount_points: 'decimals' } }))).toEqual([125_000, 1250, 125])
})

test('a benefit value with a decimal comma keeps its cents', async () => {
  const { gifts } = await read('Reçu;Date;Donateur;Montant;Avantage\nR1;13.11.2026;Anne Roy;1 150,00;50,25\n')
  expect(gifts).toMatchObject([{ amountCents: 115_000, custom: { avantage: '50.25' } }])
})

test.each(['Disputed - Lost', 'Chargeback lost', 'Dispute'])(
  'a payment with the status %s is refunded',
  async (status) => {
    const result = await read(
      `Gift ID,Date,Payment Status,Name,Amount\n1,11/13/2026,Complete,Ann Able,20\n2,11/13/2026,${status},Bo Baker,40\n`,
    )
    expect(left(result)).toEqual([[2], ['payment_refunded']])
  },
)

test('a refund names a short ID in a column of originals', async () => {
  const { reversals } = await read(
    'ID,Type,Date,Amount,Name,Original ID\n1,Donation,11/03/2026,100,Ann Able,\n2,Refund,11/05/2026,100,Ann Able,1\n3,Partial Refund,11/05/2026,-30,Ann Able,1\n',
  )
  expect(reversals.map(({ references, isSure, isStated }) => [references, isSure, isStated])).toEqual([
    [['1'], true, true],
    [['1'], true, true],
  ])
})

test.each(['#NAME?', '#REF!', 'N/A', '-'])('the name %s is missing', async (name) => {
  const { rejected } = await read(
    `Date,Name,Email,Amount\n11/13/2026,${name},,20\n11/13/2026,Ann Able,ann@example.org,20\n`,
  )
  expect(rejected).toMatchObject([{ reason: 'donor_missing' }])
})
