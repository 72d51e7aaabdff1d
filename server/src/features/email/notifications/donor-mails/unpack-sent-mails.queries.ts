import { z } from 'zod'
import type { Db } from '../../../../platform/database/database.ts'
import { bytes, sql } from '../../../../platform/database/sql.ts'
import type { SentBody } from './sent-body.ts'

const packedRow = z.object({ organization_id: z.int(), notification_id: z.int(), body: bytes })
export type PackedMail = z.infer<typeof packedRow>

export async function lockPackedMails(db: Db, atMost: number): Promise<readonly PackedMail[]> {
  return sql(packedRow)`
    SELECT organization_id, notification_id, body FROM sent_mails WHERE body IS NOT NULL
    LIMIT ${atMost} FOR UPDATE SKIP LOCKED`.rows(db)
}

export async function replacePackedMail(
  db: Db,
  { organization_id, notification_id }: PackedMail,
  { from, replyTo, html, text }: SentBody,
): Promise<void> {
  await sql`
    UPDATE sent_mails SET body = NULL, sender = ${from}, reply_to = ${replyTo}, html = ${html}, text = ${text}
    WHERE organization_id = ${organization_id} AND notification_id = ${notification_id}`.execute(db)
}
