import type { templates } from '@twofold/contract'
import type { englishDigest } from './en/digest.ts'
import type { englishMails } from './en/donor-mails.ts'
import type { englishPageTexts } from './en/donor-page.ts'
import type { englishRequestTexts } from './en/match-request.ts'
import type { englishPhrases } from './en/phrases.ts'
import type { englishPlatformSteps } from './en/platform-steps.ts'
import type { englishPrivacyTexts } from './en/privacy-requests.ts'
import type { SystemEmailTexts } from './system-email-texts.ts'
import type { TemplateTexts } from './template-texts.ts'

export type Phrase = keyof typeof englishPhrases
export type PageTexts = Readonly<Record<keyof typeof englishPageTexts, string>>
export type PrivacyTexts = Readonly<Record<keyof typeof englishPrivacyTexts, string>>
export type RequestTexts = Readonly<Record<keyof typeof englishRequestTexts, string>>
export type PageText = keyof (PageTexts & PrivacyTexts & RequestTexts)
export type PlatformStepTexts = Readonly<Record<keyof typeof englishPlatformSteps, string>>
export type DigestTexts = typeof englishDigest

/** Requires every field of an English mail in every language. */
export type MailTexts = {
  readonly [Id in templates.TemplateId]: TemplateTexts & Readonly<Record<keyof (typeof englishMails)[Id], string>>
}

/**
 * All texts of one language. English defines the texts: a translation with a missing one does not compile. Texts for
 * donors are ICU messages over the variables of a match; letters and the digest are functions of their facts.
 */
export type Catalogue = {
  readonly locale: string
  /** The language's name in the language itself. */
  readonly name: string
  /** Default texts of the mails to donors, which nonprofits may replace. */
  readonly mails: MailTexts
  /** Texts around those of the template. */
  readonly phrases: Readonly<Record<Phrase, string>>
  /** Texts of the donor's page about a match, of their privacy requests, and of the way to correcting a request. */
  readonly page: PageTexts & PrivacyTexts & RequestTexts
  /** Steps of an employee on a giving platform, without the period. The English ones are those of the directory. */
  readonly platformSteps: PlatformStepTexts
  readonly letters: SystemEmailTexts
  /** The last line of the product's own mails; `support` is our support address. */
  readonly from: (support: string | null) => string
  readonly digest: DigestTexts
}
