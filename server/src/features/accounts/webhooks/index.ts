/**
 * A delivery is a queue row, written in the transaction of its event. Delivery is at least once, in no guaranteed
 * order.
 */

import { type Feature, toOwner } from '../../../platform/services/feature.ts'
import type { Platform } from '../../../platform/services/platform.ts'
import { runDeliveries } from './run-deliveries.ts'
import { findOrganizationOfWebhook, webhookRoutes } from './webhooks.routes.ts'

export { webhookDisabledEmail } from './webhook-disabled-email.ts'

export const webhooksFeature = ({ platform }: { readonly platform: Platform }): Feature => ({
  routes: webhookRoutes,
  owners: {
    webhook: async ([id]) => (id === undefined ? null : toOwner(await findOrganizationOfWebhook(platform, id))),
  },
  workers: [() => runDeliveries(platform)],
})
