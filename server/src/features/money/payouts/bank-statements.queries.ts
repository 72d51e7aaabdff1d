import { z } from 'zod'
import type { Db, Tenant } from '../../../platform/database/database.ts'
import { idRow, type Sql, sql } from '../../../platform/database/sql.ts'

export async function insertStatement(
  db: Db,
  { organizationId }: Tenant,
  { fileName, userId, now }: { readonly fileName: string; readonly userId: number; readonly now: Date },
): Promise<number> {
  const rows = await sql(idRow)`
    INSERT INTO bank_statements (organization_id, file_name, user_id, created_at)
    VALUES (${organizationId}, ${fileName}, ${userId}, ${now}) RETURNING id`.rows(db)
  const [row] = rows
  if (!row) throw new Error('a statement was not recorded')
  return row.id
}

export async function insertStatementLines(
  db: Db,
  { organizationId }: Tenant,
  statementId: number,
  { ids, typed }: { readonly ids: readonly number[]; readonly typed: readonly number[] },
): Promise<void> {
  if (ids.length === 0) return
  await sql`
    INSERT INTO bank_statement_lines (organization_id, statement_id, bank_line_id, was_typed)
    SELECT ${organizationId}, ${statementId}, line, line = ANY (${[...typed]}::bigint[])
    FROM unnest(${[...ids]}::bigint[]) AS line ON CONFLICT DO NOTHING`.execute(db)
}

const statementRow = z.object({
  id: z.int(),
  file_name: z.string(),
  user_name: z.string(),
  created_at: z.date(),
  lines: z.int(),
  goes: z.int(),
  linked: z.int(),
  elsewhere: z.int(),
})
export type StatementRow = z.infer<typeof statementRow>

const isLinked = sql`EXISTS (SELECT FROM bank_ties t WHERE t.organization_id = b.organization_id AND t.bank_line_id = b.id)`

/** SQL: line `b` was typed in or is in another statement. */
const isElsewhere = (s: Sql): Sql => sql`EXISTS (
  SELECT FROM bank_statement_lines o JOIN bank_statements os ON os.organization_id = o.organization_id AND os.id = o.statement_id
  WHERE o.organization_id = b.organization_id AND o.bank_line_id = b.id AND os.removed_at IS NULL
    AND (o.was_typed OR o.statement_id <> ${s}.statement_id))`

export async function listStatements(
  db: Db,
  { organizationId }: Tenant,
  { limit, id = null }: { readonly limit: number; readonly id?: number | null },
): Promise<StatementRow[]> {
  return sql(statementRow)`
    SELECT st.id, st.file_name, u.name AS user_name, st.created_at, n.lines, n.goes, n.linked, n.elsewhere
    FROM (SELECT * FROM bank_statements WHERE organization_id = ${organizationId} AND removed_at IS NULL
      AND (${id}::bigint IS NULL OR id = ${id}) ORDER BY id DESC LIMIT ${limit}) st
    JOIN users u ON u.id = st.user_id
    CROSS JOIN LATERAL (
      SELECT count(*) AS lines, count(*) FILTER (WHERE NOT x.linked AND NOT x.elsewhere) AS goes,
        count(*) FILTER (WHERE x.linked) AS linked, count(*) FILTER (WHERE NOT x.linked AND x.elsewhere) AS elsewhere
      FROM (SELECT ${isLinked} AS linked, ${isElsewhere(sql`s`)} AS elsewhere
        FROM bank_statement_lines s
        JOIN bank_lines b ON b.organization_id = s.organization_id AND b.id = s.bank_line_id AND b.removed_at IS NULL
        WHERE s.organization_id = st.organization_id AND s.statement_id = st.id) x) n
    ORDER BY st.id DESC`.rows(db)
}

export async function lockStatement(
  db: Db,
  { organizationId }: Tenant,
  id: number,
): Promise<{ readonly is_removed: boolean } | null> {
  return sql(z.object({ is_removed: z.boolean() }))`
    SELECT removed_at IS NOT NULL AS is_removed FROM bank_statements
    WHERE organization_id = ${organizationId} AND id = ${id} FOR UPDATE`.first(db)
}

/** Lines in another statement or with a payout stay. Returns the removed line ids. */
export async function removeStatementRow(db: Db, { organizationId }: Tenant, id: number, now: Date): Promise<number[]> {
  const rows = await sql(idRow)`
    UPDATE bank_lines b SET removed_at = ${now}, removed_with = ${id}
    FROM bank_statement_lines s
    WHERE s.organization_id = ${organizationId} AND s.statement_id = ${id} AND b.organization_id = s.organization_id
      AND b.id = s.bank_line_id AND b.removed_at IS NULL AND NOT ${isLinked} AND NOT ${isElsewhere(sql`s`)}
    RETURNING b.id`.rows(db)
  await sql`
    UPDATE bank_statements SET removed_at = ${now} WHERE organization_id = ${organizationId} AND id = ${id}`.execute(db)
  return rows.map(({ id: line }) => line)
}

/** Skips lines restored since. Returns the restored line ids. */
export async function restoreStatementRow(db: Db, { organizationId }: Tenant, id: number): Promise<number[]> {
  const rows = await sql(idRow)`
    UPDATE bank_lines b SET removed_at = NULL, removed_with = NULL
    FROM bank_statement_lines s
    WHERE s.organization_id = ${organizationId} AND s.statement_id = ${id} AND b.organization_id = s.organization_id
      AND b.id = s.bank_line_id AND b.removed_at IS NOT NULL AND b.removed_with = ${id}
    RETURNING b.id`.rows(db)
  await sql`
    UPDATE bank_statements SET removed_at = NULL WHERE organization_id = ${organizationId} AND id = ${id}`.execute(db)
  return rows.map(({ id: line }) => line)
}
