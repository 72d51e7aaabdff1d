import { billing } from '@twofold/contract'
import type { Stripe } from 'stripe'
import {
  acrossOrganizations,
  type Db,
  grantTenant,
  inTenant,
  type Tenant,
} from '../../../../platform/database/database.ts'
import { writeAudit } from '../../../core/audit/index.ts'
import { insertPayment, listExternal, takeBack } from '../../../matches/ledger/index.ts'
import { lockInvoice } from '../invoices.queries.ts'
import type { StripeRoom } from './client.ts'
import { findByStripeId } from './collecting.queries.ts'
import { byStripe, dayOf } from './told.ts'

type How = 'refund' | 'dispute' | 'dispute won' | 'credit note'

/** What became of the money of an invoice, by Stripe's name for it: an amount that is entered once, or does not hold any more. */
type Told = {
  readonly externalId: string
  readonly how: How
  /** Below zero: it went back. */
  readonly cents: number
  /** So much of it was forgiven before the rest was charged. */
  readonly uncharged?: number
  readonly at: number
  readonly reference: string
  readonly gone: string | null
}

/** What the trail calls it. */
const acts = {
  refund: 'refunded',
  dispute: 'disputed',
  'dispute won': 'won back',
  'credit note': 'credited',
} as const satisfies Record<How, string>

/**
 * Refunds, disputes and credit notes of an invoice that Stripe collected: each is a line of the ledger, once. All of them are asked
 * for anew, so what comes twice, late or in disorder ends the same.
 */
export async function syncReturns(room: StripeRoom, stripeId: string): Promise<void> {
  const { platform } = room
  const known = await acrossOrganizations(platform.database, (db) => findByStripeId(db, stripeId), { readOnly: true })
  if (!known) return
  const { organization_id, invoice_id, time_zone } = known
  const told = await askWhatBecame(room.stripe, stripeId)
  if (told.length === 0) return
  const tenant = grantTenant(organization_id, [organization_id])
  await inTenant(platform.database, tenant, async (db) => {
    const invoice = await lockInvoice(db, tenant, invoice_id)
    const standing = await findByStripeId(db, stripeId)
    if (!invoice || !standing) return
    const entered = new Map((await listExternal(db, tenant, invoice_id)).map((one) => [one.external_id, one]))
    for (const one of told) {
      const before = entered.get(one.externalId)
      // What our support took back by hand went back already; what was never entered here cannot.
      if (one.how !== 'credit note' && (!standing.is_entered || standing.is_taken_back)) continue
      // Payments were entered without what was forgiven before only since credit notes are entered.
      const cents = standing.is_entered_whole ? one.cents - (one.uncharged ?? 0) : one.cents
      if (!before && one.gone === null && cents !== 0) {
        await enter(db, { room, tenant, invoice, time_zone }, { ...one, cents })
      }
      if (before && one.gone !== null && !before.is_taken_back) {
        await reverse(db, { room, tenant, invoice, time_zone }, { ...one, paymentId: before.id })
      }
    }
  })
}

type At = {
  readonly room: StripeRoom
  readonly tenant: Tenant
  readonly invoice: NonNullable<Awaited<ReturnType<typeof lockInvoice>>>
  readonly time_zone: string
}

async function enter(db: Db, { room, tenant, invoice, time_zone }: At, told: Told): Promise<void> {
  const now = room.platform.clock()
  const { how, cents, reference, externalId } = told
  const payment = { invoiceId: invoice.id, cents, paidOn: dayOf(told.at, time_zone), how, reference } as const
  const id = await insertPayment(db, tenant, { ...payment, userId: null, externalId }, now)
  await writeAudit(db, byStripe(room.platform, externalId), {
    organizationId: tenant.organizationId,
    subject: 'payment',
    action: acts[how],
    subjectId: id,
    after: { ...sumOf(invoice, cents), reference },
  })
}

