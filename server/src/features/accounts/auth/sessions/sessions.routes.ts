import { auth } from '@twofold/contract'
import { type Db, readOnly, withoutTenant } from '../../../../platform/database/database.ts'
import { type Caller, type ServedRoute, serve } from '../../../../platform/http/serve.ts'
import type { Platform } from '../../../../platform/services/platform.ts'
import { recordAccountEvent } from '../account-events/account-events.ts'
import { deviceOf } from '../account-events/device.ts'
import { endOtherSessionsOf, endSession, endSessionOf, listLiveSessions } from './sessions.queries.ts'
import { idleSince, renewSession, type SessionReader } from './sessions.ts'

export const sessionRoutes = (sessions: SessionReader): ServedRoute[] => [
  serve(auth.logout, async ({ platform, reply, caller }) => {
    await withoutTenant(platform.database, (db) => endSession(db, caller.sessionId, platform.clock()))
    sessions.forget()
    reply.header('clear-site-data', '"cache"')
    return { ok: true } as const
  }),

  serve(auth.listSessions, async ({ platform, caller }) =>
    withoutTenant(readOnly(platform.database), async (db) => ({ sessions: await present(db, platform, caller) })),
  ),

  serve(auth.endOneSession, async ({ platform, caller, body }) => {
    const remaining = await withoutTenant(platform.database, async (db) => {
      await endSessionOf(db, caller.user.id, body.id, platform.clock())
      return present(db, platform, caller)
    })
    sessions.forget()
    return { sessions: remaining }
  }),

  serve(auth.renewSession, async ({ platform, caller }) => ({ access_token: await renewSession(platform, caller) })),

  serve(auth.endOtherSessions, async ({ platform, request, caller }) => {
    const result = await withoutTenant(platform.database, async (db) => {
      const ended = await endOtherSessionsOf(db, caller.user.id, caller.sessionId, platform.clock())
      if (ended > 0) {
        const event = { userId: caller.user.id, action: 'signed_out_elsewhere', detail: String(ended) } as const
        await recordAccountEvent(db, { platform, request }, event)
      }
      return { ended, sessions: await present(db, platform, caller) }
    })
    sessions.forget()
    return result
  }),
]

async function present(db: Db, platform: Pick<Platform, 'clock'>, caller: Caller): Promise<auth.SessionLine[]> {
  const now = platform.clock()
  const rows = await listLiveSessions(db, caller.user.id, { now, idleSince: idleSince(now) })
  return rows.map(({ id, address, userAgent, createdAt, lastSeenAt, expiresAt }) => ({
    id,
    current: id === caller.sessionId,
    device: deviceOf(userAgent ?? ''),
    address: address ?? '',
    created_at: createdAt.toISOString(),
    last_seen_at: lastSeenAt.toISOString(),
    expires_at: expiresAt.toISOString(),
  }))
}
