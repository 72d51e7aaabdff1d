import { z } from 'zod'
import { route } from '../shared/route.ts'
import { ticketQuery, wireId } from '../shared/wire.ts'

export const sentMailMessages = {
  failed: 'Failed to load the email.',
  erased: 'This donor’s data was erased, including this email.',
  not_kept: 'We don’t have this email’s text. It was sent before we started keeping emails.',
} as const

/** See spec 2, section 9. */
const opensKnownSince = '2019-03-01T00:00:00Z'

/** Returns whether opens were recorded for an email sent at this time. */
export const opensAreKnown = (sentAt: string): boolean => Date.parse(sentAt) >= Date.parse(opensKnownSince)

const path = z.object({ id: wireId })

export const sentMail = z.object({
  id: z.number(),
  donation_id: z.number(),
  time_zone: z.string().describe('time zone of the organization that sent the email'),
  subject: z.string(),
  from: z.string(),
  reply_to: z.string(),
  recipient: z.string(),
  sent_at: z.string(),
  first_open: z.string().nullable(),
  first_click: z.string().nullable(),
  came_back: z.boolean(),
  text: z.string().nullable().describe('plain text without personal links; null if not available'),
  missing: z.enum(['erased', 'not_kept']).nullable().describe('reason why `text` is null'),
})
export type SentMail = z.infer<typeof sentMail>

export const getSentMail = route('GET', '/api/notification/{id}', {
  name: 'getSentMail',
  summary: 'A sent email to a donor, with recipient, time and plain text',
  access: 'read',
  scope: 'notification',
  params: path,
  response: sentMail,
})

export const getSentMailTicket = route('GET', '/api/notification/{id}/preview-token', {
  name: 'getSentMailTicket',
  summary: 'Create a one-time link to a sent email, valid for 60 seconds',
  access: 'read',
  scope: 'notification',
  params: path,
  response: z.object({ url: z.string() }),
})

export const showSentMail = route('GET', '/api/download/notification.html', {
  name: 'showSentMail',
  summary: 'A sent email as a page with inactive links, for the holder of a ticket',
  access: 'public',
  query: ticketQuery,
  response: z.unknown(),
  responseKind: 'html',
  internal: true,
})
