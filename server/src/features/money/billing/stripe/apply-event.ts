import type { Stripe } from 'stripe'
import { withoutTenant } from '../../../../platform/database/database.ts'
import { syncCheckout } from './checkout.ts'
import type { StripeContext } from './client.ts'
import { syncCustomer } from './customer.ts'
import { markApplied, recordEvent } from './events.queries.ts'
import { syncInvoice } from './invoice.ts'
import { syncRefunds, syncRefundsOfPayment } from './refunds.ts'

export const eventTypes = [
  'checkout.session.completed',
  'checkout.session.expired',
  'customer.updated',
  'customer.deleted',
  'invoice.finalized',
  'invoice.paid',
  'invoice.payment_failed',
  'invoice.voided',
  'invoice.marked_uncollectible',
  'charge.refunded',
  'refund.created',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.closed',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
  'credit_note.created',
  'credit_note.voided',
] as const

const knownTypes: readonly string[] = eventTypes

/**
 * Applies an event once; a failed one is delivered again. Its object is read from Stripe, because the event may be old.
 * Returns true for a new event.
 */
export async function applyEvent(context: StripeContext, event: Stripe.Event): Promise<boolean> {
  const { database, clock } = context.platform
  const object = event.data.object
  if (!knownTypes.includes(event.type) || !('id' in object) || typeof object.id !== 'string') return false
  const received = { id: event.id, type: event.type, objectId: object.id, createdAt: new Date(event.created * 1000) }
  const now = clock()
  if (await withoutTenant(database, (db) => recordEvent(db, received, now))) return false
  await syncObject(context, { ...received, ...getRelatedObjects(object) })
  await withoutTenant(database, (db) => markApplied(db, received.id, now))
  return true
}

type RelatedObjects = { readonly paymentIntent: string | null; readonly invoice: string | null }

function getRelatedObjects(object: object): RelatedObjects {
  const getId = (name: 'payment_intent' | 'invoice'): string | null => {
    const value: unknown = Reflect.get(object, name)
    return typeof value === 'string' ? value : null
  }
  return { paymentIntent: getId('payment_intent'), invoice: getId('invoice') }
}

async function syncObject(
  context: StripeContext,
  { type, objectId, paymentIntent, invoice }: RelatedObjects & { readonly type: string; readonly objectId: string },
): Promise<void> {
  if (type.startsWith('checkout.')) return syncCheckout(context, objectId)
  if (type.startsWith('customer.')) return syncCustomer(context, objectId)
  if (type.startsWith('invoice.')) return syncInvoice(context, objectId)
  if (type.startsWith('credit_note.')) return invoice === null ? undefined : syncRefunds(context, invoice)
  if (paymentIntent !== null) await syncRefundsOfPayment(context, paymentIntent)
}
