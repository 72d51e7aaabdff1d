import type { members } from '@twofold/contract'
import { expect, it } from 'vitest'
import { changesOf, formatLastSeen, removalBlockedReason } from './member-text.ts'

const person = (changes: Partial<members.Member> = {}): members.Member => ({
  id: 1,
  name: 'Ada',
  email: 'ada@example.org',
  level: 'admin',
  last_seen_at: null,
  invited_at: null,
  may_sign: false,
  title: '',
  through: null,
  ...changes,
})

it('protects the only admin of an organization, but not of a chapter', () => {
  const all = [person(), person({ id: 2, level: 'write' }), person({ id: 3, through: { id: 9, name: 'Parent' } })]
  expect(removalBlockedReason(person(), all, false)).toMatch(/at least one admin/)
  expect(removalBlockedReason(person(), all, true)).toBeUndefined()
  expect(removalBlockedReason(person(), [...all, person({ id: 4 })], false)).toBeUndefined()
  expect(removalBlockedReason(person({ id: 2, level: 'write' }), all, false)).toBeUndefined()
})

it('sends only the changed fields', () => {
  const as = { may_sign: false, title: '' }
  expect(changesOf(person(), { ...as, name: ' Ada ', level: 'admin' })).toEqual({})
  expect(changesOf(person(), { ...as, name: 'Ada L.', level: 'read' })).toEqual({ name: 'Ada L.', level: 'read' })
  const signer = { may_sign: true, title: 'Treasurer' }
  expect(changesOf(person(), { ...signer, name: 'Ada', level: 'admin' })).toEqual({ signer })
})

it('distinguishes an open invitation from a person who has signed in', () => {
  expect(formatLastSeen(person(), 'UTC')).toBe('Not signed in yet')
  expect(formatLastSeen(person({ invited_at: '2026-06-15T14:00:00Z' }), 'UTC')).toMatch(
    /^Invited .*, not signed in yet$/,
  )
  expect(formatLastSeen(person({ last_seen_at: '2026-06-15T14:00:00Z' }), 'UTC')).toMatch(/^Last sign-in .*2026/)
})
