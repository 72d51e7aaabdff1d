/**
 * Plans, invoices and their payment. Other features write the ledger entries to bill. This feature changes plans,
 * enters monthly prices and groups each month's entries into an invoice.
 */
import type { Platform } from '../../../platform/services/platform.ts'
import type { Room } from '../../../platform/services/room.ts'
import type { Doors } from '../../accounts/auth/index.ts'
import { billingRoutes } from './billing.routes.ts'
import { runBilling } from './collect.ts'
import { invoiceRoutes } from './invoices.routes.ts'
import { paymentRoutes } from './payments.routes.ts'
import { createProviders } from './providers.ts'

export { isBillingShown } from './billing-rules.ts'
export { listInvoices } from './invoices.queries.ts'
export { issueDue, issueFor } from './issue-invoices.ts'
export { createProviders } from './providers.ts'

export const billingRoom = ({ platform, doors }: { readonly platform: Platform; readonly doors: Doors }): Room => {
  const { stripe } = platform.config
  const providers = createProviders(platform)
  return {
    routes: [...billingRoutes(doors, providers), ...invoiceRoutes(doors), ...paymentRoutes],
    pages: stripe
      ? [async (http) => (await import('./stripe/receive-event.ts')).serveStripe(http, platform, stripe)]
      : [],
    workers: [() => runBilling(platform, providers)],
  }
}
