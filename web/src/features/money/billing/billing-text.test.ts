import { expect, test } from 'vitest'
import { describePlanStart, describeUsage } from './billing-text.ts'

const month = { currency: 'USD', billed: 0, credited: 0, for_plan: 0, matches: 0 } as const
const plan = {
  id: 'flat_20',
  name: 'Flat $20',
  basis: 'month',
  monthly: 20,
  percent: 0,
  would_have_cost: 240,
  is_current: false,
} as const

test('describes this month’s cost of a monthly plan, independent of match charges', () => {
  const words = (this_month: Partial<Record<'billed' | 'for_plan' | 'matches', number>>) =>
    describePlanStart(plan, { currency: 'USD', this_month: [{ ...month, ...this_month }] })
  expect(describePlanStart(plan, { currency: 'USD', this_month: [] })).toBe('. This month costs the full $20.00.')
  expect(words({ billed: 1393.37, matches: 198 })).toBe('. This month costs the full $20.00.')
  expect(words({ billed: 5, for_plan: 5 })).toBe(
    '. This month costs $15.00 more: $5.00 was already billed for your plan.',
  )
  expect(words({ billed: 50, for_plan: 50 })).toBe(
    '. You’ll pay nothing more this month: $50.00 was already billed for your plan.',
  )
  expect(describePlanStart({ ...plan, monthly: 0 }, { currency: 'USD', this_month: [] })).toBe(
    ' and applies to new matches.',
  )
})

test('lists plan, matches and credits of a month', () => {
  expect(describeUsage({ ...month, billed: 34_583.57, credited: 33_170.2, for_plan: 20, matches: 198 })).toBe(
    '$20.00 for the plan, 198 matches, $33,170.20 credited',
  )
  expect(describeUsage({ ...month, billed: 20, for_plan: 20 })).toBe('$20.00 for the plan')
})
