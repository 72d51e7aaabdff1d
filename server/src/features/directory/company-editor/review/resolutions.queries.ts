import type { review } from '@twofold/contract'
import { z } from 'zod'
import type { Db } from '../../../../platform/database/database.ts'
import { idRow, sql } from '../../../../platform/database/sql.ts'
import { insertAlias } from './review.queries.ts'

type NewResolution = {
  readonly key: string
  readonly text: string
  readonly companyId: number
  readonly companyName: string
  readonly companyAdded: boolean
  readonly addAlias: boolean
  readonly userId: number
  readonly address: string
  readonly requestId: string
  readonly now: Date
}

/** Null if another person has just resolved the same employer. */
export async function insertResolution(db: Db, resolution: NewResolution): Promise<number | null> {
  return sql(idRow)`
    INSERT INTO employer_resolutions (employer_key, employer_text, company_id, company_name, company_added, add_alias, user_id, address, request_id,
      created_at)
    VALUES (${resolution.key}, ${resolution.text}, ${resolution.companyId}, ${resolution.companyName}, ${resolution.companyAdded}, ${resolution.addAlias}, ${resolution.userId}, ${resolution.address},
      ${resolution.requestId}, ${resolution.now})
    ON CONFLICT (employer_key) WHERE done_at IS NULL DO NOTHING RETURNING id`.value(db, 'id')
}

const resolutionRow = z.object({
  id: z.int(),
  employer_key: z.string(),
  employer_text: z.string(),
  company_id: z.int().nullable(),
  company_name: z.string(),
  add_alias: z.boolean(),
  user_id: z.int(),
  user_name: z.string(),
  address: z.string(),
  request_id: z.string(),
  gifts: z.int(),
  last_id: z.int(),
  hold_mails: z.boolean(),
  waiting_mails: z.int(),
  held_mails: z.int(),
  created_at: z.date(),
  begun_at: z.date().nullable(),
  done_at: z.date().nullable(),
  undone_at: z.date().nullable(),
  undone_by: z.int().nullable(),
  undone_from: z.string(),
  undo_request_id: z.string(),
  undo_done_at: z.date().nullable(),
})
export type ResolutionRow = z.infer<typeof resolutionRow>

export async function findResolution(db: Db, id: number): Promise<ResolutionRow | null> {
  return sql(resolutionRow)`${resolutions} WHERE r.id = ${id}`.first(db)
}

export async function listRecentResolutions(db: Db): Promise<ResolutionRow[]> {
  return sql(resolutionRow)`${resolutions} ORDER BY r.id DESC LIMIT 10`.rows(db)
}

const mailsCountedOf = 5_000

const resolutions = sql`
  SELECT ${sql.columns(resolutionRow.omit({ user_name: true, waiting_mails: true, held_mails: true }), 'r')}, u.name AS user_name,
    mails.waiting AS waiting_mails, mails.held AS held_mails
  FROM employer_resolutions r JOIN users u ON u.id = r.user_id
  CROSS JOIN LATERAL (
    SELECT count(*) AS waiting, count(n.held_at) AS held FROM (
      SELECT organization_id, donation_id FROM employer_resolution_gifts g
      WHERE g.resolution_id = r.id AND r.undone_at IS NULL LIMIT ${mailsCountedOf}) g
    JOIN notifications n ON n.organization_id = g.organization_id AND n.donation_id = g.donation_id AND n.state = 'queued') mails`

const movedRow = z.object({ hold_mails: z.boolean() })

/** Runs in the transaction of the evaluation. Null if another run of the job is further. */
export async function advanceResolution(
  db: Db,
  id: number,
  step: { readonly from: number; readonly to: number; readonly gifts: number },
): Promise<{ hold_mails: boolean } | null> {
  return sql(movedRow)`
    UPDATE employer_resolutions SET last_id = ${step.to}, gifts = gifts + ${step.gifts}
    WHERE id = ${id} AND last_id = ${step.from} AND done_at IS NULL AND undone_at IS NULL
    RETURNING hold_mails`.first(db)
}

export async function finishResolution(db: Db, id: number, now: Date): Promise<void> {
  await sql`UPDATE employer_resolutions SET done_at = ${now} WHERE id = ${id} AND done_at IS NULL`.execute(db)
}

const undoableDays = 7

const undoableSince = (now: Date): Date => new Date(now.getTime() - undoableDays * 86_400_000)

const stateOf = ({ done_at, undone_at, undo_done_at }: ResolutionRow): review.Resolution['state'] => {
  if (undo_done_at) return 'undone'
  if (undone_at) return 'undoing'
  return done_at ? 'done' : 'running'
}

export const presentResolution = (row: ResolutionRow, now: Date): review.Resolution => ({
  id: row.id,
  employer_text: row.employer_text,
  company: { id: row.company_id, name: row.company_name },
  add_alias: row.add_alias,
  state: stateOf(row),
  can_undo: row.undone_at === null && row.created_at >= undoableSince(now),
  gifts: row.gifts,
  mails: { waiting: row.waiting_mails, held: row.held_mails, are_held: row.hold_mails },
  by: row.user_name,
  at: row.created_at.toISOString(),
})

