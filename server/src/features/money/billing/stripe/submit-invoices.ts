import { billing } from '@twofold/contract'
import type { Stripe } from 'stripe'
import {
  acrossOrganizations,
  grantTenant,
  inTenant,
  readOnly,
  type Tenant,
} from '../../../../platform/database/database.ts'
import { ProviderError } from '../payment-provider.ts'
import { callStripe, type StripeContext, tryCallStripe } from './client.ts'
import {
  beginCollection,
  type CollectedInvoice,
  type DueInvoice,
  listDueInvoices,
  saveStripeInvoice,
  saveStripeState,
} from './collecting.queries.ts'
import { nullIfMissing } from './customer.ts'
import { syncInvoice } from './invoice.ts'

const batchSize = 50
/** Stripe is checked after this many consecutive failures. */
const failuresBeforeCheck = 3
/** Each failure takes about 20 s while the round holds the lock. */
const maxRoundFailures = 9

export type InvoiceCursor = { after: DueInvoice }
const initialPosition: DueInvoice = { organization_id: 0, invoice_id: 0 }
export const createInvoiceCursor = (): InvoiceCursor => ({ after: initialPosition })

/** A refused invoice becomes payable to us directly; a failed one is retried. @throws ProviderError */
export async function submitDueInvoices(
  context: StripeContext,
  cursor: InvoiceCursor,
  maxFailures: number = maxRoundFailures,
): Promise<void> {
  const { database, log } = context.platform
  let failures = 0
  let consecutiveFailures = 0
  const logFailures = () =>
    log.warn({ invoices: failures }, 'invoices were not submitted to Stripe; the next run retries')
  for (;;) {
    const dueInvoices = await acrossOrganizations(readOnly(database), (db) =>
      listDueInvoices(db, cursor.after, batchSize),
    )
    for (const invoice of dueInvoices) {
      context.signal?.throwIfAborted()
      cursor.after = invoice
      const tenant = grantTenant(invoice.organization_id, [invoice.organization_id])
      try {
        const isAccepted = await tryCallStripe(log, () => submitInvoice(context, tenant, invoice.invoice_id))
        if (!isAccepted) await callStripe(log, () => refuseInvoice(context, tenant, invoice.invoice_id))
        consecutiveFailures = 0
      } catch (error) {
        if (!(error instanceof ProviderError) || error.scope !== 'this') throw error
        failures++
        consecutiveFailures++
        if (consecutiveFailures % failuresBeforeCheck === 0 && !(await isStripeReachable(context))) throw error
        if (failures >= maxFailures) return logFailures()
      }
    }
    if (dueInvoices.length < batchSize) break
  }
  cursor.after = initialPosition
  if (failures > 0) logFailures()
}

/** True even if the key lacks the permission. */
const isStripeReachable = ({ platform, stripe }: StripeContext): Promise<boolean> =>
  callStripe(platform.log, () => stripe.customers.list({ limit: 1 })).then(
    () => true,
    (error: unknown) => {
      if (error instanceof ProviderError) return error.kind === 'refused'
      throw error
    },
  )

/**
 * Exactly once: stores the amount, then looks for the invoice by number before creating it with an idempotency key.
 * Another process can continue even after Stripe has discarded the key.
 */
async function submitInvoice(context: StripeContext, tenant: Tenant, invoiceId: number): Promise<void> {
  const { platform, stripe } = context
  const collection = await inTenant(platform.database, tenant, (db) => beginCollection(db, tenant, invoiceId))
  if (!collection) return
  const stripeInvoice = (await findAtStripe(stripe, collection)) ?? (await createAtStripe(stripe, collection))
  const finalInvoice =
    stripeInvoice.status === 'draft' ? await finalizeAtStripe(stripe, collection, stripeInvoice) : stripeInvoice
  await storeSubmitted(context, tenant, invoiceId, finalInvoice)
}

/** The invoice must not exist at Stripe, where it may be charged. */
async function refuseInvoice(context: StripeContext, tenant: Tenant, invoiceId: number): Promise<void> {
  const { platform, stripe } = context
  const collection = await inTenant(platform.database, tenant, (db) => beginCollection(db, tenant, invoiceId))
  if (!collection) return
  const stripeInvoice = await nullIfMissing(() => findAtStripe(stripe, collection))
  if (stripeInvoice && stripeInvoice.status !== 'draft')
    return storeSubmitted(context, tenant, invoiceId, stripeInvoice)
  await inTenant(platform.database, tenant, (db) => saveStripeState(db, tenant, invoiceId, 'refused'))
}

async function storeSubmitted(
  context: StripeContext,
  tenant: Tenant,
  invoiceId: number,
  stripeInvoice: Stripe.Invoice,
): Promise<void> {
  const storedInvoice = { stripeId: stripeInvoice.id, payUrl: stripeInvoice.hosted_invoice_url ?? null }
  await inTenant(context.platform.database, tenant, (db) => saveStripeInvoice(db, tenant, invoiceId, storedInvoice))
  // The payment event may have arrived before the id was stored here.
  await syncInvoice(context, stripeInvoice.id)
}

async function findAtStripe(stripe: Stripe, collection: CollectedInvoice): Promise<Stripe.Invoice | undefined> {
  const number = billing.invoiceNumber(collection)
  for await (const invoice of stripe.invoices.list({ customer: collection.customer_id, limit: 100 })) {
    if (invoice.metadata?.['invoice'] === number) return invoice
  }
  return undefined
}

/** Invoice numbers are not unique across databases, so the key includes the customer. */
const getRequestOptions = (collection: CollectedInvoice, step: 'invoice' | 'item' | 'final') => ({
  idempotencyKey: `${collection.customer_id} ${billing.invoiceNumber(collection)} ${step}`,
})

function createAtStripe(stripe: Stripe, collection: CollectedInvoice): Promise<Stripe.Invoice> {
  const number = billing.invoiceNumber(collection)
  return stripe.invoices.create(
    {
      customer: collection.customer_id,
      currency: collection.currency.toLowerCase(),
      collection_method: 'charge_automatically',
      auto_advance: false,
      pending_invoice_items_behavior: 'exclude',
      description: `Twofold invoice ${number}. Its lines are in the portal, under Billing.`,
      metadata: { invoice: number, organization: String(collection.organization_id) },
    },
    getRequestOptions(collection, 'invoice'),
  )
}

/** A single item, because the ledger contains the lines. */
async function finalizeAtStripe(
  stripe: Stripe,
  collection: CollectedInvoice,
  draft: Stripe.Invoice,
): Promise<Stripe.Invoice> {
  if (draft.total === 0) {
    await stripe.invoiceItems.create(
      {
        customer: collection.customer_id,
        invoice: draft.id,
        amount: collection.stripe_cents,
        currency: collection.currency.toLowerCase(),
        description: `${billing.invoiceNumber(collection)}, ${collection.lines} ${collection.lines === 1 ? 'line' : 'lines'}`,
      },
      getRequestOptions(collection, 'item'),
    )
  }
  return stripe.invoices.finalizeInvoice(draft.id, { auto_advance: true }, getRequestOptions(collection, 'final'))
}
