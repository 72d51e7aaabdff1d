import { z } from 'zod'
import { route } from '../shared/route.ts'
import { inOrganization } from '../shared/wire.ts'

/** Separate from the changes, because every screen shows the number of requests. */

export const sentRequest = z.object({
  id: z.number(),
  asked_for: z.string().describe('requested organization as entered; its identity is not revealed before it agrees'),
  state: z.enum(['waiting', 'accepted', 'declined', 'withdrawn', 'expired']),
  asked_at: z.string(),
  chapter: z.object({ id: z.number(), name: z.string() }).nullable().describe('organization that agreed; null before'),
})
export type SentRequest = z.infer<typeof sentRequest>

export const receivedRequest = z.object({
  id: z.number(),
  parent: z.object({ id: z.number(), name: z.string(), ein: z.string(), city: z.string(), state: z.string() }),
  asked_by: z.string(),
  asked_at: z.string(),
  expires_at: z.string(),
})
export type ReceivedRequest = z.infer<typeof receivedRequest>

export const requestsResponse = z.object({
  sent: z.array(sentRequest).describe('the last 50, newest first'),
  received: z.array(receivedRequest).describe('pending requests'),
})

export const listChapterRequests = route('GET', '/api/organization/{id}/chapter-request', {
  name: 'listChapterRequests',
  summary: 'Sent and received chapter requests of an organization',
  access: 'admin',
  ...inOrganization,
  response: requestsResponse,
})
