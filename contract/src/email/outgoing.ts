import { z } from 'zod'
import { route } from '../shared/route.ts'

/** Waiting rows are counted up to this. */
export const maxCounted = 10_000

const state = z.object({
  /** Null while email, webhooks, and charges are sent. */
  held_since: z.string().nullable(),
  /** Counted up to 10,000 each. 0 while nothing is held. */
  waiting: z.object({ emails: z.number(), webhooks: z.number() }),
  /** Null once the last outage ended more than a day ago. */
  mail_server: z.object({ away_since: z.string(), back_at: z.string().nullable(), problem: z.string() }).nullable(),
})
export type Outgoing = z.infer<typeof state>

export const getOutgoing = route('GET', '/api/outgoing', {
  name: 'getOutgoing',
  summary: 'Whether email, webhooks and charges are held (OUTGOING=paused), and the last outage of the mail server',
  access: 'super',
  response: state,
})

export const releaseOutgoing = route('POST', '/api/outgoing/release', {
  name: 'releaseOutgoing',
  summary: 'Release email, webhooks and charges held since startup',
  access: 'super',
  response: state,
})
