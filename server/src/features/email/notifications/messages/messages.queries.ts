import type { staffMessages } from '@twofold/contract'
import { z } from 'zod'
import type { Db, Tenant } from '../../../../platform/database/database.ts'
import { idRow, type Sql, sql } from '../../../../platform/database/sql.ts'
import { daytimeFrom } from '../donor-mails/daytime.queries.ts'
import type { MailKey } from '../donor-mails/mail-results.queries.ts'

const messageWordsRow = z.object({ subject: z.string(), body: z.string() })

export async function findMessageWords(
  db: Db,
  { organizationId, id }: MailKey,
): Promise<staffMessages.MessageText | null> {
  return sql(messageWordsRow)`
    SELECT m.subject, m.body FROM notifications n JOIN organizations o ON o.id = n.organization_id
    JOIN staff_messages m ON m.organization_id IN (o.id, o.parent_id) AND m.id = n.staff_message_id
    WHERE n.organization_id = ${organizationId} AND n.id = ${id}`.first(db)
}

type NewMessage = {
  readonly words: staffMessages.MessageText
  readonly mails: number
  readonly userId: number
  readonly now: Date
}

export async function insertMessage(
  db: Db,
  { organizationId }: Tenant,
  { words, mails, userId, now }: NewMessage,
): Promise<number> {
  const row = await sql(idRow)`
    INSERT INTO staff_messages (organization_id, subject, body, mails, created_at, created_by)
    VALUES (${organizationId}, ${words.subject}, ${words.body}, ${mails}, ${now}, ${userId}) RETURNING id`.first(db)
  if (!row) throw new Error('PostgreSQL returned no row')
  return row.id
}

type QueueOptions = {
  readonly messageId: number
  readonly chosen: Sql
  readonly atMost: number
  readonly now: Date
  /** `MAIL_DELAY_SECONDS`: time to undo a mistake. */
  readonly delaySeconds: number
  readonly keepsNight: boolean
}

const queuedRow = z.object({ gifts: z.int() })

/** Returns the number of gifts. A person gets one email in the family, about their last chosen gift. */
export async function queueMessage(
  db: Db,
  { messageId, chosen, atMost, now, delaySeconds, keepsNight }: QueueOptions,
): Promise<number> {
  const sendAt = new Date(now.getTime() + delaySeconds * 1000)
  return sql(queuedRow)`
    WITH chosen AS MATERIALIZED (
      SELECT d.organization_id, d.id, d.donor_id, d.status_id, d.donated_at FROM donations d WHERE ${chosen} LIMIT ${atMost}
    ), queued AS (
      INSERT INTO notifications (organization_id, donation_id, donor_id, kind, status_id, message_id, send_at, created_at, staff_message_id)
      SELECT g.organization_id, g.id, g.donor_id, 'message', g.status_id, gen_random_uuid()::text,
        ${keepsNight ? daytimeFrom(sendAt) : sendAt}, ${now}, ${messageId}
      FROM (
        SELECT DISTINCT ON (p.donor_key) c.* FROM chosen c CROSS JOIN LATERAL (SELECT donor_key FROM donors
          WHERE organization_id = c.organization_id AND id = c.donor_id OFFSET 0) p
        ORDER BY p.donor_key, c.donated_at DESC, c.id DESC) g
      JOIN organizations o ON o.id = g.organization_id)
    SELECT count(*) AS gifts FROM chosen`.value(db, 'gifts', 0)
}
