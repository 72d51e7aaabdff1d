import { acrossOrganizations } from '../../../platform/database/database.ts'
import { runEvery } from '../../../platform/jobs/run-every.ts'
import type { Platform } from '../../../platform/services/platform.ts'
import { foldDeltas } from './fold-summaries.queries.ts'

const pollMs = 2_000
// Small enough for a transaction of some milliseconds, so that nobody waits for the rows it changes.
const deltasAtOnce = 5_000

/** Folds once; answers how many deltas it took. Crosses organizations. */
export async function foldSummaries(
  platform: Pick<Platform, 'database'>,
  limit: number = deltasAtOnce,
): Promise<number> {
  return acrossOrganizations(platform.database, (db) => foldDeltas(db, limit))
}

/** Folds every two seconds while the product runs, and at once again while there is more. */
export const runFolding = (platform: Platform): { stop: () => Promise<void> } =>
  runEvery({
    name: 'folding summaries',
    everyMs: pollMs,
    work: async () => (await foldSummaries(platform)) >= deltasAtOnce,
    log: platform.log,
  })
