import {
  addMonths,
  type Campaign,
  dayText,
  type EmployerFinding,
  type Evaluation,
  evaluate,
  findCampaign,
  findMove,
  findRate,
  isMoveAllowed,
  keepProgress,
  matchableCents,
  type Policy,
  readDay,
  type SmallDonation,
  type UsedAmounts,
  usedAmounts,
} from '@twofold/matching'
import type { MatchRow } from '../rows/index.ts'
import type { EvaluationWithLimits } from './change-matches.ts'
import {
  deductibleOf,
  donationDaysOf,
  extendableStatusIds,
  findMergeableDonations,
  isJoinableStatus,
  joinSeries,
  mergeInto,
  oldestFirst,
  recurringMatchOf,
  releaseDonations,
  splitIndependentDonations,
} from './combine-donations.ts'
import {
  type EvaluationInput,
  type EvaluationResult,
  EvaluationState,
  type RuleContext,
  type RuleContexts,
  ruleContextOf,
} from './evaluation-state.ts'
import { reallocateMaximums } from './reallocate-maximums.ts'
import { policyFor } from './rule-context.queries.ts'

/** The age limit for employers found on earlier gifts. */
const historyMonths = 13

/** Skips companies that were themselves found this way, which would propagate forever. */
export function findCompanyInHistory(row: MatchRow, rows: readonly MatchRow[]): number | null {
  const day = readDay(row.donated_at)
  if (day === null) return null
  const since = dayText(addMonths(day, -historyMonths))
  const earlier = rows
    // A chapter must not read another chapter's information about a person.
    .filter((other) => other.organization_id === row.organization_id && !other.unconfirmed)
    .filter((other) => other.id !== row.id && other.company_id !== null && other.employer_how !== 'history')
    .filter((other) => other.donated_at >= since && other.donated_at <= row.donated_at)
    .sort(oldestFirst)
  return earlier.at(-1)?.company_id ?? null
}

/**
 * Returns all changed rows, because a gift can complete another's minimum. `rows` has all of the person's donations and
 * is modified.
 */
export async function evaluatePerson(
  ruleContexts: RuleContexts,
  rows: readonly MatchRow[],
  subjects: readonly MatchRow[],
  {
    findings,
    input,
    yieldToEventLoop,
  }: {
    readonly findings: ReadonlyMap<number, EmployerFinding>
    readonly input: EvaluationInput
    readonly yieldToEventLoop: () => Promise<void>
  },
): Promise<EvaluationResult> {
  const state = new EvaluationState(ruleContexts, rows, subjects, input)
  for (const subject of [...subjects].sort(oldestFirst)) {
    await yieldToEventLoop()
    makeExternal(state, subject)
    subject.consented_at ??= input.consentedAt
    if (confirms(input) && !state.isNew(subject) && subject.unconfirmed) {
      state.touch(subject)
      subject.unconfirmed = false
    }
    if (subject.merged_into_id === null)
      evaluateOne(
        ruleContexts,
        state,
        subject,
        findings.get(subject.id) ?? currentEmployer(subject, ruleContextOf(ruleContexts, subject)),
      )
  }
  if (input.action === 'evaluate') {
    await reallocateMaximums(state, yieldToEventLoop, (row) =>
      evaluateOne(
        ruleContexts,
        state,
        row,
        findings.get(row.id) ?? ofGift(row, currentEmployer(row, ruleContextOf(ruleContexts, row))),
      ),
    )
  }
  return state.result()
}

/** A donor who acts through their own link confirms the request. */
const confirms = ({ action, by }: EvaluationInput): boolean => action === 'confirm' || by === 'donor'

function makeExternal(state: EvaluationState, row: MatchRow): void {
  const externalStatus = state.input.external.get(row.id)
  if (externalStatus === undefined) return
  state.touch(row)
  row.status_id = externalStatus
  row.inert = true
  row.reason_code = 'external_match'
}

function currentEmployer(row: MatchRow, ruleContext: RuleContext): EmployerFinding {
  const companyName = (row.company_id !== null && ruleContext.policies.get(row.company_id)?.[0]?.companyName) || null
  return {
    companyId: row.company_id,
    companyName,
    how: row.company_id !== null ? 'id' : row.employer_text ? 'unclear' : 'none',
    confidence: row.employer_confidence ?? 1,
    text: row.employer_text,
    employment: null,
    candidates: [],
  }
}

