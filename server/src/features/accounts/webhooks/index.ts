/**
 * What an organization's own programs are told: status changes, first opens, reminders. A delivery is a row that is its
 * own place in the queue, written by the database with the event itself (migration 0013), so that nothing is told that
 * did not happen and nothing that happened is lost. Deliveries are at least once, each with one `webhook-id`; their order
 * is not promised.
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
