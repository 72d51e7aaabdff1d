import type { Catalogue } from '../catalogue.ts'
import { spanishAccountEmails } from './account-emails.ts'
import { spanishDigest } from './digest.ts'
import { spanishMails } from './donor-mails.ts'
import { spanishPageTexts } from './donor-page.ts'
import { spanishRequestTexts } from './match-request.ts'
import { spanishOtherEmails } from './other-emails.ts'
import { spanishPhrases } from './phrases.ts'
import { spanishPlatformSteps } from './platform-steps.ts'
import { spanishPrivacyTexts } from './privacy-requests.ts'
import { spanishPublicMatchTexts } from './public-match.ts'

/** For readers in the United States: "usted", no regional words, US formats. */
export const spanish: Catalogue = {
  locale: 'es-US',
  name: 'Español',
  mails: spanishMails,
  phrases: spanishPhrases,
  page: { ...spanishPageTexts, ...spanishPrivacyTexts, ...spanishRequestTexts, ...spanishPublicMatchTexts },
  platformSteps: spanishPlatformSteps,
  letters: { ...spanishAccountEmails, ...spanishOtherEmails },
  from: (support) =>
    `Twofold, contrapartidas de empleadores para organizaciones y escuelas${support ? `. Preguntas: ${support}` : ''}`,
  digest: spanishDigest,
}
