import { type Decision, type DecisionFacts, decideWithRules, type SendContext } from './decide-mail.ts'

export const decideMessage = (facts: DecisionFacts, sending: SendContext): Decision =>
  decideWithRules(facts, sending, {
    goneBecause:
      facts.donation.reasonCode === 'unconfirmed_request' ? 'The donor hasn’t confirmed this match request yet.' : null,
    isSparable: true,
    isQuestion: false,
    isLimited: true,
    isRepeat: true,
  })
