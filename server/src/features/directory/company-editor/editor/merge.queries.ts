import { z } from 'zod'
import type { Db } from '../../../../platform/database/database.ts'
import { idRow, type Sql, sql } from '../../../../platform/database/sql.ts'
import { withSumDeltas } from '../../../matches/sums/index.ts'
import type { MovedRows } from '../../changes/index.ts'

/** These queries cross organizations, or see those of a dry run. */

type Pair = { readonly keptId: number; readonly mergedId: number }

const followingTables = [
  'suggestions',
  'own_policies',
  'campaigns',
  'group_submissions',
  'employer_resolutions',
] as const

const domainRow = z.object({ domain: z.string() })
const idsOf = (rows: readonly { readonly id: number }[]): number[] => rows.map(({ id }) => id)

export async function moveRows(db: Db, { keptId, mergedId }: Pair): Promise<MovedRows> {
  const moveTable = async (table: (typeof followingTables)[number]): Promise<number[]> => {
    const rows = await sql(idRow)`
      UPDATE ${sql.ref(table)} SET company_id = ${keptId} WHERE company_id = ${mergedId} RETURNING id`.rows(db)
    return idsOf(rows)
  }
  const domains = await sql(domainRow)`
    UPDATE company_domains SET company_id = ${keptId} WHERE company_id = ${mergedId} RETURNING domain`.execute(db)
  const subsidiaries = await sql(idRow)`
    UPDATE companies SET parent_id = ${keptId} WHERE parent_id = ${mergedId} AND id <> ${keptId}
    RETURNING id`.execute(db)
  const former = await sql(idRow)`
    UPDATE companies SET merged_into_id = ${keptId} WHERE merged_into_id = ${mergedId} RETURNING id`.execute(db)
  await sql`UPDATE companies SET merged_into_id = ${keptId} WHERE id = ${mergedId}`.execute(db)
  return {
    merged_id: mergedId,
    domains: domains.rows.map(({ domain }) => domain),
    subsidiaries: idsOf(subsidiaries.rows),
    former: idsOf(former.rows),
    suggestions: await moveTable('suggestions'),
    own_policies: await moveTable('own_policies'),
    campaigns: await moveTable('campaigns'),
    group_submissions: await moveTable('group_submissions'),
    employer_resolutions: await moveTable('employer_resolutions'),
    reports: await moveReports(db, { from: mergedId, to: keptId, only: null }),
  }
}

export async function moveRowsBack(db: Db, keptId: number, moved: MovedRows): Promise<void> {
  const to = moved.merged_id
  await sql`UPDATE companies SET merged_into_id = NULL WHERE id = ${to}`.execute(db)
  await sql`
    UPDATE companies SET merged_into_id = ${to}
    WHERE id = ANY (${moved.former}::bigint[]) AND merged_into_id = ${keptId}`.execute(db)
  await sql`
    UPDATE companies SET parent_id = ${to}
    WHERE id = ANY (${moved.subsidiaries}::bigint[]) AND parent_id = ${keptId}`.execute(db)
  await sql`
    UPDATE company_domains SET company_id = ${to}
    WHERE domain = ANY (${moved.domains}::text[]) AND company_id = ${keptId}`.execute(db)
  for (const table of followingTables) {
    await sql`
      UPDATE ${sql.ref(table)} SET company_id = ${to}
      WHERE id = ANY (${moved[table]}::bigint[]) AND company_id = ${keptId}`.execute(db)
  }
  await moveReports(db, { from: keptId, to, only: moved.reports })
}

const giftCounts = z.object({ gifts: z.int(), organizations: z.int() })

export async function countGiftsOf(db: Db, companyId: number): Promise<z.infer<typeof giftCounts>> {
  const rows = await sql(giftCounts)`
    SELECT count(*) AS gifts, count(DISTINCT organization_id) AS organizations FROM donations
    WHERE company_id = ${companyId}`.rows(db)
  return rows[0] ?? { gifts: 0, organizations: 0 }
}

const overlapRow = z.object({ name: z.string(), kind: z.enum(['campaign', 'own policy']) })

const conflictsShown = 20

export async function listOverlaps(db: Db, { keptId, mergedId }: Pair): Promise<z.infer<typeof overlapRow>[]> {
  const overlapsOf = (kind: Sql, table: Sql, condition: Sql) => sql`
    SELECT DISTINCT o.name, ${kind}::text AS kind FROM ${table} a
    JOIN ${table} b ON b.organization_id = a.organization_id AND b.company_id = ${mergedId}
      AND daterange(a.start_date, a.end_date, '[]') && daterange(b.start_date, b.end_date, '[]') AND ${condition}
    JOIN organizations o ON o.id = a.organization_id WHERE a.company_id = ${keptId}`
  return sql(overlapRow)`
    ${overlapsOf(sql`'campaign'`, sql`campaigns`, sql`a.deleted_at IS NULL AND b.deleted_at IS NULL`)}
    UNION ALL
    ${overlapsOf(sql`'own policy'`, sql`own_policies`, sql`true`)}
    ORDER BY kind, name LIMIT ${conflictsShown}`.rows(db)
}

export async function moveVisibleGifts(db: Db, { keptId, mergedId }: Pair): Promise<void> {
  await withSumDeltas(sql`UPDATE donations SET company_id = ${keptId} WHERE company_id = ${mergedId}`).execute(db)
}

type ReportMove = {
  readonly from: number
  readonly to: number
  readonly only: readonly number[] | null
}

/** Edits reports as text to keep their column order; a quoted key followed by a number never occurs in a string. */
async function moveReports(db: Db, { from, to, only }: ReportMove): Promise<number[]> {
  const [former, later] = [`("companyId"\\s*:\\s*)${from}(?=[\\s,}])`, `\\1${to}`]
  return sql(idRow)`
    UPDATE reports SET definition = regexp_replace(definition::text, ${former}, ${later})::json
    WHERE definition #>> '{filters,companyId}' = ${String(from)} AND (${only === null} OR id = ANY (${[...(only ?? [])]}::bigint[]))
    RETURNING id`.column(db, 'id')
}
