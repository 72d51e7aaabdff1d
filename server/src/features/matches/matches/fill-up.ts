import { oldestFirst } from './donations-together.ts'
import type { Book } from './gift-book.ts'
import { isUsedUp, type MatchRow } from './match-row.ts'

/** Gifts of one place have the same left of their maximums: where one finds nothing, none does. */
const placeOf = ({ organization_id, company_id, donated_at, employment, campaign_id, reason_code }: MatchRow): string =>
  [organization_id, company_id, donated_at.slice(0, 10), employment, campaign_id, reason_code].join()

/**
 * What is judged later may leave room under a maximum that was not there when an earlier gift was judged: those without any are
 * judged again with it, until nobody finds more. So one run does all, and whoever reviews a change sees all of it. `evaluate` is
 * asked about one gift of each place that is full, for a donor without an address may have tens of thousands.
 */
export async function fillUp(
  book: Book,
  breathe: () => Promise<void>,
  evaluate: (row: MatchRow) => void,
): Promise<void> {
  for (const _ of book.rows) {
    const companies = book.companiesWithRoom()
    const waiting = book.rows.filter((row) => isUsedUp(row) && companies.has(row.company_id)).sort(oldestFirst)
    const full = new Set<string>()
    for (const row of waiting) {
      if (!isUsedUp(row) || full.has(placeOf(row))) continue
      await breathe()
      const before = book.asked.before.get(row.id)
      // as if it were judged for the first time: how far its donor has come is kept
      if (before && before.merged_into_id === null) {
        row.status_id = before.status_id
        row.previous_status_id = before.previous_status_id
      }
      evaluate(row)
      if (isUsedUp(row)) full.add(placeOf(row))
    }
    if (waiting.every(isUsedUp)) return
  }
}
