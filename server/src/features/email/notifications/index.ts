/**
 * Timing, final decision and queue of mails; texts are in the catalog. Mail to donors about their matches is a row of
 * `notifications`. It is recorded in the transaction of the evaluation that caused it, decided when it is due, and
 * marked after sending. Letters to product users are rows of `account_mails`. Each feature defines the kinds of letters
 * that it triggers.
 */
import type { Platform } from '../../../platform/services/platform.ts'
import type { Room } from '../../../platform/services/room.ts'
import { runReadingMailbox } from './delivery/report-mailbox.ts'
import { serveMailReports } from './delivery/serve-reports.ts'
import { serveDevOutbox } from './dev-outbox/dev-outbox.ts'
import { notificationQueue } from './donor-mails/notification-queue.ts'
import { unpackSentMails } from './donor-mails/unpack-sent-mails.ts'
import { serveMailLinks } from './links/mail-links.ts'
import { scheduleRoutes } from './schedule/schedule.routes.ts'
import { mailRoutes } from './send-review/mails.routes.ts'
import { templatePreviewRoutes } from './template-preview/template-preview.routes.ts'

export { type Credit, creditEmails } from './donor-mails/credit-emails.queries.ts'
export { keepsNight } from './donor-mails/daytime.ts'
export { employerLanguage } from './donor-mails/employer-language.ts'
export { listFirstSubjects } from './donor-mails/first-subjects.ts'
export { variablesOf } from './donor-mails/mail-variables.ts'
export {
  findMatchFacts,
  getOrganizationFacts,
  isUnconfirmed,
  type MatchFacts,
} from './donor-mails/match-facts.queries.ts'
export { nextStepsOfMatch } from './donor-mails/next-steps-of-match.ts'
export {
  addressDigest,
  allowRecipient,
  countAction,
  countClick,
  findMailsHeldBecause,
  findMatchOfMail,
  findSubscription,
  forgiveBounces,
  isCurrentAddress,
  resubscribeDonor,
  type Subscription,
  suppressRecipient,
  unsubscribeDonor,
} from './donor-mails/notifications.queries.ts'
export { giveUpMailsSince, giveUpThanks, queueInitialMails, queueThanks } from './donor-mails/queue-mails.queries.ts'
export { reckoned, stepFacts, stepFactsJson, stepJoins, timeZone } from './donor-mails/step-facts.queries.ts'
export {
  asName,
  type DueLetter,
  type LetterKind,
  type LetterKinds,
  letterKind,
  organizationOfLetter,
} from './letters/letter-kinds.ts'
export { letterQueue } from './letters/letter-queue.ts'
export { insertLetter } from './letters/letters.queries.ts'
export { findGiftOfLink } from './links/gift-of-link.queries.ts'
export {
  donorPagePath,
  type MailReference,
  signRequestPath,
} from './links/links.ts'
export { looksLikeMachine, soonAfterSendingMs } from './links/machines.ts'
export { type CorrectedGift, matchRequestKey, readMatchRequestKey } from './links/match-request-key.ts'
export { personalReasons, stopsDonor, suppressionOf } from './mailbox.queries.ts'
export { planAgain } from './schedule/plan-follow-ups.ts'
export { reviewMails } from './send-review/review-mails.ts'
export { holdWaiting } from './send-review/waiting-mails.queries.ts'

export const notificationsRoom = ({ platform }: { readonly platform: Platform }): Room => ({
  routes: [...mailRoutes, ...scheduleRoutes, ...templatePreviewRoutes],
  pages: [serveMailLinks, serveDevOutbox, serveMailReports()],
  mails: [notificationQueue(platform)],
  beforeWork: () => unpackSentMails(platform),
  workers: mailboxReaders(platform),
})

const mailboxReaders = (platform: Platform): NonNullable<Room['workers']> => {
  const { bounceMailbox } = platform.config
  return bounceMailbox ? [() => runReadingMailbox(platform, bounceMailbox)] : []
}
