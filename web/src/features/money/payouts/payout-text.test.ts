import { expect, test } from 'vitest'
import { describePaperCheck, describeProgress, describeResult } from './payout-text.ts'

const report: Parameters<typeof describeProgress>[0] = {
  id: 7,
  state: 'undoing',
  file_name: 'payouts.csv',
  lines: 4_000,
  done: 0,
  tied: 600,
  doubtful: 0,
  unmatched: 0,
  to_add: 0,
  own_gifts: 0,
  questions: [],
  to_void: 0,
  voided: 0,
  added: 0,
  known: 3_400,
  thanks: 0,
  waits_for_undo: false,
  refused: [],
  refused_count: 0,
  warnings: [],
  error: null,
  user: { name: 'Robin Hale' },
  created_at: '2026-11-23T07:00:00Z',
  finished_at: null,
}

test('counts matches during an undo, without the report’s line count', () => {
  expect(describeProgress(report)).toBe('Undoing…')
  expect(describeProgress({ ...report, done: 1 })).toBe('1 match undone…')
  expect(describeProgress({ ...report, done: 500 })).toBe('500 matches undone…')
  expect(describeProgress({ ...report, state: 'running', done: 500 })).toBe('500 of 4,000 lines done…')
})

test('reports that an upload waits for an earlier undo', () => {
  const waiting = { ...report, state: 'queued', lines: 0, waits_for_undo: true } as const
  expect(describeProgress(waiting)).toBe('Waiting for an earlier report to be undone…')
})

test('describes results by the number of lines', () => {
  const done = { ...report, state: 'done', lines: 25, known: 0 } as const
  expect(describeResult({ ...done, tied: 22, doubtful: 3 })).toBe('25 lines: 22 matched, 3 need review')
  expect(describeResult({ ...done, tied: 25 })).toBe('25 lines matched')
  expect(describeResult({ ...done, lines: 1, tied: 0, doubtful: 1 })).toBe('1 line needs review')
  expect(describeResult({ ...done, lines: 2, tied: 0 })).toBe('2 lines without a donor')
  expect(describeResult({ ...done, tied: 24, own_gifts: 1, thanks: 2 })).toBe(
    '25 lines: 24 matched, 1 is a donor’s own gift · 2 thank-you emails to release',
  )
})

test('describes a check by payer, number and sum', () => {
  const check = { payer: 'Harborlight Software', reference: '88', gross: 206.4, currency: 'USD' } as const
  expect(describePaperCheck(check, { isWholePayout: true })).toBe('Harborlight Software, number 88, $206.40')
  expect(describePaperCheck({ ...check, reference: '' }, { isWholePayout: true })).toBe('Harborlight Software, $206.40')
  expect(describePaperCheck(check, { isWholePayout: false })).toBe('Harborlight Software, number 88')
})
