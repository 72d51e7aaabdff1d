import { acrossOrganizations } from '../../../platform/database/database.ts'
import type { Platform } from '../../../platform/services/platform.ts'
import { deleteSkippedDigests, planWeek } from './plan-digests.queries.ts'

const organizationsAtOnce = 500
const skippedRetentionMs = 60 * 86_400_000
const dayMs = 86_400_000

export const planDigests = (
  { database, clock }: Pick<Platform, 'database' | 'clock'>,
  limit = organizationsAtOnce,
): Promise<number> => acrossOrganizations(database, (db) => planWeek(db, clock(), limit))

/** Deletes old skipped digests once a day. */
export function fillDigests(platform: Platform): () => Promise<boolean> {
  let tidiedAt = 0
  return async () => {
    const planned = await planDigests(platform)
    if (Date.now() - tidiedAt > dayMs) {
      tidiedAt = Date.now()
      const before = new Date(platform.clock().getTime() - skippedRetentionMs)
      await acrossOrganizations(platform.database, (db) => deleteSkippedDigests(db, before))
    }
    return planned >= organizationsAtOnce
  }
}
