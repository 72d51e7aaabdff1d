import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  actions,
  evaluatedStatusIds,
  findMove,
  isMoveAllowed,
  keepProgress,
  levels,
  type MoveAction,
  type MoveActor,
  moves,
  previousStatusAfter,
  restoredStatus,
  type StatusId,
  signedStatus,
  statusIds,
  whyForbidden,
  whyUnexpected,
} from '../index.ts'

const cases: readonly [MoveAction, StatusId | null, StatusId, MoveActor, boolean][] = [
  ['create', null, 7, 'import', true],
  ['create', 7, 8, 'import', false],
  ['consent', 24, 7, 'donor', true],
  ['decline', 24, 21, 'donor', true],
  ['consent', 23, 7, 'donor', false],
  ['give_employer', 23, 25, 'donor', true],
  ['evaluate', 9, 7, 'system', true],
  ['evaluate', 17, 7, 'system', true],
  ['evaluate', 21, 7, 'write', true],
  ['evaluate', 4, 7, 'write', false],
  ['give_employer', 4, 7, 'write', true],
  ['give_employer', 4, 7, 'donor', false],
  ['give_employer', 4, 7, 'import', false],
  ['give_employer', 1, 7, 'write', false],
  ['evaluate', 1, 7, 'system', false],
  ['evaluate', 3, 11, 'system', false],
  ['open_signing', 25, 5, 'donor', true],
  ['sign', 5, 3, 'donor', true],
  ['sign', 5, 4, 'donor', true],
  ['sign', 6, 4, 'donor', false],
  ['open_instructions', 7, 28, 'donor', true],
  ['open_instructions', 8, 28, 'donor', true],
  ['open_instructions', 20, 28, 'donor', true],
  ['open_instructions', 25, 28, 'donor', false],
  ['submit', 6, 4, 'donor', true],
  ['submit', 28, 4, 'donor', true],
  ['submit', 25, 4, 'donor', true],
  ['submit', 25, 4, 'write', true],
  ['submit', 24, 4, 'donor', false],
  ['submit', 1, 4, 'write', false],
  ['submit', 4, 4, 'write', false],
  ['submit', 9, 4, 'write', true],
  ['submit', 9, 4, 'read', false],
  ['submit', 9, 4, 'super', true],
  ['submit', 9, 4, 'donor', false],
  ['submit', 12, 4, 'write', false],
  ['submit', 14, 4, 'write', false],
  ['verify', 3, 4, 'write', true],
  ['ask_to_verify', 4, 3, 'write', true],
  ['ask_to_verify', 7, 3, 'write', true],
  ['ask_to_verify', 1, 3, 'write', false],
  ['ask_to_verify', 7, 3, 'donor', false],
  ['complete', 4, 1, 'system', true],
  ['complete', 7, 1, 'system', true],
  ['complete', 22, 1, 'system', true],
  ['complete', 11, 1, 'system', false],
  ['complete', 7, 1, 'donor', false],
  ['refuse', 4, 11, 'write', true],
  ['refuse', 28, 11, 'system', true],
  ['refuse', 12, 11, 'system', false],
  ['refuse', 1, 11, 'write', false],
  ['expire', 28, 20, 'system', true],
  ['expire', 3, 20, 'system', false],
  ['expire', 4, 20, 'system', false],
  ['expire', 7, 20, 'donor', false],
  ['release', 22, 25, 'write', true],
  ['release', 22, 10, 'write', true],
  ['release', 22, 11, 'system', true],
  ['release', 7, 25, 'write', false],
  ['cancel', 11, 12, 'write', true],
  ['cancel', 16, 12, 'write', false],
  ['no_charge', 20, 13, 'write', true],
  ['no_charge', 11, 13, 'write', false],
  ['refund', 1, 16, 'write', true],
  ['refund', 24, 16, 'write', false],
  ['restore', 12, 7, 'write', true],
  ['restore', 12, 13, 'write', false],
  ['restore', 12, 7, 'donor', false],
  ['silence', 7, 7, 'write', true],
  ['silence', 7, 8, 'write', false],
  ['silence', 7, 7, 'read', false],
  ['edit', 4, 7, 'admin', false],
]

test.each(cases)('%s from %s to %s by %s: %s', (action, from, to, by, isAllowed) => {
  expect(isMoveAllowed(action, from, to, by)).toBe(isAllowed)
})

