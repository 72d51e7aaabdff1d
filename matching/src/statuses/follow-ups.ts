import { awaitingRequestStatusIds, instructedStatusIds } from './status-sets.ts'
import type { StatusId } from './statuses.ts'

export const followUpKinds = ['reminder_1', 'reminder_2', 'deadline', 'deadline_last'] as const
export type FollowUpKind = (typeof followUpKinds)[number]
export type FollowUp = { readonly kind: FollowUpKind; readonly at: Date }

export const followUpDays = {
  /** Days after the first email; halfway to the deadline if that is earlier. */
  reminder1: 3,
  reminder2: 30,
  /** A request for consent is repeated once. */
  consent: 7,
  /** Days before the deadline. */
  deadline: 21,
  deadlineLast: 7,
} as const

/** A deadline is the end of its day. Warnings go out in the morning. */
const morningHoursBefore = 14
const msPerHour = 3_600_000
const msPerDay = 24 * msPerHour

export type NotifiedMatch = {
  readonly statusId: number
  /** Null if the first email was skipped because the donor had received enough. Deadline warnings are still sent. */
  readonly sentAt: Date | null
  readonly deadlineAt: Date | null
}

/** Returns follow-ups in order, including past ones. A second reminder must follow the first. */
export function followUpsOf({ statusId, sentAt, deadlineAt }: NotifiedMatch): FollowUp[] {
  if (statusId === 24) return sentAt ? [{ kind: 'reminder_1', at: daysAfter(sentAt, followUpDays.consent) }] : []
  if (!isOneOf(instructedStatusIds, statusId)) return []
  const followUps = [...(sentAt ? remindersOf(sentAt, deadlineAt) : []), ...(deadlineAt ? warningsOf(deadlineAt) : [])]
  return followUps
    .filter(({ at }) => (sentAt === null || at > sentAt) && (deadlineAt === null || at <= deadlineAt))
    .sort((a, b) => a.at.getTime() - b.at.getTime())
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
 * Returns whether a follow-up about `emailedStatusId` still applies in `statusId`. Deadline warnings go to all donors
 * without a request.
 */
export function isFollowUpStillDue(kind: FollowUpKind, emailedStatusId: number, statusId: StatusId | number): boolean {
  if (kind === 'deadline' || kind === 'deadline_last') return isOneOf(awaitingRequestStatusIds, statusId)
  return statusId === emailedStatusId || (statusId === 28 && isOneOf(instructedStatusIds, emailedStatusId))
}
