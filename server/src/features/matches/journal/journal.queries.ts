import { directory, donationChanges, donorMerges, imports } from '@twofold/contract'
import { donorUndoDays, undoableDonorActions } from '@twofold/matching'
import { z } from 'zod'
import type { Db } from '../../../platform/database/database.ts'
import { recordset, writeRows } from '../../../platform/database/recordset.ts'
import { type Sql, sql } from '../../../platform/database/sql.ts'
import { stopsDonor } from '../../email/suppressions/index.ts'
import { type MatchRow, storedMatch } from '../rows/index.ts'

/** Staff can undo for ten seconds; doubled for slow networks. */
export const staffUndoMs = 2 * donationChanges.undoSeconds * 1000
/** The undo is a job of up to a day. */
export const directoryJournalDays = directory.directoryUndoDays + 1

const journaledStatus = storedMatch.pick({
  status_id: true,
  previous_status_id: true,
  payment_state: true,
  reason_code: true,
  status_changed_at: true,
})
export type JournaledStatus = z.infer<typeof journaledStatus>

/** Hours in the journal slightly exceed the undo period. */
const operationKinds = {
  /** Bulk changes can be undone for ten minutes. */
  staff: { restores: 'match', hours: 1 },
  merge: { restores: 'match', hours: donorMerges.mergeUndoDays * 24 + 1 },
  directory: { restores: 'match', hours: directoryJournalDays * 24 + 1 },
  /** Requests that an upload confirmed, and matches whose progress it reported. */
  import: { restores: 'match', hours: imports.uploadLimits.undoHours + 1 },
  donor: { restores: 'status', hours: donorUndoDays * 24 + 1 },
  /** Entries are kept as long as the money is recorded. */
  money: { restores: 'status', hours: null },
} as const

export type Operation = {
  readonly id: string
  readonly kind: keyof typeof operationKinds
  readonly at?: Date
}

/** All payouts are one operation: without any, a match returns to its state before the first payment. */
export const moneyReceivedOperation: Operation = { id: '00000000-0000-4000-8000-000000000001', kind: 'money' }

export const importOperation = (importId: number): Operation => ({
  id: `00000000-0000-4000-8001-${importId.toString(16).padStart(12, '0')}`,
  kind: 'import',
})

/** Requests, payments, and refusals of known matches that an upload reported. */
export const matchProgressOperation = (importId: number): Operation => ({
  id: `00000000-0000-4000-8002-${importId.toString(16).padStart(12, '0')}`,
  kind: 'import',
})

const expiryOf = ({ kind, at }: Operation, now: Date): Date | 'infinity' => {
  const { hours } = operationKinds[kind]
  return hours === null ? 'infinity' : new Date((at ?? now).getTime() + hours * 3_600_000)
}

const recordedTypes = { organization_id: 'bigint', donation_id: 'bigint', before: 'jsonb' } as const

/** Must run in the transaction that has changed the matches. */
export async function recordBeforeImages(
  db: Db,
  operation: Operation,
  matches: readonly MatchRow[],
  now: Date,
): Promise<void> {
  if (matches.length === 0) return
  const isFullMatch = operationKinds[operation.kind].restores === 'match'
  const rows = matches.map((match) => ({
    organization_id: match.organization_id,
    donation_id: match.id,
    before: isFullMatch ? match : journaledStatus.parse(match),
  }))
  const statement = sql.prepared`
    INSERT INTO match_journal (organization_id, operation_id, donation_id, kind, at, version, before, expires_at)
    SELECT r.organization_id, ${operation.id}::uuid, r.donation_id, ${operation.kind}::text, ${now}::timestamptz, d.version, r.before,
      ${expiryOf(operation, now)}::timestamptz
    FROM ${recordset(recordedTypes, rows)}
    JOIN donations d ON d.organization_id = r.organization_id AND d.id = r.donation_id
    ON CONFLICT (organization_id, operation_id, donation_id) DO UPDATE SET version = excluded.version`
  await writeRows(db, rows, statement)
}

export const journalExpiryBatchSize = 1_000

/** Returns the number deleted. Several nodes may run it. */
export async function deleteExpired(db: Db, now: Date): Promise<number> {
  const { count } = await sql.prepared`
    DELETE FROM match_journal j USING (
      SELECT organization_id, operation_id, donation_id FROM match_journal WHERE expires_at < ${now}::timestamptz
      ORDER BY expires_at LIMIT ${journalExpiryBatchSize} FOR UPDATE SKIP LOCKED) old
    WHERE j.organization_id = old.organization_id AND j.operation_id = old.operation_id
      AND j.donation_id = old.donation_id`.execute(db)
  return count
}

