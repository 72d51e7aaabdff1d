import { billing } from '@twofold/contract'
import type { Stripe } from 'stripe'
import { acrossOrganizations, grantTenant, inTenant } from '../../../../platform/database/database.ts'
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
export async function syncInvoice(room: StripeContext, stripeId: string): Promise<void> {
  const { platform, stripe } = room
  const find = () =>
    acrossOrganizations(platform.database, (db) => findInvoiceByStripeId(db, stripeId), { readOnly: true })
  const known = await find()
  if (!known) return
  const there = await nullIfMissing(() => stripe.invoices.retrieve(stripeId))
  const state = there === null ? 'void' : stripeStates.find((one) => one === there.status)
  if (!state) return
  const { organization_id, invoice_id } = known
  const tenant = grantTenant(organization_id, [organization_id])
  const now = platform.clock()
  const isEntered = await inTenant(platform.database, tenant, async (db) => {
    const invoice = await lockInvoice(db, tenant, invoice_id)
    const standing = await findInvoiceByStripeId(db, stripeId)
    if (!invoice || !standing) return false
    await saveStripeState(db, tenant, invoice_id, state)
    await saveCardDecline(db, tenant, invoice_id, refusedAt(there, now))
    if (state !== 'paid' || standing.is_entered || standing.stripe_cents === null) return false
    // A credit note from before the charge has a separate ledger line.
    const cents = standing.stripe_cents - (there?.pre_payment_credit_notes_amount ?? 0)
    if (cents <= 0) return true
    const paidOn = dayOfTimestamp(there?.status_transitions.paid_at ?? now.getTime() / 1000, standing.time_zone)
    const payment = { invoiceId: invoice_id, cents, paidOn, how: 'stripe' } as const
    const given = { ...payment, reference: stripeId, userId: null, externalId: stripeId }
    await writeAudit(db, stripeAuditContext(platform, stripeId), {
      organizationId: organization_id,
      subject: 'payment',
      action: 'collected',
      subjectId: await insertPayment(db, tenant, given, now),
      after: { invoice: billing.invoiceNumber(invoice), amount: cents / 100, currency: invoice.currency },
    })
    return true
  })
  // Refunds and disputes may have been reported before the payment.
  if (isEntered) await syncRefunds(room, stripeId)
}

function refusedAt(there: Stripe.Invoice | null, now: Date) {
  if (there?.status !== 'open' || there.attempt_count === 0) return null
  const again = there.next_payment_attempt
  return { at: now, triedAgainAt: again === null ? null : new Date(again * 1000) }
}
