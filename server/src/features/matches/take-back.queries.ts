import { directory, donationChanges } from '@twofold/contract'
import { undoableDonorActions } from '@twofold/matching'
import { z } from 'zod'
import type { Db } from '../../platform/database/database.ts'
import { recordset, writeRows } from '../../platform/database/recordset.ts'
import { type Sql, sql } from '../../platform/database/sql.ts'
import { stopsDonor } from '../notifications/index.ts'
import type { Actor } from './actor.ts'
import { keptMatch, type MatchRow } from './match-row.ts'

/** What matches were before a person changed them: kept for a moment, so that it can be taken back. */

type Changed = { readonly before: MatchRow; readonly row: MatchRow }

const keptTypes = { organization_id: 'bigint', donation_id: 'bigint', before: 'jsonb' } as const
export const keptForHours = 1
/** A change of the directory can be undone for 30 days, and its job takes a while. */
export const directoryChangesAreKeptForDays = directory.directoryUndoDays + 1
/** A press on the way to us when its ten seconds end is forgiven as much again. */
export const takenBackWithinMs = 2 * donationChanges.undoSeconds * 1000
export const forgottenAtOnce = 1_000

/** Keeps what they were under the id of the change; what a match was before the first of several steps counts. */
export async function keepBefore(
  db: Db,
  undoId: string,
  { userId }: Actor,
  changes: readonly Changed[],
  { now, staysUntil }: { readonly now: Date; readonly staysUntil: Date | null },
): Promise<void> {
  if (changes.length === 0) return
  const rows = changes.map(({ before }) => ({
    organization_id: before.organization_id,
    donation_id: before.id,
    before,
  }))
  const keep = sql.kept`
    INSERT INTO match_undos (organization_id, undo_id, donation_id, user_id, at, version, before, stays_until)
    SELECT r.organization_id, ${undoId}::uuid, r.donation_id, ${userId}::bigint, ${now}::timestamptz, d.version, r.before,
      ${staysUntil}::timestamptz
    FROM ${recordset(keptTypes, rows)}
    JOIN donations d ON d.organization_id = r.organization_id AND d.id = r.donation_id
    ON CONFLICT (organization_id, undo_id, donation_id) DO UPDATE SET version = excluded.version`
  await writeRows(db, rows, keep)
}

/** As the index has it: row security lets none answer COALESCE. */
const ends = sql`(CASE WHEN stays_until IS NULL THEN at ELSE stays_until END)`

/** Forgets some of what can no longer be taken back, in every organization; answers how many. Others forget at the same time. */
export async function forgetKept(db: Db, now: Date): Promise<number> {
  const { count } = await sql.kept`
    DELETE FROM match_undos u USING (
      SELECT organization_id, undo_id, donation_id FROM match_undos
      WHERE ${ends} < ${now}::timestamptz - make_interval(hours => ${keptForHours})
      ORDER BY ${ends} LIMIT ${forgottenAtOnce} FOR UPDATE SKIP LOCKED) old
    WHERE u.organization_id = old.organization_id AND u.undo_id = old.undo_id AND u.donation_id = old.donation_id`.execute(
    db,
  )
  return count
}

const keptChange = z.object({
  organization_id: z.int(),
  donation_id: z.int(),
  at: z.date(),
  undone_at: z.date().nullable(),
  /** Nothing has happened to the donation since. */
  is_newest: z.boolean(),
  before: keptMatch,
})
export type KeptChange = z.infer<typeof keptChange>

/** What a change kept of each of its donations, which are locked; with a number, of so many that were not taken back yet. */
export async function listKeptChanges(
  db: Db,
  organizationIds: readonly number[],
  undoId: string,
  atMost?: number,
): Promise<KeptChange[]> {
  const some = atMost === undefined ? sql`` : sql`AND k.undone_at IS NULL`
  const limit = atMost === undefined ? sql`` : sql`LIMIT ${atMost}`
  const { rows } = await sql(keptChange)`
    SELECT k.organization_id, k.donation_id, k.at, k.undone_at, k.version = d.version AS is_newest, k.before
    FROM match_undos k JOIN donations d ON d.organization_id = k.organization_id AND d.id = k.donation_id
    WHERE k.organization_id = ANY (${[...organizationIds]}::bigint[]) AND k.undo_id = ${undoId}::uuid ${some}
    ORDER BY k.organization_id, k.donation_id ${limit} FOR UPDATE OF d`.execute(db)
  return rows
}

/** What a change that was not taken back yet kept of these donations. */
export async function listKeptOf(
  db: Db,
  organizationIds: readonly number[],
  undoId: string,
  donationIds: readonly number[],
): Promise<KeptChange[]> {
  // The rules look at a match from time to time and leave it as it is: a greater version alone is no change.
  const { rows } = await sql(keptChange)`
    SELECT k.organization_id, k.donation_id, k.at, k.undone_at, k.before,
      k.version = d.version OR NOT EXISTS (SELECT FROM donation_events e
        WHERE e.organization_id = k.organization_id AND e.donation_id = k.donation_id AND e.at > k.at) AS is_newest
    FROM match_undos k JOIN donations d ON d.organization_id = k.organization_id AND d.id = k.donation_id
    WHERE k.organization_id = ANY (${[...organizationIds]}::bigint[]) AND k.undo_id = ${undoId}::uuid
      AND k.undone_at IS NULL AND k.donation_id = ANY (${[...donationIds]}::bigint[])
    ORDER BY k.organization_id, k.donation_id`.execute(db)
  return rows
}

const keptRow = z.object({ donation_id: z.int() })

const organizationRow = z.object({ organization_id: z.int() })

