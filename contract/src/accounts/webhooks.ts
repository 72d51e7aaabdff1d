import { z } from 'zod'
import { type WebhookEvent, webhook, webhookEvent } from '../core/webhook.ts'
import { route } from '../shared/route.ts'
import { inOrganization, wireId } from '../shared/wire.ts'

export const messages = {
  created: 'Webhook created',
  updated: 'Webhook updated',
  deleted: 'Webhook deleted',
  loadFailed: 'Failed to load webhooks',
  createFailed: 'Failed to create webhook',
  updateFailed: 'Failed to update webhook',
  deleteFailed: 'Failed to delete webhook',
  badUrl: 'Enter your server’s address, like hooks.example.org/twofold',
  privateUrl: 'We can’t reach addresses in a private network. Enter a public address.',
  badToken: 'Use up to 200 letters, digits and symbols, without spaces',
  tooMany: 'You can have up to 10 webhooks.',
  noUrl: 'Enter your server’s address first.',
  disabled: 'This webhook is off. Turn it back on first.',
  onItsWay: 'This delivery is still in progress.',
} as const

export const maxWebhooks = 10
/** Delay after the last edit. */
export const editDebounceMs = 1500
/** Both secrets sign for this long after a rotation. */
export const secretOverlapHours = 24
export const deliveryRetentionDays = 30

export * from '../core/webhook.ts'

export const eventNames: Record<WebhookEvent, string> = {
  status: 'Status Changes',
  first_open: 'Email First Open',
  reminder_sent: 'Reminder Sent',
}

