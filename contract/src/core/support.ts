import { z } from 'zod'
import { route } from '../shared/route.ts'
import { organizationPath } from './organizations.ts'

/** Support has read-only access to an organization until it requests changes, which is time-limited and audited. */

export const supportMessages = {
  onlyLooking: 'View only. Press “Allow changes” in the red banner first.',
} as const

/** Minutes for which a super user may change one organization before confirming again. */
export const supportMinutes = 30

const supportState = z.object({
  changes_until: z.string().nullable().describe('this session may change things here until then; null: it only looks'),
})

export const getSupport = route({
  name: 'getSupport',
  method: 'GET',
  path: '/api/organization/{id}/support',
  summary: 'Whether this session of a super user may change things in an organization',
  who: 'super',
  within: 'organization',
  params: organizationPath,
  answer: supportState,
})

export const allowChanges = route({
  name: 'allowChanges',
  method: 'POST',
  path: '/api/organization/{id}/support',
  summary: 'Allow this session of a super user to change things in an organization, for half an hour',
  who: 'super',
  within: 'organization',
  params: organizationPath,
  answer: supportState,
})

export const disallowChanges = route({
  name: 'onlyLook',
  method: 'DELETE',
  path: '/api/organization/{id}/support',
  summary: 'Go back to only looking at an organization',
  who: 'super',
  within: 'organization',
  params: organizationPath,
  answer: supportState,
})
