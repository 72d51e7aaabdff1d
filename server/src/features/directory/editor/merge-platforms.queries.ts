import { z } from 'zod'
import type { Db } from '../../../platform/database/database.ts'
import { idRow, sql } from '../../../platform/database/sql.ts'

export const movedPlatform = z.object({
  merged_id: z.string(),
  /** Versions of policies, also of former ones: matches name the one that they were judged by. */
  policies: z.array(z.int()),
  former: z.array(z.string()),
  aliases: z.object({ before: z.array(z.string()), after: z.array(z.string()) }),
})
/** What went from one platform to the other, so that it can go back. */
export type MovedPlatform = z.infer<typeof movedPlatform>

type Pair = { readonly keptId: string; readonly mergedId: string }

const formerRow = z.object({ id: z.string() })
const aliasesRow = z.object({ aliases: z.array(z.string()) })

/** Other names, of which a platform has a few. */
export async function listPlatformAliases(db: Db, id: string): Promise<string[]> {
  const { rows } = await sql(aliasesRow)`SELECT aliases FROM platforms WHERE id = ${id}`.execute(db)
  return rows[0]?.aliases ?? []
}

export const keepPlatformAliases = async (db: Db, id: string, aliases: readonly string[]): Promise<void> => {
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

/** As far as it is still at the platform that stayed. */
export async function movePoliciesBack(db: Db, keptId: string, moved: MovedPlatform): Promise<void> {
  await sql`UPDATE platforms SET merged_into_id = NULL WHERE id = ${moved.merged_id}`.execute(db)
  await sql`
    UPDATE platforms SET merged_into_id = ${moved.merged_id}
    WHERE id = ANY (${moved.former}::text[]) AND merged_into_id = ${keptId}`.execute(db)
  await sql`
    UPDATE policies SET csr_platform = ${moved.merged_id}
    WHERE id = ANY (${moved.policies}::bigint[]) AND csr_platform = ${keptId}`.execute(db)
}
