/** Suppressions stop emails to a mailbox or a person: bounces, complaints, unsubscriptions, opt-outs and deaths. */

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
