import { outgoing } from '@twofold/contract'
import { z } from 'zod'
import type { Db } from '../../../platform/database/database.ts'
import { type Sql, sql } from '../../../platform/database/sql.ts'

const waitingCounts = z.object({ emails: z.int(), webhooks: z.int() })
export type Waiting = z.infer<typeof waitingCounts>

const maxCounted = outgoing.maxCounted
const queuedRows = (table: Sql) => sql`(SELECT FROM ${table} WHERE state IN ('queued', 'sending') LIMIT ${maxCounted})`

/** Crosses organizations. Counts each queue up to `maxCounted`. */
export async function countWaiting(db: Db): Promise<Waiting> {
  const rows = await sql(waitingCounts)`
    SELECT (SELECT least(count(*), ${maxCounted})::int FROM (
        ${queuedRows(sql`notifications`)} UNION ALL ${queuedRows(sql`account_mails`)} UNION ALL ${queuedRows(sql`digests`)}) mails) AS emails,
      (SELECT count(*)::int FROM ${queuedRows(sql`webhook_deliveries`)} calls) AS webhooks`.rows(db)
  return rows[0] ?? { emails: 0, webhooks: 0 }
}
