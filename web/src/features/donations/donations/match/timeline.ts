import type { donations } from '@twofold/contract'
import { describeAction, describeActor, describeChange, describeMailKind, describeReason } from './match-text.ts'

type Detail = donations.DonationDetail
type Note = Detail['notes'][number]

export type TimelineItem = {
  readonly key: string
  readonly at: string
  readonly what: string
  /** Text after "by"; undefined if `what` already names the actor. */
  readonly by?: string
  readonly details: readonly string[]
  readonly statusId?: number
  readonly isMove?: boolean
  readonly kind: 'event' | 'mail' | 'reaction' | 'note'
  readonly note?: Note
  readonly mailId?: number
}

export function timelineOf(
  { events, notifications, notes }: Pick<Detail, 'events' | 'notifications' | 'notes'>,
  now: Date,
): TimelineItem[] {
  const lastMove = events
    .map(({ at }) => at)
    .toSorted()
    .at(-1)
  const items = [
    ...events.map(
      (event, step): TimelineItem => ({
        key: `event ${step}`,
        at: event.at,
        what: describeAction(event.action),
        by: describeActor(event),
        details: [
          ...(event.reason_code ? [describeReason(event.reason_code)] : []),
          ...(event.why ? [event.why] : []),
          ...event.changes.map(describeChange),
        ],
        statusId: event.to_status_id,
        isMove: event.from_status_id !== event.to_status_id,
        kind: 'event',
      }),
    ),
    ...notifications.flatMap((mail) => mailItems(mail, now, lastMove)),
    ...notes.map(
      (note): TimelineItem => ({
        key: `note ${note.id}`,
        at: note.at,
        what: 'Note',
        by: note.user_name,
        details: [],
        kind: 'note',
        note,
      }),
    ),
  ]
  // An email follows the change that caused it.
  return items
    .map((item, index) => ({ item, index }))
    .sort((a, b) => Date.parse(b.item.at) - Date.parse(a.item.at) || b.index - a.index)
    .map(({ item }) => item)
}

/** Omits queued emails. A dropped email has the time of what dropped it, but never before its creation. */
function mailItems(mail: Detail['notifications'][number], now: Date, lastMove = mail.created_at): TimelineItem[] {
  const name = mail.subject || describeMailKind(mail.kind)
  const item = (key: string, at: string | null, rest: Omit<TimelineItem, 'key' | 'at' | 'details'>): TimelineItem[] =>
    at === null ? [] : [{ key: `${key} ${mail.id}`, at, details: [name], ...rest }]
  const whenUnsent = (): string => {
    if (mail.dropped_at !== null) return mail.dropped_at
    if (Date.parse(mail.send_at) <= now.getTime()) return mail.send_at
    return Date.parse(lastMove) > Date.parse(mail.created_at) ? lastMove : mail.created_at
  }
  const isUnsent = mail.state === 'failed' || mail.state === 'skipped'
  return [
    ...item('sent', mail.sent_at, { what: 'Emailed the donor', kind: 'mail', mailId: mail.id }),
    ...(isUnsent && mail.sent_at === null
      ? [
          {
            key: `unsent ${mail.id}`,
            at: whenUnsent(),
            what: mail.state === 'failed' ? 'Email failed' : 'Email not sent',
            details: [name, ...(mail.problem ? [mail.problem] : [])],
            kind: 'mail' as const,
          },
        ]
      : []),
    ...item('opened', mail.first_open, { what: 'Opened the email', by: 'the donor', kind: 'reaction' }),
    ...item('clicked', mail.first_click, { what: 'Clicked the email', by: 'the donor', kind: 'reaction' }),
  ]
}
