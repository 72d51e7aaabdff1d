import { findExclusion, type Policy } from '@twofold/matching'
import type { Db } from '../../../platform/database/database.ts'
import type { Sql } from '../../../platform/database/sql.ts'
import { listPolicies } from '../../core/companies/index.ts'
import { lockFamilyForEvaluation } from '../family/index.ts'
import {
  excludedByPolicy,
  listAffected,
  listCompaniesOfOpenDonations,
  waitingForEin,
  waitingForSetup,
} from './affected.queries.ts'
import { evaluateAgain } from './evaluate-again.ts'
import type { EvaluationContext } from './evaluate-donations.ts'
import { listEvaluatedOrganizations, nonprofitFactsOf } from './rule-context.queries.ts'

/**
 * `setup`: complete, or active again. `kind`: category, type, or country. `ein` identifies one nonprofit for merging.
 */
export type OrganizationChange = 'setup' | 'kind' | 'ein'

/** Takes about a second, so that an upload of the same organization never waits long. */
const batchSize = 1000

export async function evaluateAffected(
  db: Db,
  context: EvaluationContext,
  change: OrganizationChange,
  after: number,
): Promise<number | null> {
  // No later job would find the gifts of uploads that began before the change.
  await lockFamilyForEvaluation(db, context.tenant.family)
  const { ids, last } = await listAffected(db, await affectedCondition(db, context, change), after, batchSize)
  if (ids.length > 0) await evaluateAgain(db, context, ids)
  return last
}

async function affectedCondition(db: Db, { tenant }: EvaluationContext, change: OrganizationChange): Promise<Sql> {
  switch (change) {
    case 'setup':
      return waitingForSetup(tenant)
    case 'ein':
      return waitingForEin(tenant)
    case 'kind':
      return excludedByPolicy(tenant, await listExcludingCompanies(db, tenant.organizationId))
  }
}

async function listExcludingCompanies(db: Db, organizationId: number): Promise<number[]> {
  const [organization] = await listEvaluatedOrganizations(db, [organizationId])
  if (!organization) return []
  const policies = await listPolicies(db, await listCompaniesOfOpenDonations(db, organizationId))
  const facts = nonprofitFactsOf(organization)
  const excludes = (policy: Policy): boolean => findExclusion(policy, { organization: facts }) !== null
  return [...policies].filter(([, versions]) => versions.some(excludes)).map(([id]) => id)
}
