import { isExhausted, type MatchRow } from '../rows/index.ts'
import { oldestFirst } from './combine-donations.ts'
import type { EvaluationState } from './evaluation-state.ts'

/** Gifts with the same key have the same remainder: if one gets nothing, none does. */
const remainderKeyOf = ({
  organization_id,
  company_id,
  donated_at,
  employment,
  campaign_id,
  reason_code,
}: MatchRow): string =>
  [organization_id, company_id, donated_at.slice(0, 10), employment, campaign_id, reason_code].join()

/**
 * Repeats until no gift gets more, so that a review shows all changes. Evaluates one gift per key, because a donor
 * without an email address may have tens of thousands.
 */
export async function reallocateMaximums(
  state: EvaluationState,
  yieldToEventLoop: () => Promise<void>,
  evaluate: (row: MatchRow) => void,
): Promise<void> {
  for (const _ of state.rows) {
    const companies = state.companiesWithRoom()
    const waiting = state.rows.filter((row) => isExhausted(row) && companies.has(row.company_id)).sort(oldestFirst)
    const exhaustedKeys = new Set<string>()
    for (const row of waiting) {
      if (!isExhausted(row) || exhaustedKeys.has(remainderKeyOf(row))) continue
      await yieldToEventLoop()
      const before = state.input.before.get(row.id)
      // Evaluates as if for the first time, but keeps the donor's progress.
      if (before && before.merged_into_id === null) {
        row.status_id = before.status_id
        row.previous_status_id = before.previous_status_id
      }
      evaluate(row)
      if (isExhausted(row)) exhaustedKeys.add(remainderKeyOf(row))
    }
    if (waiting.every(isExhausted)) return
  }
}
