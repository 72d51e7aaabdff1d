/**
 * Webhooks for an organization's own programs: status changes, first opens, reminders. The database writes each
 * delivery as a queue row together with the event (migration 0013), so deliveries and events always match. Delivery
 * is at least once, with a stable `webhook-id` and without a guaranteed order.
 */
import type { Platform } from '../../../platform/services/platform.ts'
import { ownerBy, type Room } from '../../../platform/services/room.ts'
import { runDeliveries } from './run-deliveries.ts'
import { findOrganizationOfWebhook, webhookRoutes } from './webhooks.routes.ts'

export { webhookDisabledLetter } from './disabled-letter.ts'

export const webhooksRoom = ({ platform }: { readonly platform: Platform }): Room => ({
  routes: webhookRoutes,
  owners: {
    webhook: async ([id]) => (id === undefined ? null : ownerBy(await findOrganizationOfWebhook(platform, id))),
  },
  workers: [() => runDeliveries(platform)],
})
