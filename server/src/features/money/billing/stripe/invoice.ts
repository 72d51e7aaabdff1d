import { billing } from '@twofold/contract'
import type { Stripe } from 'stripe'
import { acrossOrganizations, grantTenant, inTenant, readOnly } from '../../../../platform/database/database.ts'
import { writeAudit } from '../../../core/audit/index.ts'
import { insertPayment } from '../../../matches/ledger/index.ts'
import { lockInvoice } from '../invoices.queries.ts'
import type { StripeContext } from './client.ts'
import { findInvoiceByStripeId, saveCardDecline, saveStripeState } from './collecting.queries.ts'
import { nullIfMissing } from './customer.ts'
import { syncRefunds } from './refunds.ts'
import { dayOfTimestamp, stripeAuditContext } from './stripe-audit.ts'

/** Drafts are ignored. */
const stripeStates = ['open', 'paid', 'void', 'uncollectible'] as const

/** Enters a collected payment once. */
export async function syncInvoice(context: StripeContext, stripeId: string): Promise<void> {
  const { platform, stripe } = context
  const find = () => acrossOrganizations(readOnly(platform.database), (db) => findInvoiceByStripeId(db, stripeId))
  const storedInvoice = await find()
  if (!storedInvoice) return
  const stripeInvoice = await nullIfMissing(() => stripe.invoices.retrieve(stripeId))
  const state = stripeInvoice === null ? 'void' : stripeStates.find((candidate) => candidate === stripeInvoice.status)
  if (!state) return
  const { organization_id, invoice_id } = storedInvoice
  const tenant = grantTenant(organization_id, [organization_id])
  const now = platform.clock()
  const isEntered = await inTenant(platform.database, tenant, async (db) => {
    const invoice = await lockInvoice(db, tenant, invoice_id)
    const invoiceState = await findInvoiceByStripeId(db, stripeId)
    if (!invoice || !invoiceState) return false
    await saveStripeState(db, tenant, invoice_id, state)
    await saveCardDecline(db, tenant, invoice_id, getCardDecline(stripeInvoice, now))
    if (state !== 'paid' || invoiceState.is_entered || invoiceState.stripe_cents === null) return false
    // A credit note from before the charge has a separate ledger line.
    const cents = invoiceState.stripe_cents - (stripeInvoice?.pre_payment_credit_notes_amount ?? 0)
    if (cents <= 0) return true
    const paidOn = dayOfTimestamp(
      stripeInvoice?.status_transitions.paid_at ?? now.getTime() / 1000,
      invoiceState.time_zone,
    )
    const payment = { invoiceId: invoice_id, cents, paidOn, how: 'stripe' } as const
    const storedPayment = { ...payment, reference: stripeId, userId: null, externalId: stripeId }
    await writeAudit(db, stripeAuditContext(platform, stripeId), {
      organizationId: organization_id,
      subject: 'payment',
      action: 'collected',
      subjectId: await insertPayment(db, tenant, storedPayment, now),
      after: { invoice: billing.invoiceNumber(invoice), amount: cents / 100, currency: invoice.currency },
    })
    return true
  })
  // Refunds and disputes may have been reported before the payment.
  if (isEntered) await syncRefunds(context, stripeId)
}

function getCardDecline(stripeInvoice: Stripe.Invoice | null, now: Date) {
  if (stripeInvoice?.status !== 'open' || stripeInvoice.attempt_count === 0) return null
  const nextAttempt = stripeInvoice.next_payment_attempt
  return { at: now, triedAgainAt: nextAttempt === null ? null : new Date(nextAttempt * 1000) }
}
