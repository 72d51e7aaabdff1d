import { z } from 'zod'
import type { Db } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'

/** The queue keeps what a mail is about, never a secret. */
export async function insertLetter(
  db: Db,
  mail: { kind: string; recipient: string; parameters: object; messageId: string; now: Date },
): Promise<void> {
  await sql`
    INSERT INTO account_mails (kind, recipient, parameters, message_id, send_at, created_at)
    VALUES (${mail.kind}, ${mail.recipient}, ${JSON.stringify(mail.parameters)}, ${mail.messageId}, ${mail.now}, ${mail.now})
  `.execute(db)
}

const letterRow = z.object({
  kind: z.string(),
  recipient: z.string(),
  parameters: z.unknown(),
  created_at: z.date(),
})

export async function getQueuedLetter(
  db: Db,
  id: number,
): Promise<{ kind: string; recipient: string; parameters: unknown; created_at: Date }> {
  const { rows } = await sql(letterRow)`
    SELECT kind, recipient, parameters, created_at FROM account_mails WHERE id = ${id}`.execute(db)
  const [row] = rows
  if (!row) throw new Error(`account mail ${id} is gone`)
  return row
}
