import { billing } from '@twofold/contract'
import type { Stripe } from 'stripe'
import { acrossOrganizations, grantTenant, inTenant, type Tenant } from '../../../../platform/database/database.ts'
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

const atOnce = 50
/** Stripe is checked after this many consecutive failures. */
const troublesInARow = 3
/** Each failure takes about 20 s while the round holds the lock. */
const troublesInARound = 9

export type InvoiceCursor = { after: DueInvoice }
const first: DueInvoice = { organization_id: 0, invoice_id: 0 }
export const createInvoiceCursor = (): InvoiceCursor => ({ after: first })

/** A refused invoice becomes payable to us directly; a failed one is retried. @throws ProviderError */
export async function submitDueInvoices(
  room: StripeContext,
  place: InvoiceCursor,
  troublesAtMost: number = troublesInARound,
): Promise<void> {
  const { database, log } = room.platform
  let troubles = 0
  let inARow = 0
  const warn = () => log.warn({ invoices: troubles }, 'not handed over to Stripe; the next round tries again')
  for (;;) {
    const due = await acrossOrganizations(database, (db) => listDueInvoices(db, place.after, atOnce), {
      readOnly: true,
    })
    for (const one of due) {
      room.signal?.throwIfAborted()
      place.after = one
      const tenant = grantTenant(one.organization_id, [one.organization_id])
      try {
        const isTaken = await tryCallStripe(log, () => handOver(room, tenant, one.invoice_id))
        if (!isTaken) await callStripe(log, () => giveUp(room, tenant, one.invoice_id))
        inARow = 0
      } catch (error) {
        if (!(error instanceof ProviderError) || error.of !== 'this') throw error
        troubles++
        inARow++
        if (inARow % troublesInARow === 0 && !(await answers(room))) throw error
        if (troubles >= troublesAtMost) return warn()
      }
    }
    if (due.length < atOnce) break
  }
  place.after = first
  if (troubles > 0) warn()
}

/** True even if the key lacks the permission. */
const answers = ({ platform, stripe }: StripeContext): Promise<boolean> =>
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
async function handOver(room: StripeContext, tenant: Tenant, invoiceId: number): Promise<void> {
  const { platform, stripe } = room
  const begun = await inTenant(platform.database, tenant, (db) => beginCollection(db, tenant, invoiceId))
  if (!begun) return
  const there = (await findThere(stripe, begun)) ?? (await create(stripe, begun))
  const sent = there.status === 'draft' ? await finish(stripe, begun, there) : there
  await keep(room, tenant, invoiceId, sent)
}

/** The invoice must not exist at Stripe, where it may be charged. */
async function giveUp(room: StripeContext, tenant: Tenant, invoiceId: number): Promise<void> {
  const { platform, stripe } = room
  const begun = await inTenant(platform.database, tenant, (db) => beginCollection(db, tenant, invoiceId))
  if (!begun) return
  const there = await nullIfMissing(() => findThere(stripe, begun))
  if (there && there.status !== 'draft') return keep(room, tenant, invoiceId, there)
  await inTenant(platform.database, tenant, (db) => saveStripeState(db, tenant, invoiceId, 'refused'))
}

async function keep(room: StripeContext, tenant: Tenant, invoiceId: number, sent: Stripe.Invoice): Promise<void> {
  const given = { stripeId: sent.id, payUrl: sent.hosted_invoice_url ?? null }
  await inTenant(room.platform.database, tenant, (db) => saveStripeInvoice(db, tenant, invoiceId, given))
  // The payment event may have arrived before the id was stored here.
  await syncInvoice(room, sent.id)
}

async function findThere(stripe: Stripe, begun: CollectedInvoice): Promise<Stripe.Invoice | undefined> {
  const number = billing.invoiceNumber(begun)
  for await (const invoice of stripe.invoices.list({ customer: begun.customer_id, limit: 100 })) {
    if (invoice.metadata?.['invoice'] === number) return invoice
  }
  return undefined
}

/** Invoice numbers are not unique across databases, so the key includes the customer. */
const keyOf = (begun: CollectedInvoice, step: 'invoice' | 'item' | 'final') => ({
  idempotencyKey: `${begun.customer_id} ${billing.invoiceNumber(begun)} ${step}`,
})

function create(stripe: Stripe, begun: CollectedInvoice): Promise<Stripe.Invoice> {
  const number = billing.invoiceNumber(begun)
  return stripe.invoices.create(
    {
      customer: begun.customer_id,
      currency: begun.currency.toLowerCase(),
      collection_method: 'charge_automatically',
      auto_advance: false,
      pending_invoice_items_behavior: 'exclude',
      description: `Twofold invoice ${number}. Its lines are in the portal, under Billing.`,
      metadata: { invoice: number, organization: String(begun.organization_id) },
    },
    keyOf(begun, 'invoice'),
  )
}

/** A single item, because the ledger contains the lines. */
async function finish(stripe: Stripe, begun: CollectedInvoice, draft: Stripe.Invoice): Promise<Stripe.Invoice> {
  if (draft.total === 0) {
    await stripe.invoiceItems.create(
      {
        customer: begun.customer_id,
        invoice: draft.id,
        amount: begun.stripe_cents,
        currency: begun.currency.toLowerCase(),
        description: `${billing.invoiceNumber(begun)}, ${begun.lines} ${begun.lines === 1 ? 'line' : 'lines'}`,
      },
      keyOf(begun, 'item'),
    )
  }
  return stripe.invoices.finalizeInvoice(draft.id, { auto_advance: true }, keyOf(begun, 'final'))
}