/** Returns the address as it is stored. */
export const withoutScheme = (url: string): string => url.trim().replace(/^https?:\/\//i, '')

const list = z.object({ webhooks: z.array(webhook) })
const webhookPath = z.object({ id: wireId })

export const webhookData = z.object({
  donation: z.object({
    id: z.number(),
    amount: z.number().describe('decimal currency units'),
    matched: z.number().describe('estimated match; 0 if none is expected'),
    status_id: z.number().describe('status that the event refers to'),
    status_string: z.string(),
    custom: z.object({ campaign: z.string(), medium: z.string(), source: z.string() }),
  }),
  ein: z.string().describe('EIN of the nonprofit or its chapter'),
  donor: z.object({ id: z.number(), name: z.string(), email: z.string(), phone: z.string() }),
  timestamp: z
    .object({ date: z.string(), timezone_type: z.number(), timezone: z.string() })
    .describe('time of the event'),
  company: z.object({ name: z.string() }).describe('the employer'),
})
export type WebhookData = z.infer<typeof webhookData>

export const webhookPayload = z.object({ data: webhookData, bearer_token: z.string() })

export const payloadSchemaPath = '/api/webhook-payload.schema.json'

/** Returns the JSON Schema. It allows unknown fields, so that fields can be added. */
export const payloadSchema = (): Record<string, unknown> => ({
  ...z.toJSONSchema(webhookPayload, { io: 'input' }),
  title: 'Webhook payload',
  description: 'The body of each message, signed according to Standard Webhooks.',
})

export const dataExample: WebhookData = {
  donation: {
    id: 48213,
    amount: 250,
    matched: 250,
    status_id: 4,
    status_string: 'Submitted',
    custom: { campaign: 'spring-appeal', medium: 'email', source: 'newsletter' },
  },
  ein: '12-3456789',
  donor: { id: 9120, name: 'Jordan Avery', email: 'jordan.avery@example.org', phone: '+15550100142' },
  timestamp: { date: '2026-05-04 15:30:00.000000', timezone_type: 3, timezone: 'UTC' },
  company: { name: 'Example Industries' },
}

export const listWebhooks = route('GET', '/api/organization/{id}/partial/webhooks', {
  name: 'listWebhooks',
  summary: "An organization's webhooks",
  access: 'read',
  apiKeys: true,
  ...inOrganization,
  response: list,
})

export const createWebhook = route('POST', '/api/organization/{id}/webhook', {
  name: 'createWebhook',
  summary: 'Create an empty webhook',
  access: 'admin',
  ...inOrganization,
  body: z.object({}),
  response: list,
})

export const updateWebhook = route('PUT', '/api/webhook/{id}', {
  name: 'updateWebhook',
  summary: 'Change the address, event or token of a webhook; also enables a disabled webhook',
  access: 'admin',
  scope: 'webhook',
  params: webhookPath,
  body: z.object({
    webhook: z.object({
      url: z.string(messages.badUrl).max(2000, messages.badUrl).optional(),
      event: webhookEvent.optional(),
      token: z
        .string()
        .regex(/^([\x21-\x7e]{0,200}|•.*)$/, messages.badToken)
        .nullish()
        .describe('a masked token, as returned in lists, keeps the current one'),
    }),
  }),
  response: list,
})

export const deleteWebhook = route('DELETE', '/api/webhook/{id}', {
  name: 'deleteWebhook',
  summary: 'Delete a webhook and its deliveries',
  access: 'admin',
  scope: 'webhook',
  params: webhookPath,
  response: list,
})

export const revealWebhook = route('POST', '/api/webhook/{id}/reveal', {
  name: 'revealWebhook',
  summary: 'Get the bearer token and the signing secret (Standard Webhooks); recorded in the audit log',
  access: 'admin',
  scope: 'webhook',
  params: webhookPath,
  body: z.object({ for: z.enum(['reading', 'copying']).default('reading') }),
  response: z.object({ token: z.string(), secret: z.string() }),
})

export const rotateWebhookSecret = route('POST', '/api/webhook/{id}/rotate', {
  name: 'rotateWebhookSecret',
  summary: `Create a new signing secret; for ${secretOverlapHours} hours, messages are also signed with the previous one`,
  access: 'admin',
  scope: 'webhook',
  params: webhookPath,
  body: z.object({}),
  response: list,
})

export const delivery = z.object({
  id: z.number(),
  message_id: z.string().describe('webhook-id header, the same for every attempt'),
  event: webhookEvent.or(z.literal('test')),
  donation_id: z.number().nullable(),
  state: z.enum(['queued', 'sending', 'delivered', 'failed']),
  attempts: z.number(),
  response_code: z.number().nullable(),
  duration_ms: z.number().nullable(),
  problem: z.string().nullable(),
  happened_at: z.string(),
  tried_at: z.string().nullable(),
  next_try_at: z.string().nullable(),
  data: webhookData
    .nullable()
    .describe('sent data without the token; null before the first attempt or after erasure of the donor'),
  tries: z
    .array(
      z.object({
        at: z.string(),
        code: z.number().nullable(),
        ms: z.number().nullable(),
        problem: z.string().nullable(),
      }),
    )
    .describe('attempts of the latest send or resend, oldest first'),
})
export type Delivery = z.infer<typeof delivery>

const deliveries = z.object({ deliveries: z.array(delivery) })

export const listDeliveries = route('GET', '/api/webhook/{id}/delivery', {
  name: 'listDeliveries',
  summary: `The deliveries of a webhook in the last ${deliveryRetentionDays} days, newest first`,
  access: 'admin',
  scope: 'webhook',
  params: webhookPath,
  query: z.object({
    before: wireId.optional().describe('ID of the last delivery on the previous page'),
    only: z.enum(['failed']).optional().describe('only deliveries that failed or will be retried'),
  }),
  response: deliveries,
})

export const sendTestEvent = route('POST', '/api/webhook/{id}/test', {
  name: 'sendTestEvent',
  summary: 'Send a test event with example data',
  access: 'admin',
  scope: 'webhook',
  params: webhookPath,
  body: z.object({}),
  response: deliveries,
  rate: { max: 30, seconds: 60 },
})

export const resendDelivery = route('POST', '/api/webhook/{id}/delivery/{deliveryId}/resend', {
  name: 'resendDelivery',
  summary: 'Resend a delivery with the same webhook-id',
  access: 'admin',
  scope: 'webhook',
  params: webhookPath.extend({ deliveryId: wireId }),
  body: z.object({}),
  response: deliveries,
  rate: { max: 60, seconds: 60 },
})
