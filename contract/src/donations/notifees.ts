import { z } from 'zod'
import { route } from '../shared/route.ts'
import { emailAddress, inOrganization, organizationPath, wireId } from '../shared/wire.ts'

export const notifee = z.object({ id: z.number(), email: z.string() })
export type Notifee = z.infer<typeof notifee>

const responseBody = z.object({ notifees: z.array(notifee) })

export const maxNotifees = 20

export const listNotifees = route('GET', '/api/organization/{id}/notifee', {
  name: 'listNotifees',
  summary: 'List recipients of the weekly digest',
  access: 'read',
  apiKeys: true,
  ...inOrganization,
  response: responseBody,
})

export const addNotifee = route('POST', '/api/organization/{id}/notifee', {
  name: 'addNotifee',
  summary: 'Add a recipient of the weekly digest',
  access: 'admin',
  ...inOrganization,
  body: z.object({ email: emailAddress('Please enter a valid email address') }),
  response: responseBody,
})

export const removeNotifee = route('DELETE', '/api/organization/{id}/notifee/{notifeeId}', {
  name: 'removeNotifee',
  summary: 'Remove a recipient of the weekly digest',
  access: 'admin',
  scope: 'organization',
  params: organizationPath.extend({ notifeeId: wireId }),
  response: responseBody,
})
