import { z } from 'zod'
import { organizationPath } from '../core/organizations.ts'
import { route } from '../shared/route.ts'
import { emailAddress, wireId } from '../shared/wire.ts'

export const notifee = z.object({ id: z.number(), email: z.string() })
export type Notifee = z.infer<typeof notifee>

const responseBody = z.object({ notifees: z.array(notifee) })

export const maxNotifees = 20

export const listNotifees = route({
  name: 'listNotifees',
  method: 'GET',
  path: '/api/organization/{id}/notifee',
  summary: 'List recipients of the weekly digest',
  access: 'read',
  scope: 'organization',
  params: organizationPath,
  response: responseBody,
})

export const addNotifee = route({
  name: 'addNotifee',
  method: 'POST',
  path: '/api/organization/{id}/notifee',
  summary: 'Add a recipient of the weekly digest',
  access: 'admin',
  scope: 'organization',
  params: organizationPath,
  body: z.object({ email: emailAddress('Please enter a valid email address') }),
  response: responseBody,
})

export const removeNotifee = route({
  name: 'removeNotifee',
  method: 'DELETE',
  path: '/api/organization/{id}/notifee/{notifeeId}',
  summary: 'Remove a recipient of the weekly digest',
  access: 'admin',
  scope: 'organization',
  params: organizationPath.extend({ notifeeId: wireId }),
  response: responseBody,
})
