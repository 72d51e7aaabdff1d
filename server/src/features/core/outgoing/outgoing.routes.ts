import { outgoing } from '@twofold/contract'
import { acrossOrganizations, readOnly, withoutTenant } from '../../../platform/database/database.ts'
import { type ServedRoute, serve } from '../../../platform/http/serve.ts'
import { getOutgoing, type OutgoingState, releaseOutgoing } from '../../../platform/outgoing/outgoing.queries.ts'
import type { Platform } from '../../../platform/services/platform.ts'
import { countWaiting, type Waiting } from './outgoing.queries.ts'

const outageShownMs = 24 * 3_600_000

export const outgoingRoutes: ServedRoute[] = [
  serve(outgoing.getOutgoing, ({ platform }) => read(platform)),

  serve(outgoing.releaseOutgoing, async ({ platform, caller }) => {
    const isReleased = await withoutTenant(platform.database, (db) => releaseOutgoing(db, platform.clock()))
    if (isReleased) platform.log.warn({ user: caller.user.id }, 'email, webhooks and charges are released')
    return read(platform)
  }),
]

async function read(platform: Platform): Promise<outgoing.Outgoing> {
  const state = await withoutTenant(readOnly(platform.database), getOutgoing)
  const waiting = state.held_since
    ? await acrossOrganizations(readOnly(platform.database), countWaiting)
    : { emails: 0, webhooks: 0 }
  return present(state, waiting, platform.clock())
}

function present(state: OutgoingState, waiting: Waiting, now: Date): outgoing.Outgoing {
  const { held_since, mail_away_since: awaySince, mail_back_at: backAt, mail_problem } = state
  const isShown = awaySince && (!backAt || now.getTime() - backAt.getTime() < outageShownMs)
  return {
    held_since: held_since?.toISOString() ?? null,
    waiting,
    mail_server: isShown
      ? { away_since: awaySince.toISOString(), back_at: backAt?.toISOString() ?? null, problem: mail_problem ?? '' }
      : null,
  }
}
