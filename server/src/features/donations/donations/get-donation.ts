import { type donations, toUnits } from '@twofold/contract'
import { progressSentence } from '@twofold/matching'
import { inTenant, readInTenant, readOnly, type Tenant } from '../../../platform/database/database.ts'
import type { Platform } from '../../../platform/services/platform.ts'
import { nextStepsOfMatch, withDeadlines } from '../../email/match-facts/index.ts'
import { presentColumns } from '../columns/index.ts'
import { type DetailRow, detailOf, listVisible } from './get.queries.ts'
import { presentDonation } from './present-donation.ts'

type Detail = donations.DonationDetail

export async function findDonation(
  { database, clock, publicUrl }: Pick<Platform, 'database' | 'clock' | 'publicUrl'>,
  tenant: Tenant,
  id: number,
): Promise<Detail | null> {
  const now = clock()
  const [row] = await readInTenant(database, tenant, detailOf(tenant, id))
  if (!row) return null
  const matchReferences = row.events.flatMap(({ changes }) =>
    changes.filter(refersToMatch).flatMap(({ from, to }) => [from, to]),
  )
  const ids = matchReferences.filter((one) => typeof one === 'number')
  const visibleIds = ids.length === 0 ? [] : await inTenant(readOnly(database), tenant, (db) => listVisible(db, ids))
  return presentDetail(
    row,
    nextStepsOfMatch(withDeadlines(row.step_facts, row.time_zone, now), row.is_part),
    new Set(visibleIds),
    publicUrl(),
  )
}

/** The evaluation may be from an earlier day; the last line describes the steps since. */
function progressOf({ events, status_id, step_facts }: DetailRow): NonNullable<Detail['why']>['trace'] {
  const text = progressSentence(events, status_id, step_facts.companyName)
  return text === null ? [] : [{ rule: 'progress', text }]
}

type Change = Detail['events'][number]['changes'][number]
const refersToMatch = ({ field }: Change): boolean => field === 'merged_into_id'

/** `visibleIds`: matches that the history may name. */
function presentDetail(row: DetailRow, nextSteps: string, visibleIds: ReadonlySet<unknown>, publicUrl: string): Detail {
  return {
    ...presentDonation(row, publicUrl),
    ...presentColumns('detail', row),
    next_steps: nextSteps,
    why: row.why && { ...row.why, trace: [...row.why.trace, ...progressOf(row)] },
    events: row.events.map(({ at, action, from_status_id, to_status_id, reason_code, ...event }) => ({
      at,
      action,
      from_status_id,
      to_status_id,
      reason_code,
      changes: event.changes.map((change) => presentChange(change, visibleIds)),
      why: event.why,
      actor: event.actor,
      user_name: event.user_name,
    })),
    notes: row.notes,
    recurring_history: row.parts ?? [],
    notifications: row.notifications,
  }
}

function presentChange(change: Change, visibleIds: ReadonlySet<unknown>): Change {
  const { field, from, to } = change
  if (refersToMatch(change)) {
    const showMatch = (id: unknown): unknown => (id === null || visibleIds.has(id) ? id : 'a match not shown here')
    return { field, from: showMatch(from), to: showMatch(to) }
  }
  const units = (cents: unknown): unknown => (typeof cents === 'number' ? toUnits(cents) : cents)
  return field.endsWith('_cents')
    ? { field: field.slice(0, -'_cents'.length), from: units(from), to: units(to) }
    : { field, from, to }
}
