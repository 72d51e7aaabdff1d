import { type Db, grantTenant } from '../../platform/database/database.ts'
import { issueFor, listInvoices } from '../billing/index.ts'
import { insertPayment } from '../ledger/index.ts'
import type { Stage } from './stage.ts'

const monthsBilled = 24
const day = 86_400_000
/** What is younger is not paid yet. */
const paidAfterDays = 24

/** Invoices at the beginning of each month of two years, for the calendar of the demo's history; the older ones are paid. */
export const invoiceMoments = (db: Db, { organizations: { riverbend } }: Stage, today: Date) =>
  Array.from({ length: monthsBilled }, (_, index) => {
    // Past midnight in every zone of America.
    const issued = new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - index, 1, 9))
    const isPaid = today.getTime() - issued.getTime() > paidAfterDays * day
    return [
      { at: issued, happen: (at: Date) => issueFor(db, riverbend, at) },
      ...(isPaid ? [{ at: new Date(issued.getTime() + 12 * day), happen: (at: Date) => pay(db, riverbend, at) }] : []),
    ]
  }).flat()

async function pay(db: Db, organizationId: number, at: Date): Promise<void> {
  const tenant = grantTenant(organizationId, [organizationId])
  for (const { id, total_cents, paid_cents } of await listInvoices(db, tenant, monthsBilled)) {
    const cents = total_cents - paid_cents
    const paidOn = at.toISOString().slice(0, 10)
    const payment = {
      invoiceId: id,
      cents,
      paidOn,
      how: 'bank transfer',
      reference: `ACH ${id}`,
      userId: null,
    } as const
    if (cents > 0) await insertPayment(db, tenant, payment, at)
  }
}
