import { z } from 'zod'
import { route } from '../shared/route.ts'
import { inOrganization } from '../shared/wire.ts'

export const maxAlerts = 20

export const alertKind = z.enum(['upload', 'emails_paused', 'webhook_disabled', 'key_network'])

const alert = z.object({
  kind: alertKind.describe('`webhook_disabled` and `key_network` are for administrators'),
  at: z.iso.datetime(),
  is_new: z.boolean(),
  subject_id: z.number().nullable().describe('ID of the upload, webhook, or API key; null for paused emails'),
  name: z.string().describe("the upload's file, the webhook's URL, or the API key's name; blank for paused emails"),
  detail: z.string().describe("the upload's error, the reason for disabling, or the key's new network; may be blank"),
  result: z
    .object({ added: z.number(), updated: z.number(), rejected: z.number() })
    .nullable()
    .describe('rows of a completed upload'),
})
export type Alert = z.infer<typeof alert>

const path = '/api/organization/{id}/alerts'
const responseBody = z.object({
  alerts: z.array(alert),
  unread: z.number().describe('number of alerts since the member last looked; 0 for others'),
})

export const listAlerts = route('GET', path, {
  name: 'listAlerts',
  summary: `List the latest ${maxAlerts} alerts of an organization, newest first`,
  access: 'read',
  ...inOrganization,
  response: responseBody,
})

export const markAlertsSeen = route('PUT', path, {
  name: 'markAlertsSeen',
  summary: 'Mark the alerts up to a time as seen by the caller',
  access: 'read',
  ...inOrganization,
  changes: false,
  body: z.object({ until: z.iso.datetime().describe('`at` of the newest alert shown') }),
  response: responseBody,
})
