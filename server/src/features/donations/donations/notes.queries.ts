import { z } from 'zod'
import type { Db } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'

type NotedDonation = { readonly organizationId: number; readonly donationId: number }

const noteId = z.object({ id: z.int() })

export async function insertNote(
  db: Db,
  { organizationId, donationId }: NotedDonation,
  note: { readonly userId: number; readonly text: string; readonly at: Date },
): Promise<number | null> {
  return sql(noteId)`
    INSERT INTO match_notes (organization_id, donation_id, user_id, at, text)
    SELECT organization_id, id, ${note.userId}, ${note.at}, ${note.text} FROM donations
    WHERE organization_id = ${organizationId} AND id = ${donationId} AND deleted_at IS NULL
    RETURNING id`.value(db, 'id')
}

const noteRow = z.object({ user_id: z.int(), text: z.string() })

export async function lockNote(
  db: Db,
  { organizationId, donationId }: NotedDonation,
  id: number,
): Promise<z.infer<typeof noteRow> | null> {
  return sql(noteRow)`
    SELECT user_id, text FROM match_notes
    WHERE organization_id = ${organizationId} AND donation_id = ${donationId} AND id = ${id} AND removed_at IS NULL
    FOR UPDATE`.first(db)
}

export async function markNoteRemoved(db: Db, { organizationId }: NotedDonation, id: number, at: Date): Promise<void> {
  await sql`
    UPDATE match_notes SET removed_at = ${at} WHERE organization_id = ${organizationId} AND id = ${id}`.execute(db)
}
