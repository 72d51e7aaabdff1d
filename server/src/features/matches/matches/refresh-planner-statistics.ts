import { withoutTenant } from '../../../platform/database/database.ts'
import { runEvery } from '../../../platform/jobs/run-every.ts'
import type { Platform } from '../../../platform/services/platform.ts'
import { analyzeGrownTables } from './planner-statistics.queries.ts'

const pollMs = 2_000
const lookTimeoutMs = 30_000

/**
 * Refreshes the statistics and cached plans of match tables that have grown, and returns their names. Autovacuum only
 * does so a minute later: undoing 10,000 changes right after they were made took 116 s instead of 8 s.
 */
export const refreshPlannerStatistics = ({ database }: Pick<Platform, 'database'>): Promise<string[]> =>
  withoutTenant(database, analyzeGrownTables, { timeoutMs: lookTimeoutMs })

export const runPlannerStatistics = (platform: Platform): { stop: () => Promise<void> } =>
  runEvery({
    name: 'looking at grown tables',
    everyMs: pollMs,
    work: async () => {
      await refreshPlannerStatistics(platform)
      return false
    },
    log: platform.log,
  })
