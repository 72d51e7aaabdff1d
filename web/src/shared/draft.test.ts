import { expect, it } from 'vitest'
import { memoryStorage } from '../api/storage.testing.ts'
import { dropDraft, findDraft, keepDraft } from './draft.ts'

type Values = {
  readonly mission: string
  readonly phone: string
  readonly causes: readonly number[]
  readonly key: string
}

const start: Values = { mission: '', phone: '', causes: [19], key: '' }
const mine = { form: 'organization', who: '7', about: 3 }

it('restores typed text and the version that it was based on', () => {
  const storage = memoryStorage()
  const values = { ...start, mission: 'New', causes: [19, 25] }
  keepDraft(storage, mine, { version: 4, start, values })
  const now = { ...start, mission: 'Theirs', phone: '1' }
  expect(findDraft(storage, mine, now)).toEqual({
    version: 4,
    start: { ...now, mission: '' },
    values: { ...values, phone: '1' },
  })
})

it('applies only to the same form, person and record, and is gone after drop', () => {
  const storage = memoryStorage()
  keepDraft(storage, mine, { version: 4, start, values: { ...start, mission: 'New' } })
  expect(findDraft(storage, { ...mine, form: 'report' }, start)).toBeNull()
  expect(findDraft(storage, { ...mine, who: '8' }, start)).toBeNull()
  expect(findDraft(storage, { ...mine, about: 4 }, start)).toBeNull()
  dropDraft(storage, mine)
  expect(findDraft(storage, mine, start)).toBeNull()
})

it('never stores a secret, and ignores corrupt storage', () => {
  const storage = memoryStorage()
  keepDraft(storage, mine, { version: 4, start, values: { ...start, key: 'sk_live_1' } }, ['key'])
  expect(storage.all()).toEqual({})
  for (const text of ['{', '{}', '[1]'])
    expect(findDraft(memoryStorage({ 'twofold.organization-draft': text }), mine, start)).toBeNull()
  const odd = { who: '7', about: 3, version: 1, start: {}, typed: { phone: ['x'], other: 'y' } }
  const found = findDraft(memoryStorage({ 'twofold.organization-draft': JSON.stringify(odd) }), mine, start)
  expect(found?.values).toEqual(start)
})
