import { billing } from '@twofold/contract'
import { dayAt } from '@twofold/matching'
import type { Db, Tenant } from '../../../platform/database/database.ts'
import { insertPayment } from '../../matches/ledger/index.ts'
import { type InvoiceRow, lockUnsettled } from './invoices.queries.ts'

const getOpenCents = ({ total_cents, paid_cents }: InvoiceRow): number => total_cents - paid_cents

/** Negative invoices pay open ones in the same currency, oldest first. The organization must be locked. */
export async function useCredits(db: Db, tenant: Tenant, now: Date, timeZone: string): Promise<void> {
  const unsettledInvoices = await lockUnsettled(db, tenant)
  const paidOn = dayAt(now, timeZone) ?? now.toISOString().slice(0, 10)
  const credits = unsettledInvoices.filter((invoice) => getOpenCents(invoice) < 0)
  const openInvoices = unsettledInvoices.filter((invoice) => getOpenCents(invoice) > 0)
  const creditLeft = new Map(credits.map((credit) => [credit.id, -getOpenCents(credit)]))
  for (const invoice of openInvoices) {
    let dueCents = getOpenCents(invoice)
    for (const credit of credits.filter(({ currency }) => currency === invoice.currency)) {
      const cents = Math.min(dueCents, creditLeft.get(credit.id) ?? 0)
      if (cents === 0) continue
      dueCents -= cents
      creditLeft.set(credit.id, (creditLeft.get(credit.id) ?? 0) - cents)
      const paymentFields = { paidOn, how: 'credit', userId: null } as const
      const [invoiceNumber, creditNumber] = [billing.invoiceNumber(invoice), billing.invoiceNumber(credit)]
      await insertPayment(db, tenant, { ...paymentFields, invoiceId: invoice.id, cents, reference: creditNumber }, now)
      await insertPayment(
        db,
        tenant,
        { ...paymentFields, invoiceId: credit.id, cents: -cents, reference: invoiceNumber },
        now,
      )
    }
  }
}
