import { importedColumns } from '@twofold/contract'
import { z } from 'zod'
import type { Db } from '../../../platform/database/database.ts'
import { type ColumnTypes, recordset } from '../../../platform/database/recordset.ts'
import { idRow, type Sql, sql } from '../../../platform/database/sql.ts'
import { fieldShapes, fieldTypes, type OptionalFields } from '../../matches/imported-fields/index.ts'
import { storedMatch } from '../../matches/rows/index.ts'
import { withSumDeltas } from '../../matches/sums/index.ts'

type ChangedFacts = {
  readonly organization_id: number
  readonly id: number
  readonly donor_id: number | null
  readonly donated_at: string | null
  readonly amount_cents: number | null
  readonly company_id: number | null
  readonly employer_text: string | null
  readonly custom: Readonly<Record<string, string>>
}
export type ChangedRow = ChangedFacts & Required<OptionalFields>

const changedTypes = {
  organization_id: 'bigint',
  id: 'bigint',
  donor_id: 'bigint',
  donated_at: 'timestamp',
  amount_cents: 'bigint',
  company_id: 'bigint',
  employer_text: 'text',
  custom: 'jsonb',
  ...fieldTypes,
} as const satisfies ColumnTypes<ChangedRow>

const fields = importedColumns.map((id) => ({ id: sql.ref(id), now: sql.ref(`d.${id}`), given: sql.ref(`r.${id}`) }))
const fieldsSet = sql.join(fields.map(({ id, now, given }) => sql`${id} = coalesce(${given}, ${now})`))
const fieldsDiffer = sql.join(
  fields.map(({ now, given }) => sql`(${given} IS NOT NULL AND ${given} IS DISTINCT FROM ${now})`),
  sql` OR `,
)

// The list shows the company's name, so receiving that name again is not a change.
const sameEmployer = sql`(r.company_id IS NULL AND (r.employer_text IS NULL
  OR r.employer_text IS NOT DISTINCT FROM (SELECT c.name FROM companies c WHERE c.id = d.company_id)))`

// File cells lose surrounding blanks, so a difference in blanks is not a change.
const isDifferent = (value: Sql, current: Sql): Sql =>
  sql`(${value} IS DISTINCT FROM ${current} AND ${value} IS DISTINCT FROM btrim(${current}, E' \\t\\r\\n'))`

// A list or an object from an API client is text in a file.
const newFields = sql`(SELECT jsonb_object_agg(g.key, g.value) FROM jsonb_each_text(r.custom) g
  WHERE ${isDifferent(sql`g.value`, sql`d.custom ->> g.key`)})`

const isChanged = sql`(
  r.donor_id <> d.donor_id OR r.donated_at <> d.donated_at OR r.amount_cents <> d.amount_cents
  OR (r.employer_text IS NOT NULL AND ${isDifferent(sql`r.employer_text`, sql`d.employer_text`)} AND NOT ${sameEmployer})
  OR (r.company_id IS NOT NULL AND r.company_id IS DISTINCT FROM d.company_id)
  OR (NOT d.custom @> r.custom AND ${newFields} IS NOT NULL) OR ${fieldsDiffer})`

const after = {
  donated_at: sql`coalesce(r.donated_at, d.donated_at)`,
  amount_cents: sql`coalesce(r.amount_cents, d.amount_cents)`,
  // A new employer name is looked up again.
  employer_text: sql`CASE WHEN ${sameEmployer} THEN d.employer_text ELSE coalesce(r.employer_text, d.employer_text) END`,
  company_id: sql`CASE WHEN ${sameEmployer} THEN d.company_id ELSE r.company_id END`,
  employer_how: sql`CASE WHEN ${sameEmployer} THEN d.employer_how END`,
  custom: sql`coalesce(d.custom || ${newFields}, d.custom)`,
} as const

const pendingRow = storedMatch
  .pick({ id: true, donated_at: true, amount_cents: true, employer_text: true, company_id: true, employer_how: true })
  .extend({ custom: storedMatch.shape.custom, ...fieldShapes, donor_id: z.int(), has_moved: z.boolean() })
export type PendingChange = z.infer<typeof pendingRow>

export async function listPendingChanges(
  db: Db,
  rows: readonly ChangedRow[],
): Promise<ReadonlyMap<number, PendingChange>> {
  const pending = await sql.prepared(pendingRow)`
    SELECT d.id, to_char(${after.donated_at}, 'YYYY-MM-DD HH24:MI:SS') AS donated_at, ${after.amount_cents} AS amount_cents,
      ${after.employer_text} AS employer_text, ${after.company_id} AS company_id, ${after.employer_how} AS employer_how,
      ${after.custom} AS custom, ${sql.join(fields.map(({ id, now, given }) => sql`coalesce(${given}, ${now}) AS ${id}`))},
      coalesce(r.donor_id, d.donor_id) AS donor_id, coalesce(r.donor_id <> d.donor_id, false) AS has_moved
    FROM donations d JOIN ${recordset<ChangedRow>(changedTypes, rows)} ON d.organization_id = r.organization_id AND d.id = r.id
    WHERE ${isChanged}`.execute(db)
  return new Map(pending.rows.map((row) => [row.id, row]))
}

/** Must run before the evaluation, which reads all gifts of a donor. */
export async function moveToDonors(db: Db, rows: readonly ChangedRow[]): Promise<void> {
  await withSumDeltas(sql`
    UPDATE donations d SET donor_id = coalesce(r.donor_id, d.donor_id), donated_at = ${after.donated_at},
      amount_cents = ${after.amount_cents}, employer_text = ${after.employer_text}, company_id = ${after.company_id},
      employer_how = ${after.employer_how}, custom = ${after.custom}, ${fieldsSet}, version = d.version + 1
    FROM ${recordset<ChangedRow>(changedTypes, rows)}
    WHERE d.organization_id = r.organization_id AND d.id = r.id`).execute(db)
}

export async function listImportedDonationIds(
  db: Db,
  organizationIds: readonly number[],
  importId: number,
): Promise<number[]> {
  return sql(idRow)`
    SELECT id FROM donations
    WHERE organization_id = ANY (${[...organizationIds]}::bigint[]) AND import_id = ${importId}`.column(db, 'id')
}

/** The import only gave them a transaction id. */
export async function undoIdentification(db: Db, organizationIds: readonly number[], importId: number): Promise<void> {
  await sql`
    UPDATE donations SET gift_key = key_before, key_before = NULL, transaction_id = NULL, identified_by = NULL,
      version = version + 1
    WHERE organization_id = ANY (${[...organizationIds]}::bigint[]) AND identified_by = ${importId}`.execute(db)
}

/** Deletes the donors of an import, or of deleted gifts, that no longer have any data. Erased donors remain. */
export async function deleteOrphanedDonors(
  db: Db,
  organizationIds: readonly number[],
  scope: { readonly importId: number } | { readonly donorIds: readonly number[] },
): Promise<void> {
  const which =
    'importId' in scope ? sql`d.import_id = ${scope.importId}` : sql`d.id = ANY (${[...scope.donorIds]}::bigint[])`
  await sql`
    DELETE FROM donors d WHERE d.organization_id = ANY (${[...organizationIds]}::bigint[]) AND ${which} AND d.erased_at IS NULL
      AND NOT EXISTS (SELECT FROM donations g WHERE g.organization_id = d.organization_id AND g.donor_id = d.id)
      AND d.merged_into_id IS NULL AND NOT EXISTS (
        SELECT FROM donors f WHERE f.organization_id = d.organization_id AND f.merged_into_id = d.id)
  `.execute(db)
}
