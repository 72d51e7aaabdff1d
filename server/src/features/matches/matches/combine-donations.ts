import {
  dayAt,
  hasSeriesEnded,
  instructedStatusIds,
  joinableStatusIds,
  joinsMatch,
  mergeKey,
  type Policy,
  policyYearOf,
  type RecurringMatch,
  type SmallDonation,
  type StatusId,
} from '@twofold/matching'
import { type EvaluationState, type RuleContext, type RuleContexts, ruleContextOf } from './evaluation-state.ts'
import { deductibleCents, isCombinedMatch, type MatchRow, ownCents } from './match-row.ts'

export const oldestFirst = (a: MatchRow, b: MatchRow): number =>
  a.donated_at < b.donated_at ? -1 : a.donated_at > b.donated_at ? 1 : a.id - b.id

/** These matches had no donor action and may still take in more gifts. */
export const growableStatusIds: readonly StatusId[] = instructedStatusIds

type Beside = {
  readonly open: readonly SmallDonation[]
  /** Gifts of an earlier merge, merged only with a gift below the minimum. */
  readonly told: readonly SmallDonation[]
}

export function findMergeableDonations(
  worlds: RuleContexts,
  book: EvaluationState,
  row: MatchRow,
  policy: Policy | null,
): Beside {
  const none = { open: [], told: [] }
  if (!policy) return none
  const keyOf = (given: MatchRow): string | null =>
    given.company_id === null
      ? null
      : mergeKey({
          person: book.person,
          companyId: given.company_id,
          ein: ruleContextOf(worlds, given).organization.ein,
          organizationId: given.organization_id,
          currency: given.currency,
          donatedAt: given.donated_at,
          policyYearStart: policy.policyYearStart,
        })
  const key = keyOf(row)
  if (key === null) return none
  const alike = book.rows.filter((other) => other.id !== row.id && !other.inert && keyOf(other) === key)
  const grown = alike.filter(
    (other) =>
      other.merged_into_id === null &&
      growableStatusIds.includes(other.status_id) &&
      isCombinedMatch(other) &&
      !book.seriesOf(other),
  )
  const inGrown = (other: MatchRow): boolean =>
    grown.includes(other) || grown.some((whole) => other.merged_into_id === whole.id)
  const isOpen = (other: MatchRow): boolean => other.merged_into_id === null && other.status_id === 10
  return {
    open: alike.filter(isOpen).map((other) => ({
      id: other.id,
      donatedAt: other.donated_at,
      firstDonatedAt: donationDaysOf(book, other)[0],
      amountCents: other.amount_cents,
      deductibleCents: deductibleOf(book, other),
    })),
    told: alike.filter(inGrown).map((other) => ({
      id: other.id,
      donatedAt: other.donated_at,
      amountCents: ownCents(other),
      deductibleCents: deductibleCents(other),
    })),
  }
}

export const donationDaysOf = (book: EvaluationState, whole: MatchRow): string[] =>
  partsOf(book, whole)
    .map(({ donated_at }) => donated_at)
    .sort()

/** Null if it is unknown for all of the gifts. */
export function deductibleOf(book: EvaluationState, whole: MatchRow): number | null {
  const parts = partsOf(book, whole)
  if (parts.every((part) => deductibleCents(part) === null)) return null
  return parts.reduce((sum, part) => sum + Math.min(deductibleCents(part) ?? ownCents(part), ownCents(part)), 0)
}

const partsOf = (book: EvaluationState, whole: MatchRow): MatchRow[] =>
  book.rows.filter((other) => other.id === whole.id || other.merged_into_id === whole.id)

export function mergeInto(book: EvaluationState, wholeId: number, partIds: readonly (number | null)[]): MatchRow {
  const whole = book.rows.find(({ id }) => id === wholeId)
  if (!whole) throw new Error(`gift ${wholeId} is merged and not among the person's gifts`)
  const named = new Set([wholeId, ...partIds])
  const members = book.rows
    .filter(({ id, merged_into_id }) => named.has(id) || (merged_into_id !== null && named.has(merged_into_id)))
    .sort(oldestFirst)
  const total = members.reduce((cents, member) => cents + ownCents(member), 0)
  const isSeries = book.seriesOf(whole) !== null
  for (const member of members) {
    book.touch(member)
    const own = ownCents(member)
    if (member !== whole && growableStatusIds.includes(member.status_id)) member.previous_status_id = member.status_id
    member.own_cents = member === whole ? own : null
    member.amount_cents = member === whole ? total : own
    member.merged_into_id = member === whole ? null : wholeId
    if (member === whole) continue
    member.company_id = whole.company_id
    member.status_id = isSeries ? 22 : 10
    member.reason_code = isSeries ? 'recurring' : 'below_minimum'
    member.estimated_cents = 0
  }
  return whole
}

