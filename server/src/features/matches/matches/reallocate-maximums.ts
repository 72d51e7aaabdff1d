import { oldestFirst } from './combine-donations.ts'
import type { EvaluationState } from './evaluation-state.ts'
import { isExhausted, type MatchRow } from './match-row.ts'

/** Gifts with the same key have the same remainder: if one gets nothing, none does. */
const placeOf = ({ organization_id, company_id, donated_at, employment, campaign_id, reason_code }: MatchRow): string =>
  [organization_id, company_id, donated_at.slice(0, 10), employment, campaign_id, reason_code].join()

/**
 * Repeats until no gift gets more, so that a review shows all changes. Evaluates one gift per key, because a donor
 * without an email address may have tens of thousands.
 */
export async function reallocateMaximums(
  book: EvaluationState,
  breathe: () => Promise<void>,
  evaluate: (row: MatchRow) => void,
): Promise<void> {
  for (const _ of book.rows) {
    const companies = book.companiesWithRoom()
    const waiting = book.rows.filter((row) => isExhausted(row) && companies.has(row.company_id)).sort(oldestFirst)
    const full = new Set<string>()
    for (const row of waiting) {
      if (!isExhausted(row) || full.has(placeOf(row))) continue
      await breathe()
      const before = book.asked.before.get(row.id)
      // Evaluates as if for the first time, but keeps the donor's progress.
      if (before && before.merged_into_id === null) {
        row.status_id = before.status_id
        row.previous_status_id = before.previous_status_id
      }
      evaluate(row)
      if (isExhausted(row)) full.add(placeOf(row))
    }
    if (waiting.every(isExhausted)) return
  }
}
