import type { Employment } from '../shared/gift-kinds.ts'
import { wholeCents } from '../shared/money.ts'
import { parseRatio, type Ratio } from '../shared/ratio.ts'
import { type NonprofitFacts, nonprofitTokensOf } from './eligibility.ts'
import type { Campaign, Policy, RatioTier } from './policy.ts'
import { employeeTokens, exceptionsFor } from './policy-lists.ts'

export type Step = { readonly ratio: Ratio; readonly text: string; readonly upToCents: number | null }

/** Includes the campaign's overrides. Cents of the policy's currency. A limit of 0 means none, null unknown. */
export type Terms = {
  /** Empty if the ratio is unknown, so no amount can be computed. */
  readonly steps: readonly Step[]
  readonly minCents: number | null
  readonly maxPerGiftCents: number | null
  readonly maxPerYearCents: number | null
  readonly maxLifetimeCents: number | null
}

export type TermsFacts = {
  readonly policy: Policy
  readonly campaign: Campaign | null
  readonly organization?: NonprofitFacts | undefined
  /** Null counts as employee. */
  readonly employment?: Employment | null | undefined
}

export type AppliedTerms = {
  readonly steps: readonly { readonly ratio: string; readonly upToCents: number | null }[]
  readonly minCents: number | null
  readonly maxPerGiftCents: number | null
  readonly maxPerYearCents: number | null
  readonly maxLifetimeCents: number | null
  readonly ownPolicyId?: number
}

/** Returns the terms in the form that is stored with an evaluation. */
export const appliedTerms = ({ steps, ...limits }: Terms, { own }: Pick<Policy, 'own'>): AppliedTerms => ({
  ...limits,
  ...(own ? { ownPolicyId: own.id } : {}),
  steps: steps.map(({ text, upToCents }) => ({ ratio: text, upToCents })),
})

const limit = (cents: number | null | undefined): number | null =>
  typeof cents === 'number' ? wholeCents(cents) : null

/** Returns the terms for one gift, with the campaign's overrides, in cents of the policy's currency. */
export function termsOf({ policy, campaign, organization, employment }: TermsFacts): Terms {
  const { own } = policy
  const exceptions = [
    ...exceptionsFor(policy, 'employeeType', employeeTokens(employment ?? null)),
    ...exceptionsFor(policy, 'category', organization ? nonprofitTokensOf(organization).tokens : []),
  ]
  const firstExceptionLimit = (
    read: (exception: (typeof exceptions)[number]) => number | null | undefined,
  ): number | null | undefined => exceptions.map(read).find((value) => typeof value === 'number')
  const generalSteps =
    stepsOf(policy.ratioTiers.filter((tier) => !tier.employeeType && !tier.category)) ??
    stepsOf([{ ratio: policy.ratio ?? '' }])
  const exceptionSteps = exceptions
    .map(({ ratio, ratioTiers = [] }) =>
      stepsOf(ratioTiers.length > 0 ? withGeneralRatio(ratioTiers, policy.ratio) : [{ ratio: ratio ?? '' }]),
    )
    .find((steps) => steps !== null)
  return {
    steps:
      stepsOf([{ ratio: campaign?.matchRatio ?? '' }]) ??
      stepsOf([{ ratio: own?.ratio ?? '' }]) ??
      exceptionSteps ??
      generalSteps ??
      [],
    minCents: limit(
      campaign?.minAmountCents ??
        own?.minAmountCents ??
        firstExceptionLimit((exception) => exception.minAmountCents) ??
        policy.minAmountCents,
    ),
    maxPerGiftCents: limit(
      campaign?.maxAmountCents ??
        own?.maxPerGiftCents ??
        firstExceptionLimit((exception) => exception.maxPerGiftCents) ??
        policy.maxPerGiftCents,
    ),
    maxPerYearCents: limit(
      own?.maxPerYearCents ?? firstExceptionLimit((exception) => exception.maxPerYearCents) ?? policy.maxPerYearCents,
    ),
    maxLifetimeCents: limit(policy.maxLifetimeCents),
  }
}

/** "First 1000 matched 2:1" does not cover the rest, so the general ratio applies to it. */
function withGeneralRatio(tiers: readonly RatioTier[], ratio: string | null): readonly RatioTier[] {
  const isForEveryone = tiers.every(({ employeeType, category }) => !employeeType && !category)
  const isOpenEnded = tiers.some(({ upToCents }) => !upToCents)
  return isForEveryone && !isOpenEnded && parseRatio(ratio) ? [...tiers, { ratio: ratio ?? '' }] : tiers
}

function stepsOf(tiers: readonly RatioTier[]): readonly Step[] | null {
  const steps: Step[] = []
  for (const { ratio: text, upToCents } of tiers) {
    const ratio = parseRatio(text)
    if (!ratio) return null
    steps.push({ ratio, text: text.trim(), upToCents: wholeCents(upToCents) || null })
  }
  const stepEnd = (step: Step): number => step.upToCents ?? Number.POSITIVE_INFINITY
  return steps.length === 0 ? null : steps.sort((a, b) => stepEnd(a) - stepEnd(b) || 0)
}
