import { z } from 'zod'
import { organizationPath } from '../core/organizations.ts'
import { route } from '../shared/route.ts'
import { emailAddress } from '../shared/wire.ts'

const moment = z.iso.datetime({ offset: true })

/** The weekly email to the notification addresses and the primary contact. */
export const digest = z.object({
  next_at: moment.nullable().describe('when the next one goes out if there is something to tell; null where none will'),
  last_at: moment.nullable().describe('when the last one went out'),
  last_count: z.number().describe('to how many addresses the last one went'),
  recipients: z.array(z.string()).describe('who gets the next one'),
  donor_mails_held: z
    .enum(['bounces', 'no_address'])
    .nullable()
    .describe('why no donor is written to: too many mails came back, or there is no postal address'),
  refusals: z.array(z.object({ email: z.string(), at: moment })).describe('who unsubscribed by the link in the mail'),
})
export type Digest = z.infer<typeof digest>

export const getDigest = route({
  name: 'getDigest',
  method: 'GET',
  path: '/api/organization/{id}/digest',
  summary: 'When the weekly email went out, when it goes next, and to whom',
  who: 'read',
  within: 'organization',
  params: organizationPath,
  answer: digest,
})

export const resumeMails = route({
  name: 'resumeMails',
  method: 'POST',
  path: '/api/organization/{id}/mails/resume',
  summary: 'Resume emails to donors after too many of them came back',
  who: 'admin',
  within: 'organization',
  params: organizationPath,
  body: z.object({}),
  answer: digest,
})

export const resubscribeToDigest = route({
  name: 'allowDigest',
  method: 'POST',
  path: '/api/organization/{id}/digest/allow',
  summary: 'Send the weekly email again to somebody who had unsubscribed',
  who: 'admin',
  within: 'organization',
  params: organizationPath,
  body: z.object({ email: emailAddress('Please enter a valid email address') }),
  answer: digest,
})
