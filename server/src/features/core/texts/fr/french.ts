import type { Catalogue } from '../catalogue.ts'
import { frenchAccountLetters } from './account-letters.ts'
import { frenchDigest } from './digest.ts'
import { frenchMails } from './donor-mails.ts'
import { frenchPageTexts } from './donor-page.ts'
import { frenchWishTexts } from './donor-wishes.ts'
import { frenchLetters } from './letters.ts'
import { frenchRequestTexts } from './match-request.ts'
import { frenchPhrases } from './phrases.ts'
import { frenchPlatformSteps } from './platform-steps.ts'

/** Québec typography: a non-breaking space before a colon and inside guillemets, none before ? ! ; */
export const french: Catalogue = {
  locale: 'fr-CA',
  name: 'Français',
  mails: frenchMails,
  phrases: frenchPhrases,
  page: { ...frenchPageTexts, ...frenchWishTexts, ...frenchRequestTexts },
  platformSteps: frenchPlatformSteps,
  letters: { ...frenchAccountLetters, ...frenchLetters },
  from: (support) =>
    `Twofold, le jumelage des dons par l’employeur, pour les organismes et les écoles${support ? `. Questions\u00a0: ${support}` : ''}`,
  digest: frenchDigest,
}
