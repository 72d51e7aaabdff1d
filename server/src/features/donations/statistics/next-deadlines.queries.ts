import { currency, statistics, toUnits } from '@twofold/contract'
import { z } from 'zod'
import { type Database, readInTenant, type Tenant } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import { selectMatchesDue, toActionDay } from '../../matches/deadlines/index.ts'

const deadline = statistics.getMatchSummary.response.shape.deadlines.element
type Deadline = z.infer<typeof deadline>
const deadlineRow = deadline.omit({ matched: true }).extend({ estimated_cents: z.int(), currency })

const shownAtMost = 5

/** Reads the first few of each organization from dedicated indexes. */
export async function listNextDeadlines(database: Database, tenant: Tenant, now: Date): Promise<Deadline[]> {
  const rows = await readInTenant(
    database,
    tenant,
    sql.prepared(deadlineRow)`
    SELECT d.id AS donation_id, d.status_id, p.name AS donor_name, coalesce(c.name, d.employer_text) AS company_name,
      ${toActionDay(sql`t.act_by`, sql`t.is_given`)} AS day, d.estimated_cents, d.currency
    FROM unnest(${[...tenant.family]}::bigint[]) AS f (organization_id)
    CROSS JOIN LATERAL (${selectMatchesDue({
      organization: sql`f.organization_id`,
      from: sql`${now}::timestamptz`,
      before: sql`'infinity'`,
      first: shownAtMost,
    })}) t
    JOIN donations d ON d.organization_id = t.organization_id AND d.id = t.id
    JOIN organizations o ON o.id = d.organization_id
    JOIN donors p ON p.organization_id = d.organization_id AND p.id = d.donor_id
    LEFT JOIN companies c ON c.id = d.company_id
    ORDER BY t.act_by, d.id LIMIT ${shownAtMost}`,
  )
  return rows.map(({ estimated_cents, ...row }) => ({ ...row, matched: toUnits(estimated_cents) }))
}
