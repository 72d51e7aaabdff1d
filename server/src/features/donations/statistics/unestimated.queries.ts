import { statistics } from '@twofold/contract'
import { z } from 'zod'
import { type Database, readInTenant, type Tenant } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'

const row = z.object({ matches: z.int() })

/**
 * Up to 1,000 per organization, by the condition of `donations_list_by_estimate`: otherwise the planner reads every
 * paid match.
 */
export async function countUnestimated(database: Database, tenant: Tenant): Promise<number> {
  const received = sql.raw(statistics.summaryFilters.received.join(', '))
  const [counted] = await readInTenant(
    database,
    tenant,
    sql.prepared(row)`
    SELECT count(*) AS matches FROM unnest(${[...tenant.family]}::bigint[]) AS f (organization_id) CROSS JOIN LATERAL (
      SELECT FROM donations d WHERE d.organization_id = f.organization_id AND d.counted
        AND (d.estimated_cents > 0 OR d.status_id IN (${received})) AND d.estimated_cents = 0 LIMIT ${statistics.maxUnestimatedCounted}) u`,
  )
  return counted?.matches ?? 0
}
