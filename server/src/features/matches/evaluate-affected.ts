import { findExclusion, openStatusIds, waitingForOrganizationStatusIds } from '@twofold/matching'
import type { Db } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { listCurrentPolicies } from '../companies/index.ts'
import { evaluateAgain } from './evaluate-again.ts'
import type { EvaluationContext } from './evaluate-donations.ts'
import { factsOf, listEvaluatedOrganizations } from './world.queries.ts'

/**
 * What changed about an organization: its setup is complete or it works again, what kind of nonprofit it is (category, type,
 * country), or the number by which small gifts are known to be for one nonprofit.
 */
export type OrganizationChange = 'setup' | 'kind' | 'ein'

/** Evaluated and written in about a second, so that an upload of the same organization never waits long. */
const atOnce = 1000

/**
 * Has the rules look again at the next gifts that the change may concern, in the order of their ids from after `after` on.
 * Answers the last id, or null when there are no more.
 */
export async function evaluateAffected(
  db: Db,
  context: EvaluationContext,
  change: OrganizationChange,
  after: number,
): Promise<number | null> {
  const ids = await listAffected(db, context, change, after)
  if (ids.length > 0) await evaluateAgain(db, context, ids)
  return ids.at(-1) ?? null
}

async function listAffected(
  db: Db,
  { tenant }: EvaluationContext,
  change: OrganizationChange,
  after: number,
): Promise<number[]> {
  const which = async () => {
    if (change === 'setup') {
      // A complete parent is enough for its chapters.
      return sql`organization_id = ANY (${[...tenant.family]}::bigint[]) AND status_id = ANY (${[...waitingForOrganizationStatusIds]})`
    }
    const own = sql`organization_id = ${tenant.organizationId}`
    if (change === 'ein') return sql`${own} AND status_id = 10`
    const excluding = await listExcludingCompanies(db, tenant.organizationId)
    return sql`${own} AND (status_id = 11 AND reason_code IN ('nonprofit_excluded', 'country_excluded')
      OR status_id = ANY (${[...openStatusIds]}) AND company_id = ANY (${excluding}::bigint[]))`
  }
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM donations WHERE ${await which()} AND counted AND NOT inert AND id > ${after}
    ORDER BY id LIMIT ${atOnce}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Companies of open gifts whose policy leaves an organization of this kind out. */
async function listExcludingCompanies(db: Db, organizationId: number): Promise<number[]> {
  const [organization] = await listEvaluatedOrganizations(db, [organizationId])
  if (!organization) return []
  const { rows } = await sql<{ company_id: number }>`
    SELECT DISTINCT company_id FROM donations
    WHERE organization_id = ${organizationId} AND counted AND company_id IS NOT NULL
      AND status_id = ANY (${[...openStatusIds]})`.execute(db)
  const policies = await listCurrentPolicies(
    db,
    rows.map(({ company_id }) => company_id),
  )
  const facts = factsOf(organization)
  return [...policies].filter(([, policy]) => findExclusion(policy, { organization: facts })).map(([id]) => id)
}
