import { askingStatusIds, toldStatusIds } from './status-sets.ts'
import type { StatusId } from './statuses.ts'

/** What donors are told again about a match after its first mail, and when. */

export const followUpKinds = ['reminder_1', 'reminder_2', 'deadline', 'deadline_last'] as const
export type FollowUpKind = (typeof followUpKinds)[number]
export type FollowUp = { readonly kind: FollowUpKind; readonly at: Date }

export const followUpDays = {
  /** After the first mail; the second one half-way to the deadline, where that is sooner. */
  reminder1: 3,
  reminder2: 30,
  /** Asked for consent, a donor is asked once more. */
  consent: 7,
  /** Before the deadline. */
  deadline: 21,
  deadlineLast: 7,
} as const

/** A deadline is the end of its day; its warnings go out in the morning of theirs. */
const morningHoursBefore = 14
const msPerHour = 3_600_000
const msPerDay = 24 * msPerHour

export type ToldMatch = {
  /** Of which the first mail spoke. */
  readonly statusId: number
  /** Null: it was not sent, because the donor had enough mails of late. They are still warned. */
  readonly sentAt: Date | null
  readonly deadlineAt: Date | null
}

/** In the order in which they go out; some may be past already. A second reminder that would not come after the first is none. */
export function followUpsOf({ statusId, sentAt, deadlineAt }: ToldMatch): FollowUp[] {
  if (statusId === 24) return sentAt ? [{ kind: 'reminder_1', at: daysAfter(sentAt, followUpDays.consent) }] : []
  if (!isOneOf(toldStatusIds, statusId)) return []
  const found = [...(sentAt ? remindersOf(sentAt, deadlineAt) : []), ...(deadlineAt ? warningsOf(deadlineAt) : [])]
  return found
    .filter(({ at }) => (sentAt === null || at > sentAt) && (deadlineAt === null || at <= deadlineAt))
    .sort((one, other) => one.at.getTime() - other.at.getTime())
}

function remindersOf(sentAt: Date, deadlineAt: Date | null): FollowUp[] {
  const first = daysAfter(sentAt, followUpDays.reminder1)
  const late = daysAfter(sentAt, followUpDays.reminder2)
  const halfWay = deadlineAt && new Date((sentAt.getTime() + deadlineAt.getTime()) / 2)
  const second = halfWay && halfWay < late ? halfWay : late
  return [{ kind: 'reminder_1', at: first }, ...(second > first ? [{ kind: 'reminder_2', at: second } as const] : [])]
}

function warningsOf(deadlineAt: Date): FollowUp[] {
  const before = (days: number) => new Date(deadlineAt.getTime() - days * msPerDay - morningHoursBefore * msPerHour)
  return [
    { kind: 'deadline', at: before(followUpDays.deadline) },
    { kind: 'deadline_last', at: before(followUpDays.deadlineLast) },
  ]
}

const daysAfter = (moment: Date, days: number): Date => new Date(moment.getTime() + days * msPerDay)
const isOneOf = (ids: readonly number[], id: number): boolean => ids.includes(id)

/**
 * Whether a match that is at `statusId` by now is still where a follow-up of a mail about `toldStatusId` speaks of it. Who
 * opened the instructions (28) is reminded as before; before a deadline, whoever has not asked yet is.
 */
export function isStillTold(kind: FollowUpKind, toldStatusId: number, statusId: StatusId | number): boolean {
  if (kind === 'deadline' || kind === 'deadline_last') return isOneOf(askingStatusIds, statusId)
  return statusId === toldStatusId || (statusId === 28 && isOneOf(toldStatusIds, toldStatusId))
}
