import { currency } from '@twofold/contract'
import { z } from 'zod'
import { type Database, readInTenant, type Tenant } from '../../../platform/database/database.ts'
import { leftJoined, sql } from '../../../platform/database/sql.ts'

const yearSum = z.object({ currency, received_cents: z.int() })
const row = leftJoined(z.object({ year: z.int() }), yearSum)

export type MoneyOfYear = { readonly year: number; readonly sums: readonly z.infer<typeof yearSum>[] }

export async function sumMoneyThisYear(database: Database, tenant: Tenant, now: Date): Promise<MoneyOfYear> {
  const rows = await readInTenant(
    database,
    tenant,
    sql.prepared(row)`
    WITH this AS (
      SELECT date_trunc('year', ${now}::timestamptz AT TIME ZONE o.time_zone)::date AS first_day
      FROM organizations o WHERE o.id = ${tenant.organizationId})
    SELECT extract(year FROM this.first_day)::integer AS year, p.currency, p.received_cents
    FROM this LEFT JOIN LATERAL (
      SELECT currency, sum(tied_cents)::bigint AS received_cents FROM payouts
      WHERE organization_id = ANY (${[...tenant.family]}::bigint[])
        AND coalesce(paid_on, period_end, '-infinity') >= this.first_day
        AND coalesce(paid_on, period_end, '-infinity') < this.first_day + interval '1 year'
      GROUP BY currency) p ON true`,
  )
  return { year: rows[0]?.year ?? now.getUTCFullYear(), sums: rows.filter((sum) => sum.currency !== null) }
}
