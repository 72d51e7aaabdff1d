import { z } from 'zod'
import type { Db } from '../../../../platform/database/database.ts'
import { idRow, sql } from '../../../../platform/database/sql.ts'
import { type PolicyColumns, policyColumns } from '../../../core/companies/index.ts'

export type PolicyPeriod = { readonly valid_from: string | null; readonly valid_to: string | null }

const furtherSource = z.object({ columns: z.array(z.string()), source_url: z.string(), as_of: z.string() })
export type FurtherSource = z.infer<typeof furtherSource>

const currentRow = z.object({
  id: z.int(),
  company_id: z.int(),
  valid_from: z.string().nullable(),
  valid_to: z.string().nullable(),
  said: z.record(z.string(), z.unknown()),
  source_url: z.string(),
  as_of: z.string(),
  further_sources: z.array(furtherSource),
})
export type CurrentVersion = z.infer<typeof currentRow>

export async function listCurrentVersions(db: Db, companyIds: readonly number[]): Promise<CurrentVersion[]> {
  return sql(currentRow)`
    SELECT p.id, p.company_id, to_char(p.valid_from, 'YYYY-MM-DD') AS valid_from, to_char(p.valid_to, 'YYYY-MM-DD') AS valid_to,
      coalesce(to_jsonb(p), '{}') AS said, p.source_url, p.as_of, p.further_sources
    FROM policies p WHERE p.company_id = ANY (${[...companyIds]}::bigint[]) AND p.superseded_at IS NULL
    ORDER BY p.company_id, p.valid_from NULLS FIRST`.rows(db)
}

export async function supersedeVersions(db: Db, ids: readonly number[], now: Date): Promise<number[]> {
  if (ids.length === 0) return []
  return sql(idRow)`
    UPDATE policies SET superseded_at = ${now} WHERE id = ANY (${[...ids]}::bigint[]) AND superseded_at IS NULL
    RETURNING id`.column(db, 'id')
}

const columns = sql.raw(Object.keys(policyColumns.shape).join(', '))

const lastVersion = sql`(SELECT coalesce(max(version), 0) FROM policies p WHERE p.company_id = g.company_id)`

const enteredRow = z.object({ id: z.int(), company_id: z.int() })
type EnteredVersion = z.infer<typeof enteredRow>

type EntryAuthor = { readonly by: number; readonly now: Date }

/** A company has at most one. `said` has the values of a table row, with lists and objects as JSON. */
export type NewVersion = PolicyPeriod & {
  readonly company_id: number
  readonly said: PolicyColumns
  readonly sources: readonly FurtherSource[]
}

export async function insertVersions(
  db: Db,
  versions: readonly NewVersion[],
  { by, now }: EntryAuthor,
): Promise<EnteredVersion[]> {
  if (versions.length === 0) return []
  return sql(enteredRow)`
    INSERT INTO policies (company_id, version, entered_by, learned_at, valid_from, valid_to, further_sources, ${columns})
    SELECT g.company_id, ${lastVersion} + 1, ${by}, ${now}, g.from_day, g.to_day, g.sources, ${columns}
    FROM (SELECT company_id, valid_from AS from_day, valid_to AS to_day, sources, said
      FROM json_to_recordset(${JSON.stringify(versions)}::json)
        AS r (company_id bigint, valid_from date, valid_to date, sources jsonb, said json)) g
    CROSS JOIN LATERAL json_populate_record(NULL::policies, g.said) AS s
    RETURNING id, company_id`.rows(db)
}

export type VersionCopy = PolicyPeriod & { readonly of: number; readonly company_id: number }

/** Includes further sources. Inserted in the given order. */
export async function copyVersions(
  db: Db,
  copies: readonly VersionCopy[],
  { by, now }: EntryAuthor,
): Promise<EnteredVersion[]> {
  if (copies.length === 0) return []
  const rows = await sql(enteredRow)`
    INSERT INTO policies (company_id, version, entered_by, learned_at, valid_from, valid_to, further_sources, ${columns})
    SELECT g.company_id, ${lastVersion} + row_number() OVER (PARTITION BY g.company_id ORDER BY g.place), ${by}, ${now},
      g.from_day, g.to_day, p.further_sources, ${sql.columns(policyColumns, 'p')}
    FROM ROWS FROM (json_to_recordset(${JSON.stringify(copies)}::json)
      AS (of bigint, company_id bigint, valid_from date, valid_to date)) WITH ORDINALITY
      AS g (of, company_id, from_day, to_day, place)
    JOIN policies p ON p.id = g.of
    ORDER BY g.place RETURNING id, company_id`.rows(db)
  return rows.sort((a, b) => a.id - b.id)
}

/** Returns the versions that were not current. */
export async function restoreVersions(db: Db, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return []
  return sql(idRow)`
    UPDATE policies SET superseded_at = NULL WHERE id = ANY (${[...ids]}::bigint[]) AND superseded_at IS NOT NULL
    RETURNING id`.column(db, 'id')
}
