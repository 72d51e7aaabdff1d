import type { templates } from '@twofold/contract'
import type { englishDigest } from './en/digest.ts'
import type { englishMails } from './en/donor-mails.ts'
import type { englishPageTexts } from './en/donor-page.ts'
import type { englishWishTexts } from './en/donor-wishes.ts'
import type { englishRequestTexts } from './en/match-request.ts'
import type { englishPhrases } from './en/phrases.ts'
import type { englishPlatformSteps } from './en/platform-steps.ts'
import type { LetterTexts } from './letter-texts.ts'
import type { TemplateTexts } from './template-texts.ts'

export type Phrase = keyof typeof englishPhrases
export type PageTexts = Readonly<Record<keyof typeof englishPageTexts, string>>
export type WishTexts = Readonly<Record<keyof typeof englishWishTexts, string>>
export type RequestTexts = Readonly<Record<keyof typeof englishRequestTexts, string>>
export type PageText = keyof (PageTexts & WishTexts & RequestTexts)
export type PlatformStepTexts = Readonly<Record<keyof typeof englishPlatformSteps, string>>
export type DigestTexts = typeof englishDigest

/** Each field that a mail has in English it has in every language. */
export type MailTexts = {
  readonly [Id in templates.TemplateId]: TemplateTexts & Readonly<Record<keyof (typeof englishMails)[Id], string>>
}

/**
 * All that one language says. English is the first: what it says, each other one has to say too, or it does not compile.
 * What donors read are ICU messages over the variables of a match; letters and the digest are functions of what they speak of.
 */
export type Catalogue = {
  readonly locale: string
  /** As its readers call it. */
  readonly name: string
  /** Default texts of the mails to donors, which nonprofits may replace. */
  readonly mails: MailTexts
  /** What stands around them. */
  readonly phrases: Readonly<Record<Phrase, string>>
  /** The donor's own page about a match, what they decide there about their mails and data, and the way to correcting it. */
  readonly page: PageTexts & WishTexts & RequestTexts
  /** What an employee does on a giving platform, without the period: the directory's own sentences in English. */
  readonly platformSteps: PlatformStepTexts
  readonly letters: LetterTexts
  /** The last line of a mail of the product itself; `support` is the address of ours. */
  readonly from: (support: string | null) => string
  readonly digest: DigestTexts
}
