import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { followUpsOf, isFollowUpStillDue } from '../index.ts'

const sentAt = new Date('2026-06-01T14:00:00Z')
const followUpsWith = (deadline: string | null, more: object = {}) =>
  followUpsOf({ statusId: 7, sentAt, deadlineAt: deadline === null ? null : new Date(deadline), ...more }).map(
    ({ kind, at }) => `${kind} ${at.toISOString().slice(0, 16)}`,
  )

describe('follow-up emails to a donor', () => {
  test('without a deadline: after 3 and after 30 days', () => {
    expect(followUpsWith(null)).toEqual(['reminder_1 2026-06-04T14:00', 'reminder_2 2026-07-01T14:00'])
  })
  test('with a distant deadline: also 21 and 7 days before it, in the morning', () => {
    expect(followUpsWith('2026-12-31T23:59:59.999Z')).toEqual([
      'reminder_1 2026-06-04T14:00',
      'reminder_2 2026-07-01T14:00',
      'deadline 2026-12-10T09:59',
      'deadline_last 2026-12-24T09:59',
    ])
  })
  test('with a near deadline: halfway to it, if that is before day 30', () => {
    expect(followUpsWith('2026-07-11T14:00:00Z')).toEqual([
      'reminder_1 2026-06-04T14:00',
      'deadline 2026-06-20T00:00',
      'reminder_2 2026-06-21T14:00',
      'deadline_last 2026-07-04T00:00',
    ])
  })
  test('shortly before it: no second reminder before the first, and no past warning', () => {
    expect(followUpsWith('2026-06-06T23:59:59.999Z')).toEqual(['reminder_1 2026-06-04T14:00'])
    expect(followUpsWith('2026-06-03T23:59:59.999Z')).toEqual([])
  })
  test('request for consent: once more after a week; information without a match: none', () => {
    expect(followUpsWith('2026-12-31T23:59:59.999Z', { statusId: 24 })).toEqual(['reminder_1 2026-06-08T14:00'])
    for (const statusId of [9, 10, 11, 15, 19, 23])
      expect(followUpsWith('2026-12-31T23:59:59.999Z', { statusId })).toEqual([])
  })
  test('first email skipped because of many recent emails: only the warnings', () => {
    const kinds = followUpsWith('2026-12-31T23:59:59.999Z', { sentAt: null }).map((line) => line.split(' ')[0])
    expect(kinds).toEqual(['deadline', 'deadline_last'])
  })
  test('each is sent once, after the first email and before the deadline', () => {
    fc.assert(
      fc.property(fc.integer({ min: -60, max: 900 }), (days) => {
        const deadlineAt = new Date(sentAt.getTime() + days * 86_400_000)
        const found = followUpsOf({ statusId: 25, sentAt, deadlineAt })
        expect(new Set(found.map(({ kind }) => kind)).size).toBe(found.length)
        expect(found.every(({ at }) => at > sentAt && at <= deadlineAt)).toBe(true)
        const at = (kind: string) =>
          found.find((followUp) => followUp.kind === kind)?.at.getTime() ?? Number.POSITIVE_INFINITY
        if (at('reminder_2') < Number.POSITIVE_INFINITY) expect(at('reminder_1')).toBeLessThan(at('reminder_2'))
      }),
    )
  })
})

test('a reminder no longer applies after the status changed', () => {
  expect(isFollowUpStillDue('reminder_1', 7, 7)).toBe(true)
  expect(isFollowUpStillDue('reminder_2', 7, 28)).toBe(true)
  expect(isFollowUpStillDue('reminder_2', 7, 8)).toBe(false)
  expect(isFollowUpStillDue('reminder_2', 25, 5)).toBe(false)
  expect(isFollowUpStillDue('reminder_1', 24, 28)).toBe(false)
  expect(isFollowUpStillDue('deadline_last', 25, 5)).toBe(true)
  for (const statusId of [1, 3, 4, 20, 21, 11]) expect(isFollowUpStillDue('deadline_last', 7, statusId)).toBe(false)
})
