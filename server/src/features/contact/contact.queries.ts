import type { contact } from '@twofold/contract'
import type { Db } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { newMessageId } from '../../platform/mail/message-id.ts'

/** Puts a message into the queue of mails that belong to no organization. */
export async function queueMessage(db: Db, recipient: string, message: contact.ContactForm, now: Date): Promise<void> {
  const messageId = newMessageId()
  await sql`
    INSERT INTO account_mails (kind, recipient, parameters, message_id, send_at, created_at)
    VALUES ('contact', ${recipient}, ${JSON.stringify(message)}, ${messageId}, ${now}, ${now})`.execute(db)
}
