import type { Db } from '../../../platform/database/database.ts'
import { idRow, sql } from '../../../platform/database/sql.ts'
import { withSumDeltas } from '../sums/index.ts'

type CompanyChange = {
  readonly organizationId: number
  readonly donorIds: readonly number[]
  readonly from: number
  readonly to: number
  readonly onlyIds: readonly number[] | null
}

/** Includes deleted gifts and parts of combined matches, because both can be restored. */
export async function moveDonationsToCompany(
  db: Db,
  { organizationId, donorIds, from, to, onlyIds }: CompanyChange,
): Promise<number[]> {
  return sql(idRow)`${withSumDeltas(
    sql`
    UPDATE donations SET company_id = ${to}
    WHERE organization_id = ${organizationId} AND company_id = ${from} AND donor_id = ANY (${[...donorIds]}::bigint[])
      AND (${onlyIds === null} OR id = ANY (${[...(onlyIds ?? [])]}::bigint[]))`,
    sql`SELECT id FROM written WHERE id IS NOT NULL`,
  )}`.column(db, 'id')
}
