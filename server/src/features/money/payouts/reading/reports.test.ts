import { readFileSync } from 'node:fs'
import { companyKey, linkPayoutLines, type PayableGift, type PayoutLineLink } from '@twofold/matching'
import { parse } from 'csv-parse/sync'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { defaultLimits, readTable } from '../../../donations/file-reading/index.ts'
import { lineFacts } from '../line-facts.ts'
import { readPayoutReport } from './read-report.ts'

/** Platforms and employers sent these; a manual reading gave the amounts. */

const expectedLine = z.object({
  row: z.number(),
  sheet_row: z.number(),
  donor_name: z.string(),
  donor_email: z.string(),
  gift_cents: z.number(),
  match_cents: z.number(),
  fee_cents: z.number(),
  stated_gift_cents: z.number().optional(),
  date: z.string(),
  id: z.string(),
  kind: z.string(),
  tie: z.enum(['clear', 'doubtful', 'new']),
  by: z.string().optional(),
  gift: z.string().optional(),
  candidates: z.array(z.string()).optional(),
  also_ok: z.array(z.string()).optional(),
})
const expectedPayout = z.object({
  payout_id: z.string(),
  platform: z.string().nullable(),
  payer: z.string(),
  payout_date: z.string().nullable(),
  period_end: z.string().optional(),
  currency: z.string(),
  lines: z.number(),
  gross_cents: z.number(),
  fees_cents: z.number(),
})
const expectedFile = z.object({
  outcome: z.string(),
  payouts: z.array(expectedPayout).default([]),
  lines: z.array(expectedLine).default([]),
  not_counted: z.array(z.object({ row: z.number() })).default([]),
  after_clear: z
    .object({
      tied_cents: z.number(),
      doubtful_cents: z.number(),
      new_cents: z.number(),
      received_by_gift: z.record(z.string(), z.number()),
    })
    .partial()
    .default({}),
})

const folder = new URL('./fixtures/', import.meta.url)
const read = (name: string) => readFileSync(new URL(name, folder))
const { files } = z
  .object({ files: z.record(z.string(), expectedFile) })
  .parse(JSON.parse(read('expected.json').toString()))
const reports = Object.entries(files).filter(([, { outcome }]) => outcome === 'accept')

const directory = (name: string): Record<string, string>[] =>
  parse(readFileSync(new URL(`../../../core/companies/directory/${name}`, import.meta.url)), {
    columns: true,
    bom: true,
  })
const listed = (cell: string | undefined) => (cell ?? '').split('|').filter(Boolean)
const layouts = directory('platform-report-formats.csv')
const platforms = directory('platforms.csv')
  .toSorted((one, other) => (one['name'] ?? '').localeCompare(other['name'] ?? ''))
  .map((row) => ({
    id: row.id ?? '',
    names: [row.name ?? '', ...listed(row.aliases)],
    payerNames: listed(row.payer_names),
    layouts: layouts
      .filter(({ id }) => id === row.id)
      .map(({ columns, preamble }) => ({ columns: listed(columns), preamble: listed(preamble) })),
  }))
const giftRows: Record<string, string>[] = parse(read('gifts.csv'), { columns: true })
const gifts: PayableGift[] = giftRows.map((row, at) => ({
  id: at,
  transactionId: row.transaction_id ?? '',
  donorName: row.donor_name ?? '',
  donorEmail: row.donor_email ?? '',
  amountCents: Math.round(Number(row.amount) * 100),
  currency: 'USD',
  day: row.donated_at ?? '',
  company: companyKey(row.company_name ?? ''),
  isPaid: false,
}))
const nameOf = (giftId: number) => gifts[giftId]?.transactionId ?? ''

async function open(name: string) {
  const table = await readTable(read(name), name, defaultLimits)
  return readPayoutReport({ table, fileName: name, platforms, currency: 'USD', today: '2026-11-21' })
}

const curly = (text: string) => text.replaceAll('’', "'")

describe.each(reports)('%s', (name, expected) => {
  test('payouts equal those of a manual reading', async () => {
    const { payouts, refused, warnings, questions } = await open(name)
    expect(questions).toEqual([])
    expect(
      payouts.map((payout) => ({
        payout_id: payout.reference,
        platform: payout.platform,
        payer: curly(payout.payer),
        payout_date: payout.paidOn,
        currency: payout.currency,
        lines: payout.lines.length,
        gross_cents: payout.grossCents,
        fees_cents: payout.feeCents,
      })),
    ).toEqual(expected.payouts.map(({ period_end, ...payout }) => ({ ...payout, payer: curly(payout.payer) })))
    expect(refused.map(({ row }) => row)).toEqual(expected.not_counted.map(({ row }) => row))
    expect(warnings).toEqual([])
  })

  test('each line has the right owner of its money, to the cent', async () => {
    const { payouts } = await open(name)
    const lines = payouts.flatMap((payout) => payout.lines).sort((one, other) => one.row - other.row)
    expect(
      lines.map((line) => ({
        row: line.row,
        sheet_row: line.sheetRow,
        donor_name: line.donorName,
        donor_email: line.donorEmail,
        gift_cents: line.giftCents,
        match_cents: line.matchCents,
        fee_cents: line.feeCents,
        stated_gift_cents: line.statedGiftCents ?? undefined,
        date: line.day,
        id: line.lineId,
        kind: line.kind,
      })),
    ).toEqual(
      expected.lines.map(({ tie, by, gift, candidates, also_ok, ...line }) => ({
        ...line,
        stated_gift_cents: line.stated_gift_cents ?? undefined,
      })),
    )
  })

  test('clear lines are tied to their gifts, doubtful ones name candidates, the rest is new', async () => {
    const { payouts } = await open(name)
    const ties = payouts.flatMap((payout) => {
      const found = linkPayoutLines(
        payout.lines.map((line) => lineFacts(line, payout, companyKey(line.company))),
        gifts,
      )
      return payout.lines.map((line, at) => ({ line, tie: found[at] ?? ({ tie: 'new' } satisfies PayoutLineLink) }))
    })
    const shown = ties
      .sort((one, other) => one.line.row - other.line.row)
      .map(({ line, tie }) => ({
        row: line.row,
        tie: tie.tie,
        by: tie.tie === 'clear' ? tie.by : undefined,
        gift: tie.tie === 'clear' ? nameOf(tie.giftId) : undefined,
        candidates: tie.tie === 'doubtful' ? tie.candidates.map(({ giftId }) => nameOf(giftId)).sort() : undefined,
      }))
    expect(shown).toEqual(
      expected.lines.map(({ row, tie, by, gift, candidates }) => ({
        row,
        tie,
        by,
        gift,
        candidates: candidates && [...candidates].sort(),
      })),
    )
    const cents = (kind: string) =>
      ties.filter(({ tie }) => tie.tie === kind).reduce((sum, { line }) => sum + line.giftCents + line.matchCents, 0)
    expect([cents('clear'), cents('doubtful'), cents('new')]).toEqual([
      expected.after_clear.tied_cents ?? 0,
      expected.after_clear.doubtful_cents ?? 0,
      expected.after_clear.new_cents ?? 0,
    ])
  })
})

