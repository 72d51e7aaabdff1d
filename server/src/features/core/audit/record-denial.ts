import { inTenant } from '../../../platform/database/database.ts'
import type { Denial } from '../../../platform/http/authorize-request.ts'
import { Refusal } from '../../../platform/runtime/errors.ts'
import type { Platform } from '../../../platform/services/platform.ts'
import { writeAudit } from './write-audit.ts'

/** Per person and organization: enough to notice an attempt, too few to flood the trail. */
export const recordedDenials = { max: 20, seconds: 3600 }
const maxCachedKeys = 10_000

/** Uses a separate transaction. Failures are logged and never change the response. */
export function createDenialRecorder(platform: Platform) {
  const suppressedUntil = new Map<string, number>()

  /** Counted across all nodes. Over the limit, the counter is not read again until the limit ends. */
  const isTooMany = async (key: string, now: number): Promise<boolean> => {
    if ((suppressedUntil.get(key) ?? 0) > now) return true
    try {
      await platform.rates.take('denials', recordedDenials, key)
      return false
    } catch (refused) {
      if (!(refused instanceof Refusal)) throw refused
      if (suppressedUntil.size >= maxCachedKeys) suppressedUntil.clear()
      suppressedUntil.set(key, now + (refused.retryAfterSeconds ?? 60) * 1000)
      return true
    }
  }

  return async (denial: Denial): Promise<void> => {
    const { caller, tenant, route, request } = denial
    try {
      const callerKey = caller.apiKey ? `key ${caller.apiKey.id}` : String(caller.user.id)
      if (await isTooMany(`${tenant.organizationId}:${callerKey}`, platform.clock().getTime())) return
      await inTenant(platform.database, tenant, (db) =>
        writeAudit(
          db,
          { platform, request, caller },
          {
            organizationId: tenant.organizationId,
            action: 'denied',
            subject: 'access',
            subjectId: caller.apiKey?.id ?? caller.user.id,
            after: {
              what: route.summary,
              call: `${route.method} ${route.path}`,
              ...(caller.apiKey ? { api_key: caller.apiKey.id } : { level: denial.level }),
            },
          },
        ),
      )
    } catch (error) {
      platform.log.error(
        { problem: String(error), request_id: request.id },
        'a denied attempt could not be written down',
      )
    }
  }
}

export type DenialRecorder = ReturnType<typeof createDenialRecorder>
