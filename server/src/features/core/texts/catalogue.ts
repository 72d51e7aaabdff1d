import type { templates } from '@twofold/contract'
import type { englishDigest } from './en/digest.ts'
import type { englishMails } from './en/donor-mails.ts'
import type { englishPageTexts } from './en/donor-page.ts'
import type { englishRequestTexts } from './en/match-request.ts'
import type { englishPhrases } from './en/phrases.ts'
import type { directorySteps } from './en/platform-steps.ts'
import type { englishPrivacyTexts } from './en/privacy-requests.ts'
import type { englishPublicMatchTexts } from './en/public-match.ts'
import type { SystemEmailTexts } from './system-email-texts.ts'
import type { TemplateTexts } from './template-texts.ts'

export type Phrase = keyof typeof englishPhrases
export type PageTexts = Readonly<Record<keyof typeof englishPageTexts, string>>
export type PrivacyTexts = Readonly<Record<keyof typeof englishPrivacyTexts, string>>
export type RequestTexts = Readonly<Record<keyof typeof englishRequestTexts, string>>
export type PublicMatchTexts = Readonly<Record<keyof typeof englishPublicMatchTexts, string>>
export type PageText = keyof (PageTexts & PrivacyTexts & RequestTexts & PublicMatchTexts)
export type PlatformStepTexts = Readonly<Record<keyof typeof directorySteps, string>>
export type DigestTexts = typeof englishDigest

export type MailTexts = {
  readonly [Id in templates.TemplateId]: TemplateTexts & Readonly<Record<keyof (typeof englishMails)[Id], string>>
}

/** A translation with a missing text does not compile. Donor texts are ICU messages over the variables of a match. */
export type Catalogue = {
  readonly locale: string
  readonly name: string
  /** Nonprofits may replace these defaults. */
  readonly mails: MailTexts
  readonly phrases: Readonly<Record<Phrase, string>>
  readonly page: PageTexts & PrivacyTexts & RequestTexts & PublicMatchTexts
  /** Without the period. The English steps are those of the directory. */
  readonly platformSteps: PlatformStepTexts
  readonly letters: SystemEmailTexts
  /** Last line of the product's own emails; `support` is our support address. */
  readonly from: (support: string | null) => string
  readonly digest: DigestTexts
}
