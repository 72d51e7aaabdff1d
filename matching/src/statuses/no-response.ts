import { readDay } from '../shared/calendar.ts'
import { awaitingRequestStatusIds } from './status-sets.ts'
import type { StatusId } from './statuses.ts'

/** A click can reopen such a match. */

/** Days after the gift if no deadline is known, and after the last sent email. */
export const daysUntilNoResponse = 60
export const daysAfterLastMail = 14
const msPerDay = 86_400_000

export type UnansweredMatch = {
  readonly statusId: StatusId
  readonly deadlineAt: Date | null
  readonly donatedAt: string
  /** Null if none was sent. */
  readonly lastMailAt: Date | null
  readonly hasClicked: boolean
  readonly isMailWaiting: boolean
}

export type NoResponseReason = 'expired' | 'not_reached' | 'no_response'

const awaitingIds: readonly StatusId[] = awaitingRequestStatusIds

/** Returns why a match closes now without a reply, or null. A donor without an email only misses the deadline. */
export function noResponseReason(match: UnansweredMatch, now: Date): NoResponseReason | null {
  if (!awaitingIds.includes(match.statusId)) return null
  const { deadlineAt, lastMailAt, hasClicked } = match
  if (deadlineAt !== null) {
    if (now <= deadlineAt) return null
    return lastMailAt === null && !hasClicked ? 'not_reached' : 'expired'
  }
  const donation = readDay(match.donatedAt)
  if (hasClicked || match.isMailWaiting || lastMailAt === null || donation === null) return null
  const isDonationOld = now.getTime() > (donation + daysUntilNoResponse) * msPerDay
  const isMailOld = now.getTime() > lastMailAt.getTime() + daysAfterLastMail * msPerDay
  return isDonationOld && isMailOld ? 'no_response' : null
}

/** Returns whether a click reopens the match. After its deadline it would only close again. */
export const canReopen = (deadlineAt: Date | null, now: Date): boolean => deadlineAt === null || now <= deadlineAt
