import type { mails } from '@twofold/contract'
import { expect, test } from 'vitest'
import { describeContents, describeLimits, formatDays, needsConfirmation, outgoingSentence } from './mail-text.ts'
import { formatDelay, formatSendTime } from './schedule-text.ts'

const review: mails.SendReview = {
  mails: 623,
  held: 0,
  first_at: '2026-06-15T20:06:00.000Z',
  last_at: '2026-06-18T20:06:00.000Z',
  not_sent: [],
  waits_because: null,
  sample: null,
  is_whole: true,
}
const now = new Date('2026-06-15T19:36:00Z')
const sentenceOf = (changes: Partial<mails.SendReview>) =>
  outgoingSentence({ ...review, ...changes }, 'America/New_York', now).replaceAll(' ', ' ')

test('describes the number and time of emails in one sentence', () => {
  expect(sentenceOf({})).toBe('623 donor emails will go out, starting at 4:06 PM.')
  expect(sentenceOf({ mails: 1 })).toBe('1 donor email will go out at 4:06 PM.')
  expect(sentenceOf({ last_at: review.first_at })).toBe('623 donor emails will go out at 4:06 PM.')
  expect(sentenceOf({ first_at: '2026-06-16T12:00:00.000Z' })).toBe(
    '623 donor emails will go out, starting on Jun 16, 8:00 AM.',
  )
  expect(sentenceOf({ is_whole: false })).toContain('At least 623')
  expect(sentenceOf({ waits_because: 'held' })).toBe('623 donor emails are waiting.')
  expect(sentenceOf({ held: 600 })).toContain('23 donor emails will go out')
  expect(sentenceOf({ held: 600, waits_because: 'bounces' })).toBe('23 donor emails are waiting.')
  expect(sentenceOf({ held: 623 })).toBe('No donor emails will go out.')
  expect(sentenceOf({ held: 623, waits_because: 'directory' })).toBe('623 donor emails are waiting.')
  expect(sentenceOf({ mails: 0, first_at: null })).toBe('No donor emails will go out.')
})

test('groups emails by purpose', () => {
  const about = [
    { template_id: 19, mails: 1 },
    { template_id: 9, mails: 560 },
    { template_id: 7, mails: 400 },
    { template_id: 25, mails: 79 },
  ]
  expect(describeContents({ about })).toEqual([
    '479 with match instructions',
    '560 asking donors about their employers’ programs',
    '1 about a gift that won’t be matched',
  ])
  expect(describeContents({ about: about.slice(2) })).toEqual([])
  expect(describeContents({})).toEqual([])
})

test('asks again above 100 emails unless they wait', () => {
  expect(needsConfirmation({ ...review, mails: 100 })).toBe(false)
  expect(needsConfirmation({ ...review, mails: 101 })).toBe(true)
  expect(needsConfirmation({ ...review, waits_because: 'bounces' })).toBe(false)
  expect(needsConfirmation({ ...review, waits_because: 'directory' })).toBe(true)
})

test('lists emails by day when a limit spreads them', () => {
  const days = [50, 100, 500, 1_000, 300].map((mails, at) => ({ day: `2026-06-${15 + at}`, mails }))
  expect(formatDays(days.slice(0, 2), '2026-06-15')).toBe('50 today, 100 tomorrow')
  expect(formatDays(days.slice(0, 1), null)).toBe('50 on Jun 15, 2026')
  expect(formatDays(days, '2026-06-14')).toBe(
    '50 tomorrow, 100 on Jun 16, 500 on Jun 17, 1,000 on Jun 18, 300 after that, the last on Jun 19',
  )
})

test('uses the organization’s time zone to detect today', () => {
  const when = (send_at: string, zone = 'America/New_York') =>
    formatSendTime({ send_at }, zone, now).replaceAll(/\s/g, ' ')
  expect(when('2026-06-15T20:06:00.000Z')).toBe('Today, 4:06 PM')
  expect(when('2026-06-16T03:59:00.000Z')).toBe('Today, 11:59 PM')
  expect(when('2026-06-16T04:00:00.000Z')).toBe('Jun 16, 12:00 AM')
  expect(when('2026-06-16T03:59:00.000Z', 'UTC')).toBe('Jun 16, 3:59 AM')
})

test('describes the new sending domain without claiming the organization owns it', () => {
  const delayText = formatDelay({
    ...{ key: 'planned-1', kind: 'initial', status_id: 7, send_at: '2026-06-16T12:00:00.000Z', waits: true },
    ...{ why_waits: 'warm_up', donation_id: 1, donor_id: 1, donor_name: '', donor_email: '', company: '' },
    ...{ state: 'goes', why_not: null },
  })
  expect(delayText).toContain('Delayed because the sending domain is new')
  expect(delayText).not.toContain('your domain')
})

test('states the limits of emails to one donor', () => {
  expect(describeLimits(6)).toContain('one email a day, between 8 AM and 8 PM, and at most 6 in 90 days')
  expect(describeLimits(undefined)).toContain('as many as each organization allows in 90 days')
})
