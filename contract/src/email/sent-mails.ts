import { z } from 'zod'
import { route } from '../shared/route.ts'
import { ticketQuery, wireId } from '../shared/wire.ts'

/** An email to a donor as it was sent. Spec 2, section 2.12. */

export const sentMailMessages = {
  failed: 'Failed to load the email.',
  erased: 'This donor’s data was erased, and with it what the email said.',
  not_kept: 'The text of this email was not kept: it went out before the portal began to keep what was sent.',
} as const

/** Opens are recorded for emails sent on or after this day. Spec 2, section 9. */
const opensKnownSince = '2019-03-01T00:00:00Z'

export const opensAreKnown = (sentAt: string): boolean => Date.parse(sentAt) >= Date.parse(opensKnownSince)

const path = z.object({ id: wireId })

export const sentMail = z.object({
  id: z.number(),
  donation_id: z.number(),
  time_zone: z.string().describe('of the organization that sent it'),
  subject: z.string(),
  from: z.string(),
  reply_to: z.string(),
  recipient: z.string(),
  sent_at: z.string(),
  first_open: z.string().nullable(),
  first_click: z.string().nullable(),
  came_back: z.boolean(),
  text: z.string().nullable().describe('the plain text, without the donor’s own links; null where it was not kept'),
  missing: z.enum(['erased', 'not_kept']).nullable().describe('why there is nothing to show'),
})
export type SentMail = z.infer<typeof sentMail>

export const getSentMail = route({
  name: 'getSentMail',
  method: 'GET',
  path: '/api/notification/{id}',
  summary: 'An email to a donor as it was sent: who got it and when, and its plain text',
  who: 'read',
  within: 'notification',
  peopleOnly: true,
  params: path,
  answer: sentMail,
})

export const getSentMailTicket = route({
  name: 'getSentMailTicket',
  method: 'GET',
  path: '/api/notification/{id}/preview-token',
  summary: 'A link, good once within 60 seconds, to an email as it was sent',
  who: 'read',
  within: 'notification',
  peopleOnly: true,
  params: path,
  answer: z.object({ url: z.string() }),
})

export const showSentMail = route({
  name: 'showSentMail',
  method: 'GET',
  path: '/api/download/notification.html',
  summary: 'An email as it was sent, for the holder of a ticket: a page by itself whose links lead nowhere',
  who: 'public',
  query: ticketQuery,
  answer: z.unknown(),
  answerKind: 'html',
  internal: true,
})
