import {
  dayAt,
  detectSeries,
  hasSeriesEnded,
  type MoveAction,
  type Mover,
  mergeKey,
  type NonprofitFacts,
  type Policy,
  policyYearOf,
  type RecurringMatch,
  type SmallGift,
  type StatusId,
  toldStatusIds,
} from '@twofold/matching'
import type { Arrival, MatchChange, ReasonedEvaluation } from './change-matches.ts'
import { type ArrivingRow, type MatchRow, ownCents, standsForSeveral } from './match-row.ts'
import type { EvaluatedOrganization, ReachingCampaign } from './world.queries.ts'

/** How several gifts become one match: small ones by merging, instalments by their series. */

export type World = {
  readonly now: Date
  readonly organization: EvaluatedOrganization
  readonly facts: NonprofitFacts
  readonly campaigns: readonly ReachingCampaign[]
  readonly policies: ReadonlyMap<number, Policy>
}

export type Asked = {
  readonly action: MoveAction
  readonly by: Mover
  /** Donations that were not here before. */
  readonly arriving: ReadonlyMap<number, ArrivingRow>
  /** What the others were before anything about them changed. */
  readonly before: ReadonlyMap<number, MatchRow>
  /** When the donors of the subjects agreed to hear about matching: now; null: nobody asked them. */
  readonly consentedAt: string | null
  /** Those about which facts changed: kept in the history whether or not the rules may look at them. */
  readonly changed: ReadonlySet<number>
  /** Donations that are handled elsewhere from now on, with the status that they were given. */
  readonly external: ReadonlyMap<number, StatusId>
}

/** The rows of a person while they change. */
export class Book {
  readonly rows: readonly MatchRow[]
  readonly asked: Asked
  readonly #subjects: ReadonlySet<number>
  readonly #touched = new Set<number>()
  readonly #evaluations = new Map<number, ReasonedEvaluation>()
  constructor(rows: readonly MatchRow[], subjects: readonly MatchRow[], asked: Asked) {
    this.rows = rows
    this.asked = asked
    this.#subjects = new Set(subjects.map(({ id }) => id))
    for (const row of rows) if (asked.changed.has(row.id)) this.touch(row)
  }
  /** To be called where a row is written to. */
  touch(row: MatchRow): void {
    this.#touched.add(row.id)
  }
  evaluated(row: MatchRow, evaluation: ReasonedEvaluation): void {
    this.#evaluations.set(row.id, evaluation)
  }
  isNew({ id }: MatchRow): boolean {
    return this.asked.arriving.has(id)
  }
  /** What was done to this row: to those that nobody asked about, an evaluation. */
  actionFor(row: MatchRow): MoveAction {
    if (this.isNew(row)) return 'create'
    return this.#subjects.has(row.id) ? this.asked.action : 'evaluate'
  }
  decided(): Decided {
    const touched = this.rows.filter(({ id }) => this.#touched.has(id))
    const arrivals: Arrival[] = []
    const changes: Decided['changes'][number][] = []
    for (const row of touched) {
      const evaluation = this.#evaluations.get(row.id) ?? null
      const arriving = this.asked.arriving.get(row.id)
      const before = this.asked.before.get(row.id)
      const isMerged = row.merged_into_id !== null && before?.merged_into_id !== row.merged_into_id
      const named = isMerged ? 'merge' : this.asked.external.has(row.id) ? 'external' : this.actionFor(row)
      if (arriving) arrivals.push({ action: named, before: null, row: arriving, evaluation })
      else if (before) changes.push({ action: named, before, row, evaluation })
    }
    return { arrivals, changes }
  }
}

export type Decided = {
  readonly arrivals: readonly Arrival[]
  readonly changes: readonly (MatchChange & { readonly before: MatchRow })[]
}

export const oldestFirst = (a: MatchRow, b: MatchRow): number =>
  a.donated_at < b.donated_at ? -1 : a.donated_at > b.donated_at ? 1 : a.id - b.id

/** Matches that the donor has not acted on may still grow. */
const stillGrowing: readonly StatusId[] = toldStatusIds

/** Gifts below the minimum that may be merged with this one, with the parts of an earlier merge each by itself. */
export function smallGiftsBeside(world: World, book: Book, row: MatchRow, policy: Policy | null): SmallGift[] {
  if (!policy || row.recurring_id) return []
  const keyOf = (given: MatchRow): string | null =>
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
    (other) => other.merged_into_id === null && stillGrowing.includes(other.status_id) && standsForSeveral(other),
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
export function mergeInto(book: Book, wholeId: number, partIds: readonly (number | null)[]): MatchRow {
  const whole = book.rows.find(({ id }) => id === wholeId)
  if (!whole) throw new Error(`gift ${wholeId} is merged and not among the person's gifts`)
  const members = book.rows.filter(({ id }) => id === wholeId || partIds.includes(id)).sort(oldestFirst)
  const total = members.reduce((cents, member) => cents + ownCents(member), 0)
  for (const member of members) {
    book.touch(member)
    const own = ownCents(member)
    member.own_cents = member === whole ? own : null
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
export function joinSeries(book: Book, row: MatchRow, policy: Policy | null): MatchRow {
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

export function recurringOf(world: World, book: Book, row: MatchRow): RecurringMatch | null {
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
  const isHeld = row.status_id === 22 || book.isNew(row)
  return {
    instalments: parts.map((gift) => ({ donatedAt: gift.donated_at, amountCents: ownCents(gift) })),
    hasEnded: series !== undefined && hasSeriesEnded(series, today),
    isReleased: book.asked.action === 'release' || !isHeld,
  }
}
