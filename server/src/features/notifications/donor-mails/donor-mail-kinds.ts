import type { TemplateTexts } from '../../texts/index.ts'
import { type Decision, decideMail, type Sending } from './decide-mail.ts'
import type { MatchFacts } from './match-facts.queries.ts'

/** One kind of mail to a donor about a match. */
export type DonorMailKind = {
  /** When it goes out, for whoever looks for what the product mails. */
  readonly when: string
  /** Whether it still goes out, asked right before it is sent. */
  readonly decide: (facts: MatchFacts, sending: Sending) => Decision
  /** Which of the template's numbered texts it takes; the others are of all kinds. */
  readonly template: {
    readonly subject: keyof TemplateTexts
    readonly preheader: keyof TemplateTexts
    readonly header: keyof TemplateTexts
    readonly opening: keyof TemplateTexts
  }
}

export type DonorMailName = 'initial'

export const donorMailKinds: { readonly [Name in DonorMailName]: DonorMailKind } = {
  initial: {
    when: 'A match has come to a status whose beginning is told to the donor, once the time to undo a mistake has passed.',
    decide: decideMail,
    template: { subject: 'subject1', preheader: 'preheader1', header: 'header1', opening: 'paragraph_one_1' },
  },
}

export const isDonorMail = (name: string): name is DonorMailName => Object.hasOwn(donorMailKinds, name)
