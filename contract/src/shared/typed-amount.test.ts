import { parseTypedAmount } from '@twofold/matching'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { changeOrganization, organizationMessages } from '../core/organization-changes.ts'
import { campaignForm, campaignMessages } from '../donations/campaigns.ts'
import { changeMessages, createDonation } from '../donations/donation-changes.ts'
import { donationFilters } from '../donations/donations.ts'
import { centsOfFilter } from '../donations/reports/report-definition.ts'
import { bankLineForm, bankMessages } from '../money/bank-lines.ts'
import { paymentForm, paymentMessages } from '../money/payments.ts'
import { checkLine, payoutMessages } from '../money/payouts.ts'
import { matchRequestForm, requestMessages } from '../public/public-match.ts'

const read: [string, number][] = [
  ['250', 250],
  ['0.5', 0.5],
  ['1,250', 1250],
  ['1,250.00', 1250],
  [' $1,250.50 ', 1250.5],
  ['$ 25', 25],
  ['12,345,678.90', 12_345_678.9],
]
const refused = [
  ['', ' ', '$', 'ten', '-5', '+5', '.', '.5', '5.', '1.2.3', '1.234', '$$5', '5$', 'Infinity', 'NaN', '٢٥'],
  ['12,50', '1.250,00', '1.250', '2e3', '2E3', '0x10', '1_000', '1 250', '1 250,00', '1’250'],
  ['1,2', '1,25', '1,2500', '1,250,00', '1250,000', ',250', '1,,250', '1,250,', '1,250.5,0', '12,345,6.00'],
].flat()

it('reads amounts as people type them', () => {
  expect(read.map(([text]) => parseTypedAmount(text))).toEqual(read.map(([, amount]) => amount))
})

it('rejects ambiguous amounts', () => {
  expect(refused.filter((text) => !Number.isNaN(parseTypedAmount(text)))).toEqual([])
})

it('reads every number of cents back, with and without commas', () => {
  fc.assert(
    fc.property(fc.nat({ max: 100_000_000_000 }), (cents) => {
      const amount = cents / 100
      const grouped = amount.toLocaleString('en-US', { minimumFractionDigits: 2 })
      return [amount.toFixed(2), grouped, `$${grouped}`].every((text) => parseTypedAmount(text) === amount)
    }),
  )
})

it('rejects commas that do not precede three digits', () => {
  const signs = fc.string({ unit: fc.constantFrom('0', '1', '5', ',', '.', '$', ' ', 'e', '-'), maxLength: 12 })
  fc.assert(
    fc.property(signs, (text) => {
      const amount = parseTypedAmount(text)
      fc.pre(!Number.isNaN(amount))
      expect(text).not.toMatch(/,(?!\d{3}(?!\d))|[e-]/)
      expect(text.replaceAll(/[$,\s]/g, '')).toMatch(/^\d+(\.\d{1,2})?$/)
      expect(amount).toBe(Number(text.replaceAll(/[$,\s]/g, '')))
    }),
    { numRuns: 300 },
  )
})

const line = { day: '2026-11-20', text: 'ACH' }
const bill = { paid_on: '2026-11-20', how: 'check' }
const gift = { donor_name: 'Ada', donor_email: 'ada@example.org', donated_at: '2026-11-20' }
const request = { name: 'Ada', email: 'ada@example.org', date: '2026-11-20', employer: 'Acme' }
const campaign = { name: 'Fall', startDate: '2026-11-01', endDate: '2026-11-30' }
const forms: [string, (amount: unknown) => { success: boolean; error?: { issues: { message: string }[] } }, string][] =
  [
    ['a gift of a check', (amount) => checkLine.safeParse({ amount }), payoutMessages.amount],
    ['a line of the bank', (amount) => bankLineForm.safeParse({ ...line, amount }), bankMessages.amount],
    ['a payment', (amount) => paymentForm.safeParse({ ...bill, amount }), paymentMessages.amount],
    ['a gift that staff add', (amount) => createDonation.body.safeParse({ ...gift, amount }), changeMessages.amount],
    ['a donor’s request', (amount) => matchRequestForm.safeParse({ ...request, amount }), requestMessages.amount],
    [
      'the smallest gift that is emailed about',
      (email_min) => changeOrganization.body.safeParse({ version: 1, email_min }),
      organizationMessages.amount,
    ],
    ['a limit', (minAmount) => campaignForm.safeParse({ ...campaign, minAmount }), campaignMessages.limit],
  ]

it.each(forms)('%s rejects invalid amounts with its own message and accepts numbers', (_, parse, message) => {
  for (const text of ['12,50', '1.250,00', '2e3', true, [25], {}]) {
    expect(parse(text).error?.issues.map((issue) => issue.message)).toEqual([message])
  }
  // A limit may be empty.
  const blank = parse(null).error?.issues.map((issue) => issue.message) ?? []
  expect(blank).toEqual(message === campaignMessages.limit ? [] : [message])
  for (const amount of [12.5, 2000, '$1,250.00']) expect(parse(amount).success).toBe(true)
})

it('rejects ambiguous amounts in the filter of gifts', () => {
  const least = (minAmount: string) => donationFilters.safeParse({ minAmount }).data?.minAmount
  expect(['25', '$1,250.50', '', '12,50', '2e3'].map(least)).toEqual([25, 1250.5, undefined, undefined, undefined])
  expect(donationFilters.safeParse({ minEstimated: '2e3' }).error?.issues[0]?.message).toBe('Use an amount like 25')
})

it('rejects ambiguous amounts in the filter of reports', () => {
  expect(['25', '>$1,250.50', '25 - 1,000', '<= 12,345'].map(centsOfFilter)).toEqual([
    { from: 2500, to: 2500 },
    { from: 125_051, to: null },
    { from: 2500, to: 100_000 },
    { from: null, to: 1_234_500 },
  ])
  const none = ['12,50', '>1.250,00', '25-12,50', '2e3', '>5-6', '', '-', '9999999999', '99,999,999,999,999,999,999']
  expect(none.filter((text) => centsOfFilter(text) !== null)).toEqual([])
})
