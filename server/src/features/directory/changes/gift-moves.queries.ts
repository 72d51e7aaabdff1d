import { z } from 'zod'
import type { Db } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'

/** Includes deleted and combined gifts. */
export async function enqueueGiftsOfCompany(db: Db, changeId: number, companyId: number): Promise<void> {
  await sql`
    INSERT INTO directory_change_gifts (organization_id, change_id, donation_id)
    SELECT organization_id, ${changeId}, id FROM donations WHERE company_id = ${companyId}
    ON CONFLICT DO NOTHING`.execute(db)
}

export async function enqueueGifts(
  db: Db,
  changeId: number,
  gifts: readonly { readonly organization_id: number; readonly id: number }[],
): Promise<void> {
  await sql`
    INSERT INTO directory_change_gifts (organization_id, change_id, donation_id)
    SELECT organization_id, ${changeId}, id
    FROM unnest(${gifts.map(({ organization_id }) => organization_id)}::bigint[], ${gifts.map(({ id }) => id)}::bigint[])
      AS given (organization_id, id)
    ON CONFLICT DO NOTHING`.execute(db)
}

const stepRow = z.object({
  organization_id: z.int(),
  donation_id: z.int(),
  donor_id: z.int(),
  company_id: z.int().nullable(),
})

export async function listNextGifts(
  db: Db,
  changeId: number,
  { done, limit }: { readonly done: boolean; readonly limit: number },
): Promise<z.infer<typeof stepRow>[]> {
  return sql(stepRow)`
    SELECT g.organization_id, g.donation_id, d.donor_id, d.company_id FROM directory_change_gifts g
    JOIN donations d ON d.organization_id = g.organization_id AND d.id = g.donation_id
    WHERE g.change_id = ${changeId} AND g.done = ${done} AND g.organization_id = (
      SELECT n.organization_id FROM directory_change_gifts n WHERE n.change_id = ${changeId} AND n.done = ${done}
      ORDER BY n.organization_id LIMIT 1)
    ORDER BY g.donation_id LIMIT ${limit}`.rows(db)
}

export async function listMovedGiftsOfDonors(
  db: Db,
  changeId: number,
  organizationId: number,
  donorIds: readonly number[],
): Promise<z.infer<typeof stepRow>[]> {
  return sql(stepRow)`
    SELECT g.organization_id, g.donation_id, d.donor_id, d.company_id FROM donations d
    JOIN directory_change_gifts g ON g.organization_id = d.organization_id AND g.donation_id = d.id
    WHERE d.organization_id = ${organizationId} AND d.donor_id = ANY (${[...donorIds]}::bigint[]) AND g.change_id = ${changeId}
      AND g.done ORDER BY g.donation_id`.rows(db)
}

/** Gifts that move back are evaluated then. Returns their number. */
export async function cancelReevaluationOfMoved(db: Db, changeId: number, now: Date): Promise<number> {
  const { count } = await sql`
    UPDATE donations d SET look_again_at = NULL, directory_changed = false
    FROM (SELECT g.organization_id, g.donation_id FROM directory_change_gifts g
      JOIN donations o ON o.organization_id = g.organization_id AND o.id = g.donation_id
      WHERE g.change_id = ${changeId} AND g.done AND o.directory_changed AND o.look_again_at = ${now}
      ORDER BY g.organization_id, g.donation_id FOR NO KEY UPDATE OF o) moving
    WHERE d.organization_id = moving.organization_id AND d.id = moving.donation_id`.execute(db)
  return count
}

/** Runs in the transaction of the move, with other gifts of the same people. */
export async function markMoved(
  db: Db,
  changeId: number,
  organizationId: number,
  donationIds: readonly number[],
): Promise<void> {
  await sql`
    INSERT INTO directory_change_gifts (organization_id, change_id, donation_id, done)
    SELECT ${organizationId}, ${changeId}, id, true FROM unnest(${[...donationIds]}::bigint[]) AS given (id)
    ON CONFLICT (organization_id, change_id, donation_id) DO UPDATE SET done = true`.execute(db)
}

export async function deleteMoved(
  db: Db,
  changeId: number,
  organizationId: number,
  donationIds: readonly number[],
): Promise<void> {
  await sql`
    DELETE FROM directory_change_gifts WHERE change_id = ${changeId} AND organization_id = ${organizationId}
      AND donation_id = ANY (${[...donationIds]}::bigint[])`.execute(db)
}

export async function deleteUnmoved(db: Db, changeId: number): Promise<void> {
  await sql`DELETE FROM directory_change_gifts WHERE change_id = ${changeId} AND NOT done`.execute(db)
}

const movingRow = z.object({ moving: z.int() })

/** Stores and returns how many gifts the change moves. */
export async function updateMovingCount(db: Db, changeId: number): Promise<number> {
  return sql(movingRow)`
    UPDATE directory_changes SET moving = (SELECT count(*) FROM directory_change_gifts WHERE change_id = ${changeId})
    WHERE id = ${changeId} RETURNING moving`.value(db, 'moving', 0)
}

const stateRow = z.object({ undone: z.boolean() })

/** Locks this state until the transaction ends. */
export async function isChangeUndone(db: Db, changeId: number): Promise<boolean | null> {
  return sql(stateRow)`
    SELECT undone_by IS NOT NULL AS undone FROM directory_changes WHERE id = ${changeId} FOR SHARE`.value(db, 'undone')
}
