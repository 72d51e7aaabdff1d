import { currency } from '@twofold/contract'
import { pendingStatusIds } from '@twofold/matching'
import { z } from 'zod'
import type { Db } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'

const sumRow = z.object({ currency, gifts: z.int(), cents: z.int() })

/** Limit for an interactive request; with more gifts, the result is a lower bound. */
export const maxCountedDonations = 20_000

export async function sumCouldBeMatched(db: Db, organizationIds: readonly number[]): Promise<z.infer<typeof sumRow>[]> {
  return sql(sumRow)`
    SELECT currency, count(*) AS gifts, sum(estimated_cents)::bigint AS cents
    FROM (SELECT currency, estimated_cents FROM donations
      WHERE organization_id = ANY (${[...organizationIds]}::bigint[])
        AND status_id = ANY (${[...pendingStatusIds, 22]}::smallint[]) AND counted
      LIMIT ${maxCountedDonations}) AS could
    GROUP BY currency ORDER BY currency DESC`.rows(db)
}
