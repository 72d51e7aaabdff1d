/**
 * Mail to donors about their matches. A row of `notifications` is one mail and its place in the queue: recorded in the
 * transaction of the evaluation that caused it, decided on when it is due, marked after it was sent.
 */
import type { Platform } from '../../platform/platform.ts'
import type { Room } from '../../platform/room.ts'
import { serveDevOutbox } from './dev-outbox.ts'
import { serveMailLinks } from './mail-links.ts'
import { notificationQueue } from './notification-queue.ts'

export { keepsNight } from './daytime.ts'
export {
  donorPagePath,
  linkToken,
  type MailReference,
  readLinkToken,
  readUnsubscribeToken,
} from './links.ts'
export { looksLikeMachine } from './machines.ts'
export { dayText, moneyText, variablesOf } from './mail-variables.ts'
export { findMatchFacts, type MatchFacts } from './match-facts.ts'
export {
  allowRecipient,
  findMailsHeldBecause,
  findMatchOfMail,
  findSubscription,
  forgiveBounces,
  type Subscription,
  suppressRecipient,
} from './notifications.queries.ts'
export { queueInitialMails } from './queue-mails.ts'
export { subjectOf } from './subject-of.ts'
export { languageOf, type Message, readMessage, type Variables } from './texts/catalogue.ts'

export const notificationsRoom = ({ platform }: { readonly platform: Platform }): Room => ({
  pages: [serveMailLinks, serveDevOutbox],
  mails: [notificationQueue(platform)],
})
