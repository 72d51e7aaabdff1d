import { z } from 'zod'
import { digestOf, randomToken } from '../../../platform/secrets.ts'
import { asName, letterKind } from '../../notifications/index.ts'
import { dataWishes, keepDataLink } from './wishes.queries.ts'

/** Long enough for a mail that comes slowly, short enough for a mailbox that is left open. */
export const dataLinkMinutes = 30

export const dataPagePath = (token: string): string => `/my-data/${token}`

/** A page that anybody may have been forwarded hands out and erases nothing: the address is asked. */
export const wishLetters = {
  'donor-data': letterKind('donor-data', {
    isToDonor: true,
    when: 'A donor asks on their page for a copy of their data or for its erasure: to the address that is stored.',
    parameters: z.object({
      organizationId: z.number(),
      donorId: z.number(),
      wish: z.enum(dataWishes),
      organization: z.string().transform(asName),
    }),
    prepare: async ({ db, now, recipient, parameters: { organization, ...asked } }) => {
      const token = randomToken()
      if (!(await keepDataLink(db, { ...asked, recipient, tokenHash: digestOf(token), now }))) return null
      return { about: { organization, wish: asked.wish, minutes: dataLinkMinutes }, path: dataPagePath(token) }
    },
  }),
} as const
