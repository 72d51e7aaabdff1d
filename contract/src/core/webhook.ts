import { z } from 'zod'

/**
 * A webhook as the organization and the webhook's routes return it. A separate file keeps every screen's bundle small.
 */

export const webhookEvent = z.enum(['status', 'first_open', 'reminder_sent'])
export type WebhookEvent = z.infer<typeof webhookEvent>

export const webhook = z.object({
  id: z.number(),
  url: z.string().describe('without its scheme: https is always used'),
  token: z.string().nullable().describe('sent as bearer token; all but its end hidden, null below the level admin'),
  event: webhookEvent,
  last_code: z.number().nullable().describe("the receiver's last answer; 200 is expected"),
  last_problem: z.string().nullable().describe('what was wrong with the latest attempt; null: nothing'),
  former_secret_until: z.string().nullable().describe('until then the former secret signs too'),
  disabled_because: z.string().nullable().describe('why nothing is sent there any more'),
})
export type Webhook = z.infer<typeof webhook>
