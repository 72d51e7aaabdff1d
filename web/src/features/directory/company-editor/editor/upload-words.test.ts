import { directoryFiles } from '@twofold/contract'
import { expect, test } from 'vitest'
import { nothingOf } from './upload-words.ts'

const { nothing, onlyProblems, nothingButProblems } = directoryFiles.directoryFileMessages

test('a file with no effect but problems in its rows is not reported as identical to the directory', () => {
  expect(nothingOf({ refused: 0, unchanged: 2 })).toBe(nothing)
  expect(nothingOf({ refused: 1, unchanged: 0 })).toBe(onlyProblems)
  expect(nothingOf({ refused: 1, unchanged: 2 })).toBe(nothingButProblems)
})
