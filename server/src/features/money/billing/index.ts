/** Plans, invoices, and their payment. Other features write the ledger entries. */

import type { Feature } from '../../../platform/services/feature.ts'
import type { Platform } from '../../../platform/services/platform.ts'
import type { Authenticators } from '../../core/users/index.ts'
import { billingRoutes } from './billing.routes.ts'
import { invoiceRoutes } from './invoices.routes.ts'
import { paymentRoutes } from './payments.routes.ts'
import { createProviders } from './providers.ts'
import { runBilling } from './run-billing.ts'

export { isBillingShown } from './billing-rules.ts'
export { listInvoices } from './invoices.queries.ts'
export { issueDueInvoices, issueInvoicesFor } from './issue-invoices.ts'
export { createProviders } from './providers.ts'

export const billingFeature = ({
  platform,
  authenticators,
}: {
  readonly platform: Platform
  readonly authenticators: Authenticators
}): Feature => {
  const { stripe } = platform.config
  const providers = createProviders(platform)
  return {
    routes: [...billingRoutes(authenticators, providers), ...invoiceRoutes(authenticators), ...paymentRoutes],
    pages: stripe
      ? [async (http) => (await import('./stripe/receive-event.ts')).serveStripe(http, platform, stripe)]
      : [],
    workers: [() => runBilling(platform, providers)],
  }
}
