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
import { deductibleCents, isCombinedMatch, type MatchRow, ownCents } from '../rows/index.ts'
import { type EvaluationState, type RuleContext, type RuleContexts, ruleContextOf } from './evaluation-state.ts'

export const oldestFirst = (a: MatchRow, b: MatchRow): number =>
  a.donated_at < b.donated_at ? -1 : a.donated_at > b.donated_at ? 1 : a.id - b.id

/** These matches had no donor action and may still take in more gifts. */
export const extendableStatusIds: readonly StatusId[] = instructedStatusIds

type MergeableDonations = {
  readonly open: readonly SmallDonation[]
  /** Gifts of an earlier merge, merged only with a gift below the minimum. */
  readonly merged: readonly SmallDonation[]
}

export function findMergeableDonations(
  ruleContexts: RuleContexts,
  state: EvaluationState,
  row: MatchRow,
  policy: Policy | null,
): MergeableDonations {
  const none = { open: [], merged: [] }
  if (!policy) return none
  const keyOf = (donation: MatchRow): string | null =>
    donation.company_id === null
      ? null
      : mergeKey({
          person: state.person,
          companyId: donation.company_id,
          ein: ruleContextOf(ruleContexts, donation).organization.ein,
          organizationId: donation.organization_id,
          currency: donation.currency,
          donatedAt: donation.donated_at,
          policyYearStart: policy.policyYearStart,
        })
  const key = keyOf(row)
  if (key === null) return none
  const sameKeyRows = state.rows.filter((other) => other.id !== row.id && !other.inert && keyOf(other) === key)
  const growableMatches = sameKeyRows.filter(
    (other) =>
      other.merged_into_id === null &&
      extendableStatusIds.includes(other.status_id) &&
      isCombinedMatch(other) &&
      !state.seriesOf(other),
  )
  const isInGrowableMatch = (other: MatchRow): boolean =>
    growableMatches.includes(other) ||
    growableMatches.some((combinedMatch) => other.merged_into_id === combinedMatch.id)
  const isOpen = (other: MatchRow): boolean => other.merged_into_id === null && other.status_id === 10
  return {
    open: sameKeyRows.filter(isOpen).map((other) => ({
      id: other.id,
      donatedAt: other.donated_at,
      firstDonatedAt: donationDaysOf(state, other)[0],
      amountCents: other.amount_cents,
      deductibleCents: deductibleOf(state, other),
    })),
    merged: sameKeyRows.filter(isInGrowableMatch).map((other) => ({
      id: other.id,
      donatedAt: other.donated_at,
      amountCents: ownCents(other),
      deductibleCents: deductibleCents(other),
    })),
  }
}

export const donationDaysOf = (state: EvaluationState, combinedMatch: MatchRow): string[] =>
  partsOf(state, combinedMatch)
    .map(({ donated_at }) => donated_at)
    .sort()

/** Null if it is unknown for all of the gifts. */
export function deductibleOf(state: EvaluationState, combinedMatch: MatchRow): number | null {
  const parts = partsOf(state, combinedMatch)
  if (parts.every((part) => deductibleCents(part) === null)) return null
  return parts.reduce((sum, part) => sum + Math.min(deductibleCents(part) ?? ownCents(part), ownCents(part)), 0)
}

const partsOf = (state: EvaluationState, combinedMatch: MatchRow): MatchRow[] =>
  state.rows.filter((other) => other.id === combinedMatch.id || other.merged_into_id === combinedMatch.id)

export function mergeInto(
  state: EvaluationState,
  combinedMatchId: number,
  partIds: readonly (number | null)[],
): MatchRow {
  const combinedMatch = state.rows.find(({ id }) => id === combinedMatchId)
  if (!combinedMatch) throw new Error(`gift ${combinedMatchId} is merged and not among the person's gifts`)
  const mergedIds = new Set([combinedMatchId, ...partIds])
  const members = state.rows
    .filter(({ id, merged_into_id }) => mergedIds.has(id) || (merged_into_id !== null && mergedIds.has(merged_into_id)))
    .sort(oldestFirst)
  const total = members.reduce((cents, member) => cents + ownCents(member), 0)
  const isSeries = state.seriesOf(combinedMatch) !== null
  for (const member of members) {
    state.touch(member)
    const own = ownCents(member)
    if (member !== combinedMatch && extendableStatusIds.includes(member.status_id))
      member.previous_status_id = member.status_id
    member.own_cents = member === combinedMatch ? own : null
    member.amount_cents = member === combinedMatch ? total : own
    member.merged_into_id = member === combinedMatch ? null : combinedMatchId
    if (member === combinedMatch) continue
    member.company_id = combinedMatch.company_id
    member.status_id = isSeries ? 22 : 10
    member.reason_code = isSeries ? 'recurring' : 'below_minimum'
    member.estimated_cents = 0
  }
  return combinedMatch
}

