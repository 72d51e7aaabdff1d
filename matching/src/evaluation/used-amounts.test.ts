import { expect, test } from 'vitest'
import { type OtherMatch, type StatusId, statusIds, usedAmounts } from '../index.ts'

const policy = { policyYearStart: '01-01', currency: 'USD' } as const
const other = (statusId: StatusId, change: Partial<OtherMatch> = {}): OtherMatch => ({
  statusId,
  donatedAt: '2026-03-01 10:00:00',
  amountCents: 10_000,
  estimatedCents: 20_000,
  currency: 'USD',
  isPaid: false,
  ...change,
})
const yearCents = (others: readonly OtherMatch[]): number =>
  usedAmounts(policy, '2026-04-15', others)?.yearCents ?? Number.NaN

test('what is submitted, approved or paid, or can still be acted on, counts; nothing else does', () => {
  const counting = statusIds.filter((id) => yearCents([other(id)]) > 0)
  expect(counting.toSorted((a, b) => a - b)).toEqual([1, 3, 4, 5, 6, 7, 8, 22, 25, 28])
})

test('what the employer paid counts whatever its status says', () => {
  expect(yearCents([other(20, { isPaid: true })])).toBe(20_000)
})

test("matches and the gifts behind them are summed, for the policy's year and for life", () => {
  const others = [other(7), other(4, { donatedAt: '2025-12-31' })]
  expect(usedAmounts(policy, '2026-04-15', others)).toEqual({
    yearCents: 20_000,
    lifetimeCents: 40_000,
    yearDonationCents: 10_000,
    lifetimeDonationCents: 20_000,
  })
  expect(usedAmounts({ ...policy, policyYearStart: '07-01' }, '2026-04-15', others)?.yearCents).toBe(40_000)
})

test('other currencies count by the rate that is handed in', () => {
  const others = [other(7, { currency: 'CAD' })]
  expect(usedAmounts(policy, '2026-04-15', others, (cents) => cents * 0.75)?.yearCents).toBe(15_000)
})

test('a day that cannot be read uses nothing', () => {
  expect(usedAmounts(policy, 'soon', [other(7)])).toBeUndefined()
})
