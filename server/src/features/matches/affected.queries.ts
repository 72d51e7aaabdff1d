import { openStatusIds, waitingForOrganizationStatusIds } from '@twofold/matching'
import { z } from 'zod'
import type { Db, Tenant } from '../../platform/database/database.ts'
import { idRow, type Sql, sql } from '../../platform/database/sql.ts'

/** Which gifts a change of their organization may concern: conditions of `listAffected`. */

/** A complete parent is enough for its chapters. */
export const waitingForSetup = ({ family }: Tenant): Sql =>
  sql`organization_id = ANY (${[...family]}::bigint[]) AND status_id = ANY (${[...waitingForOrganizationStatusIds]})`

export const waitingForEin = ({ organizationId }: Tenant): Sql =>
  sql`organization_id = ${organizationId} AND status_id = 10`

/** What the policy of these companies leaves out, or did. */
export const excluded = ({ organizationId }: Tenant, companyIds: readonly number[]): Sql =>
  sql`organization_id = ${organizationId} AND (
    status_id = 11 AND reason_code IN ('nonprofit_excluded', 'country_excluded')
    OR status_id = ANY (${[...openStatusIds]}) AND company_id = ANY (${[...companyIds]}::bigint[]))`

/** The next gifts in the order of their ids. */
export async function listAffected(db: Db, which: Sql, after: number, limit: number): Promise<number[]> {
  const { rows } = await sql(idRow)`
    SELECT id FROM donations WHERE ${which} AND counted AND NOT inert AND id > ${after}
    ORDER BY id LIMIT ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

const companyOfDonation = z.object({ company_id: z.int() })

/** Whose answer to an organization's gifts is still open. */
export async function listCompaniesOfOpenDonations(db: Db, organizationId: number): Promise<number[]> {
  const { rows } = await sql(companyOfDonation)`
    SELECT DISTINCT company_id FROM donations
    WHERE organization_id = ${organizationId} AND counted AND company_id IS NOT NULL
      AND status_id = ANY (${[...openStatusIds]})`.execute(db)
  return rows.map(({ company_id }) => company_id)
}
