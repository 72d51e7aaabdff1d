import { statistics } from '@twofold/contract'
import type { Tenant } from '../../platform/database/database.ts'
import type { Platform } from '../../platform/platform.ts'
import type { UsualRead } from '../../platform/room.ts'
import { listNextDeadlines } from './next-deadlines.queries.ts'
import { sumByMonthAndGroup, sumByStatus } from './summaries.queries.ts'
import { countToDo } from './to-do.queries.ts'

/** The dashboard as it opens: all that stands, and the year so far; and of a year that is over. */
export function usualReads({ database, clock }: Platform, tenant: Tenant): readonly UsualRead[] {
  const now = clock()
  const year = now.getUTCFullYear()
  const scope = { organizationIds: tenant.family, statusIds: null }
  const ranges = [
    { from: `${year}-01-01`, to: now.toISOString().slice(0, 10) },
    { from: `${year - 1}-01-01`, to: `${year - 1}-12-31` },
  ]
  const statusIds = statistics.funnelStages.contacted
  return [
    () => sumByStatus(database, tenant, { ...scope, from: null, to: null }),
    () => listNextDeadlines(database, tenant, now),
    () => countToDo(database, tenant, now),
    ...ranges.flatMap((range) => [
      () => sumByStatus(database, tenant, { ...scope, statusIds, ...range }),
      () => sumByMonthAndGroup(database, tenant, { ...scope, ...range }),
    ]),
  ]
}