/** Crosses organizations: one of which a change that is kept for long has something left to give back. */
export async function findOrganizationOfKept(db: Db, undoId: string): Promise<number | null> {
  const { rows } = await sql(organizationRow)`
    SELECT organization_id FROM match_undos WHERE undo_id = ${undoId}::uuid AND stays_until IS NOT NULL AND undone_at IS NULL
    ORDER BY organization_id LIMIT 1`.execute(db)
  return rows[0]?.organization_id ?? null
}

/** Which of these donations anything happened to since then. */
export async function listTouchedSince(
  db: Db,
  organizationIds: readonly number[],
  donationIds: readonly number[],
  since: Date,
): Promise<number[]> {
  const { rows } = await sql(keptRow)`
    SELECT DISTINCT donation_id FROM donation_events
    WHERE organization_id = ANY (${[...organizationIds]}::bigint[]) AND donation_id = ANY (${[...donationIds]}::bigint[])
      AND at >= ${since}`.execute(db)
  return rows.map(({ donation_id }) => donation_id)
}

/** The donations of those that `listKeptChanges` answers next, which are not locked yet. */
export async function listNextKept(
  db: Db,
  organizationIds: readonly number[],
  undoId: string,
  atMost: number,
): Promise<number[]> {
  const { rows } = await sql(keptRow)`
    SELECT donation_id FROM match_undos
    WHERE organization_id = ANY (${[...organizationIds]}::bigint[]) AND undo_id = ${undoId}::uuid AND undone_at IS NULL
    ORDER BY organization_id, donation_id LIMIT ${atMost}`.execute(db)
  return rows.map(({ donation_id }) => donation_id)
}

export async function markUndone(
  db: Db,
  organizationIds: readonly number[],
  undoId: string,
  donationIds: readonly number[],
  now: Date,
): Promise<void> {
  await sql`
    UPDATE match_undos SET undone_at = ${now}
    WHERE organization_id = ANY (${[...organizationIds]}::bigint[]) AND undo_id = ${undoId}::uuid
      AND donation_id = ANY (${[...donationIds]}::bigint[])`.execute(db)
}

/**
 * Ends the undo of a directory change for these donations. Those whose status is not the one from before are marked, so that the
 * change can list them for as long again.
 */
export async function noteOutcome(
  db: Db,
  organizationIds: readonly number[],
  undoId: string,
  donationIds: readonly number[],
  now: Date,
): Promise<void> {
  await sql`
    UPDATE match_undos k SET undone_at = coalesce(k.undone_at, ${now}::timestamptz),
      not_restored = (k.before ->> 'status_id')::integer <> d.status_id,
      stays_until = CASE WHEN (k.before ->> 'status_id')::integer <> d.status_id
        THEN ${now}::timestamptz + make_interval(days => ${directory.directoryUndoDays}) ELSE k.stays_until END
    FROM donations d
    WHERE k.organization_id = ANY (${[...organizationIds]}::bigint[]) AND k.undo_id = ${undoId}::uuid
      AND k.donation_id = ANY (${[...donationIds]}::bigint[])
      AND d.organization_id = k.organization_id AND d.id = k.donation_id`.execute(db)
}

const donorAction = keptChange
  .pick({ organization_id: true, donation_id: true, at: true, undone_at: true, before: true })
  .extend({
    undo_id: z.uuid(),
    action: z.enum(undoableDonorActions),
    /** Staff, the product or a payment has moved the match since. */
    is_overtaken: z.boolean(),
    /** The donor said no for all of their gifts. */
    is_for_all: z.boolean(),
    /** The organization's. */
    time_zone: z.string(),
  })
export type DonorAction = z.infer<typeof donorAction>

const donorActions = (which: Sql) => sql(donorAction)`
  SELECT k.organization_id, k.donation_id, k.undo_id, k.at, k.undone_at, k.before, e.action, o.time_zone,
    d.status_id <> e.to_status_id OR d.received_cents <> 0 OR d.payment_state NOT IN ('none', 'expected')
      OR EXISTS (SELECT FROM donation_events later
        WHERE later.organization_id = e.organization_id AND later.donation_id = e.donation_id AND later.id > e.id
          AND later.from_status_id IS DISTINCT FROM later.to_status_id) AS is_overtaken,
    EXISTS (SELECT FROM suppressions s WHERE s.organization_id = p.organization_id AND ${stopsDonor('s', 'p')}
      AND s.reason = 'unsubscribed' AND s.at = k.at) AS is_for_all
  FROM match_undos k
  JOIN donations d ON d.organization_id = k.organization_id AND d.id = k.donation_id
  JOIN donors p ON p.organization_id = d.organization_id AND p.id = d.donor_id
  JOIN organizations o ON o.id = k.organization_id
  JOIN donation_events e ON e.organization_id = k.organization_id AND e.donation_id = k.donation_id
    AND e.version = k.version AND e.actor = 'donor' AND e.action = ANY (${[...undoableDonorActions]}::text[])
  WHERE ${which}`

/** The donor's last action on a match of those that can be undone; null once it is too long ago to be kept. */
export async function findDonorAction(db: Db, organizationId: number, donationId: number): Promise<DonorAction | null> {
  const { rows } = await donorActions(sql`
    k.organization_id = ${organizationId} AND k.donation_id = ${donationId} ORDER BY e.id DESC LIMIT 1`).execute(db)
  return rows[0] ?? null
}

/** The actions on all matches that the donor answered for at once. */
export async function listDonorActions(db: Db, organizationId: number, undoId: string): Promise<DonorAction[]> {
  const { rows } = await donorActions(sql`
    k.organization_id = ${organizationId} AND k.undo_id = ${undoId}::uuid`).execute(db)
  return rows
}
