import { expect, it } from 'vitest'
import { memoryStorage } from '../../../api/storage.testing.ts'
import { findWork, keepWork, type Work, type WorkOn } from './kept-work.ts'
import { firstOptions } from './upload-form.ts'

const on: WorkOn = {
  userId: 7,
  organizationId: 3,
  file: { name: 'may.csv', size: 120, lastModified: 1_000 },
  sheet: null,
}
const start: Work = { choices: { email: 'donor.email' }, options: firstOptions }
const cell = { row: 2, column: 'date', value: '2026-05-01' }
const fixed: Work = {
  choices: { email: 'custom.email' },
  options: { ...firstOptions, corrections: { replace: [], cells: [cell] } },
}

it('restores mappings and corrections for the same file', () => {
  const storage = memoryStorage()
  keepWork(on, start, fixed, storage)
  expect(findWork(on, storage)).toMatchObject(fixed)
})

it.each([
  ['a changed file', { file: { ...on.file, lastModified: 2_000 } }],
  ['another sheet', { sheet: 'June' }],
  ['another organization', { organizationId: 4 }],
  ['another person', { userId: 8 }],
])('does not restore work for %s', (_what, other) => {
  const storage = memoryStorage()
  keepWork(on, start, fixed, storage)
  expect(findWork({ ...on, ...other }, storage)).toBeNull()
})

it('stores nothing without changes and ignores unreadable data', () => {
  const storage = memoryStorage()
  keepWork(on, start, fixed, storage)
  keepWork(on, start, start, storage)
  expect(storage.all()).toEqual({})
  storage.setItem('twofold.upload-work', '{"whose":1')
  expect(findWork(on, storage)).toBeNull()
})
