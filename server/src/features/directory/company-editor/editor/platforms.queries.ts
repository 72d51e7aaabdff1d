import { directory } from '@twofold/contract'
import { z } from 'zod'
import type { Db } from '../../../../platform/database/database.ts'
import { idRow, sql } from '../../../../platform/database/sql.ts'
import type { MovedPlatform } from '../../changes/index.ts'

export const platformEntry = z.object({
  name: z.string(),
  kind: directory.platformKind,
  employee_url: z.string(),
  employee_steps: z.array(z.string()),
  nonprofit_url: z.string(),
  nonprofit_steps: z.array(z.string()),
  payer_names: z.array(z.string()),
  source_url: z.string(),
  as_of: z.string(),
})
/** Payment times and report formats come from the editions. */
export type PlatformEntry = z.infer<typeof platformEntry>

const platformRow = platformEntry.extend({ id: z.string(), companies: z.int(), is_edited: z.boolean() })
export type PlatformRow = z.infer<typeof platformRow>
const foundRow = platformRow.extend({ merged_into: z.string().nullable() })

export const entryOf = (row: PlatformEntry): PlatformEntry => platformEntry.parse(row)

const columns = sql.columns(platformEntry, 'f')
const platforms = sql`
  SELECT f.id, ${columns}, f.entered_by IS NOT NULL AS is_edited,
    (SELECT count(*) FROM policies p WHERE p.csr_platform = f.id AND p.superseded_at IS NULL) AS companies
  FROM platforms f`

export async function listPlatforms(db: Db): Promise<PlatformRow[]> {
  return sql(platformRow)`${platforms} WHERE f.merged_into_id IS NULL ORDER BY lower(f.name) LIMIT 500`.rows(db)
}

/** `merged_into` is the name of the remaining platform. */
export async function findPlatform(db: Db, id: string): Promise<z.infer<typeof foundRow> | null> {
  return sql(foundRow)`
    SELECT f.*, (SELECT t.name FROM platforms t WHERE t.id = m.merged_into_id) AS merged_into
    FROM (${platforms} WHERE f.id = ${id}) f JOIN platforms m ON m.id = f.id`.first(db)
}

/** A null `editor` returns it to the editions of the directory's files. */
export async function updatePlatform(db: Db, id: string, entry: PlatformEntry, editor: number | null): Promise<void> {
  await sql`
    UPDATE platforms SET name = ${entry.name}, kind = ${entry.kind}, employee_url = ${entry.employee_url},
      employee_steps = ${entry.employee_steps}::text[], nonprofit_url = ${entry.nonprofit_url},
      nonprofit_steps = ${entry.nonprofit_steps}::text[], payer_names = ${entry.payer_names}::text[], source_url = ${entry.source_url}, as_of = ${entry.as_of},
      entered_by = ${editor}
    WHERE id = ${id}`.execute(db)
}

export async function listCompaniesOnPlatform(db: Db, platformId: string): Promise<number[]> {
  return sql(idRow)`
    SELECT DISTINCT company_id AS id FROM policies WHERE csr_platform = ${platformId}
      AND superseded_at IS NULL`.column(db, 'id')
}

type Pair = { readonly keptId: string; readonly mergedId: string }

const formerRow = z.object({ id: z.string() })
const aliasesRow = z.object({ aliases: z.array(z.string()) })

export async function listPlatformAliases(db: Db, id: string): Promise<string[]> {
  return sql(aliasesRow)`SELECT aliases FROM platforms WHERE id = ${id}`.value(db, 'aliases', [])
}

export const updatePlatformAliases = async (db: Db, id: string, aliases: readonly string[]): Promise<void> => {
  await sql`UPDATE platforms SET aliases = ${[...aliases]}::text[] WHERE id = ${id}`.execute(db)
}

export async function movePolicies(
  db: Db,
  { keptId, mergedId }: Pair,
): Promise<Pick<MovedPlatform, 'policies' | 'former'>> {
  const policies = await sql(idRow)`
    UPDATE policies SET csr_platform = ${keptId} WHERE csr_platform = ${mergedId} RETURNING id`.execute(db)
  const former = await sql(formerRow)`
    UPDATE platforms SET merged_into_id = ${keptId} WHERE merged_into_id = ${mergedId} RETURNING id`.execute(db)
  await sql`UPDATE platforms SET merged_into_id = ${keptId} WHERE id = ${mergedId}`.execute(db)
  return { policies: policies.rows.map(({ id }) => id), former: former.rows.map(({ id }) => id) }
}

export async function movePoliciesBack(db: Db, keptId: string, moved: MovedPlatform): Promise<void> {
  await sql`UPDATE platforms SET merged_into_id = NULL WHERE id = ${moved.merged_id}`.execute(db)
  await sql`
    UPDATE platforms SET merged_into_id = ${moved.merged_id}
    WHERE id = ANY (${moved.former}::text[]) AND merged_into_id = ${keptId}`.execute(db)
  await sql`
    UPDATE policies SET csr_platform = ${moved.merged_id}
    WHERE id = ANY (${moved.policies}::bigint[]) AND csr_platform = ${keptId}`.execute(db)
}
