import type { FastifyInstance } from 'fastify'
import type { Stripe } from 'stripe'
import { Refusal } from '../../../../platform/runtime/errors.ts'
import type { Platform } from '../../../../platform/services/platform.ts'
import { ProviderError } from '../payment-provider.ts'
import { applyEvent } from './apply-event.ts'
import { callStripe, openStripe, type StripeContext, type StripeSettings } from './client.ts'

export const webhookPath = '/api/stripe/webhook'
/** Older requests are replays: Stripe signs each attempt again. */
const toleranceSeconds = 300

/** The signature covers the raw bytes. Invalid requests get no reason. */
export async function serveStripe(http: FastifyInstance, platform: Platform, settings: StripeSettings): Promise<void> {
  const context: StripeContext = { platform, stripe: openStripe(settings) }
  const verifyEvent = (body: unknown, signature: unknown): Stripe.Event => {
    try {
      return context.stripe.webhooks.constructEvent(
        Buffer.isBuffer(body) ? body : '',
        typeof signature === 'string' ? signature : '',
        settings.webhookSecret,
        toleranceSeconds,
        undefined,
        platform.clock().getTime(),
      )
    } catch {
      throw new Refusal('malformed', 'This is not a signed event.')
    }
  }
  await http.register(async (pages) => {
    pages.removeAllContentTypeParsers()
    pages.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    pages.post(webhookPath, async (request, reply) => {
      const event = verifyEvent(request.body, request.headers['stripe-signature'])
      await callStripe(platform.log, () => applyEvent(context, event)).catch((error: unknown) => {
        if (!(error instanceof ProviderError)) throw error
        // A retry would not help. Reconciliation applies the event once the key has the permission.
        if (error.scope === 'right') return
        throw new Refusal('unavailable', 'We couldn’t check this event with Stripe. Please send it again.')
      })
      return reply.header('cache-control', 'no-store').send({ received: true })
    })
  })
}
