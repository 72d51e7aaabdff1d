import { expect, test } from 'vitest'
import { paperCheckInWords, progressWords } from './payout-words.ts'

const report: Parameters<typeof progressWords>[0] = {
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
  question: null,
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
  expect(progressWords(report)).toBe('Undoing…')
  expect(progressWords({ ...report, done: 1 })).toBe('1 match undone…')
  expect(progressWords({ ...report, done: 500 })).toBe('500 matches undone…')
  expect(progressWords({ ...report, state: 'running', done: 500 })).toBe('500 of 4,000 lines done…')
})

test('reports that an upload waits for an earlier undo', () => {
  const waiting = { ...report, state: 'queued', lines: 0, waits_for_undo: true } as const
  expect(progressWords(waiting)).toBe('Waiting for an earlier report to be undone…')
})

test('describes a check by payer, number and sum', () => {
  const check = { payer: 'Harborlight Software', reference: '88', gross: 206.4, currency: 'USD' } as const
  expect(paperCheckInWords(check, { isWhole: true })).toBe('Harborlight Software, number 88, $206.40')
  expect(paperCheckInWords({ ...check, reference: '' }, { isWhole: true })).toBe('Harborlight Software, $206.40')
  expect(paperCheckInWords(check, { isWhole: false })).toBe('Harborlight Software, number 88')
})
