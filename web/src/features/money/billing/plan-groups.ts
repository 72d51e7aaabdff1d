import type { billing } from '@twofold/contract'

type Plan = billing.BillingPlan
export type PlanGroupName = 'free' | 'flat' | 'percentage'
export type PlanGroup = { readonly name: PlanGroupName; readonly plans: readonly Plan[] }

const groupOf = ({ basis, monthly }: Plan): PlanGroupName =>
  basis !== 'month' ? 'percentage' : monthly === 0 ? 'free' : 'flat'

/** Returns the plans by how they charge, without empty groups. */
export function planGroupsOf(plans: readonly Plan[]): PlanGroup[] {
  const names: readonly PlanGroupName[] = ['free', 'flat', 'percentage']
  return names
    .map((name) => ({ name, plans: plans.filter((plan) => groupOf(plan) === name) }))
    .filter((group) => group.plans.length > 0)
}

/** The plan that is chosen at first: the current one, or the default of the specification. */
export const initialPlanOf = ({ plans }: PlanGroup): Plan | undefined =>
  plans.find(({ is_current }) => is_current) ?? plans.find(({ id }) => id === defaultPlan) ?? plans[0]

const defaultPlan = 'flat_20'
