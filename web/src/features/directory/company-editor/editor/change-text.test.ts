import { directoryFiles } from '@twofold/contract'
import { expect, test } from 'vitest'
import { describeNothingChanged, describeNotRestored, describeProgress, describeUndone } from './change-text.ts'

const change = { kind: 'policy', gifts: 300, left: 0, undone_by: null } as const

test('progress counts reevaluated open gifts, or all gifts that a merge moves', () => {
  expect(describeProgress(change)).toMatchObject({
    done: '300 open gifts were rechecked.',
    label: 'Open gifts that were rechecked',
  })
  expect(describeProgress({ ...change, gifts: 1 }).done).toBe('1 open gift was rechecked.')
  const merge = { ...change, kind: 'merge' } as const
  expect(describeProgress(merge).done).toBe('300 gifts were moved or rechecked.')
  expect(describeProgress({ ...merge, left: 100, undone_by: 'Sam' }).doing).toBe(
    '200 of 300 gifts moved back or rechecked…',
  )
})

test('an undone change restores gifts and lists the matches that it could not restore', () => {
  expect(describeUndone({ kind: 'merge' })).toBe('We’re restoring its gifts.')
  expect(describeUndone({ kind: 'policy' })).toBe('We’re restoring the matches it changed.')
  expect(describeNotRestored([])).toBe('')
  expect(describeNotRestored([12, 34])).toBe('Not restored because they changed since: matches #12, #34.')
})

test('a file with no effect but problems in its rows is not reported as identical to the directory', () => {
  const { nothing, onlyProblems, nothingButProblems } = directoryFiles.directoryFileMessages
  expect(describeNothingChanged({ refused: 0, unchanged: 2 })).toBe(nothing)
  expect(describeNothingChanged({ refused: 1, unchanged: 0 })).toBe(onlyProblems)
  expect(describeNothingChanged({ refused: 1, unchanged: 2 })).toBe(nothingButProblems)
})
