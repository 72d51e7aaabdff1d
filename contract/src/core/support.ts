import { z } from 'zod'
import { route } from '../shared/route.ts'
import { inOrganization } from '../shared/wire.ts'

/** Read-only until support requests changes, which are time-limited and audited. */

export const supportMessages = {
  viewOnly: 'View only. Press “Allow changes” in the red banner first.',
} as const

/** Minutes per organization before confirming again. */
export const supportMinutes = 30

const supportState = z.object({
  changes_until: z.string().nullable().describe('end of write access for this session; null if read-only'),
})

export const getSupport = route('GET', '/api/organization/{id}/support', {
  name: 'getSupport',
  summary: 'Retrieve the write access of a super user’s session to an organization',
  access: 'super',
  ...inOrganization,
  response: supportState,
})

export const allowChanges = route('POST', '/api/organization/{id}/support', {
  name: 'allowChanges',
  summary: 'Grant a super user’s session write access to an organization for 30 minutes',
  access: 'super',
  ...inOrganization,
  response: supportState,
})

export const disallowChanges = route('DELETE', '/api/organization/{id}/support', {
  name: 'onlyLook',
  summary: 'End a super user’s write access to an organization',
  access: 'super',
  ...inOrganization,
  response: supportState,
})
