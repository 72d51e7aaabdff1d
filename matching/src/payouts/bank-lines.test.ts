import { expect, test } from 'vitest'
import { linkBankLine, type PayoutFacts, type SearchablePayout, toSearchablePayout } from './bank-lines.ts'

const benevity: SearchablePayout = toSearchablePayout({
  id: 1,
  reference: 'AUG26RVEXM',
  payer: 'benevity',
  payerTexts: ['Benevity', 'AMER ONLINE GIV1'],
  grossCents: 1_500_000,
  feeCents: 15_722,
  day: '2026-08-31',
})
const charitiesFacts: PayoutFacts = {
  id: 2,
  reference: 'MD-20261020',
  payer: 'americas charities',
  payerTexts: ['America’s Charities'],
  grossCents: 438_318,
  feeCents: 0,
  day: '2026-10-20',
}
const charities = toSearchablePayout(charitiesFacts)
const bright: SearchablePayout = toSearchablePayout({
  ...charitiesFacts,
  id: 3,
  reference: 'BF-48213',
  payer: 'bright funds',
  payerTexts: ['Bright Funds'],
  grossCents: 687_400,
})
const all = [benevity, charities, bright]
const line = (text: string, cents: number, day = '2026-10-22') => ({ text, cents, day, currency: 'USD' as const })

test('the number in the bank’s text and the amount after fees are certain, regardless of the day', () => {
  const text = 'AMER ONLINE GIV1 EDI PAYMNT 260928 RIVERBEND EXAMPLE FOU REF*TN*AUG26RVEXM\\'
  expect(linkBankLine(line(text, 1_484_278), all)).toEqual({ tie: 'clear', by: 'number', payoutIds: [1] })
})

test('a truncated payer with amount and day is certain', () => {
  expect(linkBankLine(line('AMERICAS CHARITI MEMBER DIST', 438_318), all)).toEqual({
    tie: 'clear',
    by: 'payer',
    payoutIds: [2],
  })
})

test('a number with another amount is doubtful, with the missing amount', () => {
  expect(linkBankLine(line('BRIGHT FUNDS BF-48213', 684_900), all)).toEqual({
    tie: 'doubtful',
    candidates: [{ payoutIds: [3], why: 'Number matches; $25 less than the payout', score: 90 }],
  })
})

test('amount alone or two equal payouts are doubtful, and an unknown report is none', () => {
  expect(linkBankLine(line('MOBILE DEPOSIT', 438_318), all)).toMatchObject({
    tie: 'doubtful',
    candidates: [{ payoutIds: [2] }],
  })
  const duplicate = toSearchablePayout({ ...charitiesFacts, id: 4, reference: '' })
  expect(linkBankLine(line('AMERICAS CHARITI MEMBER DIST', 438_318), [...all, duplicate])).toMatchObject({
    tie: 'doubtful',
    candidates: [{ payoutIds: [4] }, { payoutIds: [2] }],
  })
  expect(linkBankLine(line('AMER ONLINE GIV1 REF*TN*OCT26RVZZZ\\', 88_214), all)).toEqual({ tie: 'none' })
  expect(linkBankLine(line('INTEREST PAYMENT', 117), all)).toEqual({ tie: 'none' })
})

test('two numbers in the bank’s text and their sum are certain', () => {
  const second = toSearchablePayout({
    ...benevity,
    id: 5,
    reference: 'SEP26RVCHP',
    grossCents: 895_413,
    feeCents: 20_702,
  })
  const text = 'AMER ONLINE GIV1 REF*TN*AUG26RVEXM SEP26RVCHP\\'
  expect(linkBankLine(line(text, 1_484_278 + 874_711), [...all, second])).toEqual({
    tie: 'clear',
    by: 'number',
    payoutIds: [1, 5],
  })
  expect(linkBankLine(line(text, 1_484_278 + 874_710), [...all, second]).tie).toBe('doubtful')
})

test('offers payouts of one payer with the right sum together, and those of two payers only for a deposit', () => {
  const second = toSearchablePayout({
    ...charitiesFacts,
    id: 6,
    reference: 'MD-2',
    grossCents: 61_682,
    day: '2026-10-15',
  })
  expect(linkBankLine(line('AMERICAS CHARITI MEMBER DIST', 500_000), [...all, second])).toEqual({
    tie: 'doubtful',
    candidates: [{ payoutIds: [2, 6], why: 'Two payouts from one payer add up to exactly this amount', score: 60 }],
  })
  expect(linkBankLine(line('MOBILE DEPOSIT', 500_000), [...all, second])).toMatchObject({
    candidates: [
      {
        payoutIds: [2, 6],
        why: 'Two payouts from one payer add up to exactly this amount; the bank doesn’t name a known payer',
      },
    ],
  })
  for (const text of ['MOBILE DEPOSIT', 'Dépôt 12']) {
    expect(linkBankLine(line(text, 438_318 + 687_400), [...all, second])).toEqual({
      tie: 'doubtful',
      candidates: [
        {
          payoutIds: [2, 3],
          why: 'Two payouts add up to exactly this amount; the bank doesn’t name a known payer',
          score: 30,
        },
      ],
    })
  }
  for (const text of ['WIRE 4711', 'DIRECT DEPOSIT ACME FOUNDATION', 'Dépôt direct 12'])
    expect(linkBankLine(line(text, 438_318 + 687_400), [...all, second])).toEqual({ tie: 'none' })
})

test('offers the payout for each of several lines that sum up to it', () => {
  const [first, second] = [line('AMERICAS CHARITI', 400_000), line('AMERICAS CHARITI', 38_318, '2026-10-24')]
  const doubtfulLink = (why: string) => ({ tie: 'doubtful', candidates: [{ payoutIds: [2], why, score: 55 }] })
  const [whyFirst, whySecond] = ['$383.18', '$4,000'].map(
    (amount) => `Partial deposit: with the ${amount} line, it adds up to exactly this payout`,
  )
  expect(linkBankLine(first, all, [second, line('INTEREST', 38_318)])).toEqual(doubtfulLink(whyFirst ?? ''))
  expect(linkBankLine(second, all, [first])).toEqual(doubtfulLink(whySecond ?? ''))
  expect(linkBankLine(first, all, [line('INTEREST', 38_318)])).toEqual({ tie: 'none' })
})
