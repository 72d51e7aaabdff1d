import { roundHalfEven } from '../shared/ratio.ts'

/** What an organization pays for Twofold, as data: the specification's plans, and one of ours. */

const rows = [
  { id: 'flat_0', name: 'Free', basis: 'month', monthlyCents: 0, basisPoints: 0 },
  { id: 'flat_5', name: 'Flat $5', basis: 'month', monthlyCents: 500, basisPoints: 0 },
  { id: 'flat_10', name: 'Flat $10', basis: 'month', monthlyCents: 1_000, basisPoints: 0 },
  { id: 'flat_20', name: 'Flat $20', basis: 'month', monthlyCents: 2_000, basisPoints: 0 },
  { id: 'flat_50', name: 'Flat $50', basis: 'month', monthlyCents: 5_000, basisPoints: 0 },
  { id: 'flat_100', name: 'Flat $100', basis: 'month', monthlyCents: 10_000, basisPoints: 0 },
  { id: 'flat_200', name: 'Flat $200', basis: 'month', monthlyCents: 20_000, basisPoints: 0 },
  { id: 'elig_3', name: 'Growing', basis: 'estimate', monthlyCents: 0, basisPoints: 300 },
  { id: 'elig_5', name: 'Full Price', basis: 'estimate', monthlyCents: 0, basisPoints: 500 },
  { id: 'received_7', name: 'Pay on Received', basis: 'received', monthlyCents: 0, basisPoints: 700 },
] as const

export type PlanId = (typeof rows)[number]['id']

export type Plan = {
  readonly id: PlanId
  readonly name: string
  /** What it is a price of: a month, a share of the estimated match, or of the money that arrived. */
  readonly basis: 'month' | 'estimate' | 'received'
  readonly monthlyCents: number
  /** Hundredths of a percent. */
  readonly basisPoints: number
}

export const plans: readonly Plan[] = rows
export const planIds = rows.map(({ id }) => id)
export const defaultPlan: PlanId = 'flat_20'

/** Null for a plan that was agreed on otherwise, which nobody but us bills. */
export const findPlan = (id: string | null): Plan | null => plans.find((plan) => plan.id === id) ?? null

/** A share in hundredths of a percent, in whole cents, a half to the even neighbour. `share_of` of the database says the same. */
export const shareOf = (cents: number, basisPoints: number): number =>
  roundHalfEven({ over: BigInt(cents) * BigInt(basisPoints), under: 10_000n })
