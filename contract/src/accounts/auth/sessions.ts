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

export const renewSession = route({
  name: 'renewSession',
  method: 'POST',
  path: '/api/auth/session/renew',
  summary: 'Extend the current session by 12 hours, up to 24 hours after sign-in',
  access: 'signedIn',
  response: z.object({ access_token: z.string() }),
})

export const listSessions = route({
  name: 'listSessions',
  method: 'GET',
  path: '/api/auth/session',
  summary: 'Active sessions of the caller',
  access: 'signedIn',
  response: z.object({ sessions: z.array(session) }),
})

export const endOneSession = route({
  name: 'endOneSession',
  method: 'POST',
  path: '/api/auth/session/end',
  summary: 'End one of the caller’s other sessions',
  access: 'signedIn',
  body: z.object({ id: z.uuid() }),
  response: z.object({ sessions: z.array(session) }),
})

export const endOtherSessions = route({
  name: 'endOtherSessions',
  method: 'POST',
  path: '/api/auth/session/end-others',
  summary: 'End all other sessions of the caller',
  access: 'signedIn',
  response: z.object({ ended: z.number(), sessions: z.array(session) }),
})
