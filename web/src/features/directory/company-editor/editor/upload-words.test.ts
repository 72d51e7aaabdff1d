import { directoryFiles } from '@twofold/contract'
import { expect, test } from 'vitest'
import { nothingChangedWords } from './upload-words.ts'

const { nothing, onlyProblems, nothingButProblems } = directoryFiles.directoryFileMessages

test('a file with no effect but problems in its rows is not reported as identical to the directory', () => {
  expect(nothingChangedWords({ refused: 0, unchanged: 2 })).toBe(nothing)
  expect(nothingChangedWords({ refused: 1, unchanged: 0 })).toBe(onlyProblems)
  expect(nothingChangedWords({ refused: 1, unchanged: 2 })).toBe(nothingButProblems)
})
