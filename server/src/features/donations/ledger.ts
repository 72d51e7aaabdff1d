import {
  addMonths,
  type Campaign,
  dayAt,
  dayText,
  detectSeries,
  type EmployerFinding,
  type Evaluation,
  evaluate,
  findCampaign,
  findMove,
  hasSeriesEnded,
  isMoveAllowed,
  keepProgress,
  type MoveAction,
  mergeKey,
  type NonprofitFacts,
  type Policy,
  policyYearOf,
  type RecurringMatch,
  readDay,
  type SmallGift,
  type StatusId,
  statusOf,
  type UsedAmounts,
} from '@twofold/matching'
import { z } from 'zod'
import type { Actor, JudgedOrganization, JudgedRow, ReachingCampaign } from './donations.queries.ts'

/** One person's gifts to one organization, judged with each other in view. No I/O: rows in, changed rows out. */

export type World = {
  readonly now: Date
  readonly organization: JudgedOrganization
  readonly facts: NonprofitFacts
  readonly campaigns: readonly ReachingCampaign[]
  readonly policies: ReadonlyMap<number, Policy>
}

export type Judgement = {
  readonly row: JudgedRow
  /** What the row was before; null for a gift that is just arriving. */
  readonly before: { readonly status: StatusId } | null
  readonly evaluation: Evaluation | null
}

/** A part of a match that stands for several gifts, in the words of the specification's `recurring_history`. */
const part = z.object({ id: z.number(), donated_at: z.string(), amount: z.number(), created_at: z.string() })
type Part = z.infer<typeof part>

/** The gifts that a match stands for, itself included; empty for a gift that stands for itself. */
export function partsOfMatch(row: Pick<JudgedRow, 'custom'>): Part[] {
  return z.array(part).safeParse(row.custom['history']).data ?? []
}

/** What this gift itself brought, before others were merged into it. */
export function ownCents(row: JudgedRow): number {
  const own = partsOfMatch(row).find(({ id }) => id === row.id)
  return own ? Math.round(own.amount * 100) : row.amount_cents
}

const oldestFirst = (a: JudgedRow, b: JudgedRow): number =>
  a.donated_at < b.donated_at ? -1 : a.donated_at > b.donated_at ? 1 : a.id - b.id

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

