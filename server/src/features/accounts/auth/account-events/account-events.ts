import type { auth } from '@twofold/contract'
import type { FastifyRequest } from 'fastify'
import type { Db } from '../../../../platform/database/database.ts'
import type { Platform } from '../../../../platform/services/platform.ts'
import { insertAccountEvent, listAccountEvents } from './account-events.queries.ts'
import { deviceOf } from './device.ts'

type EventSource = { readonly platform: Pick<Platform, 'clock'>; readonly request: FastifyRequest }

/** Call it in the transaction of the change. `detail` never contains a secret. */
export async function recordAccountEvent(
  db: Db,
  { platform, request }: EventSource,
  event: { readonly userId: number; readonly action: auth.AccountAction; readonly detail?: string },
): Promise<void> {
  await insertAccountEvent(db, {
    userId: event.userId,
    at: platform.clock(),
    action: event.action,
    detail: event.detail ?? '',
    address: request.ip,
    userAgent: (request.headers['user-agent'] ?? '').slice(0, 300),
    requestId: request.id,
  })
}

const eventsAtOnce = 20

export async function listEventsOfAccount(
  db: Db,
  userId: number,
  before: number | undefined,
): Promise<{ events: auth.AccountEvent[]; next: number | null }> {
  const rows = await listAccountEvents(db, userId, { before, limit: eventsAtOnce + 1 })
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
