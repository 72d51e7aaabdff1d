import { currency, type ImportTarget, imports, isImportTarget } from '@twofold/contract'
import { z } from 'zod'
import type { Db, Tenant } from '../../../platform/database/database.ts'
import { idRow, sql } from '../../../platform/database/sql.ts'
import { findFamilyIds } from '../../core/organizations/index.ts'
import { isUndoRunning } from '../undos/index.ts'

const importOptions = z.object({
  optIn: z.boolean(),
  noCompany: z.boolean(),
  dateOrder: imports.dateOrder.nullable(),
  giftDate: z.string().optional(),
  includeAttention: z.boolean(),
  sheet: z.string().nullable(),
  /** Keys are names in the file, as chosen at the upload. */
  organizations: z.record(z.string(), imports.organizationMapping).optional(),
  everyRow: z.int().nullable().optional(),
  news: z.array(z.enum(imports.giftUpdateKinds)).optional(),
  corrections: imports.corrections.optional(),
  answers: imports.questionAnswers.optional(),
  takeRows: z.array(z.int()).optional(),
})
export type ImportOptions = z.infer<typeof importOptions>

const importRow = z.object({
  id: z.int(),
  user_id: z.int(),
  user_name: z.string(),
  state: imports.importState,
  phase: z.enum(imports.importPhases),
  phase_done: z.int(),
  file_name: z.string(),
  file_key: z.string().nullable(),
  options: importOptions,
  map: z.record(
    z.string(),
    z.custom<ImportTarget>((text) => typeof text === 'string' && isImportTarget(text)),
  ),
  headers: z.array(z.string()),
  rows: z.int(),
  accepted: z.int(),
  updated: z.int(),
  rejected: z.int(),
  unchanged: z.int(),
  left_out: z.int(),
  joined: z.int(),
  not_taken: z.int(),
  news: z.int(),
  error: z.string().nullable(),
  created_at: z.date(),
  finished_at: z.date().nullable(),
  outcome: imports.importOutcome.nullable(),
  outcome_once_set_up: imports.importOutcome.nullable(),
  mails_gone: z.boolean(),
  waits_for_undo: z.boolean(),
})
export type ImportRow = z.infer<typeof importRow>

// Only a finished import of the last day can be undone, so only its emails are checked. OFFSET 0 reads gifts first,
// then emails: without new statistics, a join would be slow.
const importColumns = (tenant: Tenant, now: Date) => sql`
  i.id, i.user_id, u.name AS user_name, i.state, i.phase, i.phase_done, i.file_name, i.file_key, i.options, i.map,
  i.headers, i.rows, i.accepted, i.updated, i.rejected, i.unchanged, i.left_out, i.joined, i.not_taken, i.news, i.error, i.outcome, i.outcome_once_set_up, i.created_at, i.finished_at,
  i.state = 'done' AND coalesce(i.finished_at > ${undoableSince(now)}, false) AND EXISTS (
    SELECT FROM (SELECT organization_id, id FROM donations
      WHERE organization_id = ANY (tenant_organizations()) AND import_id = i.id OFFSET 0) d
    CROSS JOIN LATERAL (SELECT n.state, n.covered_by FROM notifications n
      WHERE n.organization_id = d.organization_id AND n.donation_id = d.id ORDER BY n.id OFFSET 0) n
    WHERE n.state IN ('sending', 'sent') OR n.covered_by IS NOT NULL
  ) AS mails_gone,
  i.state = 'queued' AND ${isUndoRunning('imports', tenant)} AS waits_for_undo`

const undoableSince = (now: Date): Date => new Date(now.getTime() - imports.uploadLimits.undoHours * 3_600_000)

export async function findImport(db: Db, tenant: Tenant, importId: number, now: Date): Promise<ImportRow | null> {
  return sql.prepared(importRow)`
    SELECT ${importColumns(tenant, now)} FROM imports i JOIN users u ON u.id = i.user_id
    WHERE i.organization_id = ${tenant.organizationId} AND i.id = ${importId}`.first(db)
}

const daysOfImportRow = z.object({ first: z.string().nullable(), last: z.string().nullable() })

