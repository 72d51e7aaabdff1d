import { currency, statistics, toUnits } from '@twofold/contract'
import { pendingStatusIds } from '@twofold/matching'
import { z } from 'zod'
import { type Database, readInTenant, type Tenant } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'

const deadline = statistics.getStanding.answer.shape.deadlines.element
type Deadline = z.infer<typeof deadline>
const deadlineRow = deadline.omit({ matched: true }).extend({ estimated_cents: z.int(), currency })

const shownAtMost = 5
/** As text and not as a parameter: the plan is kept, and only a text can be held against the index of these statuses. */
const pendingIds = sql.raw(pendingStatusIds.join(', '))

/**
 * Open matches that run out next: of each organization of the family the first few, read from an index of these alone,
 * so that the cost does not grow with the gifts.
 */
export async function listNextDeadlines(database: Database, tenant: Tenant, now: Date): Promise<Deadline[]> {
  const rows = await readInTenant(
    database,
    tenant,
    sql.kept(deadlineRow)`
    SELECT d.id AS donation_id, d.status_id, p.name AS donor_name, coalesce(c.name, d.employer_text) AS company_name,
      (d.deadline_at AT TIME ZONE coalesce(c.time_zone, 'America/New_York') - interval '1 millisecond')::date AS day,
      d.estimated_cents, d.currency
    FROM unnest(${[...tenant.family]}::bigint[]) AS f (organization_id)
    CROSS JOIN LATERAL (
      SELECT * FROM donations
      WHERE organization_id = f.organization_id AND counted AND NOT inert AND status_id IN (${pendingIds})
        AND deadline_at >= ${now}
      ORDER BY deadline_at LIMIT ${shownAtMost}) d
    JOIN donors p ON p.organization_id = d.organization_id AND p.id = d.donor_id
    LEFT JOIN companies c ON c.id = d.company_id
    ORDER BY d.deadline_at, d.id LIMIT ${shownAtMost}`,
  )
  return rows.map(({ estimated_cents, ...row }) => ({ ...row, matched: toUnits(estimated_cents) }))
}
