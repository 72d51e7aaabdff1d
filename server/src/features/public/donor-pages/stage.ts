import type { MatchFacts } from '../../email/match-facts/index.ts'

/** Each stage is one page. */
export type Stage =
  | { readonly kind: 'act'; readonly method: 'csr' | 'contact' | 'mail' | 'form' }
  | { readonly kind: 'consent' | 'employer' }
  | { readonly kind: 'outcome'; readonly statusId: 9 | 10 | 11 | 15 | 19 }
  | {
      readonly kind:
        | 'submitted'
        | 'completed'
        | 'part_paid'
        | 'verify'
        | 'declined'
        | 'review'
        | 'recurring'
        | 'preparing'
        | 'over'
    }

const plainStages: Readonly<Record<number, Stage>> = {
  1: { kind: 'completed' },
  2: { kind: 'review' },
  3: { kind: 'verify' },
  4: { kind: 'submitted' },
  5: { kind: 'act', method: 'form' },
  6: { kind: 'act', method: 'mail' },
  7: { kind: 'act', method: 'csr' },
  8: { kind: 'act', method: 'contact' },
  9: { kind: 'outcome', statusId: 9 },
  10: { kind: 'outcome', statusId: 10 },
  11: { kind: 'outcome', statusId: 11 },
  15: { kind: 'outcome', statusId: 15 },
  17: { kind: 'preparing' },
  19: { kind: 'outcome', statusId: 19 },
  21: { kind: 'declined' },
  22: { kind: 'recurring' },
  23: { kind: 'employer' },
  24: { kind: 'consent' },
  25: { kind: 'act', method: 'form' },
}

type StageFacts = {
  readonly donation: Pick<MatchFacts['donation'], 'statusId' | 'counted' | 'inert' | 'payment'>
  readonly policy: Pick<NonNullable<MatchFacts['policy']>, 'method'> | null
}

export function stageOf({ donation, policy }: StageFacts): Stage {
  if (!donation.counted || donation.inert) return { kind: 'over' }
  // engaged, or no response so far: the employer's way is still open
  if (donation.statusId === 28 || donation.statusId === 20) return { kind: 'act', method: policy?.method ?? 'contact' }
  // approved, and the employer announces further payments
  if (donation.statusId === 1 && donation.payment === 'part_paid') return { kind: 'part_paid' }
  return plainStages[donation.statusId] ?? { kind: 'over' }
}

export const isEngaged = (statusId: number): boolean => statusId === 28
