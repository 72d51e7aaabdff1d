import { linkTo, screens } from '@twofold/contract'
import { z } from 'zod'
import { oneLine } from '../../../platform/mail/plain-words.ts'
import { digestOf, randomToken } from '../../../platform/secrets.ts'
import { asName, letterKind } from '../../notifications/index.ts'
import { handoverDays } from './correct-request.ts'
import { keepHandoverLink } from './match-requests.queries.ts'

/** What donors are asked about their own request. */
export const correctingLetters = {
  'donor-handover': letterKind('donor-handover', {
    isToDonor: true,
    when: 'A donor wants another address for a match: to the one that is stored, which has to agree.',
    parameters: z.object({
      organizationId: z.number(),
      donationId: z.number(),
      organization: z.string().transform(asName),
      email: z.string().transform((text) => oneLine(text, 255)),
    }),
    prepare: async ({ db, locale, parameters: { organizationId, donationId, organization, email } }) => {
      const token = randomToken()
      const link = { organizationId, donationId, email, tokenHash: digestOf(token) }
      if (!(await keepHandoverLink(db, link))) return null // they want another one by now, or none
      return {
        about: { organization, email, days: handoverDays },
        path: linkTo(screens.donorMatch, { matchId: donationId, handover: token, lang: locale.slice(0, 2) }),
      }
    },
  }),
} as const
