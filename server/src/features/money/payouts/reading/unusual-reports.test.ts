import { utils, write } from '@e965/xlsx'
import { expect, test } from 'vitest'
import { defaultLimits, readTable } from '../../../donations/file-reading/index.ts'
import { readPayoutReport } from './read-report.ts'

/** Reports without a separate column for the employer, payer, fee or day. */

const platforms = [
  { id: 'cybergrants', names: ['CyberGrants'], payerNames: ['CYBERGRANTS'], layouts: [] },
  { id: 'paypal', names: ['PayPal Giving Fund'], payerNames: [], layouts: [] },
]

async function read(text: string, answers: Readonly<Record<string, string>> = {}) {
  const table = await readTable(Buffer.from(text), 'report.csv', defaultLimits)
  return readPayoutReport({
    table,
    fileName: 'report.csv',
    platforms,
    currency: 'USD',
    today: '2026-11-28',
    isCompany: (name) => ['Microsoft', 'Google', 'American Express', 'The Boeing Company'].includes(name),
    answers,
  })
}

const summarize = ({ payouts, refused, warnings }: Awaited<ReturnType<typeof read>>) => [
  ...payouts.flatMap(({ payer, paidOn, grossCents, feeCents, lines }) => [
    [payer, paidOn, grossCents, feeCents].join(' '),
    ...lines.map(({ kind, donorName, company, day, matchCents, giftCents, feeCents: fee }) =>
      [kind, donorName, company, day, giftCents, matchCents, fee].join(' '),
    ),
  ]),
  ...refused.map(({ sheetRow }) => sheetRow),
  ...warnings,
]