const otherReports = {
  'a program distinguishes rewards from matches; the payment type does not; a negative amount is a reversal': [
    `Request ID,Program,Donor Name,Date of Gift,Gift Amount,Amount Approved,Match Amount Paid,Payment Date,Check/EFT Number,Payment Type,Company
MG-1,Matching Gifts,"Fox, Femi",08/12/2026,$250.00,$250.00,$250.00,10/28/2026,EFT0099,EFT,Verizon
MG-2,Matching Gifts,"Hall, Hugo",03/02/2026,$100.00,$100.00,($100.00),10/28/2026,EFT0099,EFT,Verizon
VG-3,Volunteer Grants,"Ito, Ines",07/01/2026,,$500.00,$500.00,10/28/2026,EFT0099,EFT,Verizon
Total,,,,,,$650.00,,,,`,
    ['EFT0099', '2026-10-28', 'USD', 0],
    [
      ['match', 'Femi Fox', 0, 25_000],
      ['match', 'Hugo Hall', 0, -10_000],
      ['reward', 'Ines Ito', 0, 50_000],
    ],
  ],
  'French columns and amounts': [
    `Remise no;Date de paiement;Entreprise;Prénom;Nom;Courriel;Date du don;Don de l'employé;Montant jumelé;Frais;Devise
FS-889;2026-10-21;Banque Royale;Élise;Roy;elise@roy.example;2026-09-12;100,00;100,00;2,50;CAD
FS-889;2026-10-21;Banque Royale;Guy;Caron;guy@caron.example;2026-09-13;1 250,00;1 000,00;25,00;CAD`,
    ['FS-889', '2026-10-21', 'CAD', 2_750],
    [
      ['gift_and_match', 'Élise Roy', 10_000, 10_000],
      ['gift_and_match', 'Guy Caron', 125_000, 100_000],
    ],
  ],
  'number and day in single cells above, and unlabeled sums below': [
    `Distribution Statement
Payment Number: 20261019
Payment Date: 10/19/2026

Employer,Last Name,First Name,Pledge/Gift Amount Received,Matching Amount,Administrative Fee,Net Payment
GEICO,Berg,Tess,$120.00,$0.00,$6.00,$114.00
GEICO,Costa,Ulla,$75.00,$75.00,$7.50,$142.50
,,,$195.00,$75.00,$13.50,$256.50`,
    ['20261019', '2026-10-19', 'USD', 1_350],
    [
      ['gift', 'Tess Berg', 12_000, 0],
      ['gift_and_match', 'Ulla Costa', 7_500, 7_500],
    ],
  ],
  'a yes-or-no column for matches': [
    `Donation reference,Employer,Donation created,Donor name,Gross amount,Fees,Net amount,Currency,Disbursement ID,Disbursed at,Match
dn_0001,Canva,2026-09-01,Noor Nguyen,10.00,0.10,9.90,USD,disb_55,2026-10-05,No
dn_0002,Canva,2026-09-01,Noor Nguyen,10.00,0.10,9.90,USD,disb_55,2026-10-05,Yes`,
    ['disb_55', '2026-10-05', 'USD', 20],
    [
      ['gift', 'Noor Nguyen', 1_000, 0],
      ['match', 'Noor Nguyen', 0, 1_000],
    ],
  ],
  'a payment amount that is the sum of gift and match': [
    `Payment Number,Payment Date,Received Date,Donor Full Name,Company Name,Match Amount,Transaction Amount,Payment Amount,Date Created
9007731,10/20/2026,10/01/2026,Cleo Costa,AT&T,75.00,75.00,150.00,09/15/2026
9007731,10/20/2026,10/01/2026,Anonymous,AT&T,200.00,0.00,200.00,09/16/2026`,
    ['9007731', '2026-10-20', 'USD', 0],
    [
      ['gift_and_match', 'Cleo Costa', 7_500, 7_500],
      ['match', '', 0, 20_000],
    ],
  ],
  'a company contribution column, and a reversed amount': [
    `Remittance;Settled on;Corporate partner;Employee;Employee e-mail;Date of gift;Employee gave;Company contribution;Processing costs;Ccy;Grant status
EFT-7;11/12/2026;Microsoft;Costa, Cleo;cleo@example.org;10/01/2026;100.00;60.00;2.00;CAD;Paid
EFT-7;11/12/2026;Microsoft;Fox, Femi;femi@example.org;10/02/2026;100.00;-30.00;0.00;CAD;Paid`,
    ['EFT-7', '2026-11-12', 'CAD', 200],
    [
      ['match', 'Cleo Costa', 0, 6_000],
      ['match', 'Femi Fox', 0, -3_000],
    ],
  ],
  'an original gift next to a sponsor’s column is not paid money': [
    `Payout Ref,Payout Date,Sponsor Company,Giver,Giver Email,Original Gift Date,Original Gift,What the sponsor adds
PO-1,2026-10-10,Acme,Noor Nguyen,noor@example.org,2026-09-01,75.00,150.00`,
    ['PO-1', '2026-10-10', 'USD', 0],
    [['match', 'Noor Nguyen', 0, 15_000]],
  ],
  'a company number next to the gift is not a match': [
    `Payment Date,Check Number,Employee Name,Gift Date,Gift Amount,Company ID
2026-10-10,CK-1,Noor Nguyen,2026-09-01,75.00,10452
2026-10-10,CK-1,Femi Fox,2026-09-02,50.00,10452`,
    ['CK-1', '2026-10-10', 'USD', 0],
    [
      ['gift', 'Noor Nguyen', 7_500, 0],
      ['gift', 'Femi Fox', 5_000, 0],
    ],
    ['whose_money'],
  ],
  'a company number next to an amount does not make it a match': [
    `Payment Date,Check Number,Employee Name,Gift Date,Amount,Company ID
2026-10-10,CK-2,Noor Nguyen,2026-09-01,75.00,10452`,
    ['CK-2', '2026-10-10', 'USD', 0],
    [['gift', 'Noor Nguyen', 7_500, 0]],
    ['whose_money'],
  ],
  'codes and ratios are not amounts, with or without decimals': [
    `Payment Date,Check Number,Employee Name,Gift Date,Gift Amount,Employer Site,Company Code,Employer EIN,Sponsor No.,Match Ratio
2026-10-10,CK-3,Noor Nguyen,2026-09-01,75.00,10452,"1,234",13.00,7.50,1.00`,
    ['CK-3', '2026-10-10', 'USD', 0],
    [['gift', 'Noor Nguyen', 7_500, 0]],
    ['whose_money'],
  ],
  'the sponsor’s amount is the match, even after columns with company codes': [
    `Payout Ref,Payout Date,Company ID,Giver,Original Gift Date,Original Gift,Employer Site,What the sponsor adds
PO-2,2026-10-10,10452,Noor Nguyen,2026-09-01,75,12,$150`,
    ['PO-2', '2026-10-10', 'USD', 0],
    [['match', 'Noor Nguyen', 0, 15_000]],
  ],
} satisfies Record<
  string,
  [
    text: string,
    payout: [reference: string, paidOn: string, currency: string, fees: number],
    lines: [kind: string, donor: string, gift: number, match: number][],
    asked?: string[],
  ]
>

test.each(Object.entries(otherReports))('%s', async (_, report) => {
  const [text, [reference, paidOn, currency, feeCents], expected, asked = []] = report
  const table = await readTable(Buffer.from(text), 'report.csv', defaultLimits)
  const given = { table, fileName: 'report.csv', platforms, currency: 'USD', today: '2026-11-21' } as const
  const { payouts, refused, warnings, questions } = readPayoutReport(given)
  expect([refused, warnings, questions.map(({ id }) => id)]).toEqual([[], [], asked])
  const sum = expected.reduce((cents, [, , gift, match]) => cents + gift + match, 0)
  expect(payouts).toMatchObject([{ reference, paidOn, currency, feeCents, grossCents: sum }])
  const lines = payouts.flatMap((payout) => payout.lines)
  expect(lines.map(({ kind, donorName, giftCents, matchCents }) => [kind, donorName, giftCents, matchCents])).toEqual(
    expected,
  )
})

test.each([
  ['in the cell', 'Match Amount', ['$10.00', 'C$20.00', '€30.00']],
  ['in the heading, unless a cell says otherwise', 'Match Amount (CAD)', ['20.00', 'US$10.00', '€30.00']],
])('money is in the currency %s', async (_, heading, amounts) => {
  const rows = amounts.map((amount, at) => `771,10/19/2026,Zeta,Ada ${at},€5.00,${amount}`)
  const text = `Check Number,Payment Date,Company,Donor Name,Gift Amount,${heading}\n${rows.join('\n')}\n`
  const table = await readTable(new TextEncoder().encode(text), 'report.csv', defaultLimits)
  const given = { table, fileName: 'report.csv', platforms, currency: 'USD', today: '2026-11-21' } as const
  const { payouts, refused } = readPayoutReport(given)
  expect(payouts.map(({ currency, grossCents }) => `${currency} ${grossCents}`).sort()).toEqual([
    'CAD 2000',
    'USD 1000',
  ])
  expect(refused.map(({ why }) => why)).toEqual(['Its currency is neither US nor Canadian dollars.'])
})

