/** Emails to users and, for links that they asked for, to donors. Each feature defines its kinds. */
export {
  type DueSystemEmail,
  organizationParameters,
  type SystemEmailKind,
  type SystemEmailKinds,
  sanitizeName,
  systemEmailKind,
} from './system-email-kinds.ts'
export { systemEmailQueue } from './system-email-queue.ts'
export { insertSystemEmail } from './system-emails.queries.ts'
