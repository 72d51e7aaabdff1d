import { expect, it } from 'vitest'
import { unitsText } from './lines.ts'
import { bodyOf, deadlineExamples, startOf } from './policy-form.ts'

it('shows what a deadline rule means for two gifts, by the rules of the matches', () => {
  expect(deadlineExamples('year_end+31', 'America/New_York', 2026)).toEqual([
    'A gift of Mar 3, 2026 could be requested until Jan 31, 2027.',
    'A gift of Nov 20, 2026 could be requested until Jan 31, 2027.',
  ])
  expect(deadlineExamples('days:90', 'America/New_York', 2026)[0]).toBe(
    'A gift of Mar 3, 2026 could be requested until Jun 1, 2026.',
  )
  expect(deadlineExamples('soon', 'America/New_York', 2026)).toEqual([])
  expect(deadlineExamples('', 'America/New_York', 2026)).toEqual([])
})

it('keeps none, unknown and a number apart', () => {
  const values = { ...startOf(null, false), min_amount: '0', max_per_gift: '', max_per_year: '$5,000.50' }
  expect(bodyOf(values, null)).toMatchObject({ min_amount: 0, max_per_gift: null, max_per_year: 5000.5 })
  expect(bodyOf({ ...values, max_lifetime: 'lots' }, null).max_lifetime).toBeNaN()
})

it('shows an amount with cents as people write it', () => {
  expect([unitsText(2500), unitsText(2500.5), unitsText(null)]).toEqual(['2500', '2500.50', ''])
})
