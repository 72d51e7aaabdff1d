import { imports } from '@twofold/contract'
import { expect, test } from 'vitest'
import { fileProblem, phaseSentence, progressOf, resultParts, undoneSentence } from './import-text.ts'

const run: imports.ImportRun = {
  id: 1,
  state: 'running',
  rows: 200,
  accepted: 0,
  updated: 0,
  rejected: 0,
  unchanged: 0,
  left_out: 0,
  joined: 0,
  not_taken: 0,
  news: 0,
  error: null,
  phase: 'queued',
  phase_done: 0,
  waits_for_undo: false,
  file_name: 'gifts.csv',
  user: { name: 'Robin' },
  opt_in: false,
  no_company: false,
  created_at: '2026-06-15T14:00:00.000Z',
  finished_at: null,
  can_undo: false,
  outcome: null,
  outcome_once_set_up: null,
}

test('progress never decreases between phases', () => {
  const forward = imports.importPhases.filter((phase) => phase !== 'undoing')
  const shares = forward.flatMap((phase) =>
    [0, 100, 200].map((phase_done) => progressOf({ ...run, phase, phase_done })),
  )
  expect(shares).toEqual([...shares].sort((one, other) => one - other))
  expect(shares.at(0)).toBe(0)
  expect(shares.at(-1)).toBe(1)
})

test('reports the progress and result of an undo in gifts', () => {
  const undoing = {
    ...run,
    state: 'undoing',
    phase: 'undoing',
    rows: 300,
    accepted: 240,
    updated: 40,
    news: 1,
  } as const
  expect([0, 50, 200].map((phase_done) => progressOf({ ...undoing, phase_done }))).toEqual([0, 0.25, 1])
  expect(phaseSentence({ ...undoing, phase_done: 50 })).toBe('Removing gifts: 50 of 200')
  expect(undoneSentence(undoing)).toBe('Undone: 200 gifts removed, 1 gift restored.')
  expect(undoneSentence({ ...undoing, error: '1 gift was changed since.' })).toBe(
    'Undone: 200 gifts removed. 1 gift was changed since.',
  )
  expect(undoneSentence({ ...undoing, accepted: 41 })).toBe('Undone: 1 gift removed, 1 gift restored.')
})

test('omits zero counts from the result', () => {
  expect(resultParts({ ...run, accepted: 1 })).toEqual(['1 gift added'])
  expect(resultParts({ ...run, accepted: 1200, updated: 200, unchanged: 3, left_out: 2, rejected: 1 })).toEqual([
    '1,000 gifts added',
    '200 updated',
    '3 already uploaded',
    '2 skipped',
    '1 row rejected',
  ])
})

test('rejects unsupported, empty and oversized files before sending', () => {
  expect(fileProblem({ name: 'gifts.CSV', size: 10 })).toBeUndefined()
  expect(fileProblem({ name: 'gifts.pdf', size: 10 })).toContain('.csv, .xlsx or .xls')
  expect(fileProblem({ name: 'gifts.csv', size: 0 })).toContain('empty')
  expect(fileProblem({ name: 'gifts.csv', size: 11_000_000 })).toContain('10 MB')
})
