import { readDay } from '../shared/calendar.ts'
import { moneyText, sumCents, wholeCents } from '../shared/money.ts'
import { ineligibleStatusIds } from '../statuses/status-sets.ts'
import type { StatusId } from '../statuses/statuses.ts'
import { type Deadline, deadlineOf } from './deadlines.ts'
import { dependsOnEmployment, isDoubtfulKind } from './eligibility.ts'
import { type Estimate, estimate } from './estimate.ts'
import type { Evaluation, EvaluationInput, TraceLine } from './evaluation.ts'
import { type Merge, planMerge } from './merge.ts'
import { isCampaignActive, matchableCents, type Policy } from './policy.ts'
import { evaluateHold } from './recurring.ts'
import { type Facts, firstVerdict, rulesOfTheDonation, rulesOfThePolicy, type Verdict } from './rules.ts'
import { type AppliedTerms, appliedTerms, termsOf } from './terms.ts'

/** Returns the evaluation of a gift. The first rule with a verdict wins. Never throws, even on invalid values. */
export function evaluate(input: EvaluationInput): Evaluation {
  const { donation, employer, policy } = input
  const day = readDay(donation.donatedAt) === null ? null : donation.donatedAt.slice(0, 10)
  const isCovered = input.campaign !== null && isCampaignActive(input.campaign, employer.companyId, day)
  const facts: Facts = {
    input,
    company: employer.companyName ?? policy?.companyName ?? 'the company',
    campaign: isCovered ? input.campaign : null,
    employment: donation.employment ?? employer.employment,
  }
  const trace: TraceLine[] = []
  const verdict = firstVerdict(rulesOfTheDonation, facts, trace)
  if (verdict || !policy) return unmatched(facts, verdict ?? incomplete, trace)
  return evaluateByPolicy(facts, policy, trace)
}

const incomplete: Verdict = { statusId: 9, reasonCode: 'policy_incomplete' }
/** The match is still unknown in other statuses without an estimate. */
const surelyUnmatched: readonly StatusId[] = ineligibleStatusIds

function unmatched(
  facts: Facts,
  verdict: Verdict,
  trace: readonly TraceLine[],
  deadline: Deadline | null = null,
  terms: AppliedTerms | null = null,
): Evaluation {
  const { policy, donation } = facts.input
  const isSure = surelyUnmatched.includes(verdict.statusId)
  return {
    ...verdict,
    amountCents: wholeCents(donation.amountCents),
    estimatedCents: 0,
    estimateIsKnown: isSure,
    estimateIsCertain: isSure,
    deadlineAt: deadline?.at ?? null,
    deadlineDay: deadline?.day ?? null,
    policyVersionId: policy?.versionId ?? null,
    campaignId: facts.campaign?.id ?? null,
    terms,
    merge: null,
    asksEmployment: policy !== null && asksForEmployment(facts, policy),
    holdEndsAt: null,
    trace,
  }
}

const asksForEmployment = ({ employment }: Facts, policy: Policy): boolean =>
  employment === null && policy.program === 'yes' && dependsOnEmployment(policy)

function evaluateByPolicy(facts: Facts, policy: Policy, trace: TraceLine[]): Evaluation {
  const { input, campaign } = facts
  const { donation, now } = input
  const recurring = input.recurring?.instalments.length ? input.recurring : null
  const donationCents = recurring
    ? sumCents(recurring.instalments.map((installment) => matchableCents(policy, installment)))
    : matchableCents(policy, donation)
  const givenCents = recurring
    ? sumCents(recurring.instalments.map((installment) => installment.amountCents))
    : wholeCents(donation.amountCents)
  const installments = recurring?.instalments.length ?? 1
  const ownEstimate = estimateOf(facts, policy, donationCents, installments)
  const hold = recurring ? evaluateHold(policy, recurring, ownEstimate.reachesYearlyMaximum, now) : null
  const merge = hold?.isHeld ? null : mergeOf(facts, policy, ownEstimate, donationCents)
  const matchEstimate = merge
    ? estimateOf(facts, policy, merge.totalCents, merge.partIds.length + installments)
    : ownEstimate
  const days = recurring?.instalments ?? [donation, { donatedAt: donation.firstDonatedAt ?? donation.donatedAt }]
  const deadline = merge ? merge.deadline : deadlineOfAll(policy, days)
  const amountCents = merge?.totalCents ?? givenCents
  const terms = termsOf({ ...input, policy, campaign, employment: facts.employment })
  const minimum = {
    cents: wholeCents(terms.minCents),
    isReached: !matchEstimate.isBelowMinimum,
    amountCents: merge?.totalCents ?? wholeCents(donationCents),
    gifts: (merge?.partIds.length ?? 0) + installments,
  }
  if (donationCents < givenCents) trace.push({ rule: 'deductible', text: deductibleText(donation, donationCents) })
  const verdict = firstVerdict(
    rulesOfThePolicy,
    { ...facts, policy, deadline, hold, minimum, usedUp: matchEstimate.usedUp },
    trace,
  )
  if (!verdict || surelyUnmatched.includes(verdict.statusId)) {
    return { ...unmatched(facts, verdict ?? incomplete, trace, deadline, appliedTerms(terms, policy)), amountCents }
  }
  for (const text of matchEstimate.trace) trace.push({ rule: 'estimate', text })
  return {
    ...unmatched(facts, verdict, trace, deadline, appliedTerms(terms, policy)),
    amountCents,
    estimatedCents: matchEstimate.cents,
    estimateIsKnown: matchEstimate.isKnown,
    estimateIsCertain:
      matchEstimate.isCertain && !asksForEmployment(facts, policy) && !isDoubtfulKind(policy, donation.giftKind),
    merge,
    holdEndsAt: hold?.isHeld ? hold.endsAt : null,
  }
}

const deductibleText = ({ amountCents, currency }: EvaluationInput['donation'], deductible: number): string =>
  `Of the ${moneyText(amountCents, currency)} given, only the tax-deductible ${moneyText(deductible, currency)} count for the match.`

function estimateOf(
  { input, campaign, employment }: Facts,
  policy: Policy,
  amountCents: number,
  gifts: number,
): Estimate {
  const { donation, organization, used, exchangeRate } = input
  const { currency } = donation
  return estimate({ amountCents, gifts, currency, policy, campaign, organization, employment, used, exchangeRate })
}

/** Applies even if this gift reaches the minimum by itself. */
function mergeOf({ input }: Facts, policy: Policy, ownEstimate: Estimate, amountCents: number): Merge | null {
  const { donation, smallDonations = [], recurring, now } = input
  const id = donation.id ?? null
  const days = recurring?.instalments.map(({ donatedAt }) => donatedAt).sort() ?? []
  const firstDonatedAt = days[0] ?? donation.firstDonatedAt
  const gift = { id, donatedAt: donation.donatedAt, firstDonatedAt, amountCents }
  const others = smallDonations
    .filter((other) => other.id !== id)
    .map((other) => ({ ...other, amountCents: matchableCents(policy, other) }))
  const plan = planMerge({ ...policy, minimumCents: ownEstimate.minimumCents }, [...others, gift], now)
  return plan && [plan.combinedMatchId, ...plan.partIds].includes(id) ? plan : null
}

/** The earliest one applies to all gifts that are requested together. */
function deadlineOfAll(policy: Policy, donations: readonly { readonly donatedAt: string }[]): Deadline | null {
  const deadlines = donations.flatMap(({ donatedAt }) => deadlineOf(policy, donatedAt) ?? [])
  return deadlines.reduce<Deadline | null>((least, next) => (least && least.at <= next.at ? least : next), null)
}
