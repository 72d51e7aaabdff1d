import { randomUUID } from 'node:crypto'
import type { contact } from '@twofold/contract'
import type { Db } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'

/** Puts a message into the queue of mails that belong to no organization. */
export async function queueMessage(db: Db, recipient: string, message: contact.ContactForm, now: Date): Promise<void> {
  const messageId = `${randomUUID()}@mail.twofold.example`
  await sql`
    INSERT INTO account_mails (kind, recipient, parameters, message_id, send_at, created_at)
    VALUES ('contact', ${recipient}, ${JSON.stringify(message)}, ${messageId}, ${now}, ${now})`.execute(db)
}
