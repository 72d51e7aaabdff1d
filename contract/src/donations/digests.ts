import { z } from 'zod'
import { organizationPath } from '../core/organizations.ts'
import { route } from '../shared/route.ts'
import { emailAddress } from '../shared/wire.ts'

const moment = z.iso.datetime({ offset: true })

export const digest = z.object({
  next_at: moment
    .nullable()
    .describe('time of the next email, which is sent only if there is news; null without recipients'),
  last_at: moment.nullable().describe('time of the latest email; null if none was sent'),
  last_count: z.number().describe('number of recipients of the latest email'),
  recipients: z.array(z.string()).describe('recipients of the next email'),
  donor_mails_held: z
    .enum(['bounces', 'no_address'])
    .nullable()
    .describe('reason why emails to donors are paused: too many bounces, or no postal address; null if not paused'),
  refusals: z
    .array(z.object({ email: z.string(), at: moment }))
    .describe('recipients who unsubscribed by the link in the email'),
})
export type Digest = z.infer<typeof digest>

export const getDigest = route({
  name: 'getDigest',
  method: 'GET',
  path: '/api/organization/{id}/digest',
  summary: 'Retrieve the schedule and recipients of the weekly email',
  access: 'read',
  scope: 'organization',
  params: organizationPath,
  response: digest,
})

export const resumeMails = route({
  name: 'resumeMails',
  method: 'POST',
  path: '/api/organization/{id}/mails/resume',
  summary: 'Resume emails to donors after too many bounces',
  access: 'admin',
  scope: 'organization',
  params: organizationPath,
  body: z.object({}),
  response: digest,
})

export const resubscribeToDigest = route({
  name: 'allowDigest',
  method: 'POST',
  path: '/api/organization/{id}/digest/allow',
  summary: 'Resubscribe an address to the weekly email',
  access: 'admin',
  scope: 'organization',
  params: organizationPath,
  body: z.object({ email: emailAddress('Please enter a valid email address') }),
  response: digest,
})
