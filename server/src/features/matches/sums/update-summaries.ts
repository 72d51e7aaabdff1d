import { acrossOrganizations } from '../../../platform/database/database.ts'
import { runEvery } from '../../../platform/jobs/run-every.ts'
import type { Platform } from '../../../platform/services/platform.ts'
import { applyDeltas } from './update-summaries.queries.ts'

const pollMs = 2_000
// A few milliseconds per transaction, so that others hardly wait for its rows.
const deltasAtOnce = 5_000

export async function updateSummaries(
  platform: Pick<Platform, 'database'>,
  limit: number = deltasAtOnce,
): Promise<number> {
  return acrossOrganizations(platform.database, (db) => applyDeltas(db, limit))
}

/** Every two seconds, and immediately while deltas remain. */
export const runSummaryUpdates = (platform: Platform): { stop: () => Promise<void> } =>
  runEvery({
    name: 'updating summaries',
    everyMs: pollMs,
    work: async () => (await updateSummaries(platform)) >= deltasAtOnce,
    log: platform.log,
  })
