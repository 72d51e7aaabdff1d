import { z } from 'zod'
import type { Db } from '../../../../platform/database/database.ts'
import { sql } from '../../../../platform/database/sql.ts'

/** Two concurrent refusals could otherwise both be the fifth, or neither. */
export async function lockRefusals(db: Db, userId: number): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`refusals ${userId}`}, 0))`.execute(db)
}

const refusalCounts = z.object({ attempts: z.int(), passedFirst: z.int(), accesses: z.int() })
export type RefusalCounts = z.infer<typeof refusalCounts>

/** More than the hourly limit of an account's refusals. */
const maxCountedEvents = 100

export async function countRefusals(db: Db, userId: number, since: Date): Promise<RefusalCounts> {
  const rows = await sql(refusalCounts)`
    SELECT count(*) FILTER (WHERE action IN ('sign_in_refused', 'identity_refused')) AS attempts,
      count(*) FILTER (WHERE action = 'sign_in_refused' AND detail = 'second step') AS "passedFirst",
      count(*) FILTER (WHERE action = 'access_refused') AS accesses
    FROM (SELECT at, action, detail FROM account_events WHERE user_id = ${userId} ORDER BY id DESC LIMIT ${maxCountedEvents}) e
    WHERE at > ${since}`.rows(db)
  return rows[0] ?? { attempts: 0, passedFirst: 0, accesses: 0 }
}

export async function wasNotifiedSince(db: Db, email: string, since: Date): Promise<boolean> {
  const { count } = await sql`
    SELECT FROM account_mails WHERE recipient = ${email} AND kind = 'attempts-refused' AND created_at > ${since}
    LIMIT 1`.execute(db)
  return count > 0
}