test.each([
  ['Totals,,,125.00', 'Total Donations (Gross),125.00'],
  ['Grand Totals,,,125.00', 'Check Fee,0.00'],
  [',,Total:,125.00', ''],
  ['Cisco Total,,,125.00', 'Net Total Payment,125.00'],
  [',,,125.00', ''],
])('a report with one line and the totals %s is one line', async (totals, below) => {
  const text = [
    'Employee Name,Employee Email,Company,Match Amount',
    'Kit Lamb,kit@example.org,Cisco,125.00',
    totals,
    below,
  ]
  const table = await readTable(Buffer.from(text.join('\n')), 'one.csv', defaultLimits)
  const { payouts, refused, warnings } = readPayoutReport({
    ...{ table, fileName: 'one.csv', platforms, currency: 'USD', today: '2026-11-21' },
  })
  expect(payouts.flatMap(({ lines }) => lines.map(({ donorName, matchCents }) => [donorName, matchCents]))).toEqual([
    ['Kit Lamb', 12_500],
  ])
  expect([refused, warnings]).toEqual([[], []])
})

test('a total below two columns is ignored, and a second gift of the same amount is kept', async () => {
  const linesOf = async (text: string) => {
    const table = await readTable(Buffer.from(text), 'two.csv', defaultLimits)
    return table.rows.map(({ cells }) => cells[0])
  }
  expect(await linesOf('Donor Name,Match Amount\nKit Lamb,125.00\nTotal,125.00')).toEqual(['Kit Lamb'])
  expect(await linesOf('Donor Name,Match Amount\nKit Lamb,125.00\nTo Tal,125.00')).toEqual(['Kit Lamb', 'To Tal'])
})

/** YourCause lists transactions with their payments. A match names the company as its donor. */
const transactions = (rows: readonly string[]) =>
  `Transaction ID,Transaction Type,Transaction Status,Transaction Amount,Transaction Date,Donor ID,Donor Type,Donor Name,Donor Email,Employee First Name,Employee Last Name,Employee Email,Alternate Recognition Name,Original Transaction ID,Payment ID,Payment Date
${rows.join('\n')}`
const readTransactions = async (text: string) => {
  const table = await readTable(Buffer.from(text), 'YourCause transactions.csv', defaultLimits)
  const given = { table, fileName: 'YourCause transactions.csv', platforms, currency: 'USD' } as const
  const { payouts, refused } = readPayoutReport({ ...given, today: '2026-11-21' })
  const lines = payouts.flatMap((payout) => payout.lines)
  return {
    lines: lines.map(({ kind, company, donorName, donorEmail, giftCents, matchCents, day }) =>
      [kind, company, donorName, donorEmail, giftCents + matchCents, day].join(' | '),
    ),
    refused: refused.map(({ sheetRow, why }) => [sheetRow, why]),
  }
}

test('the employee is the donor of a match with the company as donor', async () => {
  const { lines, refused } = await readTransactions(
    transactions([
      '7001,Individual Payroll,Disbursed,40.00,2026-09-01,1,Individual,Noor Nguyen,noor@example.org,,,,,,P-1,2026-10-10',
      '7002,Offline Match,Disbursed,75.00,2026-09-02,2,Company,PepsiCo,giving@pepsico.example,Femi,Fox,femi@example.org,,,P-1,2026-10-10',
      '7003,Payroll Match,Disbursed,40.00,2026-10-01,2,Company,PepsiCo,,,,,,7001,P-1,2026-10-10',
      '7004,Offline Match,Disbursed,60.00,2026-09-03,2,Company,PepsiCo,,,,,Ada Byron,,P-1,2026-10-10',
    ]),
  )
  expect(refused).toEqual([])
  expect(lines).toEqual([
    'gift |  | Noor Nguyen | noor@example.org | 4000 | 2026-09-01',
    'match | PepsiCo | Femi Fox | femi@example.org | 7500 | 2026-09-02',
    'match | PepsiCo | Noor Nguyen | noor@example.org | 4000 | 2026-09-01',
    'match | PepsiCo | Ada Byron |  | 6000 | 2026-09-03',
  ])
})

test.each([
  ['its status', 'Pending,75.00', 'P-1,2026-10-10', 'Its status is “Pending”'],
  ['its status', 'Funded,75.00', 'P-1,2026-10-10', 'Its status is “Funded”'],
  ['its payment', 'Disbursed,75.00', 'Not disbursed,', 'Its status is “Not disbursed”'],
  ['the lack of a payment', ',75.00', ',', 'It has no payment number or date, as the other rows do'],
])('a transaction not disbursed according to %s (%s, %s) does not count', async (_, status, payment, why) => {
  const row = (id: string, ofStatus: string, ofPayment: string) =>
    `${id},Offline Match,${ofStatus},2026-09-02,2,Company,PepsiCo,,Femi,Fox,femi@example.org,,,${ofPayment}`
  const { lines, refused } = await readTransactions(
    transactions([row('7001', 'Disbursed,50.00', 'P-1,2026-10-10'), row('7002', status, payment)]),
  )
  expect(lines).toEqual(['match | PepsiCo | Femi Fox | femi@example.org | 5000 | 2026-09-02'])
  expect(refused).toEqual([[3, `${why}. We only count paid money.`]])
})

test.each([
  ['Payment State', 'Paid', 'In transit'],
  ['Disbursed', 'Yes', 'No'],
  ['Match Status', 'Approved', 'Pending approval'],
  ['Donation Status', 'Disbursed', 'Charged'],
])('in the column %s, %s means paid and %s means unpaid', async (header, paid, unpaid) => {
  const text = `Employee Name,Employee Email,Company,Match Amount,${header}
Noor Nguyen,noor@example.org,Acme,75.00,${paid}
Femi Fox,femi@example.org,Acme,30.00,${unpaid}`
  const { lines, refused } = await readTransactions(text)
  expect(lines).toEqual(['match | Acme | Noor Nguyen | noor@example.org | 7500 | '])
  expect(refused.map(([row]) => row)).toEqual([3])
})

test('warns if the file’s totals differ from its lines', async () => {
  const bytes = Buffer.from(
    read('americas_charities_distribution.csv')
      .toString()
      .replace('"$4,980.89"', '"$5,980.89"')
      .replace('"$4,383.18"', '"$5,383.18"'),
  )
  const table = await readTable(bytes, 'a.csv', defaultLimits)
  const { warnings } = readPayoutReport({
    table,
    fileName: 'a.csv',
    platforms: [],
    currency: 'USD',
    today: '2026-11-21',
  })
  expect(warnings).toEqual([expect.stringContaining('own total is 5,980.89, and its lines add up to 4,980.89')])
})

describe('a cell without a readable amount', () => {
  const readText = async (text: string) => {
    const table = await readTable(Buffer.from(text), 'report.csv', defaultLimits)
    const given = { table, fileName: 'report.csv', platforms, currency: 'USD', today: '2026-11-21' } as const
    const { payouts, refused } = readPayoutReport(given)
    const lines = payouts.flatMap((payout) => payout.lines)
    return {
      lines: lines.map(({ kind, giftCents, matchCents, statedGiftCents }) => [
        kind,
        giftCents,
        matchCents,
        statedGiftCents,
      ]),
      refused: refused.map(({ sheetRow, why }) => [sheetRow, why]),
    }
  }
  const withMatches = (header: string, cells: readonly string[]) =>
    readText(
      [
        `Company,Donor,Donation Date,Transaction ID,${header},Donation Amount,Disbursement ID,Payment Date`,
        ...cells.map((cell, at) => `Acme,Donor ${at},2026-09-02,Q-${at},${cell},${50 + 30 * at}.00,Q,2026-10-10`),
      ].join('\n'),
    )
  const notAnAmount = (header: string, cell: string) => `Its “${header}” says “${cell}”, which is not an amount.`
  const noMoney = 'There is no money in this row.'

  test.each(['N/A', 'pending', 'abc', '1:1'])(
    '%s in a match column refuses the row with the column name and the cell',
    async (cell) => {
      for (const header of ['Match Amount', 'Match', 'Employer Match', 'Montant jumelé', 'What the sponsor adds']) {
        expect([header, await withMatches(header, ['10.00', cell])]).toEqual([
          header,
          { lines: [['match', 0, 1_000, 5_000]], refused: [[3, notAnAmount(header, cell)]] },
        ])
      }
      expect(await withMatches('Match Amount', [cell])).toEqual({
        lines: [],
        refused: [[2, notAnAmount('Match Amount', cell)]],
      })
    },
  )

  test.each(['-', ' – ', '—', '−', '$ -   ', ' $- ', ''])(
    'a lone dash or empty cell (“%s”) does not count',
    async (cell) => {
      for (const header of ['Match Amount', 'Match', 'What the sponsor adds']) {
        expect([header, await withMatches(header, ['10.00', cell])]).toEqual([
          header,
          { lines: [['match', 0, 1_000, 5_000]], refused: [[3, noMoney]] },
        ])
      }
      expect(await withMatches('Match Amount', [cell, cell])).toEqual({
        lines: [],
        refused: [
          [2, noMoney],
          [3, noMoney],
        ],
      })
    },
  )

  test('does not change other rows next to gifts that were also paid', async () => {
    const rows = ['75.00,75.00,150.00', '-,50.00,50.00', 'abc,25.00,50.00'].map(
      (cells, at) => `9007731,10/20/2026,Donor ${at},AT&T,${cells}`,
    )
    const header =
      'Payment Number,Payment Date,Donor Full Name,Company Name,Match Amount,Transaction Amount,Payment Amount'
    expect(await readText([header, ...rows].join('\n'))).toEqual({
      lines: [
        ['gift_and_match', 7_500, 7_500, null],
        ['gift', 5_000, 0, null],
      ],
      refused: [[4, notAnAmount('Match Amount', 'abc')]],
    })
  })

  test('is not replaced by an amount of another column', async () => {
    const text = `Payment Number,Payment Date,Donor,Company,Amount Paid,Match Amount
9,2026-10-20,Noor Nguyen,Acme,75.00,70.00
9,2026-10-20,Femi Fox,Acme,see note,30.00`
    expect(await readText(text)).toEqual({
      lines: [['match', 0, 7_500, null]],
      refused: [[3, notAnAmount('Amount Paid', 'see note')]],
    })
  })

  test('may be a dash in a last row of sums', async () => {
    const text = `Payment Number,Payment Date,Donor,Company,Match Amount,Fee
9,2026-10-20,Noor Nguyen,Acme,75.00,-
9,2026-10-20,Femi Fox,Acme,30.00,-
,,,,105.00,-`
    expect(await readText(text)).toEqual({
      lines: [
        ['match', 0, 7_500, null],
        ['match', 0, 3_000, null],
      ],
      refused: [],
    })
  })
})

