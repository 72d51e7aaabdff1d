import { type Db, grantTenant, type Tenant } from '../../../platform/database/database.ts'
import {
  type FamilyScope,
  findFamilyScope,
  lockFamilyForEvaluation,
  setVisibleOrganizations,
} from './family.queries.ts'

export type EvaluationScope = {
  readonly tenant: Tenant
  readonly caller?: Tenant
  /** Set if this transaction locked the people and not the family. */
  readonly holdsPeople?: boolean
  readonly relatives?: FamilyScope
}

export async function lockUnlessHeld(db: Db, { tenant, holdsPeople = false }: EvaluationScope): Promise<void> {
  if (!holdsPeople) await lockFamilyForEvaluation(db, tenant.family)
}

/**
 * The rules see a parent and all chapters: a person has one yearly maximum per company. Afterwards the transaction sees
 * only its own organizations again. The lock keeps the family unchanged.
 */
export async function inFamily<C extends EvaluationScope, T>(
  db: Db,
  context: C,
  work: (context: C & { readonly caller: Tenant }) => Promise<T>,
): Promise<T> {
  const { tenant, caller, relatives } = context
  if (caller !== undefined) return work({ ...context, caller })
  const { family, seen } = relatives ?? (await findFamilyScope(db, tenant.family))
  const differs = family.length !== seen.length || family.some((id) => !seen.includes(id))
  if (differs) setVisibleOrganizations(db, family)
  const result = await work({ ...context, tenant: grantTenant(tenant.organizationId, family), caller: tenant })
  if (differs) setVisibleOrganizations(db, seen)
  return result
}

export const isOwnedByCaller = ({ tenant, caller = tenant }: EvaluationScope, organizationId: number): boolean =>
  caller.family.includes(organizationId)