/** Returns the separated gifts, so that later gifts can join them; empty for a single gift. */
export function releaseDonations(state: EvaluationState, combinedMatch: MatchRow): MatchRow[] {
  const members = partsOf(state, combinedMatch).sort(oldestFirst)
  if (members.length < 2) return []
  for (const member of members) {
    state.touch(member)
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
  state: EvaluationState,
  combinedMatch: MatchRow,
  isIndependent: (part: MatchRow) => boolean,
): MatchRow[] {
  const isOpen = combinedMatch.status_id === 10 || extendableStatusIds.includes(combinedMatch.status_id)
  if (
    !isOpen ||
    combinedMatch.inert ||
    !isCombinedMatch(combinedMatch) ||
    combinedMatch.received_cents !== 0 ||
    state.seriesOf(combinedMatch)
  )
    return []
  const parts = partsOf(state, combinedMatch)
    .filter((part) => part !== combinedMatch)
    .sort(oldestFirst)
  const last = parts.findLastIndex(isIndependent)
  // Include the smaller gifts before them, which were requested together.
  const independentParts = parts.slice(0, last + 1)
  if (independentParts.length === 0) return []
  state.touch(combinedMatch)
  for (const part of independentParts) {
    state.touch(part)
    part.merged_into_id = null
    part.status_id = part.previous_status_id ?? part.status_id
    combinedMatch.amount_cents -= part.amount_cents
  }
  if (independentParts.length === parts.length) combinedMatch.own_cents = null
  return independentParts
}

/** A series is one match per policy year, whatever the arrival order. */
export function joinSeries(
  ruleContext: RuleContext,
  state: EvaluationState,
  row: MatchRow,
  policy: Policy | null,
): MatchRow {
  const series = state.seriesOf(row)
  const yearStart = policy?.policyYearStart ?? '01-01'
  const year = policyYearOf(row.donated_at, yearStart)
  if (!series || !year || row.inert || row.company_id === null || !canJoin(state, row)) return row
  const today = dayAt(ruleContext.now, ruleContext.organization.time_zone) ?? row.donated_at
  const match = state.rows
    .filter(
      (other) =>
        other.id !== row.id &&
        state.seriesOf(other) === series &&
        other.company_id === row.company_id &&
        other.currency === row.currency &&
        !other.inert &&
        other.merged_into_id === null &&
        policyYearOf(other.donated_at, yearStart)?.firstDay === year.firstDay,
    )
    .find((other) => {
      const changedDay = state.isNew(other)
        ? today
        : dayAt(new Date(other.status_changed_at ?? ruleContext.now), ruleContext.organization.time_zone)
      const isEvaluated = !state.isNew(other) || state.isTouched(other)
      // A match that was just released rejoins the one that collects installments.
      const canRejoin = row.status_id !== 22 || state.isNew(row) || other.status_id === 22
      const joins = joinsMatch({ statusId: other.status_id, changedDay: changedDay ?? today }, row.donated_at)
      return isEvaluated && canRejoin && joins
    })
  return match ? mergeInto(state, match.id, [row.id]) : row
}

/** A match stays separate once its donor was notified of it. */
const canJoin = (state: EvaluationState, { id, status_id }: MatchRow): boolean =>
  state.isNew({ id }) || isJoinableStatus(status_id)

export const isJoinableStatus = (statusId: number): boolean => joinableStatusIds.some((id) => id === statusId)

export function recurringMatchOf(
  ruleContext: RuleContext,
  state: EvaluationState,
  row: MatchRow,
): RecurringMatch | null {
  const series = state.seriesOf(row)
  if (!series || row.inert) return null
  const today = dayAt(ruleContext.now, ruleContext.organization.time_zone) ?? row.donated_at
  const isHeld = row.status_id === 22 || state.isNew(row)
  return {
    instalments: partsOf(state, row).map((donation) => ({
      donatedAt: donation.donated_at,
      amountCents: ownCents(donation),
      deductibleCents: deductibleCents(donation),
    })),
    hasEnded: hasSeriesEnded(series, today),
    isReleased: state.input.action === 'release' || !isHeld,
  }
}