test('reads the employer from the title, and takes gift amounts as paid if they add up to the check', async () => {
  const title = 'Lockheed Martin Matching Gift Program - Quarterly Payment'
  const text = `${title}\nCheck Number: 9\nCheck Amount: $150.00\n\nEmployee,Gift Date,Gift Amount\nAnn Able,07/03/2026,100.00\nBob Bolt,07/04/2026,50.00`
  const { payouts, questions } = await readVendorReport(text)
  expect(payouts).toMatchObject([
    { payer: 'Lockheed Martin', reference: '9', lines: [{ matchCents: 10_000 }, { matchCents: 5_000 }] },
  ])
  expect(questions).toEqual([])
})

test.each(['Company:', 'Employer', 'Corporation Name'])(
  'the label "%s" above the table names the payer',
  async (label) => {
    const text = `Remittance Report\n${label},Acme Corp\nCheck Number:,5521\nCheck Date:,11/20/2026\n\nEmployee Name,Gift Date,Gift Amount,Match Amount\nAnn Able,11/01/2026,$100.00,$100.00\n,,Total:,$100.00\n`
    const table = await readTable(Buffer.from(text), 'report.csv', defaultLimits)
    const { payouts } = readPayoutReport({
      table,
      fileName: 'report.csv',
      platforms: [],
      currency: 'USD',
      today: '2026-11-28',
    })
    expect(payouts).toMatchObject([
      { payer: 'Acme Corp', reference: '5521', lines: [{ company: 'Acme Corp', matchCents: 10_000 }] },
    ])
  },
)

test('a total of the employee’s donation and the company’s match is not the match', async () => {
  const text = `Transaction ID,Payment Date,Company,Employee Name,Employee Donation,Company Match,Total,Processing Fee,Net
T1,2026-11-20,Microsoft,"Able, Ann",100.00,100.00,200.00,4.00,196.00
`
  const table = await readTable(new TextEncoder().encode(text), 'report.csv', defaultLimits)
  const { payouts } = readPayoutReport({
    table,
    fileName: 'report.csv',
    platforms,
    currency: 'USD',
    today: '2026-11-21',
  })
  expect(payouts).toMatchObject([
    { grossCents: 20_000, feeCents: 400, lines: [{ kind: 'gift_and_match', giftCents: 10_000, matchCents: 10_000 }] },
  ])
})

