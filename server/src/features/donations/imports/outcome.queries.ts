import { currency, type imports, toUnits } from '@twofold/contract'
import { pendingStatusIds } from '@twofold/matching'
import { z } from 'zod'
import type { Db, Tenant } from '../../../platform/database/database.ts'
import { idRow, sql } from '../../../platform/database/sql.ts'

const matchable = [...pendingStatusIds, 22]

const outcomeRow = z.object({
  merged: z.int(),
  employers: z.int(),
  with_employer: z.int(),
  matchable: z.int(),
  sums: z.array(z.object({ currency, cents: z.int() })),
  unknown_sums: z.int(),
  in_review: z.int(),
  waiting_for_setup: z.int(),
  waiting_for_consent: z.int(),
})

export async function getOutcome(db: Db, { family }: Tenant, importId: number): Promise<imports.ImportOutcome> {
  const rows = await sql(outcomeRow)`
    WITH added AS (
      SELECT * FROM donations WHERE organization_id = ANY (${[...family]}::bigint[]) AND import_id = ${importId}
    ), touched AS (
      SELECT d.* FROM donations d
      WHERE d.organization_id = ANY (${[...family]}::bigint[]) AND d.counted AND NOT d.inert AND d.id = ANY (ARRAY(
        SELECT coalesce(merged_into_id, id) FROM added
        UNION SELECT w.donation_id FROM import_news w
        WHERE w.organization_id = ANY (${[...family]}::bigint[]) AND w.import_id = ${importId}))
    ), matches AS (
      SELECT * FROM touched WHERE status_id = ANY (${matchable}::smallint[])
    )
    SELECT
      (SELECT count(*) FROM added WHERE merged_into_id IS NOT NULL) AS merged,
      (SELECT count(DISTINCT company_id) FROM added) AS employers,
      (SELECT count(*) FROM added WHERE company_id IS NOT NULL) AS with_employer,
      (SELECT count(*) FROM matches) AS matchable,
      (SELECT coalesce(json_agg(json_build_object('currency', s.currency, 'cents', s.cents) ORDER BY s.currency DESC), '[]')
        FROM (SELECT currency, sum(estimated_cents)::bigint AS cents FROM matches WHERE estimated_cents > 0
          GROUP BY currency) s) AS sums,
      (SELECT count(*) FROM matches WHERE estimated_cents = 0) AS unknown_sums,
      (SELECT count(*) FROM touched WHERE status_id = 2) AS in_review,
      (SELECT count(*) FROM touched WHERE status_id = 17) AS waiting_for_setup,
      (SELECT count(*) FROM touched WHERE status_id = 24) AS waiting_for_consent`.rows(db)
  const [row] = rows
  if (!row) throw new Error('an aggregate answered no row')
  return { ...row, sums: row.sums.map(({ currency: of, cents }) => ({ currency: of, sum: toUnits(cents) })) }
}

export async function listWaitingForSetup(db: Db, { family }: Tenant, importId: number): Promise<number[]> {
  return sql(idRow)`
    SELECT id FROM donations
    WHERE organization_id = ANY (${[...family]}::bigint[]) AND import_id = ${importId} AND status_id = 17`.column(
    db,
    'id',
  )
}

/** `rollbackToSavepoint` also resets this statement timeout. */
export async function startSavepoint(db: Db, patienceMs: number): Promise<void> {
  await sql`SAVEPOINT looking`.execute(db)
  await sql`SELECT FROM set_config('statement_timeout', ${String(patienceMs)}, true)`.execute(db)
}

export async function rollbackToSavepoint(db: Db): Promise<void> {
  await sql`ROLLBACK TO SAVEPOINT looking`.execute(db)
}
