import {
  dayAt,
  detectSeries,
  type Evaluation,
  hasSeriesEnded,
  type MoveAction,
  mergeKey,
  type NonprofitFacts,
  type Policy,
  policyYearOf,
  type RecurringMatch,
  type SmallGift,
  type StatusId,
} from '@twofold/matching'
import { z } from 'zod'
import type { Actor, JudgedRow } from './donations.queries.ts'
import type { JudgedOrganization, ReachingCampaign } from './world.queries.ts'

/** How several gifts become one match: small ones by merging, instalments by their series. */

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

export type Asked = {
  readonly action: MoveAction
  readonly by: Actor['kind']
  /** Gifts that were not here before. */
  readonly arriving: ReadonlySet<number>
}

/** The rows of a person while they change. */
export class Book {
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

export const oldestFirst = (a: JudgedRow, b: JudgedRow): number =>
  a.donated_at < b.donated_at ? -1 : a.donated_at > b.donated_at ? 1 : a.id - b.id

/** Matches that the donor has not acted on may still grow. */
const stillGrowing: readonly StatusId[] = [6, 7, 8, 25]

/** Gifts below the minimum that may be merged with this one, with the parts of an earlier merge each by itself. */
export function smallGiftsBeside(world: World, book: Book, row: JudgedRow, policy: Policy | null): SmallGift[] {
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
export function mergeInto(book: Book, wholeId: number, partIds: readonly (number | null)[]): JudgedRow {
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
export function joinSeries(book: Book, row: JudgedRow, policy: Policy | null): JudgedRow {
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

export function recurringOf(world: World, book: Book, row: JudgedRow): RecurringMatch | null {
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
