import { readDay } from './calendar.ts'
import { type Deadline, deadlineOf } from './deadlines.ts'
import { type Estimate, estimate } from './estimate.ts'
import type { Evaluation, EvaluationInput, TraceLine } from './evaluation.ts'
import { type Merge, planMerge } from './merge.ts'
import { sumCents, wholeCents } from './money.ts'
import { isCampaignActive, type Policy } from './policy.ts'
import { judgeHold } from './recurring.ts'
import { type Facts, firstVerdict, rulesOfTheGift, rulesOfThePolicy, type Verdict } from './rules.ts'
import type { StatusId } from './statuses.ts'
import { termsOf } from './terms.ts'

/** What becomes of a gift: the first rule that fires wins. Never throws, whatever the values. */
export function evaluate(input: EvaluationInput): Evaluation {
  const { donation, employer, policy } = input
  const day = readDay(donation.donatedAt) === null ? null : donation.donatedAt.slice(0, 10)
  const isCovered = input.campaign !== null && isCampaignActive(input.campaign, employer.companyId, day)
  const facts: Facts = {
    input,
    company: employer.companyName ?? policy?.companyName ?? 'the company',
    campaign: isCovered ? input.campaign : null,
  }
  const trace: TraceLine[] = []
  const verdict = firstVerdict(rulesOfTheGift, facts, trace)
  if (verdict || !policy) return unmatched(facts, verdict ?? incomplete, trace)
  return judgeByPolicy(facts, policy, trace)
}

const incomplete: Verdict = { statusId: 9, reasonCode: 'policy_incomplete' }
/** At these it is sure that there is nothing to expect; elsewhere without a match it is only not known yet. */
const surelyUnmatched: readonly StatusId[] = [10, 11, 15, 19]

function unmatched(
  facts: Facts,
  verdict: Verdict,
  trace: readonly TraceLine[],
  deadline: Deadline | null = null,
): Evaluation {
  const { policy, donation } = facts.input
  return {
    ...verdict,
    amountCents: wholeCents(donation.amountCents),
    estimatedCents: 0,
    estimateIsCertain: surelyUnmatched.includes(verdict.statusId),
    deadlineAt: deadline?.at ?? null,
    deadlineDay: deadline?.day ?? null,
    policyVersionId: policy?.versionId ?? null,
    campaignId: facts.campaign?.id ?? null,
    merge: null,
    holdEndsAt: null,
    trace,
  }
}

function judgeByPolicy(facts: Facts, policy: Policy, trace: TraceLine[]): Evaluation {
  const { input, campaign } = facts
  const { donation, now } = input
  const recurring = input.recurring?.instalments.length ? input.recurring : null
  const giftCents = recurring ? sumCents(recurring.instalments.map((part) => part.amountCents)) : donation.amountCents
  const alone = estimateOf(facts, policy, giftCents)
  const merge = alone.isBelowMinimum && !recurring ? mergeOf(facts, policy, alone) : null
  const match = merge ? estimateOf(facts, policy, merge.totalCents) : alone
  const deadline = merge ? merge.deadline : deadlineOfAll(policy, recurring?.instalments ?? [donation])
  const hold = recurring ? judgeHold(policy, recurring, match.reachesYearlyMaximum, now) : null
  const amountCents = merge?.totalCents ?? wholeCents(giftCents)
  const minimum = {
    cents: termsOf({ policy, campaign }).minCents,
    isReached: !match.isBelowMinimum,
    amountCents,
    gifts: merge ? merge.partIds.length + 1 : 1,
  }
  const verdict = firstVerdict(rulesOfThePolicy, { ...facts, policy, deadline, hold, minimum }, trace)
  if (!verdict || surelyUnmatched.includes(verdict.statusId)) {
    return { ...unmatched(facts, verdict ?? incomplete, trace, deadline), amountCents }
  }
  for (const text of match.trace) trace.push({ rule: 'estimate', text })
  return {
    ...unmatched(facts, verdict, trace, deadline),
    amountCents,
    estimatedCents: match.cents,
    estimateIsCertain: match.isCertain,
    merge,
    holdEndsAt: hold?.isHeld ? hold.leavesAt : null,
  }
}

function estimateOf({ input, campaign }: Facts, policy: Policy, amountCents: number): Estimate {
  const { donation, organization, used, exchangeRate } = input
  const { currency, employeeType } = donation
  return estimate({ amountCents, currency, policy, campaign, organization, employeeType, used, exchangeRate })
}

function mergeOf({ input }: Facts, policy: Policy, alone: Estimate): Merge | null {
  const { donation, smallGifts = [], now } = input
  const gift = { id: donation.id ?? null, donatedAt: donation.donatedAt, amountCents: donation.amountCents }
  const others = smallGifts.filter(({ id }) => id !== gift.id)
  return planMerge({ ...policy, minimumCents: alone.minimumCents }, [...others, gift], now)
}

/** Gifts that are asked for together have to be in by the earliest of their deadlines. */
function deadlineOfAll(policy: Policy, gifts: readonly { readonly donatedAt: string }[]): Deadline | null {
  const deadlines = gifts.flatMap(({ donatedAt }) => deadlineOf(policy, donatedAt) ?? [])
  return deadlines.reduce<Deadline | null>((least, next) => (least && least.at <= next.at ? least : next), null)
}
