import { z } from 'zod'
import { type Database, type Db, readAcrossOrganizations, type Tenant } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'

const ownerRow = z.object({ organization_id: z.int() })

export async function findOrganizationOfMail(database: Database, id: number): Promise<number | null> {
  const [row] = await readAcrossOrganizations(
    database,
    sql.prepared(ownerRow)`SELECT organization_id FROM notifications WHERE id = ${id}`,
  )
  return row?.organization_id ?? null
}

const sentMailRow = z.object({
  id: z.int(),
  donation_id: z.int(),
  time_zone: z.string(),
  subject: z.string(),
  recipient: z.string(),
  sent_at: z.string(),
  first_open: z.string().nullable(),
  first_click: z.string().nullable(),
  came_back: z.boolean(),
  is_erased: z.boolean(),
  from: z.string().nullable(),
  reply_to: z.string().nullable(),
  html: z.string().nullable(),
  text: z.string().nullable(),
})
export type SentMailRow = z.infer<typeof sentMailRow>

export async function findSentMail(db: Db, { organizationId }: Tenant, id: number): Promise<SentMailRow | null> {
  return sql(sentMailRow)`
    SELECT n.id, n.donation_id, o.time_zone, n.subject, n.recipient, to_json(n.sent_at) #>> '{}' AS sent_at,
      to_json(n.first_open) #>> '{}' AS first_open, to_json(n.first_click) #>> '{}' AS first_click,
      n.bounced AS came_back, p.erased_at IS NOT NULL AS is_erased,
      m.sender AS "from", m.reply_to, m.html, m.text
    FROM notifications n
    JOIN organizations o ON o.id = n.organization_id
    JOIN donations d ON d.organization_id = n.organization_id AND d.id = n.donation_id AND d.deleted_at IS NULL
    JOIN donors p ON p.organization_id = n.organization_id AND p.id = n.donor_id
    LEFT JOIN sent_mails m ON m.organization_id = n.organization_id AND m.notification_id = n.id
    WHERE n.organization_id = ${organizationId} AND n.id = ${id} AND n.sent_at IS NOT NULL`.first(db)
}
