import { inProduct } from '../../../platform/database/database.ts'
import { runEvery } from '../../../platform/jobs/run-every.ts'
import type { Platform } from '../../../platform/services/platform.ts'
import { refreshGrown } from './grown-tables.queries.ts'

const pollMs = 2_000
const lookTimeoutMs = 30_000

/**
 * Has the database look at tables of matches that have grown, and plan anew what is kept; answers their names. By itself it comes a
 * minute later: taking 10,000 matches back just after they had been changed took 116 s instead of 8.
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
