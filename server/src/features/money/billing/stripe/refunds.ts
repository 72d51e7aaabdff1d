import { billing } from '@twofold/contract'
import type { Stripe } from 'stripe'
import {
  acrossOrganizations,
  type Db,
  grantTenant,
  inTenant,
  readOnly,
  type Tenant,
} from '../../../../platform/database/database.ts'
import { writeAudit } from '../../../core/audit/index.ts'
import { insertPayment, insertPaymentReversal, listProviderPayments } from '../../../matches/ledger/index.ts'
import { lockInvoice } from '../invoices.queries.ts'
import type { StripeContext } from './client.ts'
import { findInvoiceByStripeId } from './collecting.queries.ts'
import { dayOfTimestamp, stripeAuditContext } from './stripe-audit.ts'

type RefundKind = 'refund' | 'dispute' | 'dispute won' | 'credit note'

type StripeRefund = {
  readonly externalId: string
  readonly how: RefundKind
  /** Negative: the money went back. */
  readonly cents: number
  readonly uncharged?: number
  readonly at: number
  readonly reference: string
  readonly failure: string | null
}

const auditActions = {
  refund: 'refunded',
  dispute: 'disputed',
  'dispute won': 'won back',
  'credit note': 'credited',
} as const satisfies Record<RefundKind, string>

/** Reads all of them from Stripe, so duplicate, late, or unordered events lead to the same result. */
export async function syncRefunds(context: StripeContext, stripeId: string): Promise<void> {
  const { platform } = context
  const storedInvoice = await acrossOrganizations(readOnly(platform.database), (db) =>
    findInvoiceByStripeId(db, stripeId),
  )
  if (!storedInvoice) return
  const { organization_id, invoice_id, time_zone } = storedInvoice
  const refunds = await listRefunds(context.stripe, stripeId)
  if (refunds.length === 0) return
  const tenant = grantTenant(organization_id, [organization_id])
  await inTenant(platform.database, tenant, async (db) => {
    const invoice = await lockInvoice(db, tenant, invoice_id)
    const invoiceState = await findInvoiceByStripeId(db, stripeId)
    if (!invoice || !invoiceState) return
    const paymentsByExternalId = new Map(
      (await listProviderPayments(db, tenant, invoice_id)).map((payment) => [payment.external_id, payment]),
    )
    for (const refund of refunds) {
      const storedPayment = paymentsByExternalId.get(refund.externalId)
      // A payment that support undid was already returned. One that was never entered cannot be.
      if (refund.how !== 'credit note' && (!invoiceState.is_entered || invoiceState.is_reversed)) continue
      // Older payments include the amount forgiven before the charge.
      const cents = invoiceState.is_entered_whole ? refund.cents - (refund.uncharged ?? 0) : refund.cents
      if (!storedPayment && refund.failure === null && cents !== 0) {
        await recordRefund(db, { context, tenant, invoice, time_zone }, { ...refund, cents })
      }
      if (storedPayment && refund.failure !== null && !storedPayment.is_reversed) {
        await reverseRefund(db, { context, tenant, invoice, time_zone }, { ...refund, paymentId: storedPayment.id })
      }
    }
  })
}

type RefundContext = {
  readonly context: StripeContext
  readonly tenant: Tenant
  readonly invoice: NonNullable<Awaited<ReturnType<typeof lockInvoice>>>
  readonly time_zone: string
}

async function recordRefund(
  db: Db,
  { context, tenant, invoice, time_zone }: RefundContext,
  refund: StripeRefund,
): Promise<void> {
  const now = context.platform.clock()
  const { how, cents, reference, externalId } = refund
  const payment = {
    invoiceId: invoice.id,
    cents,
    paidOn: dayOfTimestamp(refund.at, time_zone),
    how,
    reference,
  } as const
  const id = await insertPayment(db, tenant, { ...payment, userId: null, externalId }, now)
  await writeAudit(db, stripeAuditContext(context.platform, externalId), {
    organizationId: tenant.organizationId,
    subject: 'payment',
    action: auditActions[how],
    subjectId: id,
    after: { ...getAuditAmount(invoice, cents), reference },
  })
}