const journalRow = z.object({
  organization_id: z.int(),
  donation_id: z.int(),
  at: z.date(),
  undone_at: z.date().nullable(),
  is_untouched: z.boolean(),
  before: storedMatch,
})
export type JournalRow = z.infer<typeof journalRow>

type JournalFilter = {
  readonly donationIds?: readonly number[]
  readonly atMost?: number
  readonly includeUndone?: boolean
  /** Periodic evaluations increment the version without an event. */
  readonly ignoresEvaluations?: boolean
}

/** Locks matches that are not undone yet, or all with `includeUndone`. */
export async function listJournal(
  db: Db,
  organizationIds: readonly number[],
  operationId: string,
  { donationIds, atMost, includeUndone = false, ignoresEvaluations = false }: JournalFilter = {},
): Promise<JournalRow[]> {
  const withoutEvent = ignoresEvaluations
    ? sql`OR NOT EXISTS (SELECT FROM donation_events e
        WHERE e.organization_id = j.organization_id AND e.donation_id = j.donation_id AND e.at > j.at)`
    : sql``
  return sql(journalRow)`
    SELECT j.organization_id, j.donation_id, j.at, j.undone_at, j.version = d.version ${withoutEvent} AS is_untouched, j.before
    FROM match_journal j JOIN donations d ON d.organization_id = j.organization_id AND d.id = j.donation_id
    WHERE j.organization_id = ANY (${[...organizationIds]}::bigint[]) AND j.operation_id = ${operationId}::uuid
      ${includeUndone ? sql`` : sql`AND j.undone_at IS NULL`}
      ${donationIds ? sql`AND j.donation_id = ANY (${[...donationIds]}::bigint[])` : sql``}
    ORDER BY j.organization_id, j.donation_id ${atMost === undefined ? sql`` : sql`LIMIT ${atMost}`}
    FOR UPDATE OF d`.rows(db)
}

const donationRow = z.object({ donation_id: z.int() })

export async function listNextInJournal(
  db: Db,
  organizationIds: readonly number[],
  operationId: string,
  atMost: number,
): Promise<number[]> {
  return sql(donationRow)`
    SELECT donation_id FROM match_journal
    WHERE organization_id = ANY (${[...organizationIds]}::bigint[]) AND operation_id = ${operationId}::uuid AND undone_at IS NULL
    ORDER BY organization_id, donation_id LIMIT ${atMost}`.column(db, 'donation_id')
}

const organizationRow = z.object({ organization_id: z.int() })

/** Crosses organizations. */
export async function findOrganizationInJournal(db: Db, operationId: string): Promise<number | null> {
  return sql(organizationRow)`
    SELECT organization_id FROM match_journal
    WHERE operation_id = ${operationId}::uuid AND kind = 'directory' AND undone_at IS NULL
    ORDER BY organization_id LIMIT 1`.value(db, 'organization_id')
}

export async function listChangedSince(
  db: Db,
  organizationIds: readonly number[],
  donationIds: readonly number[],
  since: Date,
): Promise<number[]> {
  return sql(donationRow)`
    SELECT DISTINCT donation_id FROM donation_events
    WHERE organization_id = ANY (${[...organizationIds]}::bigint[]) AND donation_id = ANY (${[...donationIds]}::bigint[])
      AND at >= ${since}`.column(db, 'donation_id')
}

/**
 * Matches that could not be restored are marked and stay for the same period again. A nonprofit's signature goes with
 * the change that it caused.
 */
export async function closeJournalRows(
  db: Db,
  organizationIds: readonly number[],
  operationId: string,
  donationIds: readonly number[],
  now: Date,
): Promise<void> {
  await sql`
    UPDATE match_journal j SET undone_at = coalesce(j.undone_at, ${now}::timestamptz),
      not_restored = (j.before ->> 'status_id')::integer <> d.status_id,
      expires_at = CASE WHEN (j.before ->> 'status_id')::integer <> d.status_id
        THEN ${now}::timestamptz + (j.expires_at - j.at) ELSE j.expires_at END
    FROM donations d
    WHERE j.organization_id = ANY (${[...organizationIds]}::bigint[]) AND j.operation_id = ${operationId}::uuid
      AND j.donation_id = ANY (${[...donationIds]}::bigint[])
      AND d.organization_id = j.organization_id AND d.id = j.donation_id`.execute(db)
  await sql`
    WITH withdrawn AS (
      DELETE FROM form_signatures
      WHERE organization_id = ANY (${[...organizationIds]}::bigint[]) AND donation_id = ANY (${[...donationIds]}::bigint[])
        AND role = 'nonprofit' AND undo_id = ${operationId}::uuid RETURNING organization_id, donation_id),
    signed AS (SELECT f.* FROM match_forms f JOIN withdrawn USING (organization_id, donation_id) WHERE final_key IS NOT NULL),
    marked AS (INSERT INTO unreferenced_files (file_key) SELECT final_key FROM signed ON CONFLICT DO NOTHING)
    UPDATE match_forms f SET final_key = NULL, final_sha256 = NULL FROM signed s
    WHERE f.organization_id = s.organization_id AND f.donation_id = s.donation_id`.execute(db)
}

