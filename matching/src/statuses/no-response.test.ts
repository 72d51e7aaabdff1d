import { describe, expect, test } from 'vitest'
import { canReopen, noResponseReason, type UnansweredMatch } from '../index.ts'

const now = new Date('2026-06-20T12:00:00Z')
const match: UnansweredMatch = {
  statusId: 7,
  deadlineAt: null,
  donatedAt: '2026-04-01 10:00:00',
  lastMailAt: new Date('2026-05-20T12:00:00Z'),
  hasClicked: false,
  isMailWaiting: false,
}
const past = new Date('2026-06-19T03:59:59.999Z')
const ahead = new Date('2026-07-19T03:59:59.999Z')

describe('the reason why a match closes without a reply', () => {
  test.each<[string, Partial<UnansweredMatch>, string | null]>([
    ['60 days after the gift and 14 after the last mail', {}, 'no_response'],
    ['the gift is too recent', { donatedAt: '2026-05-01' }, null],
    ['the last mail is too recent', { lastMailAt: new Date('2026-06-10T12:00:00Z') }, null],
    ['a mail waits to be sent', { isMailWaiting: true }, null],
    ['the donor clicked', { hasClicked: true }, null],
    ['no mail was ever sent', { lastMailAt: null }, null],
    ['before the deadline', { deadlineAt: ahead }, null],
    ['after the deadline', { deadlineAt: past }, 'expired'],
    ['after the deadline, regardless of clicks', { deadlineAt: past, statusId: 28, hasClicked: true }, 'expired'],
    ['after the deadline, if no mail was sent', { deadlineAt: past, lastMailAt: null }, 'not_reached'],
    ['the employer must act', { deadlineAt: past, statusId: 4 }, null],
    ['the nonprofit must act', { deadlineAt: past, statusId: 3 }, null],
    ['a series is still collecting gifts', { deadlineAt: past, statusId: 22 }, null],
  ])('%s', (_case, change, reason) => {
    expect(noResponseReason({ ...match, ...change }, now)).toBe(reason)
  })
})

test('a click reopens a match without a reply before its deadline, not after it', () => {
  expect(canReopen(ahead, now)).toBe(true)
  expect(canReopen(null, now)).toBe(true)
  expect(canReopen(past, now)).toBe(false)
})
