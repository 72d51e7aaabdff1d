import { z } from 'zod'
import { route } from '../shared/route.ts'
import { emailAddress, inOrganization } from '../shared/wire.ts'

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

export const getDigest = route('GET', '/api/organization/{id}/digest', {
  name: 'getDigest',
  summary: 'Retrieve the schedule and recipients of the weekly email',
  access: 'read',
  apiKeys: true,
  ...inOrganization,
  response: digest,
})

export const resumeMails = route('POST', '/api/organization/{id}/mails/resume', {
  name: 'resumeMails',
  summary: 'Resume emails to donors after too many bounces',
  access: 'admin',
  ...inOrganization,
  body: z.object({}),
  response: digest,
})

export const resubscribeToDigest = route('POST', '/api/organization/{id}/digest/allow', {
  name: 'allowDigest',
  summary: 'Resubscribe an address to the weekly email',
  access: 'admin',
  ...inOrganization,
  body: z.object({ email: emailAddress('Please enter a valid email address') }),
  response: digest,
})
