import { outgoing } from '@twofold/contract'
import { z } from 'zod'
import type { Db } from '../../../platform/database/database.ts'
import { type Sql, sql } from '../../../platform/database/sql.ts'

const waiting = z.object({ emails: z.int(), webhooks: z.int() })
export type Waiting = z.infer<typeof waiting>

const most = outgoing.maxCounted
const queued = (table: Sql) => sql`(SELECT FROM ${table} WHERE state IN ('queued', 'sending') LIMIT ${most})`

/** Crosses organizations. Counts each queue up to `countedAtMost`. */
export async function countWaiting(db: Db): Promise<Waiting> {
  const { rows } = await sql(waiting)`
    SELECT (SELECT least(count(*), ${most})::int FROM (
        ${queued(sql`notifications`)} UNION ALL ${queued(sql`account_mails`)} UNION ALL ${queued(sql`digests`)}) mails) AS emails,
      (SELECT count(*)::int FROM ${queued(sql`webhook_deliveries`)} calls) AS webhooks`.execute(db)
  return rows[0] ?? { emails: 0, webhooks: 0 }
}
