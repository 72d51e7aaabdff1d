import type { billing } from '@twofold/contract'

type Plan = billing.BillingPlan
export type PlanGroupName = 'free' | 'flat' | 'percentage'
export type PlanGroup = { readonly name: PlanGroupName; readonly plans: readonly Plan[] }

const groupOf = ({ basis, monthly }: Plan): PlanGroupName =>
  basis !== 'month' ? 'percentage' : monthly === 0 ? 'free' : 'flat'

export function planGroupsOf(plans: readonly Plan[]): PlanGroup[] {
  const names: readonly PlanGroupName[] = ['free', 'flat', 'percentage']
  return names
    .map((name) => ({ name, plans: plans.filter((plan) => groupOf(plan) === name) }))
    .filter((group) => group.plans.length > 0)
}

/** The current plan, or the specification's default. */
export const initialPlanOf = ({ plans }: PlanGroup): Plan | undefined =>
  plans.find(({ is_current }) => is_current) ?? plans.find(({ id }) => id === defaultPlan) ?? plans[0]

const defaultPlan = 'flat_20'