/** Each report, its questions with the preselected option, and the result of each option. */
const reports = {
  'payments next to fees, which may be taken off already': [
    `Company,Employee,Gift Date,This Payment,Processing Fee
Microsoft,Anna Alder,10/20/2026,97.00,3.00
Google,Ben Birch,10/21/2026,48.50,1.50
`,
    { fee_basis: 'stop' },
    [
      [
        { fee_basis: 'before' },
        [
          '  14550 450',
          'match Anna Alder Microsoft 2026-10-20 0 9700 300',
          'match Ben Birch Google 2026-10-21 0 4850 150',
        ],
      ],
      [
        { fee_basis: 'after' },
        [
          '  15000 450',
          'match Anna Alder Microsoft 2026-10-20 0 10000 300',
          'match Ben Birch Google 2026-10-21 0 5000 150',
        ],
      ],
    ],
  ],
  'payments that are the match less the fee': [
    `Company,Employee,Gift Date,Match Amount,Fee,Payment
Microsoft,Anna Alder,10/20/2026,100.00,3.00,97.00
Google,Ben Birch,10/21/2026,50.00,1.50,48.50
`,
    {},
    [
      [
        {},
        [
          '  15000 450',
          'match Anna Alder Microsoft 2026-10-20 0 10000 300',
          'match Ben Birch Google 2026-10-21 0 5000 150',
        ],
      ],
    ],
  ],
  'payments of a whole gift, with the fee next to it': [
    `Company,Employee,Gift Date,Gift Amount,Amount Paid,Fee
Microsoft,Anna Alder,10/20/2026,100.00,100.00,3.00
`,
    {},
    [[{}, ['  10000 300', 'match Anna Alder Microsoft 2026-10-20 0 10000 300']]],
  ],
  'labels and values above the columns': [
    `Report name,Company matching payment details,Company Name,Microsoft Corporation
Employee,Gift Date,Matched
Anna Alder,10/20/2026,100.00
`,
    {},
    [[{}, ['  10000 0', 'match Anna Alder  2026-10-20 0 10000 0']]],
  ],
  'a payment’s labels and values in rows of their own above its lines': [
    `Payment Number,Payment Date,Payer Name,Payment Amount,Status,Currency
5521,11/16/2026,Microsoft,150.00,Paid,USD

Employee,Gift Date,Match
Anna Alder,10/20/2026,100.00
Ben Birch,10/21/2026,50.00
`,
    {},
    [
      [
        {},
        [
          'Microsoft 2026-11-16 15000 0',
          'match Anna Alder Microsoft 2026-10-20 0 10000 0',
          'match Ben Birch Microsoft 2026-10-21 0 5000 0',
        ],
      ],
    ],
  ],
  'gifts next to matches without a total': [
    `Company,Employee Name,Employee Gift,Company Match,Fee,Gift Date
Microsoft,Anna Alder,100.00,100.00,3.00,10/20/2026
`,
    {},
    [[{}, ['  10000 300', 'match Anna Alder Microsoft 2026-10-20 0 10000 300']]],
  ],
  'companies alone in rows above their lines': [
    `Matching Gift Remittance,,,
Employee Name,Gift Date,Gift Amount,Match Amount
Microsoft,,,
Anna Alder,10/20/2026,100.00,100.00
Ben Birch,10/21/2026,50.00,50.00
,,150.00,150.00
Google (1 gift),,,
Cara Cedar,10/22/2026,200.00,200.00
`,
    {},
    [
      [
        {},
        [
          '  35000 0',
          'match Anna Alder Microsoft 2026-10-20 0 10000 0',
          'match Ben Birch Microsoft 2026-10-21 0 5000 0',
          'match Cara Cedar Google 2026-10-22 0 20000 0',
        ],
      ],
    ],
  ],
  'companies in rows of their own, in the column of companies': [
    `Company,Employee,Gift Date,Match Paid
Contoso Widgets,,,
,Anna Alder,10/20/2026,100.00
Fabrikam,,,
,Cara Cedar,10/22/2026,200.00
`,
    {},
    [
      [
        {},
        [
          '  30000 0',
          'match Anna Alder Contoso Widgets 2026-10-20 0 10000 0',
          'match Cara Cedar Fabrikam 2026-10-22 0 20000 0',
        ],
      ],
    ],
  ],
  'employers and donors in one column, the employers alone in a row': [
    `Company,Gift Date,Match Paid
Microsoft,,
Anna Alder,10/20/2026,100.00
Contoso Widgets,,
Cara Cedar,10/22/2026,200.00
`,
    {},
    [
      [
        {},
        [
          '  30000 0',
          'match Anna Alder Microsoft 2026-10-20 0 10000 0',
          'match Cara Cedar Contoso Widgets 2026-10-22 0 20000 0',
        ],
      ],
    ],
  ],
  'donors alone in rows above the employers that matched': [
    `Company,Gift Date,Match Paid
Anna Alder,,
Microsoft,10/20/2026,100.00
Google,10/21/2026,50.00
`,
    {},
    [
      [
        {},
        ['  15000 0', 'match Anna Alder Microsoft 2026-10-20 0 10000 0', 'match Anna Alder Google 2026-10-21 0 5000 0'],
      ],
    ],
  ],
  'names alone in rows that may be employers or donors': [
    `Company,Gift Date,Match Paid
Robin Reed,,
Contoso,10/20/2026,100.00
`,
    { sections: 'none' },
    [
      [{}, ['  10000 0', 'match  Contoso 2026-10-20 0 10000 0', 2]],
      [{ sections: 'donor' }, ['  10000 0', 'match Robin Reed Contoso 2026-10-20 0 10000 0']],
      [{ sections: 'company' }, ['  10000 0', 'match Contoso Robin Reed 2026-10-20 0 10000 0']],
    ],
  ],
  'a column of employers and employees, with totals of both': [
    `Company / Employee,Gift Date,Gift Amount,Match Amount
Contoso Widgets,,,
  Anna Alder,10/20/2026,100.00,100.00
  Ben Birch,10/21/2026,50.00,50.00
Total Contoso Widgets,,150.00,150.00
Grand Total,,150.00,150.00
`,
    {},
    [
      [
        {},
        [
          '  15000 0',
          'match Anna Alder Contoso Widgets 2026-10-20 0 10000 0',
          'match Ben Birch Contoso Widgets 2026-10-21 0 5000 0',
        ],
      ],
    ],
  ],
  'employers in rows with the sums of their lines': [
    `Company,Donor,Gift Date,Match Paid
Contoso,,,150.00
,Anna Alder,10/20/2026,100.00
,Ben Birch,10/21/2026,50.00
Fabrikam,,,200.00
,Cara Cedar,10/22/2026,200.00
`,
    {},
    [
      [
        {},
        [
          '  35000 0',
          'match Anna Alder Contoso 2026-10-20 0 10000 0',
          'match Ben Birch Contoso 2026-10-21 0 5000 0',
          'match Cara Cedar Fabrikam 2026-10-22 0 20000 0',
        ],
      ],
    ],
  ],
  'employers in the first row of their lines only': [
    `Company,Employee,Gift Date,Match Amount
Contoso,Anna Alder,10/20/2026,100.00
,Ben Birch,10/21/2026,50.00
Fabrikam,Cara Cedar,10/22/2026,200.00
`,
    { blank_companies: 'none' },
    [
      [
        {},
        [
          '  35000 0',
          'match Anna Alder Contoso 2026-10-20 0 10000 0',
          'match Ben Birch  2026-10-21 0 5000 0',
          'match Cara Cedar Fabrikam 2026-10-22 0 20000 0',
        ],
      ],
      [
        { blank_companies: 'above' },
        [
          '  35000 0',
          'match Anna Alder Contoso 2026-10-20 0 10000 0',
          'match Ben Birch Contoso 2026-10-21 0 5000 0',
          'match Cara Cedar Fabrikam 2026-10-22 0 20000 0',
        ],
      ],
    ],
  ],
  'employers in the first row of their lines, and in their totals': [
    `Company,Employee,Gift Date,Match Amount
Contoso,Anna Alder,10/20/2026,100.00
,Ben Birch,10/21/2026,50.00
Contoso Total,,,150.00
`,
    {},
    [
      [
        {},
        ['  15000 0', 'match Anna Alder Contoso 2026-10-20 0 10000 0', 'match Ben Birch Contoso 2026-10-21 0 5000 0'],
      ],
    ],
  ],
  'net gifts and net matches beside one fee': [
    `Company,Employee,Gift Date,Donation (Net),Match (Net),Fee
Microsoft,Anna Alder,10/20/2026,96.00,96.00,8.00
Microsoft,Ben Birch,10/21/2026,0.00,48.00,2.00
Google,Cara Cedar,10/22/2026,24.00,0.00,1.00
`,
    {},
    [
      [
        {},
        [
          '  27500 1100',
          'gift_and_match Anna Alder Microsoft 2026-10-20 10000 10000 800',
          'match Ben Birch Microsoft 2026-10-21 0 5000 200',
          'gift Cara Cedar Google 2026-10-22 2500 0 100',
          'Fees of a gift and its match together were divided in proportion to their money.',
        ],
      ],
    ],
  ],
  'net gifts and net matches beside a fee of each': [
    `Company,Employee,Gift Date,Net Donation,Donation Fee,Net Match,Match Fee
Microsoft,Anna Alder,10/20/2026,96.00,4.00,99.20,0.80
`,
    {},
    [[{}, ['  20000 480', 'gift_and_match Anna Alder Microsoft 2026-10-20 10000 10000 480']]],
  ],
  'gross and net amounts of gifts and matches': [
    `Company,Employee,Gift Date,Donation (Gross),Match (Gross),Fee,Donation (Net),Match (Net)
Microsoft,Anna Alder,10/20/2026,100.00,100.00,8.00,96.00,96.00
`,
    {},
    [[{}, ['  20000 800', 'gift_and_match Anna Alder Microsoft 2026-10-20 10000 10000 800']]],
  ],
  'deposited amounts without fees': [
    `Deposit Date,Company,Employee,Gift Amount,Amount Deposited
11/20/2026,Microsoft,Anna Alder,100.00,97.00
`,
    {},
    [
      [
        {},
        [
          ' 2026-11-20 9700 0',
          'match Anna Alder Microsoft 2026-11-20 0 9700 0',
          '“Amount Deposited” may be the money after fees. The report doesn’t tell its fees, so only this money is counted.',
        ],
      ],
    ],
  ],
  'deposited amounts that include fees': [
    `Deposit Date,Company,Employee,Gift Amount,Fee,Amount Deposited
11/20/2026,Microsoft,Anna Alder,100.00,3.00,100.00
`,
    {},
    [[{}, [' 2026-11-20 10000 300', 'match Anna Alder Microsoft 2026-11-20 0 10000 300']]],
  ],
  'kinds in rows of their own': [
    `Company,Employee,Donation Date,Amount
Employee Donations,,,
Microsoft,Anna Alder,10/20/2026,40.00
Matching Gifts,,,
Microsoft,Anna Alder,10/20/2026,40.00
`,
    {},
    [
      [
        {},
        ['  8000 0', 'gift Anna Alder Microsoft 2026-10-20 4000 0 0', 'match Anna Alder Microsoft 2026-10-20 0 4000 0'],
      ],
    ],
  ],
  'two tables with kinds as titles': [
    `Check Number: 556

Employee Donations
Company,Employee,Donation Date,Amount
Microsoft,Anna Alder,10/20/2026,40.00
Total,,,40.00

Company Matches
Company,Employee,Donation Date,Amount
Microsoft,Anna Alder,10/20/2026,40.00
Total,,,40.00
`,
    {},
    [
      [
        {},
        ['  8000 0', 'gift Anna Alder Microsoft 2026-10-20 4000 0 0', 'match Anna Alder Microsoft 2026-10-20 0 4000 0'],
      ],
    ],
  ],
  'some rows that say they are matches': [
    `Campaign,Employer,Donor,Gross,Fee
Fall Drive,Microsoft,Anna Alder,120.00,12.00
Corporate Match,Microsoft,Anna Alder,120.00,12.00
`,
    { whose_money: 'stop' },
    [
      [
        { whose_money: 'gift' },
        ['  24000 2400', 'gift Anna Alder Microsoft  12000 0 1200', 'match Anna Alder Microsoft  0 12000 1200'],
      ],
    ],
  ],
  'sources of funds': [
    `Grant Date,Recommended By,Employer,Source of Funds,Grant Amount
11/13/2026,Anna Alder,Microsoft,Personal Giving Account,75.00
11/13/2026,Anna Alder,Microsoft,Company Match,75.00
`,
    {},
    [
      [
        {},
        [
          '  15000 0',
          'gift Anna Alder Microsoft 2026-11-13 7500 0 0',
          'match Anna Alder Microsoft 2026-11-13 0 7500 0',
        ],
      ],
    ],
  ],
  'fees that the company covered in a row of its own': [
    `Date,Type,Donor Name,Company,Amount,Fee,Disbursement Date
10/02/2026,Employee Donation,Anna Alder,Microsoft,100.00,4.00,11/15/2026
10/02/2026,Company Match,Anna Alder,Microsoft,100.00,2.30,11/15/2026
10/02/2026,Fee Coverage,Anna Alder,Microsoft,6.30,0.00,11/15/2026
`,
    {},
    [
      [
        {},
        [
          ' 2026-11-15 20000 0',
          'gift Anna Alder Microsoft 2026-10-02 10000 0 85',
          'match Anna Alder Microsoft 2026-10-02 0 10000 -85',
        ],
      ],
    ],
  ],
  'charges and the deposit in rows of their own': [
    `Payment Date,Payer,Description,Donor,Amount
11/20/2026,Bright Funds,Matched Donation,Anna Alder,100.00
11/20/2026,Bright Funds,Donation,Anna Alder,100.00
11/20/2026,Bright Funds,Credit card processing,,-3.20
11/20/2026,Bright Funds,Net deposit,,196.80
`,
    {},
    [
      [
        {},
        [
          'Bright Funds 2026-11-20 20000 320',
          'match Anna Alder Bright Funds 2026-11-20 0 10000 160',
          'gift Anna Alder Bright Funds 2026-11-20 10000 0 160',
        ],
      ],
    ],
  ],
  'an ACH payment with its addendum': [
    `Trace Number,Effective Date,Originator,Addenda Information,Amount
021000021,11/17/2026,MICROSOFT CORP,MATCH*ANNA ALDER*GIFT 10/20/2026*INV 7781,150.00
`,
    {},
    [[{}, ['MICROSOFT CORP 2026-11-17 15000 0', 'match ANNA ALDER MICROSOFT CORP 2026-11-17 0 15000 0']]],
  ],
  'a French first name next to the name': [
    `Entreprise;Prénom de l’employé;Nom de l’employé;Date du don;Montant jumelé
Microsoft;Anna;Alder;2026-10-20;100,00
`,
    {},
    [[{}, ['  10000 0', 'match Anna Alder Microsoft 2026-10-20 0 10000 0']]],
  ],
  'a blank column of addressees next to accounts': [
    `Grant ID,Check/EFT Number,Check/EFT Date,Grant Amount,Giving Account Name,Addressee Name
G-1,EFT5544,11/20/2026,500.00,The Alder Family Fund,
`,
    {},
    [[{}, [' 2026-11-20 50000 0', 'gift The Alder Family Fund  2026-11-20 50000 0 0']]],
  ],
  'other words for employer, gift and day': [
    `Donor,Corporate,Amt of Gift,Donation Created At,Employer Contribution,UTR/Ref No,Disbursement Date
Anna Alder,Cisco,40.00,2026-10-20T15:04:05Z,80.00,UTR7788,14-Nov-2026
`,
    {},
    [[{}, [' 2026-11-14 8000 0', 'match Anna Alder Cisco 2026-10-20 0 8000 0']]],
  ],
  'deductions of a payroll that the company matched': [
    `Pay Period End,Employee Name,Deduction Amount,Company Match,Total Remitted
11/15/2026,"Alder, Anna",25.00,25.00,50.00
11/15/2026,"Birch, Ben",5.00,0.00,5.00
`,
    {},
    [[{}, ['  5500 0', 'gift_and_match Anna Alder   2500 2500 0', 'gift Ben Birch   500 0 0']]],
  ],
  'designations with shrinkage, and a company’s program': [
    `Donor,Company,Designation Amount,Less Shrinkage 5%,Less Admin 10%,Net Payment
Anna Alder,Intel,100.00,5.00,10.00,85.00
Ben Birch,Intel Corporate Match,50.00,2.50,5.00,42.50
`,
    { whose_money: 'stop' },
    [
      [
        { whose_money: 'gift' },
        ['  15000 2250', 'gift Anna Alder Intel  10000 0 1500', 'match Ben Birch Intel  0 5000 750'],
      ],
    ],
  ],
  'donations of employees next to payments of matches': [
    `Payment Date,Company Name,Employee Name,Employee Donation Amount,Match Payment Amount
11/15/2026,Allstate,Anna Alder,100.00,100.00
`,
    {},
    [[{}, [' 2026-11-15 10000 0', 'match Anna Alder Allstate 2026-11-15 0 10000 0']]],
  ],
  'donors in the type and in the company of a match': [
    `Donor,Donor Employer,Donor Type,Donation Type,Date Donated,Gross Amount,Fees
Etsy,,Corporate,Match for Anna Alder,10/20/2026,80.00,2.40
Ben Birch,Etsy,Individual,Donation,10/20/2026,80.00,2.40
`,
    {},
    [[{}, ['  16000 480', 'match Anna Alder Etsy 2026-10-20 0 8000 240', 'gift Ben Birch Etsy 2026-10-20 8000 0 240']]],
  ],
  'unknown names alone above their rows': [
    `Employee,Gift Date,Match Amount
Employer: Contoso Widgets,,
Anna Alder,10/20/2026,100.00
Northwest Campaign,,
Cara Cedar,10/22/2026,200.00
`,
    { sections: 'none' },
    [
      [{}, ['  30000 0', 'match Anna Alder  2026-10-20 0 10000 0', 'match Cara Cedar  2026-10-22 0 20000 0', 2, 4]],
      [
        { sections: 'company' },
        [
          '  30000 0',
          'match Anna Alder Contoso Widgets 2026-10-20 0 10000 0',
          'match Cara Cedar Northwest Campaign 2026-10-22 0 20000 0',
        ],
      ],
    ],
  ],
  'net amounts beside their fees': [
    `Company,Employee,Gift Date,Fee,Net Amount
Microsoft,Anna Alder,10/20/2026,2.90,97.10
`,
    {},
    [[{}, ['  10000 290', 'match Anna Alder Microsoft 2026-10-20 0 10000 290']]],
  ],
  'net amounts below the fees of one column': [
    `Company,Employee,Gift Date,Match Amount,Merchant Fee,Net Total
Microsoft,Anna Alder,10/20/2026,100.00,0.00,97.10
`,
    {},
    [[{}, ['  10000 290', 'match Anna Alder Microsoft 2026-10-20 0 10000 290']]],
  ],
  'net amounts of matches, without fees, beside the gifts': [
    `Company,Employee,Employee Gift,Net Match Amount
Microsoft,Anna Alder,100.00,96.50
`,
    {},
    [
      [
        {},
        [
          '  9650 0',
          'match Anna Alder Microsoft  0 9650 0',
          '“Net Match Amount” is the money after fees. The report doesn’t tell its fees, so only this money is counted.',
        ],
      ],
    ],
  ],
  'paid amounts that are the gifts without their fees': [
    `Payment Date,Company,Employee,Donation Type,Donation Amount,Fee Amount,Payment Amount
11/20/2026,Microsoft,Anna Alder,Corporate Match,100.00,5.00,95.00
11/20/2026,Microsoft,Ben Birch,Payroll Deduction,60.00,0.00,60.00
`,
    {},
    [
      [
        {},
        [
          ' 2026-11-20 16000 500',
          'match Anna Alder Microsoft 2026-11-20 0 10000 500',
          'gift Ben Birch Microsoft 2026-11-20 6000 0 0',
        ],
      ],
    ],
  ],
  'fees in rows of their own': [
    `Payment Date,Company,Employee,Description,Amount
11/20/2026,Microsoft,Anna Alder,Match,100.00
11/20/2026,Microsoft,Ben Birch,Match,50.00
11/20/2026,,,Platform fee,-4.50
11/20/2026,Microsoft,Ben Birch,Check fee,-1.00
`,
    {},
    [
      [
        {},
        [
          ' 2026-11-20 15000 550',
          'match Anna Alder Microsoft 2026-11-20 0 10000 367',
          'match Ben Birch Microsoft 2026-11-20 0 5000 183',
        ],
      ],
    ],
  ],
  'a fund in the title': [
    `DAFgiving360 Check Detail,,,
Grant Date,Payment Date,Account Name,Amount
11/10/2026,11/17/2026,The Alder Family Fund,500.00
`,
    {},
    [[{}, ['DAFgiving360 2026-11-17 50000 0', 'gift The Alder Family Fund  2026-11-10 50000 0 0']]],
  ],
  'a company in the title': [
    `American Express Giving Payment Report,,
Date of gift,Colleague,Match Amount
11/17/2026,Anna Alder,50.00
`,
    {},
    [[{}, ['American Express  5000 0', 'match Anna Alder American Express 2026-11-17 0 5000 0']]],
  ],
  'a title that may be a payer': [
    `Northwest Alliance giving distribution,,
Gift Date,Employee,Match Amount
11/17/2026,Anna Alder,50.00
`,
    { payer: 'none' },
    [
      [{}, ['  5000 0', 'match Anna Alder  2026-11-17 0 5000 0']],
      [{ payer: 'title' }, ['Northwest Alliance  5000 0', 'match Anna Alder Northwest Alliance 2026-11-17 0 5000 0']],
    ],
  ],
  'a title without a name': [
    `Workplace Giving Payment Report,,
Gift Date,Employee,Match Amount
10/20/2026,Anna Alder,50.00
`,
    {},
    [[{}, ['  5000 0', 'match Anna Alder  2026-10-20 0 5000 0']]],
  ],
  'an employer’s foundation that pays through a platform': [
    `CyberGrants,,
Paid by:,Contoso Foundation,
Gift Date,Employee,Match Amount
11/17/2026,Anna Alder,50.00
`,
    {},
    [[{}, ['Contoso Foundation  5000 0', 'match Anna Alder Contoso 2026-11-17 0 5000 0']]],
  ],
  'a label above the header, and a program of matches': [
    `PayPal Giving Fund Donation Report,,,,
Charity Name,Riverbend Food Bank,,,
Donation Date,Donor First Name,Donor Last Name,Program Name,Gross Amount
10/20/2026,Anna,Alder,PayPal Donate,50.00
10/21/2026,Ben,Birch,Microsoft Employee Match,75.00
`,
    {},
    [
      [
        {},
        [
          'PayPal Giving Fund  12500 0',
          'gift Anna Alder  2026-10-20 5000 0 0',
          'match Ben Birch Microsoft 2026-10-21 0 7500 0',
        ],
      ],
    ],
  ],
  'payments before their gifts, if the month comes first': [
    `Payment Date,Employer,Employee,Gift Date,Match Amount
03/11/2026,Microsoft,Anna Alder,05/10/2026,100.00
`,
    { date_order: 'dmy' },
    [[{}, [' 2026-11-03 10000 0', 'match Anna Alder Microsoft 2026-10-05 0 10000 0']]],
  ],
  'unclear dates beside British words': [
    `Cheque Date,Organisation,Employer,Employee,Match Amount
03/11/2026,Riverbend,Microsoft,Anna Alder,100.00
`,
    { date_order: 'dmy' },
    [[{ date_order: 'mdy' }, [' 2026-03-11 10000 0', 'match Anna Alder Microsoft 2026-03-11 0 10000 0']]],
  ],
  'unclear dates without signs of another order': [
    `Payment Date,Employer,Employee,Match Amount
11/03/2026,Microsoft,Anna Alder,100.00
`,
    {},
    [
      [
        {},
        [
          ' 2026-11-03 10000 0',
          'match Anna Alder Microsoft 2026-11-03 0 10000 0',
          'Its dates were read with the month first: 11/03/2026 is November 3, 2026.',
        ],
      ],
    ],
  ],
  'British words, and dates that would be in the future if the day came first': [
    `Cheque Date,Organisation,Employer,Employee,Match Amount
11/12/2026,Riverbend,Microsoft,Anna Alder,100.00
`,
    {},
    [[{}, [' 2026-11-12 10000 0', 'match Anna Alder Microsoft 2026-11-12 0 10000 0']]],
  ],
  'one date of all rows, without a number of a payment': [
    `Date,Company,Employee,Match Amount
11/18/2026,Microsoft,Anna Alder,100.00
11/18/2026,Google,Cara Cedar,200.00
`,
    { date_column: 'payment' },
    [
      [
        { date_column: 'gift' },
        [
          '  30000 0',
          'match Anna Alder Microsoft 2026-11-18 0 10000 0',
          'match Cara Cedar Google 2026-11-18 0 20000 0',
        ],
      ],
      [
        { date_column: 'payment' },
        [
          ' 2026-11-18 30000 0',
          'match Anna Alder Microsoft 2026-11-18 0 10000 0',
          'match Cara Cedar Google 2026-11-18 0 20000 0',
        ],
      ],
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

test.each([
  [
    'Employee,Given,Match,Paid',
    '80.00,100.00,11/05/2026',
    ' 2026-11-05 10000 0',
    'match Ann Able  2026-11-05 0 10000 0',
  ],
  [
    'Employee,Given,Match,Check',
    '10/01/2026,100.00,11/05/2026',
    ' 2026-11-05 10000 0',
    'match Ann Able  2026-10-01 0 10000 0',
  ],
  [
    'Employé,Donné le,Contrepartie,Versé le',
    '2026-10-01,100.00,2026-11-05',
    ' 2026-11-05 10000 0',
    'match Ann Able  2026-10-01 0 10000 0',
  ],
  [
    'Empleado,Donado,Igualación,Pagado',
    '80.00,100.00,2026-11-05',
    ' 2026-11-05 10000 0',
    'match Ann Able  2026-11-05 0 10000 0',
  ],
])('%s: the cells tell a day from an amount', async (header, cells, payout, line) => {
  const report = await read(`${header}\nAnn Able,${cells}\n`)
  expect(summarize(report).slice(0, 2)).toEqual([payout, line])
  expect(report.payouts[0]?.lines[0]?.statedGiftCents).toBe(/,80/.test(`,${cells}`) ? 8000 : null)
})

const lines = 'Employee,Gift Date,Gift Amount,Match Amount\nAnn Able,10/01/2026,100.00,100.00\n'
test.each([
  ['Payment from,Paid on,Reference,Amount\nCYBERGRANTS,11/05/2026,C-1,100.00\n', 'CYBERGRANTS', '', 'C-1'],
  ['Corporate Partner,Program,Deposit Date,Amount\nAcme,Match,11/05/2026,$100.00\nGifts\n', 'Acme', 'Acme', ''],
  ['Sponsor Company,ACH Trace,Settlement Date,Total\nAcme,99881,11/05/2026,100.00\n\n', 'Acme', 'Acme', '99881'],
  ['Platform,Disbursement ID,Disbursed On,Net\nCyberGrants,7,11/05/2026,100.00\n\n', 'CYBERGRANTS', '', '7'],
])('the payment in a row of values above the columns: %s', async (block, payer, company, reference) => {
  const { payouts } = await read(block + lines)
  expect(payouts).toMatchObject([{ payer, reference, paidOn: '2026-11-05', lines: [{ company, matchCents: 10_000 }] }])
})

test.each([
  [
    'Date Sent,Corporate Client,Supporter,Type of Funds,Gross',
    ['2026-11-01,Acme,Ivy Ito,Donation,50.00', '2026-11-01,Acme,Ivy Ito,Corporate Match,60.00'],
    [' 2026-11-01 11000 0', 'gift Ivy Ito Acme 2026-11-01 5000 0 0', 'match Ivy Ito Acme 2026-11-01 0 6000 0'],
  ],
  [
    'Employé,Montant du don,Contrepartie de l’employeur,Émis le',
    ['Luc Roy,1250.00,500.00,2026-11-01'],
    [' 2026-11-01 50000 0', 'match Luc Roy  2026-11-01 0 50000 0'],
  ],
  [
    'Name,Donated,We match,Paid out at',
    ['Pia Poe,100,90,2026-11-01'],
    [' 2026-11-01 9000 0', 'match Pia Poe  2026-11-01 0 9000 0'],
  ],
  [
    'Primary Contact,Employer,Employer Payment,Payment Date,Paid',
    ['Xia Xu,Acme,100.00,2026-11-01,1', 'Yan Yoo,Acme,60.00,2026-11-01,0'],
    [' 2026-11-01 10000 0', 'match Xia Xu Acme 2026-11-01 0 10000 0', 3],
  ],
  ['Employee,Gift Amount,Approved Match,Estimated Payment Date', ['Tom Tran,100.00,100.00,12/15/2026'], [2]],
])('%s', async (header, rows, expected) => {
  expect(summarize(await read([header, ...rows].join('\n')))).toEqual(expected)
})

test('a known employer in the title keeps its whole name', async () => {
  const { payouts } = await read(`The Boeing Company\n\n${lines}`)
  expect(payouts[0]?.payer).toBe('The Boeing Company')
})

test('payments with dates of both orders raise a question about the others', async () => {
  const rows = ['25/09/2026', '10/26/2026', '27/10/2026', '03/04/2026'].map((day) => `Ann Able,${day},10.00`)
  const { questions, payouts } = await read(['Employee,Gift Date,Match Amount', ...rows].join('\n'))
  expect(questions).toMatchObject([{ id: 'date_order', answer: 'dmy', examples: [{ sheet_row: 5 }] }])
  expect(payouts[0]?.lines.map(({ day }) => day)).toEqual(['2026-09-25', '2026-10-26', '2026-10-27', '2026-04-03'])
})

test.each(Object.entries(reports))('%s', async (_, [text, expected, answered]) => {
  const { questions } = await read(text)
  expect(Object.fromEntries(questions.map(({ id, answer }) => [id, answer]))).toEqual(expected)
  for (const [answers, lines] of answered) expect(summarize(await read(text, answers))).toEqual(lines)
})

test('the card of a workbook names the sheets that were not read', async () => {
  const header = ['Employer', 'Employee', 'Gift Date', 'Match Amount']
  const workbook = utils.book_new()
  const october = utils.aoa_to_sheet([
    header,
    ['Intel', 'Anna Alder', '2026-10-02', 125],
    ['Intel', 'Ben Birch', '2026-10-03', 75],
  ])
  utils.book_append_sheet(workbook, october, 'October')
  utils.book_append_sheet(workbook, utils.aoa_to_sheet([header, ['Intel', 'Cara Cedar', '2026-11-02', 25]]), 'November')
  const bytes: Buffer = write(workbook, { type: 'buffer', bookType: 'xlsx' })
  const table = await readTable(bytes, 'report.xlsx', defaultLimits)
  const report = readPayoutReport({ table, fileName: 'report.xlsx', platforms, currency: 'USD', today: '2026-11-28' })
  expect(summarize(report)).toEqual([
    '  20000 0',
    'match Anna Alder Intel 2026-10-02 0 12500 0',
    'match Ben Birch Intel 2026-10-03 0 7500 0',
    'This workbook has several sheets. We read “October” and skipped “November”.',
  ])
})

test.each(['Not shared by donor', 'Hidden by donor', 'Withheld', 'Name withheld', 'Donor declined to share'])(
  '%s is a payment of an unknown donor',
  async (text) => {
    const row = `Intel,${text},${text},10/02/2026,20.00`
    const { payouts } = await read(`Employer,Employee,Email,Gift Date,Match Amount\n${row}`)
    expect(payouts[0]?.lines).toMatchObject([{ kind: 'match', donorName: '', donorEmail: '', matchCents: 2000 }])
  },
)

test('amounts in cents become dollars', async () => {
  const text = 'employer,employee,gift_date,match_amount_cents\nIntel,Ann Able,2026-10-02,12550'
  expect(summarize(await read(text))).toEqual([
    '  12550 0',
    'match Ann Able Intel 2026-10-02 0 12550 0',
    'Amounts in cents were converted to dollars.',
  ])
})

test('paid money beyond the match raises a question', async () => {
  const rows = 'Intel,Ann Able,20.00,20.00\nIntel,Bo Baker,10.00,0.00'
  const { questions } = await read(`Employer,Donor,Paid This Period,Corporate Match\n${rows}`)
  expect(questions).toMatchObject([{ id: 'paid_column', answer: 'stop' }])
})

test('a reversal gives its fee back', async () => {
  const rows = 'Intel,Ann Able,2026-10-02,100.00,2.90\nIntel,Bo Baker,2026-10-03,-50.00,-1.45'
  const { payouts } = await read(`Employer,Employee,Gift Date,Match Amount,Fee\n${rows}`)
  expect(payouts).toMatchObject([{ grossCents: 5000, feeCents: 145 }])
})

test('the match program in place of a donor is no donor', async () => {
  const rows = '4EZCRQZAK1,Intel,Ann,Able,Gift,15.00,\n4EZCRQZAK2,Intel,Intel,Match,Match,15.00,4EZCRQZAK1'
  const { payouts } = await read(
    `Transaction ID,Company,Donor First Name,Donor Last Name,Transaction Type,Amount,Match Transaction ID\n${rows}`,
  )
  expect(payouts[0]?.lines.map(({ kind, donorName }) => [kind, donorName])).toEqual([
    ['gift', 'Ann Able'],
    ['match', 'Ann Able'],
  ])
})

test('a check number above the table does not affect the order of dates', async () => {
  const { questions, payouts } = await read(
    'Payer,Intel\nCheck Number,70551\nCheck Date,11/10/2026\nEmployee,Gift Date,Match Amount\nAnn Able,10/05/2026,20.00',
  )
  expect(questions).toEqual([])
  expect(payouts).toMatchObject([{ reference: '70551', paidOn: '2026-11-10', lines: [{ day: '2026-10-05' }] }])
})
