import { acrossOrganizations } from '../../../../platform/database/database.ts'
import { oneLine } from '../../../../platform/mail/address-text.ts'
import type { Platform } from '../../../../platform/services/platform.ts'
import { findReportedMail, markBounced, recordReport, suppressReported } from './delivery.queries.ts'
import type { DeliveryReport } from './delivery-report.ts'

export const providers = ['ses', 'postmark', 'sendgrid', 'mailgun'] as const
export type Provider = (typeof providers)[number]

/** A separate transaction each: in an interrupted batch, processed reports stay and the rest is retried. */
export async function receiveReport(
  platform: Platform,
  provider: Provider | 'mailbox',
  report: DeliveryReport,
): Promise<void> {
  const now = platform.clock()
  const messageId = /^<?([\w-]{1,100})@/.exec(report.messageId)?.[1]
  if (!messageId) return
  const { eventId, what } = report
  await acrossOrganizations(platform.database, async (db) => {
    const mail = await findReportedMail(db, messageId)
    if (!mail || !(await recordReport(db, { provider, eventId: oneLine(eventId, 300), now }))) return
    if (what === 'bounced' && !(await markBounced(db, mail))) return
    await suppressReported(db, { mail, what, detail: oneLine(report.detail, 300), now })
  })
}
