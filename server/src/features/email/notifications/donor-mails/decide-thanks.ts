import { type Decision, type DecisionFacts, decideWithRules, matchMovedOn, type SendContext } from './decide-mail.ts'

/** Days since the last payment. Later thanks, as for last year's report, would be strange. */
export const thankedWithinDays = 60

export const decideThanks = (facts: DecisionFacts, sending: SendContext): Decision =>
  decideWithRules(facts, sending, {
    goneBecause: whyNoThanks(facts, sending),
    isSparable: false,
    isQuestion: false,
    isLimited: true,
    isRepeat: true,
  })

function whyNoThanks({ donation }: DecisionFacts, { now, thanksDonors, wantsFewer }: SendContext): string | null {
  const isPaid = donation.payment === 'paid' || donation.payment === 'part_paid'
  if (!isPaid || donation.paidOn === null) return 'The employer’s payment was reversed.'
  if (donation.statusId !== 1) return matchMovedOn
  if (!thanksDonors) return 'Thank-you emails are turned off under Organization, Settings.'
  if (wantsFewer) return 'The donor wants fewer emails.'
  const isLate = Date.parse(donation.paidOn) < now.getTime() - thankedWithinDays * 86_400_000
  return isLate ? `The payment arrived more than ${thankedWithinDays} days ago.` : null
}
