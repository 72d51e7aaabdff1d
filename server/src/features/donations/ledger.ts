import {
  addMonths,
  type Campaign,
  dayText,
  type EmployerFinding,
  type Evaluation,
  evaluate,
  findCampaign,
  findMove,
  isMoveAllowed,
  keepProgress,
  type Policy,
  policyYearOf,
  readDay,
  statusOf,
  type UsedAmounts,
} from '@twofold/matching'
import type { JudgedRow } from './donations.queries.ts'
import {
  type Asked,
  Book,
  type Judgement,
  joinSeries,
  mergeInto,
  oldestFirst,
  recurringOf,
  smallGiftsBeside,
  type World,
} from './gifts-together.ts'

/** One person's gifts to one organization, judged with each other in view. No I/O: rows in, changed rows out. */

/** Employers found on earlier gifts count for this long. */
const historyMonths = 13

/**
 * The company of an earlier gift, for one that names no employer. A company that was itself only found in history is
 * no evidence: it would be handed on for ever.
 */
export function earlierCompany(row: JudgedRow, ledger: readonly JudgedRow[]): number | null {
  const day = readDay(row.donated_at)
  if (day === null) return null
  const since = dayText(addMonths(day, -historyMonths))
  const earlier = ledger
    .filter((other) => other.id !== row.id && other.company_id !== null && other.employer_how !== 'history')
    .filter((other) => other.donated_at >= since && other.donated_at <= row.donated_at)
    .sort(oldestFirst)
  return earlier.at(-1)?.company_id ?? null
}

/**
 * Judges `subjects` in the order of their dates and answers every row that changed with them: a gift that completes
 * another one's minimum changes both. `ledger` holds all gifts of the person, the subjects among them; it is written to.
 */
export function judgeLedger(
  world: World,
  ledger: readonly JudgedRow[],
  subjects: readonly JudgedRow[],
  findings: ReadonlyMap<number, EmployerFinding>,
  asked: Asked,
): Judgement[] {
  const book = new Book(ledger, asked)
  for (const subject of [...subjects].sort(oldestFirst)) {
    if (subject.merged_into_id === null)
      judgeOne(world, book, subject, findings.get(subject.id) ?? known(subject, world))
  }
  return book.judgements()
}

function known(row: JudgedRow, world: World): EmployerFinding {
  const companyName = (row.company_id !== null && world.policies.get(row.company_id)?.companyName) || null
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

function judgeOne(world: World, book: Book, row: JudgedRow, employer: EmployerFinding): void {
  const { asked } = book
  const isNew = asked.arriving.has(row.id)
  if (!isNew && !findMove(asked.action, row.status_id, asked.by)) return
  book.touch(row)
  row.company_id = employer.companyId
  row.employer_how = employer.how
  row.employer_confidence = employer.confidence
  const policy = employer.companyId === null ? null : (world.policies.get(employer.companyId) ?? null)
  const whole = joinSeries(book, row, policy)
  const small = smallGiftsBeside(world, book, whole, policy)
  const evaluation = evaluate({
    donation: {
      id: whole.id,
      amountCents: whole.amount_cents,
      currency: whole.currency,
      donatedAt: whole.donated_at,
      inert: whole.inert,
      givenStatusId: whole.inert ? whole.status_id : null,
      optInRequired: whole.opt_in_required,
      hasConsented: whole.consented,
    },
    employer,
    organization: {
      ...world.facts,
      isClosed: world.organization.closed,
      isComplete: world.organization.complete,
      isParentComplete: world.organization.parent_complete,
    },
    policy,
    campaign: campaignFor(world, whole),
    used: usedBeside(book, whole, policy, new Set(small.map(({ id }) => id))),
    smallGifts: small,
    recurring: recurringOf(world, book, whole),
    now: world.now,
  })
  const match = evaluation.merge
    ? mergeInto(book, evaluation.merge.wholeId ?? whole.id, evaluation.merge.partIds)
    : whole
  write(world, book, match, evaluation)
}

function write(world: World, book: Book, row: JudgedRow, evaluation: Evaluation): void {
  const { asked } = book
  book.touch(row)
  const isNew = asked.arriving.has(row.id)
  const to = isNew ? evaluation.statusId : keepProgress(row.status_id, evaluation.statusId)
  const action = isNew ? 'create' : asked.arriving.size > 0 ? 'evaluate' : asked.action
  if (!isNew && row.status_id !== to && !isMoveAllowed(action, row.status_id, to, asked.by)) return
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

/** A series may end without a sign: nothing comes any more. */
const daysBetweenLooks = 7

function lookAgainAt({ now }: World, { statusId, holdEndsAt }: Evaluation): Date | null {
  if (statusId !== 22) return null
  const soon = new Date(now.getTime() + daysBetweenLooks * 86_400_000)
  return holdEndsAt && holdEndsAt < soon ? holdEndsAt : soon
}

function campaignFor(world: World, row: JudgedRow): Campaign | null {
  const own = world.campaigns.filter(({ isOwn }) => isOwn)
  const parents = world.campaigns.filter(({ isOwn }) => !isOwn)
  return findCampaign([own, parents], row.company_id, row.donated_at.slice(0, 10))
}

/** What the person's other matches at this company take of the yearly and the lifetime maximum. Other currencies count at par. */
function usedBeside(
  book: Book,
  row: JudgedRow,
  policy: Policy | null,
  without: ReadonlySet<number | null>,
): UsedAmounts | undefined {
  const year = policy && policyYearOf(row.donated_at, policy.policyYearStart)
  if (!year) return undefined
  const others = book.rows.filter(
    (other) =>
      other.id !== row.id &&
      !without.has(other.id) &&
      other.merged_into_id === null &&
      other.company_id === row.company_id &&
      !other.inert &&
      (statusOf(other.status_id).billing !== null || ['part_paid', 'paid'].includes(other.payment_state)),
  )
  const sum = (rows: readonly JudgedRow[]): number => rows.reduce((cents, other) => cents + other.estimated_cents, 0)
  const ofYear = others.filter(({ donated_at }) => {
    const day = donated_at.slice(0, 10)
    return year.firstDay <= day && day <= year.lastDay
  })
  return { yearCents: sum(ofYear), lifetimeCents: sum(others) }
}