async function reverse(
  db: Db,
  { room, tenant, invoice }: At,
  { paymentId, cents, gone, externalId }: Told & { readonly paymentId: number },
): Promise<void> {
  const why = gone ?? ''
  if (!(await takeBack(db, tenant, { paymentId, userId: null, why }, room.platform.clock()))) return
  await writeAudit(db, byStripe(room.platform, externalId), {
    organizationId: tenant.organizationId,
    subject: 'payment',
    action: 'reversed',
    subjectId: paymentId,
    before: sumOf(invoice, cents),
    after: { why },
  })
}

const sumOf = (invoice: At['invoice'], cents: number) => ({
  invoice: billing.invoiceNumber(invoice),
  amount: Math.abs(cents) / 100,
  currency: invoice.currency,
})

async function askWhatBecame(stripe: Stripe, stripeId: string): Promise<Told[]> {
  const told: Told[] = []
  for await (const note of stripe.creditNotes.list({ invoice: stripeId, limit: 100 })) told.push(...ofNote(note))
  for await (const { payment } of stripe.invoicePayments.list({ invoice: stripeId, status: 'paid', limit: 100 })) {
    const payment_intent = idOf(payment.payment_intent)
    if (payment_intent === null) continue
    for await (const refund of stripe.refunds.list({ payment_intent, limit: 100 })) told.push(ofRefund(refund))
    for await (const dispute of stripe.disputes.list({ payment_intent, limit: 100 })) told.push(...ofDispute(dispute))
  }
  return told.sort((one, other) => one.at - other.at)
}

/** A refund that waits for the bank has left already. One that waits for the customer has not. */
const refundsThatCount: readonly (string | null)[] = ['succeeded', 'pending']

const whatBecameOf = (status: string | null): string =>
  status === 'failed' || status === 'canceled'
    ? `The refund ${status === 'failed' ? 'failed' : 'was canceled'} at Stripe`
    : 'The refund has not gone through at Stripe'

const ofRefund = ({ id, amount, created, reason, status }: Stripe.Refund): Told => ({
  externalId: id,
  how: 'refund',
  cents: -amount,
  at: created,
  reference: wordsOf(reason),
  gone: refundsThatCount.includes(status) ? null : whatBecameOf(status),
})

/** A dispute moves money when the bank withdraws it, and when it gives it back; one that is only asked about moves none. */
const ofDispute = ({ amount, currency, reason, balance_transactions }: Stripe.Dispute): Told[] =>
  balance_transactions
    .filter((moved) => moved.amount !== 0)
    .map((moved) => {
      // An account that is kept in another currency moves that one.
      const cents = moved.currency === currency ? Math.abs(moved.amount) : amount
      const isBack = moved.amount > 0
      return {
        externalId: moved.id,
        how: isBack ? 'dispute won' : 'dispute',
        cents: isBack ? cents : -cents,
        at: moved.created,
        reference: wordsOf(reason),
        gone: null,
      }
    })

/**
 * What a credit note forgives: of the open sum, and of what it refunds, whose refund stands by itself. What it puts into the customer's
 * balance at Stripe pays another invoice there; what was given back elsewhere is neither here.
 */
function ofNote({ id, number, created, status, pre_payment_amount, refunds }: Stripe.CreditNote): Told[] {
  const cents = refunds.reduce((sum, { amount_refunded }) => sum + amount_refunded, pre_payment_amount)
  if (cents === 0) return []
  const gone = status === 'void' ? 'The credit note is void at Stripe' : null
  const uncharged = pre_payment_amount
  return [{ externalId: id, how: 'credit note', cents, uncharged, at: created, reference: number, gone }]
}

const wordsOf = (given: string | null | undefined): string => (given ?? '').replaceAll('_', ' ')

const idOf = (given: string | { readonly id: string } | null | undefined): string | null =>
  typeof given === 'string' ? given : (given?.id ?? null)

/** Our invoices that a payment at Stripe paid. */
export async function syncReturnsOf(room: StripeRoom, payment_intent: string): Promise<void> {
  const payment = { type: 'payment_intent', payment_intent } as const
  for await (const { invoice } of room.stripe.invoicePayments.list({ payment, limit: 100 })) {
    const stripeId = idOf(invoice)
    if (stripeId !== null) await syncReturns(room, stripeId)
  }
}