/** Refused rows are numbers. */
const vendorReports = {
  'gross columns of gift and match, and a column with the sum of all fees': [
    `Disbursement ID,Company Name,Donor Name,Gross Donation Amount,Gross Match Amount,Total Gross Amount,Cause Support Fee,Merchant Fee,Total Fees,Net Amount
N1,Microsoft,Liam Ortiz,0.00,250.00,250.00,7.25,0.00,7.25,242.75
N1,Cisco,Jean Holt,100.00,100.00,200.00,5.80,0.60,6.40,193.60`,
    ['N1 null 45000 1365', 'match Liam Ortiz 0 25000', 'gift_and_match Jean Holt 10000 10000'],
  ],
  'fees as negative amounts next to a total of gift and match': [
    `Disbursement ID,Company,Donor Name,Donation,Match,Platform Fee,Card Fee,Total Disbursed
Q1,Microsoft,Liam Ortiz,250.00,250.00,-5.00,-7.25,487.75
Q1,Google,Maya Penn,0.00,250.00,-5.00,0.00,245.00`,
    ['Q1 null 75000 1725', 'gift_and_match Liam Ortiz 25000 25000', 'match Maya Penn 0 25000'],
  ],
  'subtotals of each employer, and a grand total': [
    `Employer,Donor,Contribution Type,Pledged Amount,Amount Received,Admin Fee
Microsoft,Kim Lane,Payroll,480.00,40.00,3.00
Microsoft,Kim Lane,Employer match,480.00,40.00,3.00
Microsoft Total,,,960.00,80.00,6.00
Cisco,Jean Holt,Employer match,100.00,100.00,8.00
Cisco Total,,,100.00,100.00,8.00
Grand Total,,,1060.00,180.00,14.00`,
    [' null 18000 1400', 'gift Kim Lane 4000 0', 'match Kim Lane 0 4000', 'match Jean Holt 0 10000'],
  ],
  'unlabeled sums below each check and at the end': [
    `Check Number,Check Date,Company,Employee,Match Amount
901,11/05/2026,Microsoft,Liam Ortiz,250.00
901,11/05/2026,Microsoft,Kim Lane,40.00
,,,,290.00
902,11/05/2026,Cisco,Jean Holt,100.00
,,,,100.00
,,,,390.00`,
    [
      ...['901 2026-11-05 29000 0', 'match Liam Ortiz 0 25000', 'match Kim Lane 0 4000'],
      ...['902 2026-11-05 10000 0', 'match Jean Holt 0 10000'],
    ],
  ],
  'matches that are only expected, next to received ones': [
    `Employee,Company,Gift Date,Gift Amount,Expected Match Amount,Match Amount Received
Liam Ortiz,Microsoft,2026-10-15,250.00,500.00,250.00
Jean Holt,Cisco,2026-09-12,100.00,100.00,`,
    [' null 25000 0', 'match Liam Ortiz 0 25000', 3],
  ],
  'matches in the employer’s currency and in ours': [
    `Payment Ref,Employer,Employee,Donation (GBP),Match (GBP),Match (USD)
R-1,Barclays,Liam Ortiz,200.00,200.00,250.00`,
    ['R-1 null 25000 0', 'match Liam Ortiz 0 25000'],
  ],
  'a check stub with several labels in a line and donors in the description': [
    `CISCO SYSTEMS FOUNDATION
Vendor:,RIVERBEND EXAMPLE FOUNDATION,,Check No.:,0004411
Vendor No.:,100234,,Check Date:,11/12/2026

Invoice No,Invoice Date,Description,Gross Amount,Discount,Net Amount
MG-0912,09/12/2026,Matching gift - Jean Holt,100.00,0.00,100.00
MG-1015,10/15/2026,Matching gift for Omar Diaz,60.00,0.00,60.00
,,Check Total,160.00,0.00,160.00`,
    ['0004411 2026-11-12 16000 0', 'match Jean Holt 0 10000', 'match Omar Diaz 0 6000'],
  ],
  'grants of a donor-advised fund, which are gifts of donors': [
    `Schwab Charitable Fund
Check Number: 88120

Grant Number,Recommended By,Grant Amount
10-1,Pearl Wu,120.00
Total,,120.00`,
    ['88120 null 12000 0', 'gift Pearl Wu 12000 0'],
  ],
  'a program that indicates a match, with the donor in a reference': [
    `Donation Date,Donor Name,Program Name,Reference,Gross Amount,Total Fees,Net Amount
09/03/2026,Kim Lane,PayPal Donate,,40.00,0.00,40.00
10/15/2026,,Microsoft Matching Gifts,Match for Liam Ortiz,250.00,0.00,250.00`,
    [' null 29000 0', 'gift Kim Lane 4000 0', 'match Liam Ortiz 0 25000'],
  ],
  'rewards for volunteering in a column of grant types': [
    `Payment Number,Company,Employee Name,Grant Type,Hours,Amount
V-1,Microsoft,Liam Ortiz,Matching Gift,,250.00
V-1,Microsoft,Liam Ortiz,Volunteer Match,10,250.00`,
    ['V-1 null 50000 0', 'match Liam Ortiz 0 25000', 'reward Liam Ortiz 0 25000'],
  ],
  'Spanish columns, days before months, and a row that waits for its payment': [
    `Número de pago;Fecha de pago;Empresa;Nombre del empleado;Fecha de la donación;Importe de la donación;Importe de la contrapartida;Estado
P-9;05/11/2026;Google;Ana García;05/09/2026;80,00;1.080,00;Pagado
P-9;05/11/2026;Google;Maya Penn;06/10/2026;250,00;250,00;Pendiente`,
    ['P-9 2026-11-05 108000 0', 'match Ana García 0 108000', 3],
  ],
  'French labels and numbers of gifts, and a canceled row': [
    `Relevé de paiement
Date du paiement;2026-11-04

Numéro de don;Employeur;Employé;Montant du don;Montant de contrepartie;Statut
D-1;Banque Royale;Tess Berg;50,00 $;50,00 $;Payé
D-3;Banque Royale;Jean Holt;100,00 $;100,00 $;Annulé`,
    [' 2026-11-04 5000 0', 'match Tess Berg 0 5000', 6],
  ],
  'an earlier amount next to this payment': [
    `Employer,Employee,Pledge Amount,Paid To Date,Amount This Payment,Type
Microsoft,Liam Ortiz,600.00,250.00,50.00,Payroll Match`,
    [' null 5000 0', 'match Liam Ortiz 0 5000'],
  ],
  'matches before and after fees': [
    `Remittance Number,Company,Donor,Gross Match,Fee %,Net Match
R9,Microsoft,Liam Ortiz,250.00,3%,242.50`,
    ['R9 null 25000 750', 'match Liam Ortiz 0 25000'],
  ],
  'abbreviated headers, and a status in a column with another name': [
    `Employee,Gift Amt,Match Amt,Chk #,Chk Date,Clearing status of item
Liam Ortiz,250,250,5501,11/10/2026,Cashed
Kim Lane,40,40,5501,11/10/2026,Void`,
    ['5501 2026-11-10 25000 0', 'match Liam Ortiz 0 25000', 3],
  ],
  'one number on two days, which are two payments': [
    `Check Number,Check Date,Company,Employee Name,Match Amount
EFT,10/05/2026,Microsoft,Liam Ortiz,250.00
EFT,11/05/2026,Microsoft,Saul Zane,75.00
EFT,10/05/2026,Microsoft,Kim Lane,40.00`,
    [
      ...['EFT 2026-10-05 29000 0', 'match Liam Ortiz 0 25000', 'match Kim Lane 0 4000'],
      ...['EFT 2026-11-05 7500 0', 'match Saul Zane 0 7500'],
    ],
  ],
  'two days without a number, which are two payments': [
    `Payout Date,Company,Employee Name,Match Amount
12/30/2025,Microsoft,Liam Ortiz,250.00
01/30/2026,Microsoft,Kim Lane,40.00`,
    [...[' 2025-12-30 25000 0', 'match Liam Ortiz 0 25000'], ...[' 2026-01-30 4000 0', 'match Kim Lane 0 4000']],
  ],
  'a program in a generically named column, below a check in lines without colons': [
    `"ExxonMobil Foundation","Remittance Detail"
"Check Number","0088123"
"Check Date","11/12/2026"
"Check Amount","$775.00"

"Request #","Employee","Date of Donation","Donation Amt","Amount Paid","Program"
"6600012","Ellis, Eve","08/01/2026","$250.00","$250.00","Matching Gift"
"6600013","Ellis, Eve","09/01/2026","$25.00","$25.00","Matching Gift"
"6600055","Frost, Finn","","","$500.00","Volunteer Involvement Grant"`,
    ['0088123 2026-11-12 77500 0', 'match Eve Ellis 0 25000', 'match Eve Ellis 0 2500', 'reward Finn Frost 0 50000'],
  ],
  'grants that add up with their matches to another column': [
    `Grant ID,Grant Date,Grantor Name,Advisor,Employer,Grant Amount,Match Amount,Total Grant,Payment Method,Check/ACH #
G-1,2026-11-01,Groundswell Charitable Foundation,Jon Jay,Acme Corp,50.00,50.00,100.00,ACH,A-99
G-2,2026-11-01,Groundswell Charitable Foundation,Anonymous,Acme Corp,20.00,20.00,40.00,ACH,A-99`,
    ['A-99 null 14000 0', 'gift_and_match Jon Jay 5000 5000', 'gift_and_match  2000 2000'],
  ],
  'pledges that add up with matches and fees, and two labels in one cell': [
    `America's Charities
Distribution Report
Distribution Date: 11/15/2026     Check #: 40211
Agency: Riverbend Food Bank

Campaign,Donor,Pledge,Match,Admin Fee,Net
GEICO 2026,Nan Noll,$200.00,$100.00,$30.00,$270.00
GEICO 2026,Otis Orr,$50.00,$0.00,$5.00,$45.00
Total,,$250.00,$100.00,$35.00,$315.00`,
    ['40211 2026-11-15 35000 3500', 'gift_and_match Nan Noll 20000 10000', 'gift Otis Orr 5000 0'],
  ],
  'a donor after the employer in a note': [
    `Donation Date,Donor First Name,Donor Last Name,Donor Email,Program Name,Reference Information,Currency Code,Gross Amount,Total Fees,Net Amount,Transaction ID
2026-10-02,Pam,Pool,pam@example.org,PayPal Giving Fund,,USD,25.00,0.00,25.00,PP1
2026-10-03,,,,Corporate Match - eBay,Employer match: eBay Inc. for Pam Pool,USD,25.00,0.00,25.00,PP2`,
    [' null 5000 0', 'gift Pam Pool 2500 0', 'match Pam Pool 0 2500'],
  ],
  'halves of names, and a match with the company as its donor': [
    `Donor First,Donor Last,Donor Email,Donation Date,Donation Amount,Processing Fee,Net Donation,Designation,Company Match?,Disbursement Date,Check Number
Tom,Tate,tom@example.org,10/01/2026,100.00,3.00,97.00,General,No,11/15/2026,301
Microsoft,,,10/05/2026,100.00,0.00,100.00,In honor of Tom Tate,Yes,11/15/2026,301`,
    ['301 2026-11-15 20000 300', 'gift Tom Tate 10000 0', 'match Microsoft 0 10000'],
  ],
  'an advice with two labels in a line, and donors after “Employee match”': [
    `REMITTANCE ADVICE,,,,
Payer:,Bank of America Charitable Foundation,,Payment Date:,11/10/2026
Payee:,Riverbend Food Bank,,Payment Ref:,EFT778812
,,,,
Invoice #,Invoice Date,Description,Amount,Net Paid
MG-2026-1,09/02/2026,Employee match Uma Uhl,125.00,125.00
MG-2026-2,09/12/2026,Employee match Val Voss,75.00,75.00
TOTAL,,,200.00,200.00`,
    ['EFT778812 2026-11-10 20000 0', 'match Uma Uhl 0 12500', 'match Val Voss 0 7500'],
  ],
  'a check with number, day, and amount in a sentence': [
    `Cisco Foundation
Check # 4411 dated 11/12/2026 for $360.00
Employee,Gift,Gift Date,Match
"Holt, Jean",100.00,09/03/2026,100.00
"Diaz, Omar",60.00,09/03/2026,60.00
"Yew, Yan",200.00,09/04/2026,200.00`,
    ['4411 2026-11-12 36000 0', 'match Jean Holt 0 10000', 'match Omar Diaz 0 6000', 'match Yan Yew 0 20000'],
  ],
  'currencies in headers without brackets': [
    `Payment Ref,Paid Date,Employer,Employee,Donation GBP,Match GBP,Exchange Rate,Match USD
R1,2026-11-02,Barclays,Eli East,£100.00,£100.00,1.30,$130.00
R1,2026-11-02,Barclays,Fay Fox,£50.00,£50.00,1.30,$65.00`,
    ['R1 2026-11-02 19500 0', 'match Eli East 0 13000', 'match Fay Fox 0 6500'],
  ],
  'German columns with gift, match, and fee': [
    `Auszahlung Nr.;Auszahlungsdatum;Arbeitgeber;Vorname;Nachname;E-Mail;Spendendatum;Spende;Zuschuss;Gebühr;Auszahlungsbetrag;Währung
AZ-1;05.11.2026;SAP;Karl;Krug;karl@example.org;03.09.2026;1.234,56;1.234,56;12,35;2.456,77;USD
AZ-1;05.11.2026;SAP;Lena;Lenz;lena@example.org;04.09.2026;50,00;50,00;0,50;99,50;USD`,
    ['AZ-1 2026-11-05 256912 1285', 'gift_and_match Karl Krug 123456 123456', 'gift_and_match Lena Lenz 5000 5000'],
  ],
  'a column “Date” with the day of the check, and three labels in one cell': [
    `Matching Gift Payment
Check Date: 11/10/2026   Check #: 5521   Check Amount: $350.00
Company: Adobe

Date,Employee,Gift Amount,Match
11/10/2026,Moe Mann,100.00,100.00
11/10/2026,Ned Nash,250.00,250.00`,
    ['5521 2026-11-10 35000 0', 'match Moe Mann 0 10000', 'match Ned Nash 0 25000'],
  ],
  'checks without columns of donors, one of which names its donor': [
    `Paid by,Check Number,Check Date,Amount,Memo
Starbucks Foundation,7001,11/15/2026,1250.00,Q3 employee matching - 5 employees
PepsiCo Foundation,7002,11/16/2026,300.00,Match for Ann Able`,
    ['7001 2026-11-15 125000 0', 'match  0 125000', '7002 2026-11-16 30000 0', 'match Ann Able 0 30000'],
  ],
  'donors who stay unnamed in several words': [
    `Disbursement ID,Payment Date,Company,Donor Name,Donor Email,Donation Date,Donation Amount,Match Amount,Fees
D7,11/01/2026,Adobe,Donor chose to remain anonymous,n/a,10/01/2026,0.00,60.00,1.80
D7,11/01/2026,Adobe,Anonymous Employee,,10/02/2026,0.00,40.00,1.20`,
    ['D7 2026-11-01 10000 300', 'match  0 6000', 'match  0 4000'],
  ],
  'French labels of a check': [
    `Employeur: Banque Royale
No de chèque: 7788
Date du chèque: 2026-11-12

Employé;Date du don;Montant du don;Montant jumelé
"Roy, Élise";2026-09-03;100,00 $;100,00 $
"Caron, Guy";2026-09-04;1 250,50 $;1 250,50 $
Total;;1 350,50 $;1 350,50 $`,
    ['7788 2026-11-12 135050 0', 'match Élise Roy 0 10000', 'match Guy Caron 0 125050'],
  ],
  'two checks below each other, each with its number above': [
    `Check Number: 100
Employee,Match
Ann Able,50.00
Total,50.00

Check Number: 101
Employee,Match
Bob Bolt,75.00
Total,75.00`,
    ['100 null 5000 0', 'match Ann Able 0 5000', '101 null 7500 0', 'match Bob Bolt 0 7500'],
  ],
  'a deposited amount next to gift and match': [
    `Payout ID,Payout Date,Employer,Donor,Gift,Match,Amount Deposited
X2,2026-11-05,Lyft,Ann Able,100.00,100.00,97.00`,
    ['X2 2026-11-05 9700 0', 'match Ann Able 0 9700'],
  ],
  'a paid row without a date': [
    `Employee,Company,Gift Date,Gift Amount,Match Amount,Status,Check Date
Ann Able,Intel,09/01/2026,100,100,Paid,11/05/2026
Bob Bolt,Intel,09/02/2026,100,100,Approved,
Cal Cox,Intel,09/03/2026,100,100,Paid,`,
    [' 2026-11-05 20000 0', 'match Ann Able 0 10000', 'match Cal Cox 0 10000', 3],
  ],
  'a number sign in the next cell': [
    `Report: Matching Gifts Paid
Total Paid,$150.00
Check,#4456,Date,11/12/2026

Employee Name,Employer,Gift Amt,Match Amt
Ann Able,Dow,100.00,100.00
Bob Bolt,Dow,50.00,50.00`,
    ['4456 2026-11-12 15000 0', 'match Ann Able 0 10000', 'match Bob Bolt 0 5000'],
  ],
  'a match column with 0 and 1': [
    `donor,email,amount,currency,match,payout_id,payout_date
Ann Able,ann@example.org,100.00,USD,0,P1,2026-11-01
Ann Able,ann@example.org,100.00,USD,1,P1,2026-11-01`,
    ['P1 2026-11-01 20000 0', 'gift Ann Able 10000 0', 'match Ann Able 0 10000'],
  ],
  'installments of a match': [
    `Company,Employee,Gift Date,Gift Amount,Match Amount,Installment Paid,Check Number,Check Date
GE,Ann Able,01/05/2026,1000,1000,250,7,11/01/2026`,
    ['7 2026-11-01 25000 0', 'match Ann Able 0 25000'],
  ],
  'a column “Payout” with amounts': [
    `Payout Date,Donor,Company,Donation,Match,Platform Fee,Donor Covered Fee,Payout
11/01/2026,Ann Able,GE,100.00,100.00,4.00,4.00,200.00`,
    [' 2026-11-01 20000 800', 'gift_and_match Ann Able 10000 10000'],
  ],
  'employees’ own gifts among the programs of a company': [
    `Payment Date,Payment #,Company,Donor First Name,Donor Last Name,Program Type,Request ID,Donation Date,Donation Amount,Payment Amount
11/10/2026,EFT-9,Target,Ann,Able,Matching Gifts,R1,09/01/2026,50.00,50.00
11/10/2026,EFT-9,Target,Bob,Bolt,Volunteer Grants,R2,,,250.00
11/10/2026,EFT-9,Target,Cal,Cox,Employee Giving,R3,09/15/2026,25.00,25.00`,
    ['EFT-9 2026-11-10 32500 0', 'match Ann Able 0 5000', 'reward Bob Bolt 0 25000', 'gift Cal Cox 2500 0'],
  ],
  'a stub with “MATCH-” before the donors': [
    `VENDOR: 100234 RIVERBEND FOOD BANK   CHECK NO: 00889   CHECK DATE: 11/12/2026
Our Ref,Invoice,Inv Date,Gross,Discount,Net
MATCH-ABLE ANN,INV1,10/01/2026,100.00,.00,100.00
MATCH-BOLT BOB,INV2,10/02/2026,50.00,.00,50.00`,
    ['00889 2026-11-12 15000 0', 'match ABLE ANN 0 10000', 'match BOLT BOB 0 5000'],
  ],
  'German columns with a line of sums': [
    `Spender;Spende;Zuschuss;Auszahlungsbetrag;Arbeitgeber;Datum;Währung
Karl Krug;100,00;100,00;200,00;SAP;03.09.2026;USD
Lena Lenz;1.050,00;500,00;1.550,00;SAP;04.09.2026;USD
Summe;1.150,00;600,00;1.750,00;;;`,
    [' null 175000 0', 'gift_and_match Karl Krug 10000 10000', 'gift_and_match Lena Lenz 105000 50000'],
  ],
} satisfies Record<string, [text: string, read: (string | number)[]]>

