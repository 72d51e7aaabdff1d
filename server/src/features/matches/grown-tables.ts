import { z } from 'zod'
import { inProduct } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { runEvery } from '../../platform/jobs/run-every.ts'
import type { Platform } from '../../platform/platform.ts'

const pollMs = 2_000
const lookTimeoutMs = 30_000

const answerRow = z.object({ looked_at: z.array(z.string()) })

/**
 * Has the database look at the tables of matches that have grown to more than twice what it knew, and plan anew what is kept. Answers
 * their names. By itself it comes a minute later: taking 10,000 matches back just after they had been changed took 116 s instead of 8.
 */
export async function lookAtGrownTables({ database }: Pick<Platform, 'database'>): Promise<string[]> {
  const { rows } = await inProduct(
    database,
    (db) => sql.kept(answerRow)`SELECT coalesce(refresh_statistics_of_grown(), '{}') AS looked_at`.execute(db),
    { timeoutMs: lookTimeoutMs },
  )
  return rows[0]?.looked_at ?? []
}

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
