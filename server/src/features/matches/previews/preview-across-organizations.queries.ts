import { pendingStatusIds } from '@twofold/matching'
import { z } from 'zod'
import type { Db, Tenant } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import { isEvaluableAtCompanies } from '../../core/companies/index.ts'

const matchable = [...pendingStatusIds, 22]

const counted = z.object({ matchable: z.int() })

export async function countMatchable(db: Db, { family }: Tenant, donationIds: readonly number[]): Promise<number> {
  return sql(counted)`
    SELECT count(*) AS matchable FROM donations
    WHERE organization_id = ANY (${[...family]}::bigint[]) AND id = ANY (${[...donationIds]}::bigint[])
      AND status_id = ANY (${matchable}::smallint[]) AND counted`.value(db, 'matchable', 0)
}

const openGift = z.object({ organization_id: z.int(), id: z.int() })

/** Crosses organizations. */
export async function listOpenDonationsAt(
  db: Db,
  companyIds: readonly number[],
  limit: number,
): Promise<{ organization_id: number; id: number }[]> {
  return sql(openGift)`
    SELECT organization_id, id FROM donations WHERE ${isEvaluableAtCompanies(companyIds)} ORDER BY id
    LIMIT ${limit}`.rows(db)
}
