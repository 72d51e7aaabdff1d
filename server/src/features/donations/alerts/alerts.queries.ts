import { alerts } from '@twofold/contract'
import { z } from 'zod'
import type { Db } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'

const alertRow = z.object({
  kind: alerts.alertKind,
  at: z.date(),
  subjectId: z.int().nullable(),
  name: z.string(),
  detail: z.string(),
  added: z.int().nullable(),
  updated: z.int().nullable(),
  rejected: z.int().nullable(),
})
export type AlertRow = z.infer<typeof alertRow>

type Reader = {
  readonly organizationId: number
  readonly isAdmin: boolean
  readonly isPaused: boolean
  readonly now: Date
}

/** The facts are stored by their features. */
export async function listAlertRows(db: Db, reader: Reader): Promise<AlertRow[]> {
  const { organizationId, isAdmin, isPaused, now } = reader
  const most = alerts.maxAlerts
  return sql(alertRow)`
    SELECT * FROM (
      (SELECT 'upload' AS kind, finished_at AS at, id AS "subjectId", file_name AS name, coalesce(error, '') AS detail,
        CASE WHEN state = 'done' THEN accepted - updated END AS added, CASE WHEN state = 'done' THEN updated END AS updated,
        CASE WHEN state = 'done' THEN rejected END AS rejected
      FROM imports WHERE organization_id = ${organizationId} AND state IN ('done', 'failed') AND finished_at IS NOT NULL
      ORDER BY id DESC LIMIT ${most})
      UNION ALL
      SELECT 'emails_paused', coalesce(
        (SELECT max(at) FROM suppressions WHERE organization_id = ${organizationId} AND reason = 'bounced'), ${now}::timestamptz),
        NULL, '', '', NULL, NULL, NULL
      WHERE ${isPaused}
      UNION ALL
      (SELECT 'webhook_disabled', disabled_at, id, url, coalesce(disabled_because, ''), NULL, NULL, NULL
      FROM webhooks WHERE organization_id = ${organizationId} AND disabled_at IS NOT NULL AND ${isAdmin}
      ORDER BY disabled_at DESC LIMIT ${most})
      UNION ALL
      (SELECT 'key_network', new_network_at, id, name, coalesce(networks[cardinality(networks)], ''), NULL, NULL, NULL
      FROM api_keys WHERE organization_id = ${organizationId} AND new_network_at IS NOT NULL AND ${isAdmin}
      ORDER BY new_network_at DESC LIMIT ${most})
    ) alerts ORDER BY at DESC LIMIT ${most}`.rows(db)
}

const seenRow = z.object({ seenAt: z.date() })

/** Null for readers without a membership: the support team and members of the parent. */
export async function findSeenAt(db: Db, organizationId: number, userId: number): Promise<Date | null> {
  return sql(seenRow)`
    SELECT coalesce(alerts_seen_at, created_at) AS "seenAt" FROM members
    WHERE organization_id = ${organizationId} AND user_id = ${userId}`.value(db, 'seenAt')
}

export async function updateSeenAt(db: Db, organizationId: number, userId: number, until: Date): Promise<void> {
  await sql`
    UPDATE members SET alerts_seen_at = greatest(alerts_seen_at, ${until}::timestamptz)
    WHERE organization_id = ${organizationId} AND user_id = ${userId}`.execute(db)
}
