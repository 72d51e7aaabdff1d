import { expect, it } from 'vitest'
import { memoryStorage } from '../../../api/storage.testing.ts'
import { findMappingDraft, type MappingDraft, type MappingDraftKey, saveMappingDraft } from './mapping-draft.ts'
import { defaultOptions } from './upload-form.ts'

const draftKey: MappingDraftKey = {
  userId: 7,
  organizationId: 3,
  file: { name: 'may.csv', size: 120, lastModified: 1_000 },
  sheet: null,
}
const start: MappingDraft = { choices: { email: 'donor.email' }, options: defaultOptions }
const cell = { row: 2, column: 'date', value: '2026-05-01' }
const fixed: MappingDraft = {
  choices: { email: 'custom.email' },
  options: { ...defaultOptions, corrections: { replace: [], cells: [cell] } },
}

it('restores mappings and corrections for the same file', () => {
  const storage = memoryStorage()
  saveMappingDraft(draftKey, start, fixed, storage)
  expect(findMappingDraft(draftKey, storage)).toMatchObject(fixed)
})

it.each([
  ['a changed file', { file: { ...draftKey.file, lastModified: 2_000 } }],
  ['another sheet', { sheet: 'June' }],
  ['another organization', { organizationId: 4 }],
  ['another person', { userId: 8 }],
])('does not restore work for %s', (_what, other) => {
  const storage = memoryStorage()
  saveMappingDraft(draftKey, start, fixed, storage)
  expect(findMappingDraft({ ...draftKey, ...other }, storage)).toBeNull()
})

it('stores nothing without changes and ignores unreadable data', () => {
  const storage = memoryStorage()
  saveMappingDraft(draftKey, start, fixed, storage)
  saveMappingDraft(draftKey, start, start, storage)
  expect(storage.all()).toEqual({})
  storage.setItem('twofold.upload-work', '{"whose":1')
  expect(findMappingDraft(draftKey, storage)).toBeNull()
})
