import { z } from 'zod'
import { findLinkOfSubject, renewLink } from '../../../../platform/links/links.queries.ts'
import { sanitizeName, systemEmailKind } from '../../../email/system-emails/index.ts'
import { dataLinks, dataRequestKinds, findLinkedDonor } from './privacy-requests.queries.ts'

export const dataPagePath = (token: string): string => `/my-data/${token}`

/** People with a forwarded mail may have the page open, so confirmation by mail is required. */
export const privacyRequestEmails = {
  'donor-data': systemEmailKind('donor-data', {
    isToDonor: true,
    when: 'A donor asks on their page for a copy of their data or for its erasure: to the address that is stored.',
    parameters: z.object({
      organizationId: z.number(),
      donorId: z.number(),
      wish: z.enum(dataRequestKinds),
      organization: z.string().transform(sanitizeName),
    }),
    prepare: async ({ db, now, parameters: { organization, wish, organizationId, donorId } }) => {
      const purpose = dataLinks[wish]
      const link = await findLinkOfSubject(db, purpose, { organizationId, donorId, now })
      if (!link || !(await findLinkedDonor(db, link))) return null
      const token = await renewLink(db, purpose, { organizationId, donorId, detail: {}, now })
      if (token === null) return null
      return { about: { organization, request: wish, minutes: purpose.minutes }, path: dataPagePath(token) }
    },
  }),
} as const
