import type { donations } from '@twofold/contract'
import { expect, it } from 'vitest'
import { timelineOf } from './timeline.ts'

type Detail = donations.DonationDetail

const now = new Date('2026-05-04T09:00:00Z')

const event = (more: Partial<Detail['events'][number]>): Detail['events'][number] => ({
  at: '2026-05-01T10:00:00Z',
  action: 'create',
  from_status_id: null,
  to_status_id: 7,
  reason_code: '',
  changes: [],
  why: '',
  actor: 'import',
  user_name: 'Ines Falk',
  ...more,
})
const mail = (more: Partial<Detail['notifications'][number]>): Detail['notifications'][number] => ({
  id: 1,
  created_at: '2026-05-01T10:00:00Z',
  kind: 'initial',
  state: 'sent',
  problem: null,
  subject: 'Double your gift',
  send_at: '2026-05-01T14:00:00Z',
  sent_at: '2026-05-01T14:00:00Z',
  dropped_at: null,
  first_open: null,
  first_click: null,
  bounced: false,
  ...more,
})

it('lists all events, newest first, with their actors', () => {
  const items = timelineOf(
    {
      events: [
        event({}),
        event({
          at: '2026-05-03T09:00:00Z',
          action: 'edit',
          from_status_id: 7,
          actor: 'user',
          changes: [{ field: 'amount', from: 10, to: 40 }],
        }),
      ],
      notifications: [mail({ first_open: '2026-05-02T08:00:00Z', first_click: '2026-05-02T08:01:00Z' })],
      notes: [{ id: 5, at: '2026-05-02T12:00:00Z', text: 'Called', user_id: 1, user_name: 'Otis' }],
    },
    now,
  )
  expect(items.map(({ what, by }) => (by ? `${what} by ${by}` : what))).toEqual([
    'Edited this match by Ines Falk',
    'Note by Otis',
    'Clicked the email by the donor',
    'Opened the email by the donor',
    'Emailed the donor',
    'Recorded by Ines Falk (upload)',
  ])
  expect(items[0]).toMatchObject({ details: ['Amount: 10 → 40'], isMove: false })
  expect(items[4]?.details).toEqual(['Double your gift'])
})

it('explains an unsent email and omits queued ones', () => {
  const items = timelineOf(
    {
      events: [],
      notifications: [
        mail({ state: 'skipped', sent_at: null, problem: 'The match is silenced.' }),
        mail({ id: 2, state: 'queued', sent_at: null }),
      ],
      notes: [],
    },
    now,
  )
  expect(items).toMatchObject([{ what: 'Email not sent', details: ['Double your gift', 'The match is silenced.'] }])
})

it('dates an email dropped before it was due by the change that dropped it', () => {
  const moved = event({ at: '2026-05-04T08:00:00Z', action: 'edit', from_status_id: 7, to_status_id: 2, actor: 'user' })
  const dropped = mail({ state: 'skipped', send_at: '2026-05-05T12:00:00Z', sent_at: null })
  const items = timelineOf({ events: [event({}), moved], notifications: [dropped], notes: [] }, now)
  expect(items.map(({ what, at }) => [what, at])).toEqual([
    ['Email not sent', '2026-05-04T08:00:00Z'],
    ['Edited this match', '2026-05-04T08:00:00Z'],
    ['Recorded', '2026-05-01T10:00:00Z'],
  ])
})

it('dates an email dropped by staff by their action, never before its creation', () => {
  const created_at = '2026-05-02T09:00:00Z'
  const unsent = mail({ created_at, state: 'skipped', send_at: '2026-05-05T12:00:00Z', sent_at: null })
  const timeOf = (more: Partial<typeof unsent>) =>
    timelineOf({ events: [event({})], notifications: [{ ...unsent, ...more }], notes: [] }, now)[0]?.at
  const dropped_at = '2026-05-03T07:00:00Z'
  expect(timeOf({ dropped_at })).toBe(dropped_at)
  expect(timeOf({ dropped_at, send_at: '2026-05-04T08:00:00Z' })).toBe(dropped_at)
  expect(timeOf({})).toBe(created_at)
})
