import { expect, test } from 'vitest'
import { type OtherMatch, type StatusId, statusIds, usedAmounts } from '../index.ts'

const policy = { policyYearStart: '01-01', currency: 'USD' } as const
const otherMatch = (statusId: StatusId, change: Partial<OtherMatch> = {}): OtherMatch => ({
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

test('counts matches that are submitted, approved, paid, or still open for the donor', () => {
  const counting = statusIds.filter((id) => yearCents([otherMatch(id)]) > 0)
  expect(counting.toSorted((a, b) => a - b)).toEqual([1, 3, 4, 5, 6, 7, 8, 22, 25, 28])
})

test('counts paid matches regardless of their status', () => {
  expect(yearCents([otherMatch(20, { isPaid: true })])).toBe(20_000)
})

test("adds matches and the gifts behind them, for the policy's year and for the lifetime", () => {
  const others = [otherMatch(7), otherMatch(4, { donatedAt: '2025-12-31' })]
  expect(usedAmounts(policy, '2026-04-15', others)).toEqual({
    yearCents: 20_000,
    lifetimeCents: 40_000,
    yearDonationCents: 10_000,
    lifetimeDonationCents: 20_000,
  })
  expect(usedAmounts({ ...policy, policyYearStart: '07-01' }, '2026-04-15', others)?.yearCents).toBe(40_000)
})

test('converts other currencies with the given rate', () => {
  const others = [otherMatch(7, { currency: 'CAD' })]
  expect(usedAmounts(policy, '2026-04-15', others, (cents) => cents * 0.75)?.yearCents).toBe(15_000)
})

test('an invalid day uses nothing', () => {
  expect(usedAmounts(policy, 'soon', [otherMatch(7)])).toBeUndefined()
})
