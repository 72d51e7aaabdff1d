import { expect, test } from 'vitest'
import { withCell, withReplacement } from './corrections.ts'

const noCorrections = { replace: [], cells: [] }

test('keeps the last correction of a cell', () => {
  const corrected = withCell(noCorrections, { row: 3, column: 'amount', value: '1O' })
  expect(withCell(corrected, { row: 3, column: 'amount', value: '10' }).cells).toEqual([
    { row: 3, column: 'amount', value: '10' },
  ])
})

test('replaces earlier replacements, including in single cells', () => {
  const first = withReplacement(noCorrections, { column: 'amount', from: 'N/A', to: 'none' })
  const cell = withCell(first, { row: 9, column: 'amount', value: 'none' })
  expect(withReplacement(cell, { column: 'amount', from: 'none', to: '5' })).toEqual({
    replace: [
      { column: 'amount', from: 'N/A', to: '5' },
      { column: 'amount', from: 'none', to: '5' },
    ],
    cells: [{ row: 9, column: 'amount', value: '5' }],
  })
})