const anyStatus = fc.constantFrom<StatusId>(...statusIds)
const anyMover = fc.constantFrom<MoveActor>('system', 'donor', 'import', ...levels)
const anyAction = fc.constantFrom<MoveAction>(...moves.map(({ action }) => action))

test('an action is found from a status exactly if it leads to an allowed status', () => {
  fc.assert(
    fc.property(anyStatus, anyMover, anyAction, (from, by, action) => {
      const move = findMove(action, from, by)
      expect(move !== null).toBe(statusIds.some((to) => isMoveAllowed(action, from, to, by)))
      if (move) expect(move.to.length).toBeGreaterThan(0)
    }),
  )
})

test('every status is reachable, and every status except completed has an exit other than cancel', () => {
  const reached = new Set(moves.filter(({ action }) => action !== 'create').flatMap(({ to }) => to))
  expect(statusIds.filter((id) => !reached.has(id))).toEqual([])
  const voidingActions: readonly MoveAction[] = ['cancel', 'no_charge', 'refund', 'silence', 'unsilence']
  const deadEnds = statusIds.filter(
    (id) => !moves.some(({ action, from }) => from.includes(id) && !voidingActions.includes(action)),
  )
  expect(deadEnds).toEqual([1])
})

describe('canceled, no charge, and refunded', () => {
  test('return only to the previous status', () => {
    expect(restoredStatus(12, 7)).toBe(7)
    expect(restoredStatus(16, 4)).toBe(4)
    expect(restoredStatus(13, null)).toBeNull()
    expect(restoredStatus(7, 6)).toBeNull()
    expect(restoredStatus(12, 16)).toBeNull()
  })

  test('keep the previous status through a whole round trip', () => {
    fc.assert(
      fc.property(anyStatus, fc.constantFrom<MoveAction>('cancel', 'no_charge', 'refund'), (from, action) => {
        const move = findMove(action, from, 'write')
        const to = move?.to[0]
        if (!to) return
        const previous = previousStatusAfter(from, to, null)
        const restored = restoredStatus(to, previous)
        expect(restored).toBe(from)
        expect(restored !== null && isMoveAllowed('restore', to, restored, 'write')).toBe(true)
        expect(previousStatusAfter(to, from, previous)).toBeNull()
      }),
    )
  })
})

test('a form that the nonprofit also signs goes to the nonprofit first', () => {
  expect(signedStatus(true)).toBe(3)
  expect(signedStatus(false)).toBe(4)
})

test('a second evaluation keeps the donor’s progress', () => {
  expect(keepProgress(28, 7)).toBe(28)
  expect(keepProgress(5, 25)).toBe(5)
  expect(keepProgress(28, 11)).toBe(11)
  expect(keepProgress(7, 8)).toBe(8)
  fc.assert(
    fc.property(anyStatus, fc.constantFrom<StatusId>(...evaluatedStatusIds), (current, evaluated) => {
      expect([current, evaluated]).toContain(keepProgress(current, evaluated))
    }),
  )
})

test('staff may press Submitted in every status open to the donor, with an explanation if unexpected', () => {
  const from = statusIds.filter((id) => findMove('submit', id, 'write'))
  expect(from.toSorted((a, b) => a - b)).toEqual([2, 3, 5, 6, 7, 8, 9, 10, 11, 20, 21, 22, 23, 24, 25, 28])
  const expected = from.filter((id) => whyUnexpected('submit', id) === null)
  expect(expected.toSorted((a, b) => a - b)).toEqual([3, 5, 6, 7, 8, 25, 28])
})

test('an employer’s decision is possible from every status with a possible request', () => {
  for (const action of ['complete', 'refuse'] as const) {
    const from = statusIds.filter((id) => findMove(action, id, 'system'))
    expect(from.toSorted((a, b) => a - b)).toEqual([3, 4, 5, 6, 7, 8, 9, 20, 21, 22, 25, 28])
  }
})

test('every action leads to the status in the table', () => {
  for (const { action, to } of moves) {
    const { leadsTo } = actions[action]
    if (typeof leadsTo === 'number') expect(to).toEqual([leadsTo])
    else expect(to.length).toBeGreaterThan(1)
  }
})

test('a match at the employer does not start over, and the refusal states the reason', () => {
  expect(findMove('evaluate', 4, 'super')).toBeNull()
  expect(whyForbidden('evaluate', 4)).toContain('The company already has the request')
  expect(whyForbidden('edit', 1)).toContain('approved or paid')
  expect(whyForbidden('decline', 4)).toBe('“Submitted” matches can’t be declined.')
})