export async function findDaysOfImport(
  db: Db,
  tenant: Tenant,
  importId: number,
): Promise<{ first: string; last: string } | null> {
  const rows = await sql(daysOfImportRow)`
    SELECT min(donated_at)::date AS first, max(donated_at)::date AS last FROM donations
    WHERE organization_id = ANY (${[...tenant.family]}::bigint[]) AND import_id = ${importId}`.rows(db)
  const { first, last } = rows[0] ?? {}
  return first && last ? { first, last } : null
}

const importRowRow = z.object({ total: z.int() })

export async function listImportRows(
  db: Db,
  tenant: Tenant,
  { limit, offset, now }: { limit: number; offset: number; now: Date },
): Promise<{ rows: ImportRow[]; total: number }> {
  const counted = await sql(importRowRow)`
    SELECT count(*) AS total FROM imports WHERE organization_id = ${tenant.organizationId}`.execute(db)
  const rows = await sql(importRow)`
    SELECT ${importColumns(tenant, now)} FROM imports i JOIN users u ON u.id = i.user_id
    WHERE i.organization_id = ${tenant.organizationId}
    ORDER BY i.id DESC LIMIT ${limit} OFFSET ${offset}`.rows(db)
  return { rows, total: counted.rows[0]?.total ?? 0 }
}

export async function lockImports(db: Db, tenant: Tenant): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('imports', ${tenant.organizationId}))`.execute(db)
}

const deletedMailsRow = z.object({ gone: z.int() })

/** SQL: an email about another gift that covered `n` counts as sent. */
const stateOrCovered = sql`CASE WHEN n.covered_by IS NULL THEN n.state ELSE 'sent' END`

/** `holds`, before the undo: also counts emails being sent and locks them against the mailer. */
export async function countSentEmails(
  db: Db,
  tenant: Tenant,
  importId: number,
  { states, holds }: { readonly states: readonly ('sending' | 'sent')[]; readonly holds: boolean },
): Promise<number> {
  const rowLock = holds ? sql`FOR UPDATE OF n` : sql``
  // ORDER BY n.id forces the index by gift. MATERIALIZED or FOR UPDATE keep the state filter from scanning all sent
  // emails.
  const materialization = holds ? sql`` : sql`MATERIALIZED`
  return sql(deletedMailsRow)`
    WITH held AS ${materialization} (
      SELECT n.state FROM donations d CROSS JOIN LATERAL (
        SELECT ${stateOrCovered} AS state FROM notifications n
        WHERE n.organization_id = d.organization_id AND n.donation_id = d.id ORDER BY n.id ${rowLock}) n
      WHERE d.organization_id = ANY (${[...tenant.family]}::bigint[]) AND d.import_id = ${importId}
    ), held_of_wholes AS ${materialization} (
      SELECT ${stateOrCovered} AS state FROM notifications n
      JOIN donations whole ON whole.organization_id = n.organization_id AND whole.id = n.donation_id
        AND whole.import_id IS DISTINCT FROM ${importId}
      JOIN donations d ON d.merged_into_id = whole.id
      WHERE d.organization_id = ANY (${[...tenant.family]}::bigint[]) AND n.organization_id = ANY (${[...tenant.family]}::bigint[])
        AND d.import_id = ${importId} AND n.created_at >= d.created_at
      ${rowLock}
    ), held_of_news AS ${materialization} (
      SELECT ${stateOrCovered} AS state FROM notifications n
      JOIN import_news w ON w.organization_id = n.organization_id AND w.donation_id = n.donation_id AND n.created_at >= w.at
      WHERE w.organization_id = ANY (${[...tenant.family]}::bigint[]) AND w.import_id = ${importId}
      ${rowLock}
    ) SELECT count(*) AS gone FROM (SELECT * FROM held UNION ALL SELECT * FROM held_of_wholes UNION ALL SELECT * FROM held_of_news) all_held
    WHERE state = ANY (${[...states]}::text[])`.value(db, 'gone', 0)
}

const organizationFacts = z.object({
  id: z.int(),
  name: z.string(),
  ein: z.string(),
  city: z.string(),
  state: z.string(),
  currency,
  timeZone: z.string(),
  donationFields: z.array(z.string()),
})
export type OrganizationFacts = z.infer<typeof organizationFacts>

/** An upload of the parent may refer to any chapter. @throws Error if one has left; the job then retries */
export async function lockFamily(db: Db, { organizationId, family }: Tenant): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock_shared(hashtextextended('family', ${organizationId}))`.execute(db)
  const currentFamily = await findFamilyIds(db, organizationId)
  if (family.some((id) => !currentFamily.includes(id)))
    throw new Error('a chapter has left; the import is taken up again')
}

