import { inProduct } from '../../../platform/database/database.ts'
import { runEvery } from '../../../platform/jobs/run-every.ts'
import type { Platform } from '../../../platform/services/platform.ts'
import { refreshGrown } from './grown-tables.queries.ts'

const pollMs = 2_000
const lookTimeoutMs = 30_000

/**
 * Refreshes the statistics and cached plans of match tables that have grown, and returns their names. Autovacuum only
 * does so a minute later: undoing 10,000 changes right after they were made took 116 s instead of 8 s.
 */
export const lookAtGrownTables = ({ database }: Pick<Platform, 'database'>): Promise<string[]> =>
  inProduct(database, refreshGrown, { timeoutMs: lookTimeoutMs })

export const runLookingAtGrownTables = (platform: Platform): { stop: () => Promise<void> } =>
  runEvery({
    name: 'looking at grown tables',
    everyMs: pollMs,
    work: async () => {
      await lookAtGrownTables(platform)
      return false
    },
    log: platform.log,
  })