async function reverseRefund(
  db: Db,
  { context, tenant, invoice }: RefundContext,
  { paymentId, cents, failure, externalId }: StripeRefund & { readonly paymentId: number },
): Promise<void> {
  const why = failure ?? ''
  if (!(await insertPaymentReversal(db, tenant, { paymentId, userId: null, why }, context.platform.clock()))) return
  await writeAudit(db, stripeAuditContext(context.platform, externalId), {
    organizationId: tenant.organizationId,
    subject: 'payment',
    action: 'reversed at Stripe',
    subjectId: paymentId,
    before: getAuditAmount(invoice, cents),
    after: { why },
  })
}

const getAuditAmount = (invoice: RefundContext['invoice'], cents: number) => ({
  invoice: billing.invoiceNumber(invoice),
  amount: Math.abs(cents) / 100,
  currency: invoice.currency,
})

async function listRefunds(stripe: Stripe, stripeId: string): Promise<StripeRefund[]> {
  const refunds: StripeRefund[] = []
  for await (const note of stripe.creditNotes.list({ invoice: stripeId, limit: 100 }))
    refunds.push(...fromCreditNote(note))
  for await (const { payment } of stripe.invoicePayments.list({ invoice: stripeId, status: 'paid', limit: 100 })) {
    const payment_intent = idOf(payment.payment_intent)
    if (payment_intent === null) continue
    for await (const refund of stripe.refunds.list({ payment_intent, limit: 100 })) refunds.push(fromRefund(refund))
    for await (const dispute of stripe.disputes.list({ payment_intent, limit: 100 }))
      refunds.push(...fromDispute(dispute))
  }
  return refunds.sort((a, b) => a.at - b.at)
}

/** A pending refund has left for the bank; one with `requires_action` waits for the customer. */
const countedStatuses: readonly (string | null)[] = ['succeeded', 'pending']

const describeFailure = (status: string | null): string =>
  status === 'failed' || status === 'canceled'
    ? `The refund ${status === 'failed' ? 'failed' : 'was canceled'} at Stripe`
    : 'The refund hasn’t gone through at Stripe'

const fromRefund = ({ id, amount, created, reason, status }: Stripe.Refund): StripeRefund => ({
  externalId: id,
  how: 'refund',
  cents: -amount,
  at: created,
  reference: toReference(reason),
  failure: countedStatuses.includes(status) ? null : describeFailure(status),
})

/** A dispute moves money when the bank withdraws it and when it is returned. An inquiry moves none. */
const fromDispute = ({ amount, currency, reason, balance_transactions }: Stripe.Dispute): StripeRefund[] =>
  balance_transactions
    .filter((transaction) => transaction.amount !== 0)
    .map((transaction) => {
      // An account in another currency reports the amount in that currency.
      const cents = transaction.currency === currency ? Math.abs(transaction.amount) : amount
      const isReturned = transaction.amount > 0
      return {
        externalId: transaction.id,
        how: isReturned ? 'dispute won' : 'dispute',
        cents: isReturned ? cents : -cents,
        at: transaction.created,
        reference: toReference(reason),
        failure: null,
      }
    })

/**
 * The refund itself is a separate entry. Excludes credit that pays another invoice, and money returned outside Stripe.
 */
function fromCreditNote({
  id,
  number,
  created,
  status,
  pre_payment_amount,
  refunds,
}: Stripe.CreditNote): StripeRefund[] {
  const cents = refunds.reduce((sum, { amount_refunded }) => sum + amount_refunded, pre_payment_amount)
  if (cents === 0) return []
  const failure = status === 'void' ? 'The credit note is void at Stripe' : null
  const uncharged = pre_payment_amount
  return [{ externalId: id, how: 'credit note', cents, uncharged, at: created, reference: number, failure }]
}

const toReference = (code: string | null | undefined): string => (code ?? '').replaceAll('_', ' ')

const idOf = (reference: string | { readonly id: string } | null | undefined): string | null =>
  typeof reference === 'string' ? reference : (reference?.id ?? null)

export async function syncRefundsOfPayment(context: StripeContext, payment_intent: string): Promise<void> {
  const payment = { type: 'payment_intent', payment_intent } as const
  for await (const { invoice } of context.stripe.invoicePayments.list({ payment, limit: 100 })) {
    const stripeId = idOf(invoice)
    if (stripeId !== null) await syncRefunds(context, stripeId)
  }
}
