import { billing } from '@twofold/contract'
import { dayAt } from '@twofold/matching'
import type { Db, Tenant } from '../../../platform/database/database.ts'
import { insertPayment } from '../../matches/ledger/index.ts'
import { type InvoiceRow, lockUnsettled } from './invoices.queries.ts'

const openOf = ({ total_cents, paid_cents }: InvoiceRow): number => total_cents - paid_cents

/** Negative invoices pay open ones in the same currency, oldest first. The organization must be locked. */
export async function useCredits(db: Db, tenant: Tenant, now: Date, timeZone: string): Promise<void> {
  const unsettled = await lockUnsettled(db, tenant)
  const paidOn = dayAt(now, timeZone) ?? now.toISOString().slice(0, 10)
  const credits = unsettled.filter((invoice) => openOf(invoice) < 0)
  const open = unsettled.filter((invoice) => openOf(invoice) > 0)
  const left = new Map(credits.map((credit) => [credit.id, -openOf(credit)]))
  for (const invoice of open) {
    let due = openOf(invoice)
    for (const credit of credits.filter(({ currency }) => currency === invoice.currency)) {
      const cents = Math.min(due, left.get(credit.id) ?? 0)
      if (cents === 0) continue
      due -= cents
      left.set(credit.id, (left.get(credit.id) ?? 0) - cents)
      const given = { paidOn, how: 'credit', userId: null } as const
      const [here, there] = [billing.invoiceNumber(invoice), billing.invoiceNumber(credit)]
      await insertPayment(db, tenant, { ...given, invoiceId: invoice.id, cents, reference: there }, now)
      await insertPayment(db, tenant, { ...given, invoiceId: credit.id, cents: -cents, reference: here }, now)
    }
  }
}
