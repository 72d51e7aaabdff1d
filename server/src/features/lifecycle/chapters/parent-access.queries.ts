import { z } from 'zod'
import type { Db } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'

/** Credentials that the parent's members created or know, and that would remain valid. Crosses organizations. */

export type Separation = { readonly parentId: number; readonly chapterId: number; readonly now: Date }

/** SQL: current and former members of the parent, except the chapter's own. */
const formerMembers = ({ parentId, chapterId }: Separation) => sql`
  (SELECT user_id FROM members WHERE organization_id = ${parentId}
   UNION SELECT user_id FROM removed_members WHERE organization_id = ${parentId}
   EXCEPT SELECT user_id FROM members WHERE organization_id = ${chapterId})`

const deletedKeyRow = z.object({ id: z.int(), name: z.string() })

export async function deleteKeysKnownTo(db: Db, separation: Separation): Promise<{ id: number; name: string }[]> {
  const { chapterId } = separation
  return sql(deletedKeyRow)`
    DELETE FROM api_keys k WHERE k.organization_id = ${chapterId} AND (k.creator_id IN ${formerMembers(separation)}
      OR EXISTS (SELECT FROM audit_events e WHERE e.organization_id = ${chapterId} AND e.subject = 'api_key'
        AND e.subject_id = k.id::text AND e.action IN ('revealed', 'copied') AND e.user_id IN ${formerMembers(separation)}))
    RETURNING k.id, k.name`.rows(db)
}

const disabledWebhookRow = z.object({ id: z.int(), url: z.string() })

/** Disables webhooks whose current address they set, and cancels queued deliveries. */
export async function disableWebhooksOf(
  db: Db,
  separation: Separation,
  because: string,
): Promise<{ id: number; url: string }[]> {
  const { chapterId, now } = separation
  const rows = await sql(disabledWebhookRow)`
    UPDATE webhooks w SET disabled_at = ${now}, disabled_because = ${because}
    WHERE w.organization_id = ${chapterId} AND w.disabled_at IS NULL AND w.url <> '' AND (
      SELECT e.user_id FROM audit_events e WHERE e.organization_id = ${chapterId} AND e.subject = 'webhook'
        AND e.subject_id = w.id::text AND e.after ? 'url' ORDER BY e.id DESC LIMIT 1) IN ${formerMembers(separation)}
    RETURNING w.id, w.url`.rows(db)
  await sql`
    UPDATE webhook_deliveries SET state = 'failed', problem = 'The webhook was turned off.'
    WHERE organization_id = ${chapterId} AND state = 'queued'
      AND webhook_id = ANY (${rows.map(({ id }) => id)}::bigint[])`.execute(db)
  return rows
}
