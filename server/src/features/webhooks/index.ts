/**
 * What an organization's own programs are told: status changes, first opens, reminders. A delivery is a row that is its
 * own place in the queue, written by the database with the event itself (migration 0013), so that nothing is told that
 * did not happen and nothing that happened is lost. Deliveries are at least once, each with one `webhook-id`; their order
 * is not promised.
 */
export { webhookDisabledMail } from './disabled-mail.ts'
export { runDeliveries } from './run-deliveries.ts'
export { findOrganizationOfWebhook, webhookRoutes } from './webhooks.routes.ts'
