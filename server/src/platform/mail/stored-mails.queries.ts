import { z } from 'zod'
import type { Db } from '../database/database.ts'
import { sql } from '../database/sql.ts'

type NewStoredMail = {
  readonly recipient: string
  readonly subject: string
  readonly messageId: string
  readonly raw: string
  readonly at: Date
}

/** Stores an email. Ignores a repeated insert after a crash. */
export async function insertStoredMail(db: Db, mail: NewStoredMail): Promise<void> {
  await sql`
    INSERT INTO stored_mails (recipient, subject, message_id, raw, stored_at)
    VALUES (${mail.recipient}, ${mail.subject}, ${mail.messageId}, ${mail.raw}, ${mail.at})
    ON CONFLICT (message_id) DO NOTHING`.execute(db)
}

const storedMail = z.object({ id: z.int(), recipient: z.string(), subject: z.string(), stored_at: z.date() })

/** Returns the newest emails first; '' as part of the recipient's address lists all. */
export async function listStoredMails(db: Db, recipient: string, limit: number): Promise<z.infer<typeof storedMail>[]> {
  return sql(storedMail)`
    SELECT id, recipient, subject, stored_at FROM stored_mails
    WHERE ${recipient} = '' OR strpos(lower(recipient), lower(${recipient})) > 0 ORDER BY id DESC
    LIMIT ${limit}`.rows(db)
}

const rawMail = z.object({ raw: z.string() })

/** Returns the raw message, or null. */
export async function findStoredMail(db: Db, id: number): Promise<string | null> {
  return sql(rawMail)`SELECT raw FROM stored_mails WHERE id = ${id}`.value(db, 'raw')
}