const readVendorReport = async (text: string, answers: Readonly<Record<string, string>> = {}) => {
  const table = await readTable(Buffer.from(text), 'report.csv', defaultLimits)
  const given = { table, fileName: 'report.csv', platforms, currency: 'USD', today: '2026-11-28' } as const
  return readPayoutReport({ ...given, answers })
}

const summarize = ({ payouts, refused }: Awaited<ReturnType<typeof readVendorReport>>) => [
  ...payouts.flatMap(({ reference, paidOn, grossCents, feeCents, lines }) => [
    `${reference} ${paidOn} ${grossCents} ${feeCents}`,
    ...lines.map(({ kind, donorName, giftCents, matchCents }) => [kind, donorName, giftCents, matchCents].join(' ')),
  ]),
  ...refused.map(({ sheetRow }) => sheetRow),
]

test.each(Object.entries(vendorReports))('reads %s', async (_, [text, expected]) => {
  const report = await readVendorReport(text)
  expect(summarize(report)).toEqual(expected)
  expect([report.questions, report.mayListGifts]).toEqual([[], false])
})

/** Each report, its questions with the preselected answers, and what each answer reads. */
const unclearReports = {
  'an amount above the gift in a row with “Matched?” yes': [
    `Company,Donor,Donation,Matched?,Amount Disbursed
Microsoft,Liam Ortiz,250.00,Yes,500.00
Google,Maya Penn,250.00,No,250.00`,
    { parts: 'leave_out' },
    [
      [{}, [' null 25000 0', 'gift Maya Penn 25000 0', 2]],
      [{ parts: 'match' }, [' null 75000 0', 'match Liam Ortiz 0 50000', 'gift Maya Penn 25000 0']],
      [
        { parts: 'gift_and_match' },
        [' null 75000 0', 'gift_and_match Liam Ortiz 25000 25000', 'gift Maya Penn 25000 0'],
      ],
    ],
  ],
  'an amount above the gift in a row with “Match: Y”': [
    `Company,Employee,Gift Amount,Match,Amount Paid
Microsoft,Liam Ortiz,250.00,Y,250.00
Microsoft,Maya Penn,100.00,Y,300.00`,
    { parts: 'leave_out' },
    [
      [{}, [' null 25000 0', 'match Liam Ortiz 0 25000', 3]],
      [{ parts: 'match' }, [' null 55000 0', 'match Liam Ortiz 0 25000', 'match Maya Penn 0 30000']],
    ],
  ],
  'one amount and “Matched” yes, which may be the gift': [
    `Check Number,Company,Employee,Amount,Matched
88,Microsoft,Liam Ortiz,250.00,Yes`,
    { parts: 'leave_out' },
    [
      [{}, [2]],
      [{ parts: 'gift' }, ['88 null 25000 0', 'gift Liam Ortiz 25000 0']],
      [{ parts: 'match' }, ['88 null 25000 0', 'match Liam Ortiz 0 25000']],
    ],
  ],
  'two columns that may be the match': [
    `Payment Date,Check Number,Employee Name,Gift Date,Gift Amount,Sponsor portion A,Sponsor portion B
2026-10-10,CK-4,Noor Nguyen,2026-09-01,75.00,30.00,45.00`,
    { paid_column: 'stop' },
    [[{ paid_column: 'column_7' }, ['CK-4 2026-10-10 4500 0', 'match Noor Nguyen 0 4500']]],
  ],
  'an amount and another match amount': [
    `Payment Number,Payment Date,Donor,Company,Amount,Match Amount
9,2026-10-20,Noor Nguyen,Acme,75.00,70.00
9,2026-10-20,Femi Fox,Acme,30.00,30.00`,
    { paid_column: 'stop' },
    [
      [{ paid_column: 'column_5' }, ['9 2026-10-20 10500 0', 'match Noor Nguyen 0 7500', 'match Femi Fox 0 3000']],
      [{ paid_column: 'column_6' }, ['9 2026-10-20 10000 0', 'match Noor Nguyen 0 7000', 'match Femi Fox 0 3000']],
    ],
  ],
  'days ahead if the month comes first': [
    `Check Number,Check Date,Company,Employee,Match Amount
88,12/11/2026,Microsoft,Liam Ortiz,250.00`,
    { date_order: 'dmy' },
    [
      [{ date_order: 'dmy' }, ['88 2026-11-12 25000 0', 'match Liam Ortiz 0 25000']],
      [{ date_order: 'mdy' }, ['88 2026-12-11 25000 0', 'match Liam Ortiz 0 25000']],
    ],
  ],
  'a point before three digits': [
    `Check Number,Company,Employee,Match Amount
88,Microsoft,Liam Ortiz,1.250`,
    { amount_points: 'stop' },
    [
      [{ amount_points: 'thousands' }, ['88 null 125000 0', 'match Liam Ortiz 0 125000']],
      [{ amount_points: 'decimals' }, ['88 null 125 0', 'match Liam Ortiz 0 125']],
    ],
  ],
  'a row without a check below one with a check': [
    `Matching gift checks - fall,,,,,,
,,,,,,
Check date,Check #,From,For employee,Amount,Notes,
10/05/2026,1001,Boeing,Zoe Zane,100,thank you sent,
,,,Abe Ash,50,,
,,Subtotal,,150,,
10/19/2026,77-A,Intel Foundation,Bea Berg,250.00,2:1,
,,Subtotal,,250,,
,,TOTAL,,400,,`,
    { unnumbered: 'leave_out' },
    [
      [
        {},
        ['1001 2026-10-05 10000 0', 'match Zoe Zane 0 10000', '77-A 2026-10-19 25000 0', 'match Bea Berg 0 25000', 5],
      ],
      [
        { unnumbered: 'above' },
        [
          '1001 2026-10-05 15000 0',
          'match Zoe Zane 0 10000',
          'match Abe Ash 0 5000',
          '77-A 2026-10-19 25000 0',
          'match Bea Berg 0 25000',
        ],
      ],
    ],
  ],
  'the currency of a German report': [
    `Zahlungsdatum: 05.11.2026
Zahlungsreferenz: DE-77
Arbeitgeber: Siemens

Mitarbeiter;Spendenbetrag;Arbeitgeberzuschuss
Karl Krug;1.250;1.250
Lena Lenz;500;500
Gesamt;1.750;1.750`,
    { currency: 'stop' },
    [[{ currency: 'record' }, ['DE-77 2026-11-05 175000 0', 'match Karl Krug 0 125000', 'match Lena Lenz 0 50000']]],
  ],
  'gift and match in one amount, according to its type': [
    `Company,Donor,Donor Email,Donation Date,Donation,Type,Amount
Zillow,Zed Zorn,zed@example.org,2026-10-01,100.00,Donation + Match,200.00
Zillow,Amy Arch,amy@example.org,2026-10-02,50.00,Match,50.00`,
    { parts: 'leave_out' },
    [[{ parts: 'gift_and_match' }, [' null 25000 0', 'gift_and_match Zed Zorn 10000 10000', 'match Amy Arch 0 5000']]],
  ],
  'gift amounts below a check': [
    `Chevron Humankind
Check Number: 60001
Check Date: 11/20/2026

Employee Name,Gift Date,Gift Amount
Bo Bell,10/01/2026,100.00
Cy Cobb,10/02/2026,50.00`,
    { payer: 'none', whose_money: 'stop' },
    [
      [{ whose_money: 'match' }, ['60001 2026-11-20 15000 0', 'match Bo Bell 0 10000', 'match Cy Cobb 0 5000']],
      [{ whose_money: 'gift' }, ['60001 2026-11-20 15000 0', 'gift Bo Bell 10000 0', 'gift Cy Cobb 5000 0']],
    ],
  ],
  'a total above the gift': [
    `Company,Employee,Donation,Match Ratio,Total
Soros,Ann Able,100,2:1,200
Soros,Bob Bolt,50,2:1,100`,
    { parts: 'leave_out' },
    [
      [{ parts: 'match' }, [' null 30000 0', 'match Ann Able 0 20000', 'match Bob Bolt 0 10000']],
      [
        { parts: 'gift_and_match' },
        [' null 30000 0', 'gift_and_match Ann Able 10000 10000', 'gift_and_match Bob Bolt 5000 5000'],
      ],
    ],
  ],
  'one date in the list of a check, and the parts of its amount': [
    `Check Number,Date,Company,Employee,Gift,Matched?,Amount
88,11/10/2026,Microsoft,Liam Ortiz,250.00,Yes,500.00`,
    { date_column: 'payment', parts: 'leave_out' },
    [
      [{ date_column: 'payment', parts: 'match' }, ['88 2026-11-10 50000 0', 'match Liam Ortiz 0 50000']],
      [{ date_column: 'gift', parts: 'gift_and_match' }, ['88 null 50000 0', 'gift_and_match Liam Ortiz 25000 25000']],
    ],
  ],
} satisfies Record<
  string,
  [
    text: string,
    questions: Record<string, string>,
    read: [answers: Record<string, string>, read: (string | number)[]][],
  ]
