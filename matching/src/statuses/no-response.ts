import { readDay } from '../shared/calendar.ts'
import { awaitingRequestStatusIds } from './status-sets.ts'
import type { StatusId } from './statuses.ts'

/** When a match closes without a reply, and when a click reopens it. */

/** Days after the gift if no deadline is known, and days after the last sent email. */
export const daysUntilNoResponse = 60
export const daysAfterLastMail = 14
const msPerDay = 86_400_000

export type UnansweredMatch = {
  readonly statusId: StatusId
  readonly deadlineAt: Date | null
  readonly donatedAt: string
  /** The last email that was actually sent. Null if there was none. */
  readonly lastMailAt: Date | null
  /** The donor clicked in an email or on their page. */
  readonly hasClicked: boolean
  /** An email is waiting to be sent. */
  readonly isMailWaiting: boolean
}

export type NoResponseReason = 'expired' | 'not_reached' | 'no_response'

/** Statuses in which the donor should act. */
const waitsForDonor: readonly StatusId[] = awaitingRequestStatusIds

/**
 * Returns the reason why a match closes now without a reply, or null. A donor who was never emailed did not ignore
 * anything. Such a match closes only at its deadline, as not reached.
 */
export function noResponseReason(match: UnansweredMatch, now: Date): NoResponseReason | null {
  if (!waitsForDonor.includes(match.statusId)) return null
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

/** Returns whether a click reopens a match without a reply. After its deadline it would only close again. */
export const canReopen = (deadlineAt: Date | null, now: Date): boolean => deadlineAt === null || now <= deadlineAt