export type Asked = {
  readonly action: MoveAction
  readonly by: Actor['kind']
  /** Gifts that were not here before. */
  readonly arriving: ReadonlySet<number>
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

/** The rows of a person while they change. */
class Book {
  readonly rows: readonly JudgedRow[]
  readonly asked: Asked
  readonly #before = new Map<number, { status: StatusId } | null>()
  readonly #evaluations = new Map<number, Evaluation>()
  constructor(rows: readonly JudgedRow[], asked: Asked) {
    this.rows = rows
    this.asked = asked
  }
  /** To be called before a row is written to. */
  touch(row: JudgedRow): void {
    if (!this.#before.has(row.id)) {
      this.#before.set(row.id, this.asked.arriving.has(row.id) ? null : { status: row.status_id })
    }
  }
  evaluated(row: JudgedRow, evaluation: Evaluation): void {
    this.#evaluations.set(row.id, evaluation)
  }
  judgements(): Judgement[] {
    return this.rows.flatMap((row) => {
      const before = this.#before.get(row.id)
      return before === undefined ? [] : [{ row, before, evaluation: this.#evaluations.get(row.id) ?? null }]
    })
  }
}

function known(row: JudgedRow, world: World): EmployerFinding {
  const companyName = (row.company_id !== null && world.policies.get(row.company_id)?.companyName) || null
  return {
    companyId: row.company_id,
    companyName,
    how: row.company_id !== null ? 'id' : row.employer_text ? 'unclear' : 'none',
    confidence: row.employer_confidence ?? 1,
    text: row.employer_text,
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
  write(book, match, evaluation)
}

function write(book: Book, row: JudgedRow, evaluation: Evaluation): void {
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
  row.policy_version_id = evaluation.policyVersionId
  row.campaign_id = evaluation.campaignId
  book.evaluated(row, evaluation)
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

/** Matches that the donor has not acted on may still grow. */
const stillGrowing: readonly StatusId[] = [6, 7, 8, 25]

/** Gifts below the minimum that may be merged with this one, with the parts of an earlier merge each by itself. */
function smallGiftsBeside(world: World, book: Book, row: JudgedRow, policy: Policy | null): SmallGift[] {
  if (!policy || row.recurring_id) return []
  const keyOf = (given: JudgedRow): string | null =>
    given.company_id === null
      ? null
      : mergeKey({
          person: String(given.donor_id),
          companyId: given.company_id,
          ein: world.organization.ein,
          currency: given.currency,
          donatedAt: given.donated_at,
          policyYearStart: policy.policyYearStart,
        })
  const key = keyOf(row)
  if (key === null) return []
  const alike = book.rows.filter(
    (other) => other.id !== row.id && !other.inert && !other.recurring_id && keyOf(other) === key,
  )
  const grown = alike.filter(
    (other) =>
      other.merged_into_id === null && stillGrowing.includes(other.status_id) && partsOfMatch(other).length > 0,
  )
  const open = alike.filter(
    (other) =>
      grown.includes(other) ||
      grown.some((whole) => other.merged_into_id === whole.id) ||
      (other.merged_into_id === null && other.status_id === 10),
  )
  return open.map((other) => ({ id: other.id, donatedAt: other.donated_at, amountCents: ownCents(other) }))
}

/** Makes one gift stand for itself and the parts. What stood for them before becomes a part. */
function mergeInto(book: Book, wholeId: number, partIds: readonly (number | null)[]): JudgedRow {
  const whole = book.rows.find(({ id }) => id === wholeId)
  if (!whole) throw new Error(`gift ${wholeId} is merged and not among the person's gifts`)
  const members = book.rows.filter(({ id }) => id === wholeId || partIds.includes(id)).sort(oldestFirst)
  const history = members.map((member) => ({
    id: member.id,
    donated_at: member.donated_at,
    amount: ownCents(member) / 100,
    created_at: member.created_at,
  }))
  const total = members.reduce((cents, member) => cents + ownCents(member), 0)
  for (const member of members) {
    book.touch(member)
    const { history: _, ...custom } = member.custom
    const own = ownCents(member)
    member.custom = member === whole ? { ...custom, history } : custom
    member.amount_cents = member === whole ? total : own
    member.merged_into_id = member === whole ? null : wholeId
    if (member === whole) continue
    member.company_id = whole.company_id
    member.status_id = whole.recurring_id ? 22 : 10
    member.reason_code = whole.recurring_id ? 'recurring' : 'below_minimum'
    member.estimated_cents = 0
  }
  return whole
}

/** An instalment joins the match that collects its series in its policy year; the first one opens it. */
function joinSeries(book: Book, row: JudgedRow, policy: Policy | null): JudgedRow {
  if (!row.recurring_id || row.inert || row.company_id === null || policy?.program !== 'yes') return row
  const year = policyYearOf(row.donated_at, policy.policyYearStart)
  if (!year || row.status_id === 22) return row
  const collecting = book.rows.find(
    (other) =>
      other.id !== row.id &&
      other.recurring_id === row.recurring_id &&
      other.company_id === row.company_id &&
      other.currency === row.currency &&
      other.status_id === 22 &&
      other.merged_into_id === null &&
      policyYearOf(other.donated_at, policy.policyYearStart)?.firstDay === year.firstDay,
  )
  if (!collecting) return row
  const parts = book.rows.filter((other) => other.merged_into_id === collecting.id).map(({ id }) => id)
  return mergeInto(book, collecting.id, [...parts, row.id])
}

function recurringOf(world: World, book: Book, row: JudgedRow): RecurringMatch | null {
  if (!row.recurring_id || row.inert) return null
  const parts = book.rows.filter((other) => other.id === row.id || other.merged_into_id === row.id)
  const [series] = detectSeries(
    book.rows
      .filter(({ recurring_id }) => recurring_id === row.recurring_id)
      .map((gift) => ({
        id: gift.id,
        donatedAt: gift.donated_at,
        amountCents: ownCents(gift),
        recurringId: gift.recurring_id,
      })),
  )
  const today = dayAt(world.now, world.organization.time_zone) ?? row.donated_at
  const isHeld = row.status_id === 22 || book.asked.arriving.has(row.id)
  return {
    instalments: parts.map((gift) => ({ donatedAt: gift.donated_at, amountCents: ownCents(gift) })),
    hasEnded: series !== undefined && hasSeriesEnded(series, today),
    isReleased: book.asked.action === 'release' || !isHeld,
  }
}
