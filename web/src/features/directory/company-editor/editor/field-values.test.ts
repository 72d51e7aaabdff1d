import { expect, it } from 'vitest'
import { deadlineExamples } from './deadline-examples.ts'
import { bodyOf, type EditorField, initialValuesOf, unitsText } from './field-values.ts'

const fields: readonly EditorField[] = [
  { name: 'min_amount', label: 'Minimum' },
  { name: 'max_per_gift', label: 'Maximum' },
  { name: 'max_per_year', label: 'Maximum per year' },
  { name: 'aliases', label: 'Other names' },
  { name: 'ratio', label: 'Ratio' },
  {
    name: 'exceptions',
    label: '',
    kind: 'rows',
    columns: [
      { name: 'employee_type', label: 'For employees' },
      { name: 'min_amount', label: 'Minimum' },
    ],
  },
]

it('shows a deadline rule for two gifts, with the rules of the matches', () => {
  expect(deadlineExamples('year_end+31', 'America/New_York', 2026)).toEqual([
    'For a gift on Mar 3, 2026, the deadline is Jan 31, 2027.',
    'For a gift on Nov 20, 2026, the deadline is Jan 31, 2027.',
  ])
  expect(deadlineExamples('days:90', 'America/New_York', 2026)[0]).toBe(
    'For a gift on Mar 3, 2026, the deadline is Jun 1, 2026.',
  )
  expect(deadlineExamples('soon', 'America/New_York', 2026)).toEqual([])
  expect(deadlineExamples('', 'America/New_York', 2026)).toEqual([])
})

it('distinguishes none, unknown and a number', () => {
  const values = { ...initialValuesOf(fields, {}), min_amount: '0', max_per_gift: '', max_per_year: '$5,000.50' }
  expect(bodyOf(fields, values)).toMatchObject({ min_amount: 0, max_per_gift: null, max_per_year: 5000.5 })
  expect(bodyOf(fields, { ...values, min_amount: 'lots' }).min_amount).toBeNaN()
})

it('shows an amount with cents in the usual notation', () => {
  expect([unitsText(2500), unitsText(2500.5)]).toEqual(['2500', '2500.50'])
})

it('returns the initial values when nothing is typed', () => {
  const values = {
    min_amount: 0,
    max_per_gift: null,
    max_per_year: 2500.5,
    aliases: ['IBM', 'Big Blue'],
    ratio: null,
    exceptions: [{ employee_type: 'retirees', min_amount: null }],
  }
  expect(bodyOf(fields, initialValuesOf(fields, values))).toEqual(values)
})
