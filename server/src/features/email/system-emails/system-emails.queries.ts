import { z } from 'zod'
import type { Db } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import { newMessageId } from '../../../platform/mail/transport.ts'

export async function insertSystemEmail(
  db: Db,
  mail: { kind: string; recipient: string; parameters: object; messageId?: string; now: Date },
): Promise<void> {
  await sql`
    INSERT INTO account_mails (kind, recipient, parameters, message_id, send_at, created_at)
    VALUES (${mail.kind}, ${mail.recipient}, ${JSON.stringify(mail.parameters)}, ${mail.messageId ?? newMessageId()}, ${mail.now}, ${mail.now})
  `.execute(db)
}

const systemEmailRow = z.object({
  kind: z.string(),
  recipient: z.string(),
  parameters: z.unknown(),
  created_at: z.date(),
})

export async function getQueuedSystemEmail(
  db: Db,
  id: number,
): Promise<{ kind: string; recipient: string; parameters: unknown; created_at: Date }> {
  const row = await sql(systemEmailRow)`
    SELECT kind, recipient, parameters, created_at FROM account_mails WHERE id = ${id}`.first(db)
  if (!row) throw new Error(`account mail ${id} no longer exists`)
  return row
}

const languageRow = z.object({ language: z.string().nullable() })

/**
 * A donor's own language, else the organization's; of an account, that of its organizations if they agree. '' if
 * unknown. Crosses organizations.
 */
export async function findRecipientLanguage(db: Db, email: string, organizationId: number | null): Promise<string> {
  return sql(languageRow)`
    SELECT coalesce(
      (SELECT nullif(p.language, '') FROM donors p
        WHERE p.organization_id = ${organizationId}::bigint AND p.donor_key = ${email.trim().toLowerCase()} LIMIT 1),
      (SELECT o.language FROM organizations o WHERE o.id = ${organizationId}::bigint),
      (SELECT CASE WHEN count(DISTINCT o.language) = 1 THEN min(o.language) END
        FROM users u JOIN members m ON m.user_id = u.id JOIN organizations o ON o.id = m.organization_id
        WHERE u.email_key = ${email.trim().toLowerCase()})) AS language`.value(db, 'language', '')
}