function evaluateOne(
  ruleContexts: RuleContexts,
  state: EvaluationState,
  row: MatchRow,
  employer: EmployerFinding,
): void {
  const { input } = state
  const ruleContext = ruleContextOf(ruleContexts, row)
  if (!state.isNew(row) && !findMove(input.action, row.status_id, input.by)) return
  state.touch(row)
  row.company_id = employer.companyId
  row.employer_how = employer.how
  row.employer_confidence = employer.confidence
  const company = employer.companyId === null ? null : { id: employer.companyId, name: employer.companyName ?? '' }
  const policy = company && policyFor(ruleContext, company, row.donated_at.slice(0, 10))
  const combinedMatch = joinSeries(ruleContext, state, row, policy)
  for (const gift of splitIndependentDonations(state, combinedMatch, (part) =>
    isIndependent(ruleContexts, state, part, employer),
  )) {
    if (gift.merged_into_id === null) evaluateOne(ruleContexts, state, gift, ofGift(gift, employer))
  }
  const mergeable = findMergeableDonations(ruleContexts, state, combinedMatch, policy)
  const campaign = campaignFor(ruleContext, combinedMatch)
  const evaluateWith = (small: readonly SmallDonation[]) =>
    evaluateMatch(ruleContext, state, combinedMatch, { employer, policy, campaign, small })
  const openResult = evaluateWith(
    reachesMinimumAlone(state, combinedMatch, evaluateWith) ? olderThan(combinedMatch, mergeable.open) : mergeable.open,
  )
  const isJoining = openResult.evaluation.statusId === 10 && mergeable.merged.length > 0
  const { used, evaluation } = isJoining ? evaluateWith([...mergeable.open, ...mergeable.merged]) : openResult
  const match = evaluation.merge
    ? mergeInto(state, evaluation.merge.combinedMatchId ?? combinedMatch.id, evaluation.merge.partIds)
    : combinedMatch
  applyEvaluation(ruleContext, state, match, { ...evaluation, ...limitsOf(policy, evaluation, used) })
  if (evaluation.merge === null && match.status_id === 10 && !state.seriesOf(match))
    for (const gift of releaseDonations(state, match)) evaluateOne(ruleContexts, state, gift, ofGift(gift, employer))
}

const ofGift = (gift: MatchRow, employer: EmployerFinding): EmployerFinding => ({
  ...employer,
  how: gift.employer_how ?? employer.how,
})

/** The minimum now applies to each gift, or the donor was notified of it as a separate match that reaches it again. */
function isIndependent(
  ruleContexts: RuleContexts,
  state: EvaluationState,
  part: MatchRow,
  employer: EmployerFinding,
): boolean {
  const ruleContext = ruleContextOf(ruleContexts, part)
  const company = employer.companyId === null ? null : { id: employer.companyId, name: employer.companyName ?? '' }
  const policy = company && policyFor(ruleContext, company, part.donated_at.slice(0, 10))
  if (!policy) return false
  if (policy.minimumPerGift) return true
  if (part.previous_status_id === null) return false
  const separateMatch = { ...part, merged_into_id: null, status_id: part.previous_status_id }
  const factors = {
    employer: ofGift(part, employer),
    policy,
    campaign: campaignFor(ruleContext, separateMatch),
    small: [],
  }
  return evaluateMatch(ruleContext, state, separateMatch, factors).evaluation.statusId !== 10
}

/** Its donor was notified of it as a match that reaches the minimum alone, so later gifts never join (domain 5). */
function reachesMinimumAlone(
  state: EvaluationState,
  combinedMatch: MatchRow,
  evaluateWith: (small: readonly SmallDonation[]) => { readonly evaluation: Evaluation },
): boolean {
  const before = state.input.before.get(combinedMatch.id)
  if (
    !before ||
    state.isNew(combinedMatch) ||
    isJoinableStatus(before.status_id) ||
    before.company_id !== combinedMatch.company_id
  ) {
    return false
  }
  return evaluateWith([]).evaluation.statusId !== 10
}

const olderThan = (combinedMatch: MatchRow, small: readonly SmallDonation[]): readonly SmallDonation[] =>
  small.filter(({ donatedAt, id }) =>
    donatedAt === combinedMatch.donated_at ? (id ?? 0) < combinedMatch.id : donatedAt < combinedMatch.donated_at,
  )

type EvaluationFactors = {
  readonly employer: EmployerFinding
  readonly policy: Policy | null
  readonly campaign: Campaign | null
  readonly small: readonly SmallDonation[]
}

function evaluateMatch(
  ruleContext: RuleContext,
  state: EvaluationState,
  combinedMatch: MatchRow,
  { employer, policy, campaign, small }: EvaluationFactors,
) {
  const used = usedByOthers(ruleContext, state, combinedMatch, policy, new Set(small.map(({ id }) => id)))
  const evaluation = evaluate({
    donation: {
      id: combinedMatch.id,
      amountCents: combinedMatch.amount_cents,
      currency: combinedMatch.currency,
      donatedAt: combinedMatch.donated_at,
      inert: combinedMatch.inert,
      givenStatusId: combinedMatch.inert ? combinedMatch.status_id : null,
      isUnconfirmed: combinedMatch.unconfirmed,
      optInRequired: combinedMatch.opt_in_required,
      hasConsented: combinedMatch.consented_at !== null,
      giftKind: combinedMatch.gift_kind,
      employment: combinedMatch.employment,
      deductibleCents: deductibleOf(state, combinedMatch),
      firstDonatedAt: donationDaysOf(state, combinedMatch)[0],
    },
    employer,
    organization: {
      ...ruleContext.facts,
      isClosed: ruleContext.organization.closed,
      isComplete: ruleContext.organization.complete,
      isParentComplete: ruleContext.organization.parent_complete,
    },
    policy,
    campaign,
    used,
    exchangeRate:
      policy && findRate(ruleContext.rates, combinedMatch.currency, policy.currency, combinedMatch.donated_at),
    smallDonations: small,
    recurring: recurringMatchOf(ruleContext, state, combinedMatch),
    now: ruleContext.now,
  })
  return { used, evaluation }
}

