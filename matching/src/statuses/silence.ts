import { readDay } from '../shared/calendar.ts'
import { askingStatusIds } from './status-sets.ts'
import type { StatusId } from './statuses.ts'

/** When silence closes a match, and when a click opens it again. */

/** Days after the gift, where no deadline is known, and after the last mail that was really sent. */
export const daysUntilNoResponse = 60
export const daysAfterLastMail = 14
const msPerDay = 86_400_000

export type SilentMatch = {
  readonly statusId: StatusId
  readonly deadlineAt: Date | null
  readonly donatedAt: string
  /** The last mail that was really sent; null: none ever was. */
  readonly lastMailAt: Date | null
  /** The donor clicked in a mail or on their page. */
  readonly hasClicked: boolean
  /** One waits to be sent. */
  readonly isMailWaiting: boolean
}

export type SilenceReason = 'expired' | 'not_reached' | 'no_response'

/** At these the donor should act. */
const waitsForDonor: readonly StatusId[] = askingStatusIds

/**
 * Why a match closes now for want of an answer; null: it does not. Whoever was never written to has not kept silent: such
 * a match closes at its deadline only, and says that the donor was not reached.
 */
export function silenceOf(match: SilentMatch, now: Date): SilenceReason | null {
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

/** May a click bring an unanswered match back? Not after its deadline: it would only close again. */
export const mayComeBack = (deadlineAt: Date | null, now: Date): boolean => deadlineAt === null || now <= deadlineAt
