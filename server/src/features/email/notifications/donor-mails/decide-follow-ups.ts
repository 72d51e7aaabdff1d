import { type FollowUpKind, isFollowUpStillDue } from '@twofold/matching'
import { type Decision, type DecisionFacts, decideWithRules, matchMovedOn, type SendContext } from './decide-mail.ts'

/** Final decisions about follow-up mails right before sending. Domain rules, section 8. */

/** A warning is skipped this soon after another mail. The last warning is not. */
const quietDaysBeforeWarning = 5
/** Confirm or decline: the only other links are unsubscribe links, which do not count. */
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
    isLimited: false,
    isRepeat: true,
  })

function goneBecause(kind: FollowUpKind, { donation }: DecisionFacts, sending: SendContext): string | null {
  if (donation.payment === 'paid' || donation.payment === 'part_paid') return 'The match has been paid.'
  return isFollowUpStillDue(kind, sending.statusId, donation.statusId) ? null : matchMovedOn
}

function whyNoReminder({ hasAnswered, isOvertaken }: SendContext): string | null {
  if (hasAnswered) return answered
  return isOvertaken ? 'A later email about this gift is already due.' : null
}

function whyNoWarning({ donation }: DecisionFacts, sending: SendContext): string | null {
  if (sending.hasAnswered) return answered
  if (donation.statusId === 28 || donation.statusId === 5) return 'The donor already started the request.'
  const last = Math.max(sending.lastAboutOtherDonation?.getTime() ?? 0, sending.lastAboutThis?.getTime() ?? 0)
  const isRecent = last > sending.now.getTime() - quietDaysBeforeWarning * 86_400_000
  return isRecent ? `This address got an email less than ${quietDaysBeforeWarning} days ago.` : null
}
