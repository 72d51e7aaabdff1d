import type { templates } from '@twofold/contract'
import type { TemplateStatusId } from '../../../core/texts/index.ts'
import { decideLastWarning, decideReminder, decideWarning } from './decide-follow-ups.ts'
import { type Decision, type DecisionFacts, decideMail, type SendContext } from './decide-mail.ts'
import { decideMessage } from './decide-message.ts'
import { decideThanks } from './decide-thanks.ts'

export type DonorMailKind = {
  readonly when: string
  readonly decide: (facts: DecisionFacts, sending: SendContext) => Decision
  readonly templateOf: (statusId: TemplateStatusId) => templates.TemplateId
  /** Numbered texts of the template; other texts apply to all kinds. */
  readonly part: 1 | 2 | 3
}

export type TemplateMailName = 'initial' | 'reminder_1' | 'reminder_2' | 'deadline' | 'deadline_last' | 'thank_you'
export type DonorMailName = TemplateMailName | 'message'

const ofStatus = (statusId: TemplateStatusId): templates.TemplateId => (statusId === 1 ? 103 : statusId)
const ofDeadline = (): templates.TemplateId => 102
const ofThanks = (): templates.TemplateId => 103

export const donorMailKinds: { readonly [Name in TemplateMailName]: DonorMailKind } & {
  readonly message: Omit<DonorMailKind, 'templateOf' | 'part'>
} = {
  initial: {
    when: 'A match has come to a status whose beginning is told to the donor, once the time to undo a mistake has passed.',
    decide: decideMail,
    templateOf: ofStatus,
    part: 1,
  },
  reminder_1: {
    when: 'Three days after the first mail that asks for something; a week after the one that asks for consent.',
    decide: decideReminder('reminder_1'),
    templateOf: ofStatus,
    part: 2,
  },
  reminder_2: {
    when: 'Thirty days after the first mail, or halfway from it to the deadline, whichever is sooner.',
    decide: decideReminder('reminder_2'),
    templateOf: ofStatus,
    part: 3,
  },
  deadline: {
    when: '21 days before the deadline, to donors who have clicked neither confirm nor decline.',
    decide: decideWarning,
    templateOf: ofDeadline,
    part: 1,
  },
  deadline_last: {
    when: 'Seven days before the deadline, to donors who haven’t requested the match yet.',
    decide: decideLastWarning,
    templateOf: ofDeadline,
    part: 2,
  },
  thank_you: {
    when: 'The employer’s money was received, and the team has released that payout’s thank-yous.',
    decide: decideThanks,
    templateOf: ofThanks,
    part: 1,
  },
  message: {
    when: 'Staff wrote to selected donors, once the time to undo a mistake has passed.',
    decide: decideMessage,
  },
}

/** Such a mail lists the donor's other gifts with the same request. */
export const asksDonor = (name: DonorMailName): boolean => name !== 'thank_you' && name !== 'message'

export const isDonorMail = (name: string): name is DonorMailName => Object.hasOwn(donorMailKinds, name)
