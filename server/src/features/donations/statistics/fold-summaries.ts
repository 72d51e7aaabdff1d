import { acrossOrganizations } from '../../../platform/database/database.ts'
import { runEvery } from '../../../platform/jobs/run-every.ts'
import type { Platform } from '../../../platform/services/platform.ts'
import { foldDeltas } from './fold-summaries.queries.ts'

const pollMs = 2_000
// A few milliseconds per transaction, so that others hardly wait for its rows.
const deltasAtOnce = 5_000

export async function foldSummaries(
  platform: Pick<Platform, 'database'>,
  limit: number = deltasAtOnce,
): Promise<number> {
  return acrossOrganizations(platform.database, (db) => foldDeltas(db, limit))
}

/** Every two seconds, and immediately while deltas remain. */
export const runSummaryFolding = (platform: Platform): { stop: () => Promise<void> } =>
  runEvery({
    name: 'folding summaries',
    everyMs: pollMs,
    work: async () => (await foldSummaries(platform)) >= deltasAtOnce,
    log: platform.log,
  })
