import { type DecidingFacts, type Decision, decideBy, movedOn, type Sending } from './decide-mail.ts'

/** Thanks that come later would be strange: last year's report brings none. Days since the employer last paid. */
export const thankedWithinDays = 60

/** Whether a donor is thanked for the money of their employer, asked right before it is said. */
export const decideThanks = (facts: DecidingFacts, sending: Sending): Decision =>
  decideBy(facts, sending, {
    goneBecause: whyNoThanks(facts, sending),
    isSparable: false,
    isQuestion: false,
    isLimited: true,
    isRepeat: true,
  })

function whyNoThanks({ donation }: DecidingFacts, { now, thanksDonors, wantsFewer }: Sending): string | null {
  const isPaid = donation.payment === 'paid' || donation.payment === 'part_paid'
  if (!isPaid || donation.paidOn === null) return 'The employer’s money was taken back.'
  if (donation.statusId !== 1) return movedOn
  if (!thanksDonors) return 'Thank-you emails are switched off under Organization, Settings.'
  if (wantsFewer) return 'The donor wants fewer emails.'
  const isLate = Date.parse(donation.paidOn) < now.getTime() - thankedWithinDays * 86_400_000
  return isLate ? `The money came more than ${thankedWithinDays} days ago.` : null
}
