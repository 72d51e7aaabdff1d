import { expect, test } from 'vitest'
import { initialPlanOf, planGroupsOf } from './plan-groups.ts'

const plan = (id: string, basis: 'month' | 'estimate' | 'received', monthly: number, is_current = false) => ({
  ...{ id, name: id, basis, monthly, percent: basis === 'month' ? 0 : 3, would_have_cost: 0, is_current },
})

test('groups plans by how they charge and suggests the current one or the default', () => {
  const plans = [
    plan('flat_0', 'month', 0),
    plan('flat_5', 'month', 5),
    plan('flat_20', 'month', 20),
    plan('elig_3', 'estimate', 0),
    plan('received_7', 'received', 0, true),
  ]
  const groups = planGroupsOf(plans)
  expect(groups.map(({ name, plans: groupPlans }) => [name, groupPlans.map(({ id }) => id)])).toEqual([
    ['free', ['flat_0']],
    ['flat', ['flat_5', 'flat_20']],
    ['percentage', ['elig_3', 'received_7']],
  ])
  expect(groups.map((group) => initialPlanOf(group)?.id)).toEqual(['flat_0', 'flat_20', 'received_7'])
  expect(planGroupsOf(plans.slice(0, 1))).toHaveLength(1)
})
