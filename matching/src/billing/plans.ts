import { roundHalfEven } from '../shared/ratio.ts'

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
  /** The price is per month, or a share of the estimated match or the received money. */
  readonly basis: 'month' | 'estimate' | 'received'
  readonly monthlyCents: number
  /** Hundredths of a percent. */
  readonly basisPoints: number
}

export const plans: readonly Plan[] = rows

/** Returns null for a custom plan, which is billed outside this system. */
export const findPlan = (id: string | null): Plan | null => plans.find((plan) => plan.id === id) ?? null

/** Returns the share in cents, rounded half to even, as the SQL function `share_of` does. `basisPoints` are 0.01%. */
export const shareOf = (cents: number, basisPoints: number): number =>
  roundHalfEven({ numerator: BigInt(cents) * BigInt(basisPoints), denominator: 10_000n })
