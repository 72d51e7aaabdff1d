import { z } from 'zod'
import type { Db } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import { insertAlias, type ResolutionRow, undoableSince } from './review.queries.ts'

/** What a resolution did is kept, so that it can be taken back. Across organizations, as all of the review queue. */

/** Before the first gift: the spelling is remembered from now on. Once, and not after it was taken back. */
export async function beginResolution(db: Db, row: ResolutionRow, now: Date): Promise<void> {
  const { count } = await sql`
    UPDATE employer_resolutions SET begun_at = ${now}, newest_gift = (SELECT coalesce(max(id), 0) FROM donations)
    WHERE id = ${row.id} AND begun_at IS NULL AND undone_at IS NULL`.execute(db)
  if (count !== 1 || !row.add_alias || row.company_id === null) return
  if (!(await insertAlias(db, row.company_id, row.employer_text))) return
  await sql`UPDATE employer_resolutions SET alias_added = true WHERE id = ${row.id}`.execute(db)
}

/** In the transaction that assigns the company to these gifts. */
export async function insertResolvedDonations(
  db: Db,
  resolutionId: number,
  organizationId: number,
  donationIds: readonly number[],
): Promise<void> {
  await sql`
    INSERT INTO employer_resolution_gifts (organization_id, resolution_id, donation_id)
    SELECT ${organizationId}, ${resolutionId}, id FROM unnest(${[...donationIds]}::bigint[]) AS given (id)
    ON CONFLICT DO NOTHING`.execute(db)
}

type Undoing = { readonly by: number; readonly from: string; readonly requestId: string; readonly now: Date }

const markUndoneRow = z.object({ company_id: z.int().nullable(), employer_text: z.string(), alias_added: z.boolean() })

/** False where it was taken back already, or is too long ago. What runs of it stops before its next step. */
export async function markUndone(db: Db, id: number, { by, from, requestId, now }: Undoing): Promise<boolean> {
  const { rows } = await sql(markUndoneRow)`
    UPDATE employer_resolutions SET undone_at = ${now}, done_at = coalesce(done_at, ${now}), undone_by = ${by},
      undone_from = ${from}, undo_request_id = ${requestId}
    WHERE id = ${id} AND undone_at IS NULL AND created_at >= ${undoableSince(now)}
    RETURNING company_id, employer_text, alias_added`.execute(db)
  const [row] = rows
  if (!row) return false
  if (row.alias_added) {
    await sql`
      DELETE FROM company_aliases WHERE company_id = ${row.company_id} AND name = ${row.employer_text}`.execute(db)
  }
  return true
}

const resolvedDonationRow = z.object({ organizationId: z.int(), donationIds: z.array(z.int()) })

/** The gifts that it changed, and those that found the company since by the spelling that it had taught. */
export async function listResolvedDonations(
  db: Db,
  resolutionId: number,
): Promise<{ organizationId: number; donationIds: number[] }[]> {
  const { rows } = await sql(resolvedDonationRow)`
    SELECT organization_id AS "organizationId", array_agg(donation_id ORDER BY donation_id) AS "donationIds" FROM (
      SELECT organization_id, donation_id FROM employer_resolution_gifts WHERE resolution_id = ${resolutionId}
      UNION
      SELECT d.organization_id, d.id FROM employer_resolutions r JOIN donations d ON d.id > r.newest_gift
      WHERE r.id = ${resolutionId} AND r.alias_added AND d.company_id = r.company_id
        AND employer_key(d.employer_text) = r.employer_key) gifts
    GROUP BY organization_id ORDER BY organization_id`.execute(db)
  return rows
}

/** Of an organization's gifts only these are still to be evaluated. */
export async function keepOnlyDonations(
  db: Db,
  resolutionId: number,
  organizationId: number,
  donationIds: readonly number[],
): Promise<void> {
  await insertResolvedDonations(db, resolutionId, organizationId, donationIds)
  await sql`
    DELETE FROM employer_resolution_gifts
    WHERE organization_id = ${organizationId} AND resolution_id = ${resolutionId}
      AND donation_id <> ALL (${[...donationIds]}::bigint[])`.execute(db)
}

const donationRow = z.object({ donation_id: z.int() })

/** Takes up the gifts that are still to be evaluated: of two runs beside each other one gets them. */
export async function takeDonations(db: Db, resolutionId: number, organizationId: number): Promise<number[]> {
  const { rows } = await sql(donationRow)`
    DELETE FROM employer_resolution_gifts
    WHERE organization_id = ${organizationId} AND resolution_id = ${resolutionId} RETURNING donation_id`.execute(db)
  return rows.map((row) => row.donation_id)
}

const addedCompanyRow = z.object({ added: z.boolean() })

/** The company that was added with it goes as well, unless somebody has found a use for it. Answers whether it is gone. */
export async function deleteAddedCompany(db: Db, { id, company_id }: ResolutionRow): Promise<boolean> {
  const { rows } = await sql(addedCompanyRow)`
    SELECT company_added AS added FROM employer_resolutions WHERE id = ${id}`.execute(db)
  if (!rows[0]?.added) return false
  if (company_id === null) return true
  const { count } = await sql`
    DELETE FROM companies c WHERE c.id = ${company_id}
      AND NOT EXISTS (SELECT FROM employer_resolutions r WHERE r.company_id = c.id AND r.undone_at IS NULL)
      AND NOT EXISTS (SELECT FROM policies p WHERE p.company_id = c.id)
      AND NOT EXISTS (SELECT FROM campaigns k WHERE k.company_id = c.id)
      AND NOT EXISTS (SELECT FROM companies s WHERE s.parent_id = c.id)
      AND NOT EXISTS (SELECT FROM donations d WHERE d.company_id = c.id)`.execute(db)
  return count === 1
}

export async function finishUndo(db: Db, id: number, now: Date): Promise<void> {
  await sql`
    UPDATE employer_resolutions SET undo_done_at = ${now} WHERE id = ${id} AND undo_done_at IS NULL`.execute(db)
}
