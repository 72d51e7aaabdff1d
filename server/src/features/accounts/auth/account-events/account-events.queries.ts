import { auth } from '@twofold/contract'
import { z } from 'zod'
import type { Db } from '../../../../platform/database/database.ts'
import { sql } from '../../../../platform/database/sql.ts'

type NewEvent = {
  readonly userId: number
  readonly at: Date
  readonly action: auth.AccountAction
  readonly detail: string
  readonly address: string
  readonly userAgent: string
  readonly requestId: string
}

export async function insertAccountEvent(db: Db, event: NewEvent): Promise<void> {
  await sql`
    INSERT INTO account_events (user_id, at, action, detail, address, user_agent, request_id)
    VALUES (${event.userId}, ${event.at}, ${event.action}, ${event.detail}, ${event.address}, ${event.userAgent},
      ${event.requestId})`.execute(db)
}

const eventRow = z.object({
  id: z.int(),
  at: z.date(),
  action: auth.accountAction,
  detail: z.string(),
  address: z.string(),
  userAgent: z.string(),
})

export async function listAccountEvents(
  db: Db,
  userId: number,
  { before, limit }: { readonly before: number | undefined; readonly limit: number },
): Promise<z.infer<typeof eventRow>[]> {
  return sql(eventRow)`
    SELECT id, at, action, detail, address, user_agent AS "userAgent" FROM account_events
    WHERE user_id = ${userId} ${before === undefined ? sql`` : sql`AND id < ${before}`}
    ORDER BY id DESC LIMIT ${limit}`.rows(db)
}