/**
 * Marks matches of undone directory changes that no evaluation will restore, because the donor or staff moved them on.
 * Those that are due at `now` follow. Crosses organizations.
 */
export async function markMovedOn(db: Db, operationIds: readonly string[], now: Date): Promise<void> {
  await sql`
    UPDATE match_journal j SET not_restored = true, expires_at = ${now}::timestamptz + (j.expires_at - j.at)
    FROM donations d
    WHERE j.operation_id = ANY (${[...operationIds]}::uuid[]) AND j.kind = 'directory' AND j.undone_at IS NULL
      AND d.organization_id = j.organization_id AND d.id = j.donation_id
      AND (j.before ->> 'status_id')::integer <> d.status_id
      AND NOT (d.directory_changed AND coalesce(d.look_again_at = ${now}::timestamptz, false))`.execute(db)
}

const journaledStatusRow = z.object({ donation_id: z.int(), before: journaledStatus })

export async function takeJournaledStatus(
  db: Db,
  organizationIds: readonly number[],
  operationId: string,
  donationIds: readonly number[],
): Promise<Map<number, JournaledStatus>> {
  if (donationIds.length === 0) return new Map()
  const rows = await sql(journaledStatusRow)`
    DELETE FROM match_journal
    WHERE organization_id = ANY (${[...organizationIds]}::bigint[]) AND operation_id = ${operationId}::uuid
      AND donation_id = ANY (${[...donationIds]}::bigint[]) RETURNING donation_id, before`.rows(db)
  return new Map(rows.map(({ donation_id, before }) => [donation_id, before]))
}

const donorAction = journalRow.pick({ organization_id: true, donation_id: true, at: true, undone_at: true }).extend({
  before: journaledStatus,
  donor_id: z.int(),
  operation_id: z.uuid(),
  action: z.enum(undoableDonorActions),
  is_superseded: z.boolean(),
  /** The donor declined for all of their gifts. */
  is_for_all: z.boolean(),
  time_zone: z.string(),
})
export type DonorAction = z.infer<typeof donorAction>

const donorActions = (condition: Sql) => sql(donorAction)`
  SELECT j.organization_id, j.donation_id, d.donor_id, j.operation_id, j.at, j.undone_at, j.before, e.action, o.time_zone,
    d.status_id <> e.to_status_id OR d.received_cents <> 0 OR d.payment_state NOT IN ('none', 'expected')
      OR EXISTS (SELECT FROM donation_events later
        WHERE later.organization_id = e.organization_id AND later.donation_id = e.donation_id AND later.id > e.id
          AND later.from_status_id IS DISTINCT FROM later.to_status_id) AS is_superseded,
    EXISTS (SELECT FROM suppressions s WHERE s.organization_id = p.organization_id AND ${stopsDonor('s', 'p')}
      AND s.reason = 'unsubscribed' AND s.at = j.at) AS is_for_all
  FROM match_journal j
  JOIN donations d ON d.organization_id = j.organization_id AND d.id = j.donation_id
  JOIN donors p ON p.organization_id = d.organization_id AND p.id = d.donor_id
  JOIN organizations o ON o.id = j.organization_id
  JOIN donation_events e ON e.organization_id = j.organization_id AND e.donation_id = j.donation_id
    AND e.version = j.version AND e.actor = 'donor' AND e.action = ANY (${[...undoableDonorActions]}::text[])
  WHERE j.kind = 'donor' AND ${condition}`

/** Null after it has expired from the journal. */
export async function findDonorAction(db: Db, organizationId: number, donationId: number): Promise<DonorAction | null> {
  return donorActions(sql`
    j.organization_id = ${organizationId} AND j.donation_id = ${donationId} ORDER BY e.id DESC LIMIT 1`).first(db)
}

export async function listDonorActions(db: Db, organizationId: number, operationId: string): Promise<DonorAction[]> {
  return donorActions(sql`
    j.organization_id = ${organizationId} AND j.operation_id = ${operationId}::uuid`).rows(db)
}
