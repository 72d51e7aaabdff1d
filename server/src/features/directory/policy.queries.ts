import { z } from 'zod'
import type { Db } from '../../platform/database/database.ts'
import { idRow, sql } from '../../platform/database/sql.ts'

const daysRow = z.object({ id: z.int(), valid_from: z.string().nullable(), valid_to: z.string().nullable() })
export type Days = { readonly valid_from: string | null; readonly valid_to: string | null }
export type CurrentVersion = z.infer<typeof daysRow>

/** The company's own that count, each with its days. */
export async function listCurrentVersions(db: Db, companyId: number): Promise<CurrentVersion[]> {
  const { rows } = await sql(daysRow)`
    SELECT id, to_char(valid_from, 'YYYY-MM-DD') AS valid_from, to_char(valid_to, 'YYYY-MM-DD') AS valid_to
    FROM policies WHERE company_id = ${companyId} AND superseded_at IS NULL ORDER BY valid_from NULLS FIRST`.execute(db)
  return rows
}

/** How many of these still counted. */
export async function supersede(db: Db, ids: readonly number[], now: Date): Promise<number> {
  if (ids.length === 0) return 0
  const { count } = await sql`
    UPDATE policies SET superseded_at = ${now} WHERE id = ANY (${[...ids]}::bigint[]) AND superseded_at IS NULL`.execute(
    db,
  )
  return count
}

/** What a version says, beside its days and who entered it: copied from one to the next as it is. */
const saidColumns = [
  'program',
  'method',
  'csr_platform',
  'verification',
  'submission_url',
  'form_url',
  'contact_email',
  'contact_address',
  'ratio',
  'ratio_tiers',
  'min_amount_cents',
  'minimum_per_gift',
  'max_per_gift_cents',
  'max_per_year_cents',
  'max_lifetime_cents',
  'currency',
  'eligible_employees',
  'eligible_nonprofits',
  'excluded_nonprofits',
  'own_site_only',
  'form_needs_nonprofit',
  'deadline_rule',
  'policy_year_start',
  'volunteer_grant',
  'source_url',
  'as_of',
  'tiers_run_through',
  'exceptions',
  'maximum_basis',
  'gift_kinds',
] as const
export type Said = Readonly<Record<(typeof saidColumns)[number], unknown>>

const columns = sql.raw(saidColumns.join(', '))
const nextVersion = (companyId: number) =>
  sql`(SELECT coalesce(max(version), 0) + 1 FROM policies WHERE company_id = ${companyId})`

type Entered = Days & { readonly companyId: number; readonly by: number; readonly now: Date }

/** `said` holds what a row of the table would: lists and objects as JSON. */
export async function insertVersion(
  db: Db,
  said: Said,
  sources: readonly FurtherSource[],
  entered: Entered,
): Promise<number> {
  const { companyId, by, now, valid_from, valid_to } = entered
  const { rows } = await sql(idRow)`
    INSERT INTO policies (company_id, version, entered_by, learned_at, valid_from, valid_to, further_sources, ${columns})
    SELECT ${companyId}, ${nextVersion(companyId)}, ${by}, ${now}, ${valid_from}::date, ${valid_to}::date,
      ${JSON.stringify(sources)}::jsonb, ${columns}
    FROM json_populate_record(NULL::policies, ${JSON.stringify(said)}::json)
    RETURNING id`.execute(db)
  return firstId(rows)
}

/** The same again, on other days; its further sources come along. */
export async function copyVersion(db: Db, id: number, entered: Entered): Promise<number> {
  const { companyId, by, now, valid_from, valid_to } = entered
  const { rows } = await sql(idRow)`
    INSERT INTO policies (company_id, version, entered_by, learned_at, valid_from, valid_to, further_sources, ${columns})
    SELECT ${companyId}, ${nextVersion(companyId)}, ${by}, ${now}, ${valid_from}::date, ${valid_to}::date, further_sources, ${columns}
    FROM policies WHERE id = ${id} RETURNING id`.execute(db)
  return firstId(rows)
}

/** They count again, as they were. How many were there. */
export async function restoreVersions(db: Db, ids: readonly number[]): Promise<number> {
  if (ids.length === 0) return 0
  const { count } = await sql`
    UPDATE policies SET superseded_at = NULL WHERE id = ANY (${[...ids]}::bigint[]) AND superseded_at IS NOT NULL`.execute(
    db,
  )
  return count
}

const furtherSource = z.object({ columns: z.array(z.string()), source_url: z.string(), as_of: z.string() })
export type FurtherSource = z.infer<typeof furtherSource>

const formerRow = z.object({
  said: z.record(z.string(), z.unknown()),
  source_url: z.string(),
  as_of: z.string(),
  further_sources: z.array(furtherSource),
})
export type Former = z.infer<typeof formerRow>

/** What a version said, by the table's columns, and who says so. */
export async function findFormer(db: Db, id: number): Promise<Former | null> {
  const { rows } = await sql(formerRow)`
    SELECT coalesce(to_jsonb(p), '{}') AS said, p.source_url, p.as_of, p.further_sources FROM policies p WHERE p.id = ${id}`.execute(
    db,
  )
  return rows[0] ?? null
}

function firstId(rows: readonly { readonly id: number }[]): number {
  const [row] = rows
  if (!row) throw new Error('PostgreSQL returned no row')
  return row.id
}
