import { z } from 'zod'
import type { Db } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'

/** Credentials that the parent's members created or know, and that would remain valid. Crosses organizations. */

export type Leaving = { readonly parentId: number; readonly chapterId: number; readonly now: Date }

/** SQL: current and former members of the parent, except the chapter's own. */
const outsiders = ({ parentId, chapterId }: Leaving) => sql`
  (SELECT user_id FROM members WHERE organization_id = ${parentId}
   UNION SELECT user_id FROM removed_members WHERE organization_id = ${parentId}
   EXCEPT SELECT user_id FROM members WHERE organization_id = ${chapterId})`

const keysKnownToRow = z.object({ id: z.int(), name: z.string() })

export async function deleteKeysKnownTo(db: Db, leaving: Leaving): Promise<{ id: number; name: string }[]> {
  const { chapterId } = leaving
  const { rows } = await sql(keysKnownToRow)`
    DELETE FROM api_keys k WHERE k.organization_id = ${chapterId} AND (k.creator_id IN ${outsiders(leaving)}
      OR EXISTS (SELECT FROM audit_events e WHERE e.organization_id = ${chapterId} AND e.subject = 'api_key'
        AND e.subject_id = k.id::text AND e.action IN ('revealed', 'copied') AND e.user_id IN ${outsiders(leaving)}))
    RETURNING k.id, k.name`.execute(db)
  return rows
}

const switchOffWebhooksOfRow = z.object({ id: z.int(), url: z.string() })

/** Disables webhooks whose current address they set, and cancels queued deliveries. */
export async function disableWebhooksOf(
  db: Db,
  leaving: Leaving,
  because: string,
): Promise<{ id: number; url: string }[]> {
  const { chapterId, now } = leaving
  const { rows } = await sql(switchOffWebhooksOfRow)`
    UPDATE webhooks w SET disabled_at = ${now}, disabled_because = ${because}
    WHERE w.organization_id = ${chapterId} AND w.disabled_at IS NULL AND w.url <> '' AND (
      SELECT e.user_id FROM audit_events e WHERE e.organization_id = ${chapterId} AND e.subject = 'webhook'
        AND e.subject_id = w.id::text AND e.after ? 'url' ORDER BY e.id DESC LIMIT 1) IN ${outsiders(leaving)}
    RETURNING w.id, w.url`.execute(db)
  await sql`
    UPDATE webhook_deliveries SET state = 'failed', problem = 'The webhook was switched off.'
    WHERE organization_id = ${chapterId} AND state = 'queued'
      AND webhook_id = ANY (${rows.map(({ id }) => id)}::bigint[])`.execute(db)
  return rows
}
