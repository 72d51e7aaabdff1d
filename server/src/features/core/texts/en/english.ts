import type { Catalogue } from '../catalogue.ts'
import { englishAccountEmails } from './account-emails.ts'
import { englishDigest } from './digest.ts'
import { englishMails } from './donor-mails.ts'
import { englishPageTexts } from './donor-page.ts'
import { englishRequestTexts } from './match-request.ts'
import { englishOtherEmails } from './other-emails.ts'
import { englishPhrases } from './phrases.ts'
import { englishPlatformSteps } from './platform-steps.ts'
import { englishPrivacyTexts } from './privacy-requests.ts'
import { englishPublicMatchTexts } from './public-match.ts'

export const english: Catalogue = {
  locale: 'en-US',
  name: 'English',
  mails: englishMails,
  phrases: englishPhrases,
  page: { ...englishPageTexts, ...englishPrivacyTexts, ...englishRequestTexts, ...englishPublicMatchTexts },
  platformSteps: englishPlatformSteps,
  letters: { ...englishAccountEmails, ...englishOtherEmails },
  from: (support) => `Twofold, employer matching for nonprofits and schools${support ? `. Questions: ${support}` : ''}`,
  digest: englishDigest,
}
