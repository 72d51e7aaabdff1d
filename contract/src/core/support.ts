import { z } from 'zod'
import { route } from '../shared/route.ts'
import { organizationPath } from './organizations.ts'

/** Read-only until support requests changes, which are time-limited and audited. */

export const supportMessages = {
  onlyLooking: 'View only. Press “Allow changes” in the red banner first.',
} as const

/** Minutes per organization before confirming again. */
export const supportMinutes = 30

const supportState = z.object({
  changes_until: z.string().nullable().describe('end of write access for this session; null if read-only'),
})

export const getSupport = route({
  name: 'getSupport',
  method: 'GET',
  path: '/api/organization/{id}/support',
  summary: 'Retrieve the write access of a super user’s session to an organization',
  access: 'super',
  scope: 'organization',
  params: organizationPath,
  response: supportState,
})

export const allowChanges = route({
  name: 'allowChanges',
  method: 'POST',
  path: '/api/organization/{id}/support',
  summary: 'Grant a super user’s session write access to an organization for 30 minutes',
  access: 'super',
  scope: 'organization',
  params: organizationPath,
  response: supportState,
})

export const disallowChanges = route({
  name: 'onlyLook',
  method: 'DELETE',
  path: '/api/organization/{id}/support',
  summary: 'End a super user’s write access to an organization',
  access: 'super',
  scope: 'organization',
  params: organizationPath,
  response: supportState,
})