function applyEvaluation(
  ruleContext: RuleContext,
  state: EvaluationState,
  row: MatchRow,
  evaluation: EvaluationWithLimits,
): void {
  state.touch(row)
  const isNew = state.isNew(row)
  // The donor's progress with another employer is discarded.
  const { isSameEmployer, before } = state.input
  const isOtherCompany = !isSameEmployer && before.get(row.id)?.company_id !== row.company_id
  const isReset = isNew || isOtherCompany || state.startsOver(row)
  const to = isReset ? evaluation.statusId : keepProgress(row.status_id, evaluation.statusId)
  if (!isNew && row.status_id !== to && !isMoveAllowed(state.actionFor(row), row.status_id, to, state.input.by)) return
  const growableStatus = extendableStatusIds.find((id) => id === row.status_id)
  row.previous_status_id = to === 10 ? (growableStatus ?? row.previous_status_id) : null
  // A request that starts over no longer expects money.
  if (row.payment_state === 'expected' && row.status_id !== to && to !== 3) row.payment_state = 'none'
  row.status_id = to
  row.reason_code = evaluation.reasonCode
  row.estimated_cents = evaluation.estimatedCents
  row.estimate_is_certain = evaluation.estimateIsCertain
  row.deadline_at = evaluation.deadlineAt?.toISOString() ?? null
  row.look_again_at = nextEvaluationAt(ruleContext, evaluation)?.toISOString() ?? null
  row.policy_version_id = evaluation.policyVersionId
  row.campaign_id = evaluation.campaignId
  state.setEvaluation(row, evaluation)
}

/** A limit of 0 means no limit; an unknown limit is null. */
function limitsOf(policy: Policy | null, { terms }: Evaluation, used: UsedAmounts | undefined) {
  const remaining = (limit: number | null | undefined, usedCents = 0): number | null =>
    limit ? Math.max(0, limit - usedCents) : null
  const isOfDonations = policy?.maximumBasis === 'gift'
  return {
    ratio: terms && terms.steps.length > 0 ? terms.steps.map(({ ratio }) => ratio).join(', then ') : null,
    gift_limit_cents: remaining(terms?.maxPerGiftCents),
    year_left_cents: remaining(terms?.maxPerYearCents, isOfDonations ? used?.yearDonationCents : used?.yearCents),
    lifetime_left_cents: remaining(
      terms?.maxLifetimeCents,
      isOfDonations ? used?.lifetimeDonationCents : used?.lifetimeCents,
    ),
  }
}

/** A series may end silently when no further installment arrives. */
const daysBetweenChecks = 7

function nextEvaluationAt({ now }: RuleContext, { statusId, holdEndsAt }: Evaluation): Date | null {
  if (statusId !== 22) return null
  const nextCheck = new Date(now.getTime() + daysBetweenChecks * 86_400_000)
  return holdEndsAt && holdEndsAt < nextCheck ? holdEndsAt : nextCheck
}

function campaignFor(ruleContext: RuleContext, row: MatchRow): Campaign | null {
  const own = ruleContext.campaigns.filter(({ isOwn }) => isOwn)
  const parents = ruleContext.campaigns.filter(({ isOwn }) => !isOwn)
  return findCampaign([own, parents], row.company_id, row.donated_at.slice(0, 10))
}

function usedByOthers(
  { rates }: RuleContext,
  state: EvaluationState,
  row: MatchRow,
  policy: Policy | null,
  excludedIds: ReadonlySet<number | null>,
): UsedAmounts | undefined {
  if (!policy) return undefined
  const others = state.rows.filter(
    (other) =>
      other.id !== row.id &&
      !excludedIds.has(other.id) &&
      other.merged_into_id === null &&
      other.company_id === row.company_id &&
      !other.inert,
  )
  return usedAmounts(
    policy,
    row.donated_at,
    others.map((other) => ({
      statusId: other.status_id,
      donatedAt: other.donated_at,
      amountCents: matchableCents(policy, {
        amountCents: other.amount_cents,
        deductibleCents: deductibleOf(state, other),
      }),
      estimatedCents: other.estimated_cents,
      currency: other.currency,
      isPaid: other.payment_state === 'part_paid' || other.payment_state === 'paid',
    })),
    (cents, currency, day) => Math.round(cents * (findRate(rates, currency, policy.currency, day)?.rate ?? 1)),
  )
}
