import { kindsOf, type NonprofitFacts, readToken } from './eligibility.ts'
import { wholeCents } from './money.ts'
import type { Campaign, Policy, RatioTier } from './policy.ts'
import { parseRatio, type Ratio } from './ratio.ts'

export type Step = { readonly ratio: Ratio; readonly text: string; readonly upToCents: number | null }

/** What counts for one gift, with the campaign laid over the policy. Cents of the policy's currency; null is no limit. */
export type Terms = {
  readonly steps: readonly Step[]
  /** The ratio is not known and the usual 1:1 stands in for it. */
  readonly isRatioAssumed: boolean
  readonly minCents: number
  readonly maxPerGiftCents: number | null
  readonly maxPerYearCents: number | null
  readonly maxLifetimeCents: number | null
}

export type TermsFacts = {
  readonly policy: Policy
  /** Active, or null. */
  readonly campaign: Campaign | null
  readonly organization?: NonprofitFacts | undefined
  readonly employeeType?: string | null | undefined
}

const limit = (cents: number | null): number | null => wholeCents(cents) || null

export function termsOf({ policy, campaign, organization, employeeType }: TermsFacts): Terms {
  const known =
    stepsOf([{ ratio: campaign?.matchRatio ?? '' }]) ??
    stepsOf(tiersFor(policy, 'employeeType', employeeType ? [employeeType.trim().toLowerCase()] : [])) ??
    stepsOf(tiersFor(policy, 'category', organization ? kindsOf(organization).tokens : [])) ??
    stepsOf(policy.ratioTiers.filter((tier) => !tier.employeeType && !tier.category)) ??
    stepsOf([{ ratio: policy.ratio ?? '' }])
  return {
    steps: known ?? stepsOf([{ ratio: '1:1' }]) ?? [],
    isRatioAssumed: known === null,
    minCents: wholeCents(campaign ? campaign.minAmountCents : policy.minAmountCents),
    maxPerGiftCents: limit(campaign ? campaign.maxAmountCents : policy.maxPerGiftCents),
    maxPerYearCents: limit(policy.maxPerYearCents),
    maxLifetimeCents: limit(policy.maxLifetimeCents),
  }
}

/**
 * The ladder for one of the values. What the lists say beside a token, "retirees (0.5:1)", is a ladder of one step;
 * a qualifier that is more than a ratio is for people to read.
 */
function tiersFor(policy: Policy, by: 'employeeType' | 'category', values: readonly string[]): readonly RatioTier[] {
  for (const value of values) {
    const tiers = policy.ratioTiers.filter((tier) => tier[by]?.trim().toLowerCase() === value.toLowerCase())
    if (tiers.length > 0) return tiers
    const list = by === 'category' ? policy.eligibleNonprofits : policy.eligibleEmployees
    const entry = list.map(readToken).find(({ token }) => token.toLowerCase() === value.toLowerCase())
    if (entry?.qualifier && parseRatio(entry.qualifier)) return [{ ratio: entry.qualifier }]
  }
  return []
}

/** In order of their ends. Null where there is no tier, or one of them cannot be read. */
function stepsOf(tiers: readonly RatioTier[]): readonly Step[] | null {
  const steps: Step[] = []
  for (const { ratio: text, upToCents } of tiers) {
    const ratio = parseRatio(text)
    if (!ratio) return null
    steps.push({ ratio, text: text.trim(), upToCents: wholeCents(upToCents) || null })
  }
  const end = (step: Step): number => step.upToCents ?? Number.POSITIVE_INFINITY
  return steps.length === 0 ? null : steps.sort((a, b) => end(a) - end(b) || 0)
}
