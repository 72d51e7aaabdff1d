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

const known: readonly string[] = eventTypes

/**
 * Applies an event once; a failed one is delivered again. Its object is read from Stripe, because the event may be old.
 * Returns true for a new event.
 */
export async function applyEvent(room: StripeContext, event: Stripe.Event): Promise<boolean> {
  const { database, clock } = room.platform
  const object = event.data.object
  if (!known.includes(event.type) || !('id' in object) || typeof object.id !== 'string') return false
  const heard = { id: event.id, type: event.type, objectId: object.id, createdAt: new Date(event.created * 1000) }
  const now = clock()
  if (await withoutTenant(database, (db) => recordEvent(db, heard, now))) return false
  await syncObject(room, { ...heard, ...aboutOf(object) })
  await withoutTenant(database, (db) => markApplied(db, heard.id, now))
  return true
}

type About = { readonly paymentIntent: string | null; readonly invoice: string | null }

function aboutOf(object: object): About {
  const named = (name: 'payment_intent' | 'invoice'): string | null => {
    const given: unknown = Reflect.get(object, name)
    return typeof given === 'string' ? given : null
  }
  return { paymentIntent: named('payment_intent'), invoice: named('invoice') }
}

async function syncObject(
  room: StripeContext,
  { type, objectId, paymentIntent, invoice }: About & { readonly type: string; readonly objectId: string },
): Promise<void> {
  if (type.startsWith('checkout.')) return syncCheckout(room, objectId)
  if (type.startsWith('customer.')) return syncCustomer(room, objectId)
  if (type.startsWith('invoice.')) return syncInvoice(room, objectId)
  if (type.startsWith('credit_note.')) return invoice === null ? undefined : syncRefunds(room, invoice)
  if (paymentIntent !== null) await syncRefundsOfPayment(room, paymentIntent)
}
