import type { Catalogue } from '../catalogue.ts'
import { frenchAccountEmails } from './account-emails.ts'
import { frenchDigest } from './digest.ts'
import { frenchMails } from './donor-mails.ts'
import { frenchPageTexts } from './donor-page.ts'
import { frenchRequestTexts } from './match-request.ts'
import { frenchOtherEmails } from './other-emails.ts'
import { frenchPhrases } from './phrases.ts'
import { frenchPlatformSteps } from './platform-steps.ts'
import { frenchPrivacyTexts } from './privacy-requests.ts'
import { frenchPublicMatchTexts } from './public-match.ts'

/** Québec typography: a non-breaking space before a colon and inside guillemets, none before ? ! ; */
export const french: Catalogue = {
  locale: 'fr-CA',
  name: 'Français',
  mails: frenchMails,
  phrases: frenchPhrases,
  page: { ...frenchPageTexts, ...frenchPrivacyTexts, ...frenchRequestTexts, ...frenchPublicMatchTexts },
  platformSteps: frenchPlatformSteps,
  letters: { ...frenchAccountEmails, ...frenchOtherEmails },
  from: (support) =>
    `Twofold, le jumelage des dons par l’employeur, pour les organismes et les écoles${support ? `. Questions\u00a0: ${support}` : ''}`,
  digest: frenchDigest,
}
