import { auth } from '@twofold/contract'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Db } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Platform } from '../../platform/platform.ts'
import { deviceOf } from './device.ts'

type From = { readonly platform: Pick<Platform, 'clock'>; readonly request: FastifyRequest }

/** Writes down what happened to an account, in the transaction of what happened. `detail` never holds a secret. */
export async function rememberOnAccount(
  db: Db,
  { platform, request }: From,
  event: { readonly userId: number; readonly action: auth.AccountAction; readonly detail?: string },
): Promise<void> {
  const userAgent = (request.headers['user-agent'] ?? '').slice(0, 300)
  await sql`
    INSERT INTO account_events (user_id, at, action, detail, address, user_agent, request_id)
    VALUES (${event.userId}, ${platform.clock()}, ${event.action}, ${event.detail ?? ''}, ${request.ip}, ${userAgent},
      ${request.id})`.execute(db)
}

const eventsAtOnce = 20

const eventRow = z.object({
  id: z.int(),
  at: z.date(),
  action: auth.accountAction,
  detail: z.string(),
  address: z.string(),
  userAgent: z.string(),
})

/** A page of somebody's own trail, the newest first; the address of the next one. */
export async function listOfAccount(
  db: Db,
  userId: number,
  before: number | undefined,
): Promise<{ events: auth.AccountEvent[]; next: number | null }> {
  const { rows } = await sql(eventRow)`
    SELECT id, at, action, detail, address, user_agent AS "userAgent" FROM account_events
    WHERE user_id = ${userId} ${before === undefined ? sql`` : sql`AND id < ${before}`}
    ORDER BY id DESC LIMIT ${eventsAtOnce + 1}`.execute(db)
  const page = rows.slice(0, eventsAtOnce)
  return {
    events: page.map(({ at, userAgent, ...event }) => ({
      ...event,
      at: at.toISOString(),
      device: deviceOf(userAgent),
    })),
    next: rows.length > eventsAtOnce ? (page.at(-1)?.id ?? null) : null,
  }
}
