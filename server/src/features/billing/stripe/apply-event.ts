import type { Stripe } from 'stripe'
import { inProduct } from '../../../platform/database/database.ts'
import { syncCheckout } from './checkout.ts'
import type { StripeRoom } from './client.ts'
import { syncCustomer } from './customer.ts'
import { markApplied, rememberEvent } from './events.queries.ts'
import { syncInvoice } from './invoice.ts'

/** What is listened to; what an event of another kind is about is nothing to us. */
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
] as const

const known: readonly string[] = eventTypes

/**
 * Applies an event unless it was applied before, and remembers it; what fails is tried again when it comes again. It only says
 * what to look at: what is so is asked of Stripe, for the event may be old. Answers whether it was new.
 */
export async function applyEvent(room: StripeRoom, event: Stripe.Event): Promise<boolean> {
  const { database, clock } = room.platform
  const object = event.data.object
  if (!known.includes(event.type) || !('id' in object) || typeof object.id !== 'string') return false
  const heard = { id: event.id, type: event.type, objectId: object.id, createdAt: new Date(event.created * 1000) }
  const now = clock()
  if (await inProduct(database, (db) => rememberEvent(db, heard, now))) return false
  await syncObject(room, heard)
  await inProduct(database, (db) => markApplied(db, heard.id, now))
  return true
}

/** Applying the same again changes nothing. */
function syncObject(room: StripeRoom, about: { readonly type: string; readonly objectId: string }): Promise<void> {
  if (about.type.startsWith('checkout.')) return syncCheckout(room, about.objectId)
  if (about.type.startsWith('customer.')) return syncCustomer(room, about.objectId)
  return syncInvoice(room, about.objectId)
}
