import { withoutTenant } from '../../../platform/database/database.ts'
import { runEvery } from '../../../platform/jobs/run-every.ts'
import type { Platform } from '../../../platform/services/platform.ts'
import { analyzeGrownTables } from './planner-statistics.queries.ts'

const pollMs = 2_000
const analyzeTimeoutMs = 30_000

/** Autovacuum would only run a minute later, too late for an undo right after a large change. */
export const refreshPlannerStatistics = ({ database }: Pick<Platform, 'database'>): Promise<string[]> =>
  withoutTenant(database, analyzeGrownTables, { timeoutMs: analyzeTimeoutMs })

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
