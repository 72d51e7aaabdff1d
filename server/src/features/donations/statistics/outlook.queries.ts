import { currency } from '@twofold/contract'
import { pendingStatusIds } from '@twofold/matching'
import { z } from 'zod'
import { type Database, readInTenant, type Tenant } from '../../../platform/database/database.ts'
import { type Sql, sql } from '../../../platform/database/sql.ts'
import { deadlineWeekCorrections } from '../../matches/deadlines/index.ts'
import { requestsOf, waitsOf } from '../../matches/sums/index.ts'

const isInFamily = ({ family }: Tenant): Sql => sql`organization_id = ANY (${[...family]}::bigint[])`

const riskRow = z.object({ week: z.string(), currency, gifts: z.int(), estimated_cents: z.int() })
export type RiskRow = z.infer<typeof riskRow>

export const listAtRisk = (
  database: Database,
  tenant: Tenant,
  { from, before }: { readonly from: string; readonly before: string },
): Promise<RiskRow[]> => {
  const isAtRisk = sql`${isInFamily(tenant)} AND status_id = ANY (${[...pendingStatusIds]}::smallint[])
    AND deadline_week >= ${from}::date AND deadline_week < ${before}::date`
  // A week starts and ends at noon (`week_of_deadline`).
  const noon = (day: string): Sql => sql`(${day}::date + time '12:00') AT TIME ZONE 'UTC'`
  const organizations = sql`${[...tenant.family]}::bigint[]`
  return readInTenant(
    database,
    tenant,
    sql(riskRow)`
    SELECT deadline_week::text AS week, currency, sum(gifts)::bigint AS gifts, sum(estimated_cents)::bigint AS estimated_cents
    FROM (
      SELECT deadline_week, currency, gifts, estimated_cents FROM donation_deadlines WHERE ${isAtRisk}
      UNION ALL SELECT deadline_week, currency, gifts, estimated_cents FROM donation_deltas WHERE ${isAtRisk}
      UNION ALL ${deadlineWeekCorrections({ organizations, from: noon(from), before: noon(before) })}) AS held
    GROUP BY 1, 2 HAVING sum(gifts) <> 0 ORDER BY 1, 2`,
  )
}

const waitRow = z.object({ step: z.enum(['request', 'payment']), days: z.int(), gifts: z.int() })
export type WaitRow = z.infer<typeof waitRow>

export const listWaits = (database: Database, tenant: Tenant, since: string): Promise<WaitRow[]> =>
  readInTenant(
    database,
    tenant,
    sql(waitRow)`
    SELECT step, days, sum(gifts)::bigint AS gifts FROM (
      SELECT step, days, gifts FROM donation_waits WHERE ${isInFamily(tenant)} AND month >= ${since}::date
      UNION ALL
      SELECT step, days, gifts FROM (${waitsOf(sql`donation_deltas`)}) AS new
      WHERE ${isInFamily(tenant)} AND month >= ${since}::date) AS held
    GROUP BY 1, 2 HAVING sum(gifts) <> 0 ORDER BY 1, 2`,
  )

const requestRow = z.object({
  submitted: z.string(),
  received: z.string().nullable(),
  gifts: z.int(),
  estimated_cents: z.int(),
  received_cents: z.int(),
})
export type RequestRow = z.infer<typeof requestRow>

export const listRequests = (database: Database, tenant: Tenant, since: string): Promise<RequestRow[]> =>
  readInTenant(
    database,
    tenant,
    sql(requestRow)`
    SELECT to_char(submitted_month, 'YYYY-MM') AS submitted,
      CASE WHEN isfinite(received_month) THEN to_char(received_month, 'YYYY-MM') END AS received,
      sum(gifts)::bigint AS gifts, sum(estimated_cents)::bigint AS estimated_cents,
      sum(received_cents)::bigint AS received_cents
    FROM organizations o JOIN (
      SELECT submitted_month, received_month, currency, gifts, estimated_cents, received_cents
      FROM donation_requests WHERE ${isInFamily(tenant)} AND submitted_month >= ${since}::date
      UNION ALL
      SELECT submitted_month, received_month, currency, gifts, estimated_cents, received_cents
      FROM (${requestsOf(sql`donation_deltas`)}) AS new WHERE ${isInFamily(tenant)} AND submitted_month >= ${since}::date
    ) AS held ON held.currency = o.currency
    WHERE o.id = ${tenant.organizationId} GROUP BY 1, 2 HAVING sum(gifts) <> 0 ORDER BY 1, 2`,
  )
