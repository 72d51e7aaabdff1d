import { linkTo, screens } from '@twofold/contract'
import { z } from 'zod'
import { renewLink } from '../../../../platform/links/links.queries.ts'
import { links } from '../../../../platform/links/purposes.ts'
import { oneLine } from '../../../../platform/mail/address-text.ts'
import { sanitizeName, systemEmailKind } from '../../../email/system-emails/index.ts'

export const matchRequestEmails = {
  'donor-handover': systemEmailKind('donor-handover', {
    isToDonor: true,
    when: 'A donor wants another address for a match: to the one that is stored, which has to agree.',
    parameters: z.object({
      organizationId: z.number(),
      donationId: z.number(),
      organization: z.string().transform(sanitizeName),
      email: z.string().transform((text) => oneLine(text, 255)),
    }),
    prepare: async ({ db, now, locale, parameters: { organizationId, donationId, organization, email } }) => {
      const token = await renewLink(db, links.donorHandover, { organizationId, donationId, detail: { email }, now })
      if (token === null) return null
      return {
        about: { organization, email, days: links.donorHandover.minutes / (24 * 60) },
        path: linkTo(screens.donorMatch, { matchId: donationId, handover: token, lang: locale.slice(0, 2) }),
      }
    },
  }),
} as const
