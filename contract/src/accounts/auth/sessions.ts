import { z } from 'zod'
import { route } from '../../shared/route.ts'

export const moment = z.iso.datetime({ offset: true })

export const session = z.object({
  id: z.string(),
  current: z.boolean(),
  device: z.string().describe('browser and operating system, if known'),
  address: z.string(),
  created_at: moment,
  last_seen_at: moment,
  expires_at: moment,
})
export type SessionLine = z.infer<typeof session>

/** Hours: without activity, after sign-in, and in total with renewals. */
export const sessionHours = { idle: 4, first: 12, longest: 24 } as const

export const renewSession = route('POST', '/api/auth/session/renew', {
  name: 'renewSession',
  summary: 'Extend the current session by 12 hours, up to 24 hours after sign-in',
  access: 'signedIn',
  response: z.object({ access_token: z.string() }),
})

export const listSessions = route('GET', '/api/auth/session', {
  name: 'listSessions',
  summary: 'Active sessions of the caller',
  access: 'signedIn',
  response: z.object({ sessions: z.array(session) }),
})

export const endOneSession = route('POST', '/api/auth/session/end', {
  name: 'endOneSession',
  summary: 'End one of the caller’s other sessions',
  access: 'signedIn',
  body: z.object({ id: z.uuid() }),
  response: z.object({ sessions: z.array(session) }),
})

export const endOtherSessions = route('POST', '/api/auth/session/end-others', {
  name: 'endOtherSessions',
  summary: 'End all other sessions of the caller',
  access: 'signedIn',
  response: z.object({ ended: z.number(), sessions: z.array(session) }),
})
