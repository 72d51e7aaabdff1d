import { z } from 'zod'

/** A separate file keeps every screen's bundle small. */

export const webhookEvent = z.enum(['status', 'first_open', 'reminder_sent'])
export type WebhookEvent = z.infer<typeof webhookEvent>

export const webhook = z.object({
  id: z.number(),
  url: z.string().describe('URL without the scheme, which is always https'),
  token: z
    .string()
    .nullable()
    .describe('bearer token, masked except for its last characters; null without admin access'),
  event: webhookEvent,
  last_code: z.number().nullable().describe('HTTP status of the latest delivery; 200 is expected'),
  last_problem: z.string().nullable().describe('error of the latest attempt; null if it succeeded'),
  former_secret_until: z
    .string()
    .nullable()
    .describe('time until which deliveries are also signed with the previous secret'),
  disabled_because: z.string().nullable().describe('reason why deliveries are disabled; null if enabled'),
})
export type Webhook = z.infer<typeof webhook>
