import { inTenant, type Tenant } from '../../../platform/database/database.ts'
import type { Caller } from '../../../platform/http/serve.ts'
import type { Platform } from '../../../platform/services/platform.ts'
import { insertVisit } from './audit.queries.ts'
import { writeAudit } from './write-audit.ts'

const maxCachedVisits = 10_000

/** Writes one line per support session, regardless of the number of requests and nodes. */
export function createVisitRecorder(platform: Platform) {
  const recorded = new Set<string>()
  return async (
    caller: Caller,
    tenant: Tenant,
    request: { readonly ip: string; readonly id: string },
  ): Promise<void> => {
    const key = `${caller.sessionId} ${tenant.organizationId}`
    if (recorded.has(key)) return
    await inTenant(platform.database, tenant, async (db) => {
      const isFirst = await insertVisit(db, tenant.organizationId, caller.sessionId, platform.clock())
      if (!isFirst) return
      await writeAudit(
        db,
        { platform, request, caller },
        {
          organizationId: tenant.organizationId,
          action: 'entered',
          subject: 'organization',
          subjectId: tenant.organizationId,
        },
      )
    })
    if (recorded.size >= maxCachedVisits) recorded.clear()
    recorded.add(key)
  }
}

export type VisitRecorder = ReturnType<typeof createVisitRecorder>
