/** What stops emails to a mailbox or a person: a bounce, a complaint, an unsubscription, an opt-out or a death. */

export {
  keepMailboxStopped,
  keysOfMailbox,
  mailboxOf,
  personalReasons,
  stopsDonor,
  suppressionOf,
  suppressionOrder,
} from './mailbox.queries.ts'
export {
  addressDigest,
  allowRecipient,
  findSubscription,
  isCurrentAddress,
  resubscribeDonor,
  type Subscription,
  suppressKeys,
  suppressRecipient,
  unsubscribeDonor,
} from './suppressions.queries.ts'
