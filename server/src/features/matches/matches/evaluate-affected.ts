import { findExclusion, type Policy } from '@twofold/matching'
import type { Db } from '../../../platform/database/database.ts'
import type { Sql } from '../../../platform/database/sql.ts'
import { listPolicies } from '../../core/companies/index.ts'
import {
  excludedByPolicy,
  listAffected,
  listCompaniesOfOpenDonations,
  waitingForEin,
  waitingForSetup,
} from './affected.queries.ts'
import { evaluateAgain } from './evaluate-again.ts'
import type { EvaluationContext } from './evaluate-donations.ts'
import { lockFamilyForEvaluation } from './family.queries.ts'
import { listEvaluatedOrganizations, nonprofitFactsOf } from './rule-context.queries.ts'

/**
 * The change of an organization.
 * - `setup`: its setup is complete, or it is active again.
 * - `kind`: its category, type, or country.
 * - `ein`: the number that identifies one nonprofit when small gifts are merged.
 */
export type OrganizationChange = 'setup' | 'kind' | 'ein'

/** Takes about a second to evaluate and write, so that an upload of the same organization never waits long. */
const atOnce = 1000

/**
 * Evaluates the next gifts that the change may affect, by id after `after`. Returns the last id, or null at the end.
 */
export async function evaluateAffected(
  db: Db,
  context: EvaluationContext,
  change: OrganizationChange,
  after: number,
): Promise<number | null> {
  // Waits for uploads that began before the change. Their gifts are affected too, and no later job would find them.
  await lockFamilyForEvaluation(db, context.tenant.family)
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
      return excludedByPolicy(tenant, await listExcludingCompanies(db, tenant.organizationId))
  }
}

/** Returns the companies of open gifts whose policies exclude this kind of organization. */
async function listExcludingCompanies(db: Db, organizationId: number): Promise<number[]> {
  const [organization] = await listEvaluatedOrganizations(db, [organizationId])
  if (!organization) return []
  const policies = await listPolicies(db, await listCompaniesOfOpenDonations(db, organizationId))
  const facts = nonprofitFactsOf(organization)
  const leavesOut = (policy: Policy): boolean => findExclusion(policy, { organization: facts }) !== null
  return [...policies].filter(([, versions]) => versions.some(leavesOut)).map(([id]) => id)
}