/** Returns the separated gifts, so that later gifts can join them; empty for a single gift. */
export function releaseDonations(book: EvaluationState, whole: MatchRow): MatchRow[] {
  const members = partsOf(book, whole).sort(oldestFirst)
  if (members.length < 2) return []
  for (const member of members) {
    book.touch(member)
    member.amount_cents = ownCents(member)
    member.own_cents = null
    member.merged_into_id = null
    member.status_id = 10
    member.reason_code = 'below_minimum'
  }
  return members
}

/** Releases parts that do not need the others, for individual evaluation. */
export function splitIndependentDonations(
  book: EvaluationState,
  whole: MatchRow,
  doesWithout: (part: MatchRow) => boolean,
): MatchRow[] {
  const isOpen = whole.status_id === 10 || growableStatusIds.includes(whole.status_id)
  if (!isOpen || whole.inert || !isCombinedMatch(whole) || whole.received_cents !== 0 || book.seriesOf(whole)) return []
  const parts = partsOf(book, whole)
    .filter((part) => part !== whole)
    .sort(oldestFirst)
  const last = parts.findLastIndex(doesWithout)
  // Include the smaller gifts before them, which were requested together.
  const leaving = parts.slice(0, last + 1)
  if (leaving.length === 0) return []
  book.touch(whole)
  for (const part of leaving) {
    book.touch(part)
    part.merged_into_id = null
    part.status_id = part.previous_status_id ?? part.status_id
    whole.amount_cents -= part.amount_cents
  }
  if (leaving.length === parts.length) whole.own_cents = null
  return leaving
}

/** A series is one match per policy year, whatever the arrival order. */
export function joinSeries(world: RuleContext, book: EvaluationState, row: MatchRow, policy: Policy | null): MatchRow {
  const series = book.seriesOf(row)
  const yearStart = policy?.policyYearStart ?? '01-01'
  const year = policyYearOf(row.donated_at, yearStart)
  if (!series || !year || row.inert || row.company_id === null || !mayJoin(book, row)) return row
  const today = dayAt(world.now, world.organization.time_zone) ?? row.donated_at
  const match = book.rows
    .filter(
      (other) =>
        other.id !== row.id &&
        book.seriesOf(other) === series &&
        other.company_id === row.company_id &&
        other.currency === row.currency &&
        !other.inert &&
        other.merged_into_id === null &&
        policyYearOf(other.donated_at, yearStart)?.firstDay === year.firstDay,
    )
    .find((other) => {
      const changedDay = book.isNew(other)
        ? today
        : dayAt(new Date(other.status_changed_at ?? world.now), world.organization.time_zone)
      const isEvaluated = !book.isNew(other) || book.isTouched(other)
      // A match that was just released rejoins the one that collects installments.
      const isBack = row.status_id !== 22 || book.isNew(row) || other.status_id === 22
      const joins = joinsMatch({ statusId: other.status_id, changedDay: changedDay ?? today }, row.donated_at)
      return isEvaluated && isBack && joins
    })
  return match ? mergeInto(book, match.id, [row.id]) : row
}

/** A match stays separate once its donor was notified of it. */
const mayJoin = (book: EvaluationState, { id, status_id }: MatchRow): boolean =>
  book.isNew({ id }) || isJoinableStatus(status_id)

export const isJoinableStatus = (statusId: number): boolean => joinableStatusIds.some((id) => id === statusId)

export function recurringMatchOf(world: RuleContext, book: EvaluationState, row: MatchRow): RecurringMatch | null {
  const series = book.seriesOf(row)
  if (!series || row.inert) return null
  const today = dayAt(world.now, world.organization.time_zone) ?? row.donated_at
  const isHeld = row.status_id === 22 || book.isNew(row)
  return {
    instalments: partsOf(book, row).map((donation) => ({
      donatedAt: donation.donated_at,
      amountCents: ownCents(donation),
      deductibleCents: deductibleCents(donation),
    })),
    hasEnded: hasSeriesEnded(series, today),
    isReleased: book.asked.action === 'release' || !isHeld,
  }
}