/** The spelling is learned before the first gift, once, and not after an undo. */
export async function beginResolution(db: Db, row: ResolutionRow, now: Date): Promise<void> {
  const { count } = await sql`
    UPDATE employer_resolutions SET begun_at = ${now}, newest_gift = (SELECT coalesce(max(id), 0) FROM donations)
    WHERE id = ${row.id} AND begun_at IS NULL AND undone_at IS NULL`.execute(db)
  if (count !== 1 || !row.add_alias || row.company_id === null) return
  if (!(await insertAlias(db, row.company_id, row.employer_text))) return
  await sql`UPDATE employer_resolutions SET alias_added = true WHERE id = ${row.id}`.execute(db)
}

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

/** False if it was undone or is too old. A running job stops before its next step. */
export async function markUndone(db: Db, id: number, { by, from, requestId, now }: Undoing): Promise<boolean> {
  const row = await sql(markUndoneRow)`
    UPDATE employer_resolutions SET undone_at = ${now}, done_at = coalesce(done_at, ${now}), undone_by = ${by},
      undone_from = ${from}, undo_request_id = ${requestId}
    WHERE id = ${id} AND undone_at IS NULL AND created_at >= ${undoableSince(now)}
    RETURNING company_id, employer_text, alias_added`.first(db)
  if (!row) return false
  if (row.alias_added) {
    await sql`
      DELETE FROM company_aliases WHERE company_id = ${row.company_id} AND name = ${row.employer_text}`.execute(db)
  }
  return true
}

const begunRow = z.object({ id: z.int(), userId: z.int() })

/** Returns unfinished undos with their authors. Skips those locked by another node. */
export async function lockPendingUndos(db: Db, before: Date, atMost: number) {
  const rows = await sql(begunRow)`
    SELECT id, coalesce(undone_by, user_id) AS "userId" FROM employer_resolutions
    WHERE undone_at < ${before} AND undo_done_at IS NULL ORDER BY id LIMIT ${atMost} FOR UPDATE SKIP LOCKED`.rows(db)
  return rows.map((row) => ({ ...row, organizationId: 0, level: 'super' as const }))
}

const resolvedDonationRow = z.object({ organizationId: z.int(), donationIds: z.array(z.int()) })

/** Includes newer gifts that found the company by the learned spelling. */
export async function listResolvedDonations(
  db: Db,
  resolutionId: number,
): Promise<{ organizationId: number; donationIds: number[] }[]> {
  return sql(resolvedDonationRow)`
    SELECT organization_id AS "organizationId", array_agg(donation_id ORDER BY donation_id) AS "donationIds" FROM (
      SELECT organization_id, donation_id FROM employer_resolution_gifts WHERE resolution_id = ${resolutionId}
      UNION
      SELECT d.organization_id, d.id FROM employer_resolutions r JOIN donations d ON d.id > r.newest_gift
      WHERE r.id = ${resolutionId} AND r.alias_added AND d.company_id = r.company_id
        AND employer_key(d.employer_text) = r.employer_key) gifts
    GROUP BY organization_id ORDER BY organization_id`.rows(db)
}

export async function replaceResolvedDonations(
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

/** Only one of two concurrent runs gets the remaining gifts. */
export async function claimDonations(db: Db, resolutionId: number, organizationId: number): Promise<number[]> {
  return sql(donationRow)`
    DELETE FROM employer_resolution_gifts
    WHERE organization_id = ${organizationId} AND resolution_id = ${resolutionId} RETURNING donation_id`.column(
    db,
    'donation_id',
  )
}

const addedCompanyRow = z.object({ added: z.boolean() })

/** A company in use stays. Returns whether it is gone. */
export async function deleteAddedCompany(db: Db, { id, company_id }: ResolutionRow): Promise<boolean> {
  const rows = await sql(addedCompanyRow)`
    SELECT company_added AS added FROM employer_resolutions WHERE id = ${id}`.rows(db)
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

const touchedRow = z.object({ organizationId: z.int(), mails: z.int() })
type Touched = z.infer<typeof touchedRow>

/**
 * Emails of later gifts follow. Released ones are sent at their original time, or immediately; those that the
 * organization holds stay. Returns their number by organization. Crosses organizations.
 */
export async function setMailsHeld(db: Db, id: number, held: boolean, now: Date): Promise<Touched[]> {
  await sql`UPDATE employer_resolutions SET hold_mails = ${held} WHERE id = ${id}`.execute(db)
  const change = held
    ? sql`held_at = ${now}, held_because = 'support'`
    : sql`held_at = NULL, held_because = NULL, problem = NULL, send_at = greatest(n.send_at, ${now})`
  return sql(touchedRow)`
    WITH touched AS (
      UPDATE notifications n SET ${change}
      WHERE n.state = 'queued' AND ${held ? sql`n.held_at IS NULL` : sql`n.held_because = 'support'`}
        AND EXISTS (SELECT FROM employer_resolution_gifts g
          WHERE g.resolution_id = ${id} AND g.organization_id = n.organization_id AND g.donation_id = n.donation_id)
      RETURNING n.organization_id)
    SELECT organization_id AS "organizationId", count(*) AS mails FROM touched GROUP BY organization_id
    ORDER BY 1`.rows(db)
}
