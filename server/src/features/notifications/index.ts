/**
 * Mail to donors about their matches. A row of `notifications` is one mail and its place in the queue: recorded in the
 * transaction of the evaluation that caused it, decided on when it is due, marked after it was sent.
 */

export { type MailedStatusId, mailedStatusIds } from './mailed-statuses.ts'
export { type Evaluated, queueInitialMails } from './queue-mails.ts'
