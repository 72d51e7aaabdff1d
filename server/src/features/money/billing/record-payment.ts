import { billing, payments } from '@twofold/contract'
import { dayAt, moneyText } from '@twofold/matching'
import { type Db, inTenant, type Tenant } from '../../../platform/database/database.ts'
import { notFound, orNotFound, Refusal } from '../../../platform/runtime/errors.ts'
import { writeAudit } from '../../core/audit/index.ts'
import { findPayment, insertPayment, insertPaymentReversal } from '../../matches/ledger/index.ts'
import type { BillingContext } from './choose-plan.ts'
import { type InvoiceRow, lockInvoice } from './invoices.queries.ts'
import { findPayer } from './plans.queries.ts'

const { paymentMessages: messages } = payments

/** @throws Refusal not_found, invalid, conflict */
export async function recordPayment(
  call: BillingContext,
  invoiceId: number,
  form: payments.PaymentForm,
): Promise<void> {
  const { platform, tenant, caller } = call
  const now = platform.clock()
  await inTenant(platform.database, tenant, async (db) => {
    const [invoice, payer] = [await getLockedInvoice(db, tenant, invoiceId), await findPayer(db, tenant.organizationId)]
    if (!payer) throw notFound()
    const cents = Math.round(form.amount * 100)
    refuseUnpayable(invoice, cents)
    if (form.paid_on > (dayAt(now, payer.time_zone) ?? '')) {
      throw new Refusal('invalid', messages.future, { fields: { paid_on: messages.future } })
    }
    const payment = { invoiceId, cents, paidOn: form.paid_on, how: form.how, reference: form.reference }
    const paymentId = await insertPayment(db, tenant, { ...payment, userId: caller.user.id }, now)
    await writeAudit(db, call, {
      organizationId: tenant.organizationId,
      subject: 'payment',
      action: 'entered',
      subjectId: paymentId,
      after: {
        invoice: billing.invoiceNumber(invoice),
        amount: form.amount,
        currency: invoice.currency,
        ...paymentFields(form),
      },
    })
  })
}

const paymentFields = ({ paid_on, how, reference }: payments.PaymentForm) => ({ paid_on, how, reference })

function refuseUnpayable({ total_cents, paid_cents, currency, stripe_state }: InvoiceRow, cents: number): void {
  if (total_cents < 0) throw new Refusal('conflict', messages.isCredit)
  const openCents = total_cents - paid_cents
  if (openCents <= 0) throw new Refusal('conflict', messages.isPaid)
  if (stripe_state === 'open') throw new Refusal('conflict', messages.atStripe)
  if (cents <= openCents) return
  const message = payments.tooMuch(moneyText(openCents, currency))
  throw new Refusal('invalid', message, { fields: { amount: message } })
}

/** @throws Refusal not_found, conflict */
export async function undoPayment(
  call: BillingContext,
  ids: { readonly invoiceId: number; readonly paymentId: number },
  why: string,
): Promise<void> {
  const { platform, tenant, caller } = call
  await inTenant(platform.database, tenant, async (db) => {
    const invoice = await getLockedInvoice(db, tenant, ids.invoiceId)
    const payment = orNotFound(await findPayment(db, tenant, ids))
    if (payment.how === 'credit') throw new Refusal('conflict', messages.notTyped)
    if (billing.providerPaymentMethods.some((method) => method === payment.how))
      throw new Refusal('conflict', messages.ofStripe)
    const reversal = { paymentId: payment.id, userId: caller.user.id, why }
    if (!(await insertPaymentReversal(db, tenant, reversal, platform.clock())))
      throw new Refusal('conflict', messages.alreadyReversed)
    await writeAudit(db, call, {
      organizationId: tenant.organizationId,
      subject: 'payment',
      action: 'reversed',
      subjectId: payment.id,
      before: { invoice: billing.invoiceNumber(invoice), amount: payment.cents / 100, currency: invoice.currency },
      after: { why },
    })
  })
}

async function getLockedInvoice(db: Db, tenant: Tenant, invoiceId: number): Promise<InvoiceRow> {
  return orNotFound(await lockInvoice(db, tenant, invoiceId))
}
