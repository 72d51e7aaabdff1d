/**
 * Plans, invoices and how they are paid. What is billed is in the ledger, written elsewhere with what makes it due; here a plan
 * is chosen, a month's price entered, and what came together in a month made an invoice.
 */
import type { Platform } from '../../platform/platform.ts'
import type { Room } from '../../platform/room.ts'
import type { Doors } from '../auth/index.ts'
import { billingRoutes } from './billing.routes.ts'
import { invoiceRoutes } from './invoices.routes.ts'
import { runIssuing } from './issue-invoices.ts'
import { paymentRoutes } from './payments.routes.ts'

export { listInvoices } from './invoices.queries.ts'
export { issueDue, issueFor } from './issue-invoices.ts'

export const billingRoom = ({ platform, doors }: { readonly platform: Platform; readonly doors: Doors }): Room => ({
  routes: [...billingRoutes(doors), ...invoiceRoutes(doors), ...paymentRoutes],
  workers: [() => runIssuing(platform)],
})
