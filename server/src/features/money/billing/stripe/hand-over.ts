import { billing } from '@twofold/contract'
import type { Stripe } from 'stripe'
import { acrossOrganizations, grantTenant, inTenant, type Tenant } from '../../../../platform/database/database.ts'
import { ProviderTrouble } from '../payment-provider.ts'
import { asked, asking, type StripeRoom } from './client.ts'
import {
  type AskedInvoice,
  beginAsking,
  type DueInvoice,
  listToHandOver,
  saveAsked,
  saveState,
} from './collecting.queries.ts'
import { unlessMissing } from './customer.ts'
import { syncInvoice } from './invoice.ts'

const atOnce = 50
/** After so many that failed one after the other it is asked whether it is Stripe that is away. */
const troublesInARow = 3
/** Each waits some twenty seconds: a round holds the turn, so it ends after so many. */
const troublesInARound = 9

/** Where a round goes on: behind those that the one before it came to, where it did not come to the end. */
export type HandOverPlace = { after: DueInvoice }
const first: DueInvoice = { organization_id: 0, invoice_id: 0 }
export const firstPlace = (): HandOverPlace => ({ after: first })

/**
 * Hands over what Stripe is to collect and has not heard of. What it refuses is paid to us, like what it gave up; what fails is
 * tried again in the next round and holds up no other.
 * @throws ProviderTrouble
 */
export async function handOverDue(
  room: StripeRoom,
  place: HandOverPlace,
  troublesAtMost: number = troublesInARound,
): Promise<void> {
  const { database, log } = room.platform
  let troubles = 0
  let inARow = 0
  const warn = () => log.warn({ invoices: troubles }, 'not handed over to Stripe; the next round tries again')
  for (;;) {
    const due = await acrossOrganizations(database, (db) => listToHandOver(db, place.after, atOnce), { readOnly: true })
    for (const one of due) {
      room.signal?.throwIfAborted()
      place.after = one
      const tenant = grantTenant(one.organization_id, [one.organization_id])
      try {
        const isTaken = await asked(log, () => handOver(room, tenant, one.invoice_id))
        if (!isTaken) await asking(log, () => giveUp(room, tenant, one.invoice_id))
        inARow = 0
      } catch (error) {
        if (!(error instanceof ProviderTrouble) || error.of !== 'this') throw error
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

/** Whether Stripe answers at all, be it that this key may not ask for this. */
const answers = ({ platform, stripe }: StripeRoom): Promise<boolean> =>
  asking(platform.log, () => stripe.customers.list({ limit: 1 })).then(
    () => true,
    (error: unknown) => {
      if (error instanceof ProviderTrouble) return error.kind === 'refused'
      throw error
    },
  )

/**
 * Has Stripe collect an invoice, once: what it is asked for is written down first; then the invoice is looked for there by its
 * number before it is made with its number as the key. So a process may die anywhere, and another goes on, also long after
 * Stripe has forgotten the key.
 */
async function handOver(room: StripeRoom, tenant: Tenant, invoiceId: number): Promise<void> {
  const { platform, stripe } = room
  const begun = await inTenant(platform.database, tenant, (db) => beginAsking(db, tenant, invoiceId))
  if (!begun) return
  const there = (await findThere(stripe, begun)) ?? (await create(stripe, begun))
  const sent = there.status === 'draft' ? await finish(stripe, begun, there) : there
  await keep(room, tenant, invoiceId, sent)
}

/** What Stripe refused is paid to us, unless it stands there all the same and may be charged. */
async function giveUp(room: StripeRoom, tenant: Tenant, invoiceId: number): Promise<void> {
  const { platform, stripe } = room
  const begun = await inTenant(platform.database, tenant, (db) => beginAsking(db, tenant, invoiceId))
  if (!begun) return
  const there = await unlessMissing(() => findThere(stripe, begun))
  if (there && there.status !== 'draft') return keep(room, tenant, invoiceId, there)
  await inTenant(platform.database, tenant, (db) => saveState(db, tenant, invoiceId, 'refused'))
}

async function keep(room: StripeRoom, tenant: Tenant, invoiceId: number, sent: Stripe.Invoice): Promise<void> {
  const given = { stripeId: sent.id, payUrl: sent.hosted_invoice_url ?? null }
  await inTenant(room.platform.database, tenant, (db) => saveAsked(db, tenant, invoiceId, given))
  // Asked for once more: its payment may have been told before its id was known here.
  await syncInvoice(room, sent.id)
}

async function findThere(stripe: Stripe, begun: AskedInvoice): Promise<Stripe.Invoice | undefined> {
  const number = billing.invoiceNumber(begun)
  for await (const invoice of stripe.invoices.list({ customer: begun.customer_id, limit: 100 })) {
    if (invoice.metadata?.['invoice'] === number) return invoice
  }
  return undefined
}

/** Of one step with one invoice. A customer's id is of one database, and its invoices' numbers are not. */
const keyOf = (begun: AskedInvoice, step: 'invoice' | 'item' | 'final') => ({
  idempotencyKey: `${begun.customer_id} ${billing.invoiceNumber(begun)} ${step}`,
})

function create(stripe: Stripe, begun: AskedInvoice): Promise<Stripe.Invoice> {
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

/** One item: the ledger holds the lines. */
async function finish(stripe: Stripe, begun: AskedInvoice, draft: Stripe.Invoice): Promise<Stripe.Invoice> {
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
