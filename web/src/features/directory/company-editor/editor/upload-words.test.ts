import { directoryFiles } from '@twofold/contract'
import { expect, test } from 'vitest'
import { nothingOf } from './upload-words.ts'

const { nothing, onlyProblems, nothingButProblems } = directoryFiles.directoryFileMessages

test('a file that changes nothing is not said to be as the directory is where its rows have problems', () => {
  expect(nothingOf({ refused: 0, unchanged: 2 })).toBe(nothing)
  expect(nothingOf({ refused: 1, unchanged: 0 })).toBe(onlyProblems)
  expect(nothingOf({ refused: 1, unchanged: 2 })).toBe(nothingButProblems)
})
