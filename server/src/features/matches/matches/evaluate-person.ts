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
import type { EvaluationWithLimits } from './change-matches.ts'
import {
  deductibleOf,
  donationDaysOf,
  findMergeableDonations,
  growableStatusIds,
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
import type { MatchRow } from './match-row.ts'
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
  worlds: RuleContexts,
  rows: readonly MatchRow[],
  subjects: readonly MatchRow[],
  {
    findings,
    asked,
    breathe,
  }: {
    readonly findings: ReadonlyMap<number, EmployerFinding>
    readonly asked: EvaluationInput
    readonly breathe: () => Promise<void>
  },
): Promise<EvaluationResult> {
  const book = new EvaluationState(worlds, rows, subjects, asked)
  for (const subject of [...subjects].sort(oldestFirst)) {
    await breathe()
    takeOut(book, subject)
    subject.consented_at ??= asked.consentedAt
    if (confirms(asked) && !book.isNew(subject) && subject.unconfirmed) {
      book.touch(subject)
      subject.unconfirmed = false
    }
    if (subject.merged_into_id === null)
      evaluateOne(worlds, book, subject, findings.get(subject.id) ?? known(subject, ruleContextOf(worlds, subject)))
  }
  if (asked.action === 'evaluate') {
    await reallocateMaximums(book, breathe, (row) =>
      evaluateOne(worlds, book, row, findings.get(row.id) ?? ofGift(row, known(row, ruleContextOf(worlds, row)))),
    )
  }
  return book.decided()
}

/** A donor who acts through their own link confirms the request. */
const confirms = ({ action, by }: EvaluationInput): boolean => action === 'confirm' || by === 'donor'

function takeOut(book: EvaluationState, row: MatchRow): void {
  const given = book.asked.external.get(row.id)
  if (given === undefined) return
  book.touch(row)
  row.status_id = given
  row.inert = true
  row.reason_code = 'external_match'
}

