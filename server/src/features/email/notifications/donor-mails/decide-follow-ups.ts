import { dayAt, type FollowUpKind, isFollowUpStillDue } from '@twofold/matching'
import { type Decision, type DecisionFacts, decideWithRules, matchMovedOn, type SendContext } from './decide-mail.ts'

/** See domain rules, section 8. */

/** A warning is skipped this soon after another mail, except the last one. */
const quietDaysBeforeWarning = 5
/** A reminder is skipped this soon after a mail that listed its gift. */
const quietDaysAfterListing = 3
/** One mail about all gifts replaces the reminders of a month in November and December. */
const quietDaysAtYearEnd = 30
/** Follow-ups are planned while the mail that listed the gift is still being sent. */
const toleranceMs = 3_600_000

export const isYearEnd = (now: Date, timeZone: string): boolean => (dayAt(now, timeZone)?.slice(5, 7) ?? '') >= '11'
/** The only other links are unsubscribe links, which do not count. */
const answered = 'The donor already responded to an email.'

export const decideReminder = (kind: FollowUpKind) => (facts: DecisionFacts, sending: SendContext) =>
  decideWithRules(facts, sending, {
    goneBecause: goneBecause(kind, facts, sending) ?? whyNoReminder(sending),
    isSparable: true,
    isQuestion: true,
    isLimited: true,
    isRepeat: true,
  })

export const decideWarning = (facts: DecisionFacts, sending: SendContext): Decision =>
  decideWithRules(facts, sending, {
    goneBecause: goneBecause('deadline', facts, sending) ?? whyNoWarning(facts, sending),
    isSparable: false,
    isQuestion: true,
    isLimited: true,
    isRepeat: true,
  })

export const decideLastWarning = (facts: DecisionFacts, sending: SendContext): Decision =>
  decideWithRules(facts, sending, {
    goneBecause: goneBecause('deadline_last', facts, sending),
    isSparable: false,
    isQuestion: false,
    isLimited: true,
    mayExceedBy: 1,
    isRepeat: true,
  })

function goneBecause(kind: FollowUpKind, { donation }: DecisionFacts, sending: SendContext): string | null {
  if (donation.payment === 'paid' || donation.payment === 'part_paid') return 'The match has been paid.'
  return isFollowUpStillDue(kind, sending.statusId, donation.statusId) ? null : matchMovedOn
}

function whyNoReminder({ hasAnswered, isOvertaken, lastListedAt, now, timeZone }: SendContext): string | null {
  if (hasAnswered) return answered
  if (isOvertaken) return 'A later email about this gift is already due.'
  const quietDays = isYearEnd(now, timeZone) ? quietDaysAtYearEnd : quietDaysAfterListing
  const isRecent =
    lastListedAt !== null && lastListedAt.getTime() > now.getTime() - quietDays * 86_400_000 + toleranceMs
  return isRecent ? `An email about another gift named this one less than ${quietDays} days ago.` : null
}

function whyNoWarning({ donation }: DecisionFacts, sending: SendContext): string | null {
  if (sending.hasAnswered) return answered
  if (donation.statusId === 28 || donation.statusId === 5) return 'The donor already started the request.'
  const last = Math.max(sending.lastAboutOtherDonation?.getTime() ?? 0, sending.lastAboutThis?.getTime() ?? 0)
  const isRecent = last > sending.now.getTime() - quietDaysBeforeWarning * 86_400_000
  return isRecent ? `This address got an email less than ${quietDaysBeforeWarning} days ago.` : null
}
