import type { Catalogue } from '../catalogue.ts'
import { englishAccountLetters } from './account-letters.ts'
import { englishDigest } from './digest.ts'
import { englishMails } from './donor-mails.ts'
import { englishPageTexts } from './donor-page.ts'
import { englishWishTexts } from './donor-wishes.ts'
import { englishLetters } from './letters.ts'
import { englishRequestTexts } from './match-request.ts'
import { englishPhrases } from './phrases.ts'
import { englishPlatformSteps } from './platform-steps.ts'

export const english: Catalogue = {
  locale: 'en-US',
  name: 'English',
  mails: englishMails,
  phrases: englishPhrases,
  page: { ...englishPageTexts, ...englishWishTexts, ...englishRequestTexts },
  platformSteps: englishPlatformSteps,
  letters: { ...englishAccountLetters, ...englishLetters },
  from: (support) => `Twofold, employer matching for nonprofits and schools${support ? `. Questions: ${support}` : ''}`,
  digest: englishDigest,
}