function known(row: MatchRow, world: RuleContext): EmployerFinding {
  const companyName = (row.company_id !== null && world.policies.get(row.company_id)?.[0]?.companyName) || null
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

function evaluateOne(worlds: RuleContexts, book: EvaluationState, row: MatchRow, employer: EmployerFinding): void {
  const { asked } = book
  const world = ruleContextOf(worlds, row)
  if (!book.isNew(row) && !findMove(asked.action, row.status_id, asked.by)) return
  book.touch(row)
  row.company_id = employer.companyId
  row.employer_how = employer.how
  row.employer_confidence = employer.confidence
  const company = employer.companyId === null ? null : { id: employer.companyId, name: employer.companyName ?? '' }
  const policy = company && policyFor(world, company, row.donated_at.slice(0, 10))
  const whole = joinSeries(world, book, row, policy)
  for (const gift of splitIndependentDonations(book, whole, (part) => needsNobody(worlds, book, part, employer))) {
    if (gift.merged_into_id === null) evaluateOne(worlds, book, gift, ofGift(gift, employer))
  }
  const beside = findMergeableDonations(worlds, book, whole, policy)
  const campaign = campaignFor(world, whole)
  const judged = (small: readonly SmallDonation[]) => judge(world, book, whole, { employer, policy, campaign, small })
  const alone = judged(isSettledAlone(book, whole, judged) ? olderThan(whole, beside.open) : beside.open)
  const isJoining = alone.evaluation.statusId === 10 && beside.told.length > 0
  const { used, evaluation } = isJoining ? judged([...beside.open, ...beside.told]) : alone
  const match = evaluation.merge
    ? mergeInto(book, evaluation.merge.wholeId ?? whole.id, evaluation.merge.partIds)
    : whole
  write(world, book, match, { ...evaluation, ...limitsOf(policy, evaluation, used) })
  if (evaluation.merge === null && match.status_id === 10 && !book.seriesOf(match))
    for (const gift of releaseDonations(book, match)) evaluateOne(worlds, book, gift, ofGift(gift, employer))
}

const ofGift = (gift: MatchRow, employer: EmployerFinding): EmployerFinding => ({
  ...employer,
  how: gift.employer_how ?? employer.how,
})

/** The minimum now applies to each gift, or the donor was notified of it as a separate match that reaches it again. */
function needsNobody(worlds: RuleContexts, book: EvaluationState, part: MatchRow, employer: EmployerFinding): boolean {
  const world = ruleContextOf(worlds, part)
  const company = employer.companyId === null ? null : { id: employer.companyId, name: employer.companyName ?? '' }
  const policy = company && policyFor(world, company, part.donated_at.slice(0, 10))
  if (!policy) return false
  if (policy.minimumPerGift) return true
  if (part.previous_status_id === null) return false
  const alone = { ...part, merged_into_id: null, status_id: part.previous_status_id }
  const asked = { employer: ofGift(part, employer), policy, campaign: campaignFor(world, alone), small: [] }
  return judge(world, book, alone, asked).evaluation.statusId !== 10
}

/** Its donor was notified of it as a match that reaches the minimum alone, so later gifts never join (domain 5). */
function isSettledAlone(
  book: EvaluationState,
  whole: MatchRow,
  judged: (small: readonly SmallDonation[]) => { readonly evaluation: Evaluation },
): boolean {
  const before = book.asked.before.get(whole.id)
  if (!before || book.isNew(whole) || isJoinableStatus(before.status_id) || before.company_id !== whole.company_id) {
    return false
  }
  return judged([]).evaluation.statusId !== 10
}

const olderThan = (whole: MatchRow, small: readonly SmallDonation[]): readonly SmallDonation[] =>
  small.filter(({ donatedAt, id }) =>
    donatedAt === whole.donated_at ? (id ?? 0) < whole.id : donatedAt < whole.donated_at,
  )

type Judged = {
  readonly employer: EmployerFinding
  readonly policy: Policy | null
  readonly campaign: Campaign | null
  readonly small: readonly SmallDonation[]
}

function judge(
  world: RuleContext,
  book: EvaluationState,
  whole: MatchRow,
  { employer, policy, campaign, small }: Judged,
) {
  const used = usedBeside(world, book, whole, policy, new Set(small.map(({ id }) => id)))
  const evaluation = evaluate({
    donation: {
      id: whole.id,
      amountCents: whole.amount_cents,
      currency: whole.currency,
      donatedAt: whole.donated_at,
      inert: whole.inert,
      givenStatusId: whole.inert ? whole.status_id : null,
      isUnconfirmed: whole.unconfirmed,
      optInRequired: whole.opt_in_required,
      hasConsented: whole.consented_at !== null,
      giftKind: whole.gift_kind,
      employment: whole.employment,
      deductibleCents: deductibleOf(book, whole),
      firstDonatedAt: donationDaysOf(book, whole)[0],
    },
    employer,
    organization: {
      ...world.facts,
      isClosed: world.organization.closed,
      isComplete: world.organization.complete,
      isParentComplete: world.organization.parent_complete,
    },
    policy,
    campaign,
    used,
    exchangeRate: policy && findRate(world.rates, whole.currency, policy.currency, whole.donated_at),
    smallDonations: small,
    recurring: recurringMatchOf(world, book, whole),
    now: world.now,
  })
  return { used, evaluation }
}

function write(world: RuleContext, book: EvaluationState, row: MatchRow, evaluation: EvaluationWithLimits): void {
  book.touch(row)
  const isNew = book.isNew(row)
  // The donor's progress with another employer is discarded.
  const { isSameEmployer, before } = book.asked
  const isOtherCompany = !isSameEmployer && before.get(row.id)?.company_id !== row.company_id
  const isAnew = isNew || isOtherCompany || book.startsOver(row)
  const to = isAnew ? evaluation.statusId : keepProgress(row.status_id, evaluation.statusId)
  if (!isNew && row.status_id !== to && !isMoveAllowed(book.actionFor(row), row.status_id, to, book.asked.by)) return
  const told = growableStatusIds.find((one) => one === row.status_id)
  row.previous_status_id = to === 10 ? (told ?? row.previous_status_id) : null
  // A request that starts over no longer expects money.
  if (row.payment_state === 'expected' && row.status_id !== to && to !== 3) row.payment_state = 'none'
  row.status_id = to
  row.reason_code = evaluation.reasonCode
  row.estimated_cents = evaluation.estimatedCents
  row.estimate_is_certain = evaluation.estimateIsCertain
  row.deadline_at = evaluation.deadlineAt?.toISOString() ?? null
  row.look_again_at = lookAgainAt(world, evaluation)?.toISOString() ?? null
  row.policy_version_id = evaluation.policyVersionId
  row.campaign_id = evaluation.campaignId
  book.evaluated(row, evaluation)
}

/** A limit of 0 means no limit; an unknown limit is null. */
function limitsOf(policy: Policy | null, { terms }: Evaluation, used: UsedAmounts | undefined) {
  const left = (limit: number | null | undefined, gone = 0): number | null => (limit ? Math.max(0, limit - gone) : null)
  const isOfDonations = policy?.maximumBasis === 'gift'
  return {
    ratio: terms && terms.steps.length > 0 ? terms.steps.map(({ ratio }) => ratio).join(', then ') : null,
    gift_limit_cents: left(terms?.maxPerGiftCents),
    year_left_cents: left(terms?.maxPerYearCents, isOfDonations ? used?.yearDonationCents : used?.yearCents),
    lifetime_left_cents: left(
      terms?.maxLifetimeCents,
      isOfDonations ? used?.lifetimeDonationCents : used?.lifetimeCents,
    ),
  }
}

/** A series may end silently when no further installment arrives. */
const daysBetweenLooks = 7

function lookAgainAt({ now }: RuleContext, { statusId, holdEndsAt }: Evaluation): Date | null {
  if (statusId !== 22) return null
  const soon = new Date(now.getTime() + daysBetweenLooks * 86_400_000)
  return holdEndsAt && holdEndsAt < soon ? holdEndsAt : soon
}

function campaignFor(world: RuleContext, row: MatchRow): Campaign | null {
  const own = world.campaigns.filter(({ isOwn }) => isOwn)
  const parents = world.campaigns.filter(({ isOwn }) => !isOwn)
  return findCampaign([own, parents], row.company_id, row.donated_at.slice(0, 10))
}

function usedBeside(
  { rates }: RuleContext,
  book: EvaluationState,
  row: MatchRow,
  policy: Policy | null,
  without: ReadonlySet<number | null>,
): UsedAmounts | undefined {
  if (!policy) return undefined
  const others = book.rows.filter(
    (other) =>
      other.id !== row.id &&
      !without.has(other.id) &&
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
        deductibleCents: deductibleOf(book, other),
      }),
      estimatedCents: other.estimated_cents,
      currency: other.currency,
      isPaid: other.payment_state === 'part_paid' || other.payment_state === 'paid',
    })),
    (cents, currency, day) => Math.round(cents * (findRate(rates, currency, policy.currency, day)?.rate ?? 1)),
  )
}
