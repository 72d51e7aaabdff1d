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
import { insertPayment, insertPaymentReversal, listProviderPayments } from '../../../matches/ledger/index.ts'
import { lockInvoice } from '../invoices.queries.ts'
import type { StripeContext } from './client.ts'
import { findInvoiceByStripeId } from './collecting.queries.ts'
import { dayOfTimestamp, stripeAuditContext } from './stripe-audit.ts'

type How = 'refund' | 'dispute' | 'dispute won' | 'credit note'

type Told = {
  readonly externalId: string
  readonly how: How
  /** Negative: the money went back. */
  readonly cents: number
  readonly uncharged?: number
  readonly at: number
  readonly reference: string
  readonly gone: string | null
}

const acts = {
  refund: 'refunded',
  dispute: 'disputed',
  'dispute won': 'won back',
  'credit note': 'credited',
} as const satisfies Record<How, string>

/** Reads all of them from Stripe, so duplicate, late, or unordered events lead to the same result. */
export async function syncRefunds(room: StripeContext, stripeId: string): Promise<void> {
  const { platform } = room
  const known = await acrossOrganizations(platform.database, (db) => findInvoiceByStripeId(db, stripeId), {
    readOnly: true,
  })
  if (!known) return
  const { organization_id, invoice_id, time_zone } = known
  const told = await askWhatBecame(room.stripe, stripeId)
  if (told.length === 0) return
  const tenant = grantTenant(organization_id, [organization_id])
  await inTenant(platform.database, tenant, async (db) => {
    const invoice = await lockInvoice(db, tenant, invoice_id)
    const standing = await findInvoiceByStripeId(db, stripeId)
    if (!invoice || !standing) return
    const entered = new Map((await listProviderPayments(db, tenant, invoice_id)).map((one) => [one.external_id, one]))
    for (const one of told) {
      const before = entered.get(one.externalId)
      // A payment that support undid was already returned. One that was never entered cannot be.
      if (one.how !== 'credit note' && (!standing.is_entered || standing.is_taken_back)) continue
      // Older payments include the amount forgiven before the charge.
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
  readonly room: StripeContext
  readonly tenant: Tenant
  readonly invoice: NonNullable<Awaited<ReturnType<typeof lockInvoice>>>
  readonly time_zone: string
}

async function enter(db: Db, { room, tenant, invoice, time_zone }: At, told: Told): Promise<void> {
  const now = room.platform.clock()
  const { how, cents, reference, externalId } = told
  const payment = { invoiceId: invoice.id, cents, paidOn: dayOfTimestamp(told.at, time_zone), how, reference } as const
  const id = await insertPayment(db, tenant, { ...payment, userId: null, externalId }, now)
  await writeAudit(db, stripeAuditContext(room.platform, externalId), {
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
  if (!(await insertPaymentReversal(db, tenant, { paymentId, userId: null, why }, room.platform.clock()))) return
  await writeAudit(db, stripeAuditContext(room.platform, externalId), {
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

/** A pending refund has left for the bank; one with `requires_action` waits for the customer. */
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

/** A dispute moves money when the bank withdraws it and when it is returned. An inquiry moves none. */
const ofDispute = ({ amount, currency, reason, balance_transactions }: Stripe.Dispute): Told[] =>
  balance_transactions
    .filter((moved) => moved.amount !== 0)
    .map((moved) => {
      // An account in another currency reports the amount in that currency.
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
 * The refund itself is a separate entry. Excludes credit that pays another invoice, and money returned outside Stripe.
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

export async function syncRefundsOfPayment(room: StripeContext, payment_intent: string): Promise<void> {
  const payment = { type: 'payment_intent', payment_intent } as const
  for await (const { invoice } of room.stripe.invoicePayments.list({ payment, limit: 100 })) {
    const stripeId = idOf(invoice)
    if (stripeId !== null) await syncRefunds(room, stripeId)
  }
}