>

test.each(Object.entries(unclearReports))('asks about %s', async (_, [text, expected, read]) => {
  const { questions } = await readVendorReport(text)
  expect(Object.fromEntries(questions.map(({ id, answer }) => [id, answer]))).toEqual(expected)
  for (const [answers, lines] of read) expect(summarize(await readVendorReport(text, answers))).toEqual(lines)
})

test.each([
  'Estimated Match Amount',
  'Potential Match',
  'Matching Gift Expected',
  'Match Amount (pending)',
  'Requested Match Amount',
  'Match Amount Approved',
])('%s does not count, and the gift next to it is not the match', async (header) => {
  const { payouts, refused } = await readVendorReport(
    `Donor,Email,Employer,Donation Date,Donation Amount,${header}\nLiam Ortiz,liam@example.org,Microsoft,2026-10-15,250.00,250.00`,
  )
  expect([payouts, refused.map(({ why }) => why)]).toEqual([
    [],
    ['It only says what may be paid. We only count paid money.'],
  ])
})

test.each([
  [true, ['Reissued', 'Re-issued', 'Paid - EFT', 'Payment Sent', 'Check mailed', 'Match paid', 'Disbursed to charity']],
  [true, ['Issued 11/05/2026', 'Cheque issued', 'Paid (ACH)', 'Pagado', 'Versée', 'Cleared by bank']],
  [false, ['Voided', 'Voided - reissued', 'Not Paid', 'Approved', 'Payment canceled', 'Sent for approval', 'Returned']],
  [
    false,
    ['Partially paid', 'Sent to employer', 'Stop payment', 'Replaced', 'To be reissued', 'Unpaid', 'Undisbursed'],
  ],
])('whether money was paid: %s for the statuses %j', async (isPaid, statuses) => {
  const rows = statuses.map((status, at) => `801,Microsoft,Donor ${at},${10 + at}.00,${status}`)
  const { payouts, refused } = await readVendorReport(
    ['Check Number,Company,Employee Name,Match Amount,Status', ...rows].join('\n'),
  )
  const paid = payouts.flatMap(({ lines }) => lines).map(({ sheetRow }) => statuses[sheetRow - 2])
  expect([paid, refused.length]).toEqual(isPaid ? [statuses, 0] : [[], statuses.length])
})

