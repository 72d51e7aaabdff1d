import { type Db, grantTenant } from '../../../platform/database/database.ts'
import { insertPayment } from '../../matches/ledger/index.ts'
import { issueInvoicesFor, listInvoices } from '../../money/billing/index.ts'
import type { DemoContext } from './demo-context.ts'

const monthsBilled = 24
const day = 86_400_000
const paidAfterDays = 12

/** Newest first; one invoice is always unpaid. */
export const invoiceDays = (today: Date): { readonly issued: Date; readonly paid: Date | null }[] =>
  Array.from(
    { length: monthsBilled },
    // Past midnight in all American time zones.
    (_, index) => new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - index, 1, 9)),
  )
    .filter((issued) => issued <= today)
    .map((issued, age) => ({ issued, paid: age === 0 ? null : new Date(issued.getTime() + paidAfterDays * day) }))

export const invoiceEvents = (db: Db, { organizations: { riverbend } }: DemoContext, today: Date) =>
  invoiceDays(today).flatMap(({ issued, paid }) => [
    { at: issued, run: (at: Date) => issueInvoicesFor(db, riverbend, at) },
    ...(paid ? [{ at: paid, run: (at: Date) => pay(db, riverbend, at) }] : []),
  ])

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