/** The organization comes first. */
export async function listFamily(db: Db, tenant: Tenant): Promise<OrganizationFacts[]> {
  return sql(organizationFacts)`
    SELECT id, name, ein, city, state, currency, time_zone AS "timeZone",
      coalesce(custom -> 'donation_fields', '[]') AS "donationFields"
    FROM organizations
    WHERE id = ANY (${[...tenant.family]}::bigint[])
    ORDER BY id <> ${tenant.organizationId}, name`.rows(db)
}

export async function listKnownCompanies(db: Db, ids: readonly number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set()
  const rows = await sql(idRow)`SELECT id FROM companies WHERE id = ANY (${[...ids]}::bigint[])`.rows(db)
  return new Set(rows.map((row) => row.id))
}

export async function analyzeDonationTables(db: Db): Promise<void> {
  await sql`SELECT refresh_statistics_of_gifts()`.execute(db)
}

/**
 * Analyzes from a tenth of the planner's estimate, as autovacuum does: sampling after each small upload is too slow.
 */
export async function analyzeDonationTablesIfMany(db: Db, gifts: number): Promise<void> {
  await sql`
    SELECT refresh_statistics_of_gifts() FROM pg_class WHERE oid = 'donations'::regclass AND reltuples < ${gifts * 10}`.execute(
    db,
  )
}

const nameMeaningRow = z.object({ name_key: z.string(), means_id: z.int().nullable() })

export async function listNameMeanings(
  db: Db,
  { organizationId, family }: Tenant,
): Promise<Map<string, imports.OrganizationMapping>> {
  const rows = await sql(nameMeaningRow)`
    SELECT name_key, means_id FROM organization_names
    WHERE organization_id = ${organizationId} AND (means_id IS NULL OR means_id = ANY (${[...family]}::bigint[]))`.rows(
    db,
  )
  return new Map(rows.map((row) => [row.name_key, row.means_id ?? 'leave_out']))
}

export async function saveNameMeanings(
  db: Db,
  { organizationId }: Tenant,
  meanings: ReadonlyMap<string, imports.OrganizationMapping>,
  { userId, now }: { readonly userId: number; readonly now: Date },
): Promise<void> {
  if (meanings.size === 0) return
  const ids = [...meanings.values()].map((means) => (means === 'leave_out' ? null : means))
  await sql`
    INSERT INTO organization_names (organization_id, name_key, means_id, user_id, at)
    SELECT ${organizationId}, key, means, ${userId}, ${now}
    FROM unnest(${[...meanings.keys()]}::text[], ${ids}::bigint[]) AS given (key, means)
    ON CONFLICT (organization_id, name_key) DO UPDATE
    SET means_id = excluded.means_id, user_id = excluded.user_id, at = excluded.at`.execute(db)
}

const updateWithEmployer = z.object({
  donation_id: z.int(),
  donor: z.string(),
  kinds: z.array(z.enum(imports.giftUpdateKinds)),
})

/** Staff settle these with the employer. At most 100. */
export async function listGiftUpdatesWithEmployer(db: Db, tenant: Tenant, importId: number) {
  return sql(updateWithEmployer)`
    SELECT w.donation_id, coalesce(nullif(p.name, ''), p.email) AS donor, w.kinds FROM import_news w
    JOIN donations d ON d.organization_id = w.organization_id AND d.id = w.donation_id
    JOIN donors p ON p.organization_id = d.organization_id AND p.id = d.donor_id
    WHERE w.organization_id = ANY (${[...tenant.family]}::bigint[]) AND w.import_id = ${importId} AND w.with_employer
    ORDER BY w.donation_id LIMIT 100`.rows(db)
}
