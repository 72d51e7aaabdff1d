import { type FollowUpKind, isStillTold } from '@twofold/matching'
import { type DecidingFacts, type Decision, decideBy, movedOn, type Sending } from './decide-mail.ts'

/** Final decisions about follow-up mails right before sending. Domain rules, section 8. */

/** A warning is skipped this soon after another mail. The last warning is not. */
const quietDaysBeforeWarning = 5
/** Confirm or decline: the only other links are unsubscribe links, which do not count. */
const answered = 'The donor has clicked the button or the “no” of an email.'

export const decideReminder = (kind: FollowUpKind) => (facts: DecidingFacts, sending: Sending) =>
  decideBy(facts, sending, {
    goneBecause: goneBecause(kind, facts, sending) ?? whyNoReminder(sending),
    isSparable: true,
    isQuestion: true,
    isLimited: true,
    isRepeat: true,
  })

export const decideWarning = (facts: DecidingFacts, sending: Sending): Decision =>
  decideBy(facts, sending, {
    goneBecause: goneBecause('deadline', facts, sending) ?? whyNoWarning(facts, sending),
    isSparable: false,
    isQuestion: true,
    isLimited: true,
    isRepeat: true,
  })

export const decideLastWarning = (facts: DecidingFacts, sending: Sending): Decision =>
  decideBy(facts, sending, {
    goneBecause: goneBecause('deadline_last', facts, sending),
    isSparable: false,
    isQuestion: false,
    isLimited: false,
    isRepeat: true,
  })

function goneBecause(kind: FollowUpKind, { donation }: DecidingFacts, sending: Sending): string | null {
  if (donation.payment === 'paid' || donation.payment === 'part_paid') return 'The match has been paid.'
  return isStillTold(kind, sending.statusId, donation.statusId) ? null : movedOn
}

function whyNoReminder({ hasAnswered, isOvertaken }: Sending): string | null {
  if (hasAnswered) return answered
  return isOvertaken ? 'It has waited so long that the next email about this gift is due.' : null
}

function whyNoWarning({ donation }: DecidingFacts, sending: Sending): string | null {
  if (sending.hasAnswered) return answered
  if (donation.statusId === 28 || donation.statusId === 5) return 'The donor has begun to ask for the match.'
  const last = Math.max(sending.lastAboutOtherDonation?.getTime() ?? 0, sending.lastAboutThis?.getTime() ?? 0)
  const isRecent = last > sending.now.getTime() - quietDaysBeforeWarning * 86_400_000
  return isRecent ? `This address got an email less than ${quietDaysBeforeWarning} days ago.` : null
}
