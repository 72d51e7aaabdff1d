import { openStatusIds, waitingForOrganizationStatusIds } from '@twofold/matching'
import { z } from 'zod'
import type { Db, Tenant } from '../../../platform/database/database.ts'
import { idRow, type Sql, sql } from '../../../platform/database/sql.ts'

/** Includes chapters, because a complete parent is enough for them. */
export const waitingForSetup = ({ family }: Tenant): Sql =>
  sql`organization_id = ANY (${[...family]}::bigint[]) AND status_id = ANY (${[...waitingForOrganizationStatusIds]})`

export const waitingForEin = ({ organizationId }: Tenant): Sql =>
  sql`organization_id = ${organizationId} AND status_id = 10`

export const excludedByPolicy = ({ organizationId }: Tenant, companyIds: readonly number[]): Sql =>
  sql`organization_id = ${organizationId} AND (
    status_id = 11 AND reason_code IN ('nonprofit_excluded', 'country_excluded')
    OR status_id = ANY (${[...openStatusIds]}) AND company_id = ANY (${[...companyIds]}::bigint[]))`

const affectedRow = idRow.extend({ is_next: z.boolean() })

/**
 * More gifts are evaluated in batches. Gifts without an email address belong to one donor and may be tens of thousands.
 */
export const maxAffectedPerDonor = 100

/** Returns the next gifts by id with the other affected gifts of their donors. `last` is null at the end. */
export async function listAffected(
  db: Db,
  condition: Sql,
  after: number,
  limit: number,
): Promise<{ readonly ids: number[]; readonly last: number | null }> {
  const affected = sql`${condition} AND (counted OR unconfirmed AND deleted_at IS NULL) AND NOT inert`
  const rows = await sql(affectedRow)`
    WITH listed AS MATERIALIZED (
      SELECT organization_id, donor_id, id FROM donations WHERE ${affected} AND id > ${after} ORDER BY id LIMIT ${limit}
    ), givers AS MATERIALIZED (
      SELECT l.organization_id, l.donor_id, min(l.id) AS first, (SELECT count(*) FROM (
          SELECT FROM donations WHERE ${affected} AND organization_id = l.organization_id AND donor_id = l.donor_id
          LIMIT ${maxAffectedPerDonor + 1}) own) AS gifts
      FROM listed l GROUP BY l.organization_id, l.donor_id
    ), next AS MATERIALIZED (
      SELECT t.organization_id, t.donor_id, t.id, t.is_whole FROM (
        SELECT l.organization_id, l.donor_id, l.id, g.gifts <= ${maxAffectedPerDonor} AS is_whole, row_number() OVER w AS place,
          sum(CASE WHEN g.gifts > ${maxAffectedPerDonor} THEN 1 WHEN l.id = g.first THEN g.gifts ELSE 0 END) OVER w AS gifts
        FROM listed l JOIN givers g USING (organization_id, donor_id)
        WINDOW w AS (ORDER BY l.id)) t
      WHERE t.place = 1 OR t.gifts <= ${2 * limit}
    )
    SELECT n.id, true AS is_next FROM next n
    UNION ALL
    SELECT id, false FROM donations
    WHERE ${affected} AND (organization_id, donor_id) IN (SELECT n.organization_id, n.donor_id FROM next n WHERE n.is_whole)
      AND id NOT IN (SELECT n.id FROM next n)
    ORDER BY id`.rows(db)
  return { ids: rows.map(({ id }) => id), last: rows.findLast(({ is_next }) => is_next)?.id ?? null }
}

const companyOfDonation = z.object({ company_id: z.int() })

export async function listCompaniesOfOpenDonations(db: Db, organizationId: number): Promise<number[]> {
  return sql(companyOfDonation)`
    SELECT DISTINCT company_id FROM donations
    WHERE organization_id = ${organizationId} AND counted AND company_id IS NOT NULL
      AND status_id = ANY (${[...openStatusIds]})`.column(db, 'company_id')
}
