import { expect, test } from 'vitest'
import { type BankedPayout, tieBankLine } from './bank-lines.ts'

const benevity: BankedPayout = {
  id: 1,
  reference: 'AUG26RVEXM',
  payerTexts: ['Benevity', 'AMER ONLINE GIV1'],
  grossCents: 1_500_000,
  feeCents: 15_722,
  day: '2026-08-31',
}
const charities: BankedPayout = {
  id: 2,
  reference: 'MD-20261020',
  payerTexts: ['America’s Charities'],
  grossCents: 438_318,
  feeCents: 0,
  day: '2026-10-20',
}
const bright: BankedPayout = {
  ...charities,
  id: 3,
  reference: 'BF-48213',
  payerTexts: ['Bright Funds'],
  grossCents: 687_400,
}
const all = [benevity, charities, bright]
const line = (text: string, cents: number, day = '2026-10-22') => ({ text, cents, day })

test('the number in the bank’s words and the amount after fees are certain, whatever the day', () => {
  const text = 'AMER ONLINE GIV1 EDI PAYMNT 260928 RIVERBEND EXAMPLE FOU REF*TN*AUG26RVEXM\\'
  expect(tieBankLine(line(text, 1_484_278), all)).toEqual({ tie: 'clear', by: 'number', payoutId: 1 })
})

test('the payer as a bank cuts it off, the amount and the day are certain', () => {
  expect(tieBankLine(line('AMERICAS CHARITI MEMBER DIST', 438_318), all)).toEqual({
    tie: 'clear',
    by: 'payer',
    payoutId: 2,
  })
})

test('a number with another amount is a doubt that says how much is missing', () => {
  expect(tieBankLine(line('BRIGHT FUNDS BF-48213', 684_900), all)).toEqual({
    tie: 'doubtful',
    candidates: [{ payoutId: 3, why: 'Its number; 25.00 less than the payout', score: 90 }],
  })
})

test('the amount alone is a doubt, two payouts of one payer and amount are, and a report that is not here is none', () => {
  expect(tieBankLine(line('MOBILE DEPOSIT', 438_318), all)).toMatchObject({
    tie: 'doubtful',
    candidates: [{ payoutId: 2 }],
  })
  const twin = { ...charities, id: 4, reference: '' }
  expect(tieBankLine(line('AMERICAS CHARITI MEMBER DIST', 438_318), [...all, twin])).toMatchObject({
    tie: 'doubtful',
    candidates: [{ payoutId: 4 }, { payoutId: 2 }],
  })
  expect(tieBankLine(line('AMER ONLINE GIV1 REF*TN*OCT26RVZZZ\\', 88_214), all)).toEqual({ tie: 'none' })
  expect(tieBankLine(line('INTEREST PAYMENT', 117), all)).toEqual({ tie: 'none' })
})
