import { findExclusion, type Policy } from '@twofold/matching'
import type { Db } from '../../../platform/database/database.ts'
import type { Sql } from '../../../platform/database/sql.ts'
import { listPolicies } from '../../core/companies/index.ts'
import {
  excluded,
  listAffected,
  listCompaniesOfOpenDonations,
  waitingForEin,
  waitingForSetup,
} from './affected.queries.ts'
import { evaluateAgain } from './evaluate-again.ts'
import type { EvaluationContext } from './evaluate-donations.ts'
import { lockEvaluating } from './family.queries.ts'
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
  // An upload that began before the change is waited for: its gifts are affected too, and nothing looks for them later.
  await lockEvaluating(db, context.tenant.family)
  const { ids, last } = await listAffected(db, await concernedBy(db, context, change), after, atOnce)
  if (ids.length > 0) await evaluateAgain(db, context, ids)
  return last
}

async function concernedBy(db: Db, { tenant }: EvaluationContext, change: OrganizationChange): Promise<Sql> {
  switch (change) {
    case 'setup':
      return waitingForSetup(tenant)
    case 'ein':
      return waitingForEin(tenant)
    case 'kind':
      return excluded(tenant, await listExcludingCompanies(db, tenant.organizationId))
  }
}

/** Companies of open gifts whose policy leaves an organization of this kind out. */
async function listExcludingCompanies(db: Db, organizationId: number): Promise<number[]> {
  const [organization] = await listEvaluatedOrganizations(db, [organizationId])
  if (!organization) return []
  const policies = await listPolicies(db, await listCompaniesOfOpenDonations(db, organizationId))
  const facts = factsOf(organization)
  const leavesOut = (policy: Policy): boolean => findExclusion(policy, { organization: facts }) !== null
  return [...policies].filter(([, versions]) => versions.some(leavesOut)).map(([id]) => id)
}
