import { type Db, grantTenant, type Tenant } from '../../../platform/database/database.ts'
import {
  type FamilyScope,
  findFamilyScope,
  lockFamilyForEvaluation,
  setVisibleOrganizations,
} from './family.queries.ts'

/** The organizations that the rules see, and the caller's own. */
export type EvaluationScope = {
  readonly tenant: Tenant
  /** The organizations that the caller can see, if the rules see more. */
  readonly caller?: Tenant
  /** The transaction already locks the people whose gifts it changes (`lockPeople`). */
  readonly holdsPeople?: boolean
  /** The caller's relatives, if this transaction already read them under its lock. */
  readonly relatives?: FamilyScope
}

/** Takes the evaluating lock, unless the caller already holds the lock on the people. */
export async function lockUnlessHeld(db: Db, { tenant, holdsPeople = false }: EvaluationScope): Promise<void> {
  if (!holdsPeople) await lockFamilyForEvaluation(db, tenant.family)
}

/**
 * Runs work in which the rules see a parent and all of its chapters. A person has one yearly maximum per company, and
 * small gifts to one nonprofit are requested together. Afterwards the transaction sees only the previous organizations,
 * so that no response contains data of a sibling. The evaluating lock keeps the family unchanged.
 */
export async function inFamily<C extends EvaluationScope, T>(
  db: Db,
  context: C,
  work: (context: C & { readonly caller: Tenant }) => Promise<T>,
): Promise<T> {
  const { tenant, caller, relatives } = context
  if (caller !== undefined) return work({ ...context, caller })
  const { family, seen } = relatives ?? (await findFamilyScope(db, tenant.family))
  const seesOthers = family.length !== seen.length || family.some((id) => !seen.includes(id))
  if (seesOthers) setVisibleOrganizations(db, family)
  const answer = await work({ ...context, tenant: grantTenant(tenant.organizationId, family), caller: tenant })
  if (seesOthers) setVisibleOrganizations(db, seen)
  return answer
}

/** Returns whether the change happens in an organization of the caller, and not in a sibling. */
export const isOwnedByCaller = ({ tenant, caller = tenant }: EvaluationScope, organizationId: number): boolean =>
  caller.family.includes(organizationId)
