import type { templates } from '@twofold/contract'
import type { MailedStatusId } from '../../texts/index.ts'
import { type Decision, decideMail, type Sending } from './decide-mail.ts'
import type { MatchFacts } from './match-facts.queries.ts'

/** One kind of mail to a donor about a match. */
export type DonorMailKind = {
  /** When it goes out, for whoever looks for what the product mails. */
  readonly when: string
  /** Whether it still goes out, asked right before it is sent. */
  readonly decide: (facts: MatchFacts, sending: Sending) => Decision
  /** Whose words it has. */
  readonly templateOf: (statusId: MailedStatusId) => templates.TemplateId
  /** Which of the template's numbered texts it takes; the others are of all kinds. */
  readonly part: 1 | 2 | 3
}

export type DonorMailName = 'initial'

const ofStatus = (statusId: MailedStatusId): templates.TemplateId => statusId

export const donorMailKinds: { readonly [Name in DonorMailName]: DonorMailKind } = {
  initial: {
    when: 'A match has come to a status whose beginning is told to the donor, once the time to undo a mistake has passed.',
    decide: decideMail,
    templateOf: ofStatus,
    part: 1,
  },
}

export const isDonorMail = (name: string): name is DonorMailName => Object.hasOwn(donorMailKinds, name)
