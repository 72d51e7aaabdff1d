import { type Db, grantTenant, type Tenant } from '../../../platform/database/database.ts'
import { findRelatives, lockEvaluating, type Relatives, seeOrganizations } from './family.queries.ts'

/** Who asks the rules, and whose call it was before the rules looked at the whole family. */
export type Evaluating = {
  readonly tenant: Tenant
  /** What the caller may see, where the rules see more. */
  readonly caller?: Tenant
  /** The lock that the transaction holds already is of the people whose gifts it works on (`lockPeople`). */
  readonly holdsPeople?: boolean
  /** What this transaction was told of the caller's family under its lock. */
  readonly relatives?: Relatives
}

/** The evaluating lock, where the caller does not hold the people's. */
export async function lockUnlessHeld(db: Db, { tenant, holdsPeople = false }: Evaluating): Promise<void> {
  if (!holdsPeople) await lockEvaluating(db, tenant.family)
}

/**
 * Work in which the rules see a parent and all of its chapters, whoever's call it is: a person has one yearly maximum at a
 * company, and small gifts of one nonprofit are asked for together. The transaction sees what it saw before afterwards, so
 * that nothing of a sibling gets into an answer. The evaluating lock holds the family.
 */
export async function inFamily<C extends Evaluating, T>(
  db: Db,
  context: C,
  work: (context: C & { readonly caller: Tenant }) => Promise<T>,
): Promise<T> {
  const { tenant, caller, relatives } = context
  if (caller !== undefined) return work({ ...context, caller })
  const { family, seen } = relatives ?? (await findRelatives(db, tenant.family))
  const seesOthers = family.length !== seen.length || family.some((id) => !seen.includes(id))
  if (seesOthers) seeOrganizations(db, family)
  const answer = await work({ ...context, tenant: grantTenant(tenant.organizationId, family), caller: tenant })
  if (seesOthers) seeOrganizations(db, seen)
  return answer
}

/** Whether what happens to it is the caller's doing, or what follows from that in a sibling. */
export const isCallers = ({ tenant, caller = tenant }: Evaluating, organizationId: number): boolean =>
  caller.family.includes(organizationId)
