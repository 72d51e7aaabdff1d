import { z } from 'zod'
import type { Db } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import { keysOfMailbox, mailboxOf, suppressKeys } from '../suppressions/index.ts'

const reportedMail = z.object({ organizationId: z.int(), id: z.int() })
type ReportedMail = z.infer<typeof reportedMail>

export async function findReportedMail(db: Db, messageId: string): Promise<ReportedMail | null> {
  return sql(reportedMail)`
    SELECT organization_id AS "organizationId", id FROM notifications
    WHERE message_id = ${messageId} AND recipient <> '' ORDER BY id LIMIT 1`.first(db)
}

// Longer than any of the four providers retries.
const retentionInterval = sql`interval '30 days'`

/** Returns false if the report is already stored. */
export async function recordReport(
  db: Db,
  { provider, eventId, now }: { readonly provider: string; readonly eventId: string; readonly now: Date },
): Promise<boolean> {
  await sql`DELETE FROM mail_reports WHERE at < ${now}::timestamptz - ${retentionInterval}`.execute(db)
  const { count } = await sql`
    INSERT INTO mail_reports (provider, event_id, at) VALUES (${provider}, ${eventId}, ${now})
    ON CONFLICT (provider, event_id) DO NOTHING`.execute(db)
  return count === 1
}

type MailReport = {
  readonly mail: ReportedMail
  readonly kind: 'bounced' | 'complained'
  readonly detail: string
  readonly now: Date
}

/** Returns false if the email already bounced, for example during delivery to the mail server. */
export async function markBounced(db: Db, { organizationId, id }: ReportedMail): Promise<boolean> {
  const { count } = await sql`
    UPDATE notifications SET bounced = true
    WHERE organization_id = ${organizationId} AND id = ${id} AND NOT bounced`.execute(db)
  return count === 1
}

/** A complaint also suppresses the donor's current address. */
export async function suppressReported(db: Db, { mail, kind, detail, now }: MailReport): Promise<void> {
  const keys = sql`
    SELECT n.organization_id, reached.key
    FROM notifications n JOIN donors p ON p.organization_id = n.organization_id AND p.id = n.donor_id,
      LATERAL (VALUES (lower(normalize(btrim(n.recipient)))),
        (CASE WHEN ${kind} = 'complained' AND p.email <> '' THEN ${mailboxOf('p')} END)) address (key),
      LATERAL ${keysOfMailbox(sql`n.organization_id`, sql`address.key`)} reached
    WHERE n.organization_id = ${mail.organizationId} AND n.id = ${mail.id} AND reached.key IS NOT NULL`
  await suppressKeys(db, keys, { reason: kind, now, detail })
}
