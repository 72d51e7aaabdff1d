import { type donations, toUnits } from '@twofold/contract'
import { inTenant, type Tenant } from '../../platform/database/database.ts'
import type { Platform } from '../../platform/platform.ts'
import { findMatchFacts, nextStepsOfMatch } from '../notifications/index.ts'
import { presentColumns } from './columns.queries.ts'
import { type DetailRow, findDetail } from './get.queries.ts'
import { presentDonation } from './present-donation.ts'

type Detail = donations.DonationDetail

/** One donation with why it stands where it does and what happened to it. Null when it was deleted meanwhile. */
export async function findDonation(
  { database, clock }: Pick<Platform, 'database' | 'clock'>,
  tenant: Tenant,
  id: number,
): Promise<Detail | null> {
  const row = await findDetail(database, tenant, id)
  if (!row) return null
  const match = { organizationId: tenant.organizationId, donationId: id, donorId: row.donor_id, now: clock() }
  const facts = await inTenant(database, tenant, (db) => findMatchFacts(db, match), { readOnly: true })
  return facts && presentDetail(row, nextStepsOfMatch(facts, row.merged_into_id !== null))
}

function presentDetail(row: DetailRow, nextSteps: string): Detail {
  return {
    ...presentDonation(row),
    ...presentColumns('detail', row),
    next_steps: nextSteps,
    why: row.why,
    events: row.events.map(({ at, action, from_status_id, to_status_id, reason_code, ...event }) => ({
      at,
      action,
      from_status_id,
      to_status_id,
      reason_code,
      changes: event.changes.map(presentChange),
      why: event.why,
      actor: event.actor,
      user_name: event.user_name,
    })),
    notes: row.notes,
    recurring_history: row.parts ?? [],
    notifications: row.notifications,
  }
}

/** Money is kept in cents and crosses the wire in units, under the name that the answer has for it. */
function presentChange({ field, from, to }: Detail['events'][number]['changes'][number]) {
  const units = (cents: unknown): unknown => (typeof cents === 'number' ? toUnits(cents) : cents)
  return field.endsWith('_cents')
    ? { field: field.slice(0, -'_cents'.length), from: units(from), to: units(to) }
    : { field, from, to }
}
