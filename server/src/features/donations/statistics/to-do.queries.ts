import { donations, statistics } from '@twofold/contract'
import type { z } from 'zod'
import { type Database, readInTenant, type Tenant } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import { isUnanswered } from '../../email/notifications/index.ts'
import { selectMatchesDue } from '../../matches/deadlines/index.ts'

const toDo = statistics.getMatchSummary.response.shape.to_do
export type ToDo = z.infer<typeof toDo>

const countedAtMost = 1_000

/** Each count uses a dedicated index and stops at a limit. */
export async function countToDo(database: Database, tenant: Tenant, now: Date): Promise<ToDo> {
  const soon = new Date(now.getTime() + statistics.upcomingDeadlineDays * 86_400_000)
  const bouncedSince = new Date(now.getTime() - statistics.recentBounceDays * 86_400_000)
  const openedBefore = new Date(now.getTime() - donations.unansweredAfterDays * 86_400_000)
  const [row] = await readInTenant(
    database,
    tenant,
    sql.prepared(toDo)`
    WITH family AS (SELECT organization_id FROM unnest(${[...tenant.family]}::bigint[]) AS f (organization_id))
    SELECT
      (SELECT count(*) FROM family f CROSS JOIN LATERAL (
        SELECT FROM (${selectMatchesDue({
          organization: sql`f.organization_id`,
          from: sql`${now}::timestamptz`,
          before: sql`${soon}::timestamptz`,
        })}) t LIMIT ${countedAtMost}) d) AS deadlines_soon,
      (SELECT coalesce(sum(p.waiting_lines), 0)::bigint FROM payouts p
        WHERE p.organization_id IN (SELECT organization_id FROM family) AND p.waiting_lines > 0) AS payout_lines,
      (SELECT coalesce(sum(i.rejected), 0)::bigint FROM family f CROSS JOIN LATERAL (
        SELECT CASE WHEN state = 'done' THEN rejected ELSE 0 END AS rejected FROM imports
        WHERE organization_id = f.organization_id ORDER BY id DESC LIMIT 1) i) AS rejected_rows,
      (SELECT count(*) FROM family f CROSS JOIN LATERAL (
        SELECT FROM donations d WHERE d.organization_id = f.organization_id AND d.counted
          AND ${isUnanswered(openedBefore)} LIMIT ${countedAtMost}) u) AS unanswered,
      (SELECT count(*) FROM family f CROSS JOIN LATERAL (
        SELECT FROM suppressions s WHERE s.organization_id = f.organization_id AND s.reason = 'bounced'
          AND s.at >= ${bouncedSince}::timestamptz LIMIT ${countedAtMost}) b) AS bounces`,
  )
  return row ?? { deadlines_soon: 0, payout_lines: 0, rejected_rows: 0, unanswered: 0, bounces: 0 }
}
