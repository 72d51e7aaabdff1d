/**
 * A donor mail is a row of `notifications`: recorded with its evaluation, decided when due, marked after sending.
 */

import { acrossOrganizations } from '../../../platform/database/database.ts'
import { runEvery } from '../../../platform/jobs/run-every.ts'
import type { Feature } from '../../../platform/services/feature.ts'
import type { Platform } from '../../../platform/services/platform.ts'
import { serveDevOutbox } from './dev-outbox/dev-outbox.ts'
import { applyMailResults } from './donor-mails/mail-results.queries.ts'
import { notificationQueue } from './donor-mails/notification-queue.ts'
import { unpackSentMails } from './donor-mails/unpack-sent-mails.ts'
import { serveMailLinks } from './links/mail-links.ts'
import { scheduleRoutes } from './schedule/schedule.routes.ts'
import { mailRoutes } from './send-review/mails.routes.ts'
import { templatePreviewRoutes } from './template-preview/template-preview.routes.ts'

export { hasQuietHours } from './donor-mails/daytime.queries.ts'
export { listFirstSubjects } from './donor-mails/first-subjects.ts'
export { findMailLogo, type MailLogo } from './donor-mails/logo-of-mail.ts'
export { withMailResults } from './donor-mails/mail-results.queries.ts'
export {
  type Credit,
  countAction,
  countClick,
  creditEmails,
  findMailsHeldBecause,
  findMatchOfMail,
  isUnanswered,
  resetBounces,
} from './donor-mails/notifications.queries.ts'
export { cancelMailsSince, cancelThanks, queueInitialMails, queueThanks } from './donor-mails/queue-mails.queries.ts'
export { senderOfOrganization } from './donor-mails/sender-of-mail.ts'
export { findGiftOfLink } from './links/gift-of-link.queries.ts'
export { insertMessage, queueMessage } from './messages/messages.queries.ts'
export { previewMessage } from './messages/preview-message.ts'
export { replanFollowUps } from './schedule/plan-follow-ups.ts'
export { reviewMails } from './send-review/review-mails.ts'
export { holdWaiting } from './send-review/waiting-mails.queries.ts'
export { sendTest } from './template-preview/send-test.ts'

export const notificationsFeature = ({ platform }: { readonly platform: Platform }): Feature => ({
  routes: [...mailRoutes, ...scheduleRoutes, ...templatePreviewRoutes],
  pages: [serveMailLinks, serveDevOutbox],
  mails: [notificationQueue(platform)],
  beforeWork: () => unpackSentMails(platform),
  workers: [() => runMailResultUpdates(platform)],
})

const updateEveryMs = 600_000

const runMailResultUpdates = ({ database, log }: Platform) =>
  runEvery({
    name: 'updating results of emails',
    everyMs: updateEveryMs,
    work: async () => {
      await acrossOrganizations(database, applyMailResults)
      return false
    },
    log,
  })
