import type { Catalogue } from '../catalogue.ts'
import { spanishAccountLetters } from './account-letters.ts'
import { spanishDigest } from './digest.ts'
import { spanishMails } from './donor-mails.ts'
import { spanishPageTexts } from './donor-page.ts'
import { spanishWishTexts } from './donor-wishes.ts'
import { spanishLetters } from './letters.ts'
import { spanishRequestTexts } from './match-request.ts'
import { spanishPhrases } from './phrases.ts'
import { spanishPlatformSteps } from './platform-steps.ts'

/** For readers in the United States, from any country: "usted", no regional words, US formats for amounts and days. */
export const spanish: Catalogue = {
  locale: 'es-US',
  name: 'Español',
  mails: spanishMails,
  phrases: spanishPhrases,
  page: { ...spanishPageTexts, ...spanishWishTexts, ...spanishRequestTexts },
  platformSteps: spanishPlatformSteps,
  letters: { ...spanishAccountLetters, ...spanishLetters },
  from: (support) =>
    `Twofold, contrapartidas de empleadores para organizaciones y escuelas${support ? `. Preguntas: ${support}` : ''}`,
  digest: spanishDigest,
}
