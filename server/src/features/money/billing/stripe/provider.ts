import { screens } from '@twofold/contract'
import { acrossOrganizations } from '../../../../platform/database/database.ts'
import type { Platform } from '../../../../platform/services/platform.ts'
import { type PaymentProvider, ProviderError } from '../payment-provider.ts'
import { subscribe, syncOpenCheckouts } from './checkout.ts'
import { callStripe, openStripe, runEach, type StripeContext, type StripeSettings } from './client.ts'
import { getOrCreateCustomer } from './customer.ts'
import { tryLockStripe } from './events.queries.ts'
import { reconcileDaily } from './reconcile.ts'
import { createInvoiceCursor, type InvoiceCursor, submitDueInvoices } from './submit-invoices.ts'

/** Checkout stores a card, and each monthly invoice is charged to it. */
export function createStripeProvider(platform: Platform, settings: StripeSettings): PaymentProvider {
  const { log, database } = platform
  const context: StripeContext = { platform, stripe: openStripe(settings) }
  const cursor = createInvoiceCursor()
  return {
    subscribe: (choice, plan) => callStripe(log, () => subscribe(context, choice, plan)),
    manage: (tenant) =>
      callStripe(log, async () => {
        const { id: customer } = await getOrCreateCustomer(context, tenant)
        const returnTo = `${platform.publicUrl()}${screens.billing}`
        return (await context.stripe.billingPortal.sessions.create({ customer, return_url: returnTo })).url
      }),
    collect: (signal) =>
      // Holds the lock; the work uses separate transactions.
      acrossOrganizations(database.auxiliary, async (lockDb) => {
        if (!(await tryLockStripe(lockDb))) return
        await collect({ ...context, signal }, cursor).catch((error: unknown) => {
          // Stripe is unreachable (already logged) or this node stops: the next round continues.
          if (!(error instanceof ProviderError) && error !== signal.reason) throw error
        })
      }),
  }
}

const collect = (context: StripeContext, cursor: InvoiceCursor): Promise<void> =>
  runEach([() => syncOpenCheckouts(context), () => submitDueInvoices(context, cursor), () => reconcileDaily(context)])
