import {
  type DatedRate,
  detectSeries,
  legalNonprofit,
  type MoveAction,
  type MoveActor,
  type NonprofitFacts,
  type Policy,
  type Series,
  type SeriesDonation,
  type StatusId,
} from '@twofold/matching'
import { type ArrivingRow, isCombinedMatch, type MatchRow, maximumUsageOf, ownCents } from '../rows/index.ts'
import type { Arrival, EvaluationWithLimits, MatchChange } from './change-matches.ts'
import type { ApplicableCampaign, ApplicableOwnPolicy, EvaluatedOrganization } from './rule-context.queries.ts'

export type RuleContext = {
  readonly now: Date
  readonly organization: EvaluatedOrganization
  readonly facts: NonprofitFacts
  readonly campaigns: readonly ApplicableCampaign[]
  readonly policies: ReadonlyMap<number, readonly Policy[]>
  readonly ownPolicies: readonly ApplicableOwnPolicy[]
  readonly rates: readonly DatedRate[]
}

/** Keys are organization ids: a person may give to several of a family. */
export type RuleContexts = ReadonlyMap<number, RuleContext>

export function ruleContextOf(
  ruleContexts: RuleContexts,
  { organization_id }: Pick<MatchRow, 'organization_id'>,
): RuleContext {
  const ruleContext = ruleContexts.get(organization_id)
  if (!ruleContext) throw new Error('a donation belongs to no organization')
  return ruleContext
}

export type EvaluationInput = {
  readonly action: MoveAction
  readonly by: MoveActor
  readonly arriving: ReadonlyMap<number, ArrivingRow>
  readonly before: ReadonlyMap<number, MatchRow>
  /** Consent to email about matching; null if the donors were not asked. */
  readonly consentedAt: string | null
  /** Recorded in the history even if the rules may not evaluate them. */
  readonly changed: ReadonlySet<number>
  readonly external: ReadonlyMap<number, StatusId>
  /** '& Re-Email' discards the progress of the donors. */
  readonly startsOver: boolean
  /** Two companies were merged: the donor's progress is kept. */
  readonly isSameEmployer: boolean
}

export class EvaluationState {
  readonly rows: readonly MatchRow[]
  readonly input: EvaluationInput
  readonly #subjects: ReadonlySet<number>
  readonly #touched = new Set<number>()
  readonly #evaluations = new Map<number, EvaluationWithLimits>()
  readonly #series = new Map<number, Series>()
  constructor(
    ruleContexts: RuleContexts,
    rows: readonly MatchRow[],
    subjects: readonly MatchRow[],
    input: EvaluationInput,
  ) {
    this.rows = rows
    this.input = input
    this.#subjects = new Set(subjects.map(({ id }) => id))
    for (const row of rows) if (input.changed.has(row.id)) this.touch(row)
    const nonprofitKey = (row: MatchRow): string => {
      const { ein } = ruleContextOf(ruleContexts, row).organization
      return `${legalNonprofit({ ein, organizationId: row.organization_id })} ${row.currency}`
    }
    const confirmed = rows.filter(({ unconfirmed }) => !unconfirmed)
    for (const group of Map.groupBy(confirmed, nonprofitKey).values()) {
      for (const series of detectSeries(group.map(toInstallment))) {
        for (const { id } of series.gifts) this.#series.set(id, series)
      }
    }
  }
  get person(): string {
    const [row] = this.rows
    return row ? personKeyOf(row) : ''
  }
  seriesOf({ id }: Pick<MatchRow, 'id'>): Series | null {
    return this.#series.get(id) ?? null
  }
  isTouched({ id }: Pick<MatchRow, 'id'>): boolean {
    return this.#touched.has(id)
  }
  /** Required for every row that is written. */
  touch(row: MatchRow): void {
    this.#touched.add(row.id)
  }
  setEvaluation(row: MatchRow, evaluation: EvaluationWithLimits): void {
    this.#evaluations.set(row.id, evaluation)
  }
  isNew({ id }: Pick<MatchRow, 'id'>): boolean {
    return this.input.arriving.has(id)
  }
  /** Rows outside the request were only evaluated. */
  actionFor(row: MatchRow): MoveAction {
    if (this.isNew(row)) return 'create'
    return this.#subjects.has(row.id) ? this.input.action : 'evaluate'
  }
  startsOver({ id }: Pick<MatchRow, 'id'>): boolean {
    return this.input.startsOver && this.#subjects.has(id)
  }
  /** A match there now uses less of a maximum. */
  companiesWithRoom(): Set<number | null> {
    const isFreed = (row: MatchRow): boolean => {
      const before = this.input.before.get(row.id)
      return before !== undefined && maximumUsageOf(before) > maximumUsageOf(row)
    }
    const freed = this.rows.filter((row) => this.isTouched(row) && isFreed(row))
    return new Set(freed.map((row) => this.input.before.get(row.id)?.company_id ?? null))
  }
  result(): EvaluationResult {
    const touched = this.rows.filter(({ id }) => this.#touched.has(id))
    const arrivals: Arrival[] = []
    const changes: EvaluationResult['changes'][number][] = []
    for (const row of touched) {
      const evaluation = this.#evaluations.get(row.id) ?? null
      const arriving = this.input.arriving.get(row.id)
      const before = this.input.before.get(row.id)
      const isMerged = row.merged_into_id !== null && before?.merged_into_id !== row.merged_into_id
      const isReleased = before?.merged_into_id != null && row.merged_into_id === null && !isCombinedMatch(row)
      const action = isMerged
        ? 'merge'
        : isReleased
          ? 'split'
          : this.input.external.has(row.id)
            ? 'external'
            : this.actionFor(row)
      if (arriving) arrivals.push({ action, before: null, row: arriving, evaluation })
      else if (before) changes.push({ action, before, row, evaluation, why: unchangedReason(action, before, row) })
    }
    return { arrivals, changes }
  }
}

/** The gift got another employer after the request. */
const unchangedReason = (action: string, before: MatchRow, row: MatchRow): string =>
  action === 'edit' && before.status_id === 4 && row.status_id === 4 && before.company_id !== row.company_id
    ? 'It stays “Submitted”: the request itself was not changed, and nobody was asked again.'
    : ''

export type EvaluationResult = {
  readonly arrivals: readonly Arrival[]
  readonly changes: readonly (MatchChange & { readonly before: MatchRow })[]
}

/** The email address identifies a person in the whole family; without one, a donor of one organization. */
export const personKeyOf = ({ donor_person, donor_email, organization_id, donor_id }: MatchRow): string =>
  donor_person || donor_email.trim().toLowerCase() || `${organization_id}:${donor_id}`

const frequencyColumns = [
  'frequency',
  'donation_frequency',
  'gift_frequency',
  'recurring_frequency',
  'recurring_interval',
  'recurrence',
  'recurring_type',
  'interval',
  'installment_frequency',
  'recurring',
  'recurring_donation',
]

const isFilledText = (cell: unknown): cell is string => typeof cell === 'string' && cell !== ''

const toInstallment = (row: MatchRow): SeriesDonation => ({
  id: row.id,
  donatedAt: row.donated_at,
  amountCents: ownCents(row),
  recurringId: row.recurring_id,
  frequency: frequencyColumns.map((key) => row.custom[key]).find(isFilledText),
})