test('an amount that is split between designations counts once', async () => {
  const header = 'Transaction ID,Company,Employee Name,Designation,Match Amount,Allocated Amount,Check Number'
  const row = (id: string, fund: string, match: string, part: string) =>
    `${id},Microsoft,Liam Ortiz,${fund},${match},${part},2211`
  const { payouts, refused } = await readVendorReport(
    [
      header,
      row('T1', 'Pantry', '100.00', '60.00'),
      row('T1', 'Kitchen', '100.00', '40.00'),
      row('T2', 'Pantry', '50.00', '50.00'),
      row('T3', 'Pantry', '25.00', '25.00'),
      row('T3', 'Kitchen', '25.00', '25.00'),
    ].join('\n'),
  )
  expect(payouts.map(({ grossCents }) => grossCents)).toEqual([20_000])
  expect(refused).toEqual([
    { row: 2, sheetRow: 3, why: 'It repeats the amount of row 2, which is split between designations.' },
  ])
})

test('a payment that was reissued under another number does not count', async () => {
  const { payouts, refused } = await readVendorReport(
    `Payment Number,Status,Reissue Payment Number,Company,Employee Name,Match Amount
70010,Reissued,70099,Microsoft,Liam Ortiz,250.00
70099,Cleared,,Microsoft,Liam Ortiz,250.00`,
  )
  expect(payouts.map(({ reference, grossCents }) => [reference, grossCents])).toEqual([['70099', 25_000]])
  expect(refused.map(({ why }) => why)).toEqual(['It was sent again as payment “70099”. We only count paid money.'])
})

test.each([
  ['Donor Name,Email,Employer,Gift Date,Gift Amount,Check Number', 'Microsoft,2026-10-15,250.00,2211', true],
  ['Donor Name,Email,Employer,Gift Date,Match Amount,Check Number', 'Microsoft,2026-10-15,250.00,2211', false],
  ['Donor Name,Email,Donation Date,Amount', '2026-10-15,250.00', true],
  ['Donor Name,Email,Disbursement Date,Amount', '2026-10-15,250.00', false],
])('whether %s may be a list of gifts', async (header, cells, mayListGifts) => {
  const text = `Donations Report\nExported 11/20/2026\n\n${header}\nLiam Ortiz,liam@example.org,${cells}`
  const report = await readVendorReport(text)
  expect(report.mayListGifts).toBe(mayListGifts)
  expect(report.payouts.map(({ payer }) => payer)).toEqual([''])
})

const paymentLines = 'Employee,Gift Date,Gift Amount,Match Amount\nLiam Ortiz,10/20/2026,250.00,250.00'
const riverbend = { name: 'RIVERBEND FOOD BANK', ein: '' }

test.each([
  [
    'Vendor,Vendor Number,Check Number,Check Date,Check Amount\nRIVERBEND FOOD BANK,7,4411,11/12/2026,250.00',
    riverbend,
    '',
  ],
  [
    'Remitter,Vendor,Check Number,Check Date\nCisco Foundation,RIVERBEND FOOD BANK,4411,11/12/2026',
    riverbend,
    'Cisco Foundation',
  ],
  ['Vendor,RIVERBEND FOOD BANK,Vendor No,7,Check Date,11/12/2026,Check Number,4411', riverbend, ''],
  ['Vendor: RIVERBEND FOOD BANK,Check 4411,Check Date: 11/12/2026', riverbend, ''],
  [
    'RIVERBEND FOOD BANK,Vendor: Benevity,Payment ID: 4411,Check Date: 11/12/2026',
    null,
    'American Online Giving Foundation',
  ],
])('a vendor above the columns is who was paid, unless it is a platform: %s', async (above, payee, payer) => {
  const report = await readVendorReport(`${above}\n${paymentLines}`)
  expect(report).toMatchObject({
    payee,
    refused: [],
    questions: [],
    payouts: [
      { reference: '4411', payer, paidOn: '2026-11-12', lines: [{ donorName: 'Liam Ortiz', matchCents: 25_000 }] },
    ],
  })
})

test.each([
  ['26-11-03', '2026-11-03'],
  ['26/10/28', '2026-10-28'],
])('a year of two digits comes first if the other order is impossible: %s', async (date, day) => {
  const report = await readVendorReport(`Company,Donor,Gift Date,Match Amount\nCisco,Liam Ortiz,${date},250.00`)
  expect(report).toMatchObject({ questions: [], payouts: [{ lines: [{ day }] }] })
})

test('a date that could start with the year or the day raises a question', async () => {
  const text = 'Company,Donor,Gift Date,Match Amount\nCisco,Liam Ortiz,25-11-26,250.00'
  const report = await readVendorReport(text)
  expect(report).toMatchObject({
    questions: [{ id: 'year_first', answer: 'day' }],
    payouts: [{ lines: [{ day: '2026-11-25' }] }],
  })
  expect(await readVendorReport(text, { year_first: 'year' })).toMatchObject({
    payouts: [{ lines: [{ day: '2025-11-26' }] }],
  })
})

test('rows of gifts and rows of matches, each with one amount, are all paid', async () => {
  const report = await readVendorReport(
    [
      'Company,Donor,Gift Date,Transaction Type,Donation Amount,Match Amount,Payment Number',
      'Microsoft,Liam Ortiz,10/20/2026,Match,0.00,250.00,P-1',
      'Microsoft,Maya Penn,10/21/2026,Employee Donation,50.00,0.00,P-1',
    ].join('\n'),
  )
  expect(summarize(report)).toEqual(['P-1 null 30000 0', 'match Liam Ortiz 0 25000', 'gift Maya Penn 5000 0'])
  expect(report.payouts[0]?.lines[0]?.statedGiftCents).toBeNull()
})

test('a title with the number and the day of the payment', async () => {
  const report = await readVendorReport(`"Payout #D-901 - November 20, 2026"\n\n${paymentLines}`)
  expect(report.payouts).toMatchObject([{ reference: 'D-901', paidOn: '2026-11-20' }])
})
