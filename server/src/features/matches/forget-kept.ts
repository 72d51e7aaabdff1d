import { acrossOrganizations } from '../../platform/database/database.ts'
import { runEvery } from '../../platform/jobs/run-every.ts'
import type { Platform } from '../../platform/platform.ts'
import { forgetKept, forgottenAtOnce } from './take-back.queries.ts'

const pollMs = 60_000

/** Forgets what matches were before changes that can no longer be taken back; answers how many of them, of so many at once. */
export const forgetSome = ({ database, clock }: Pick<Platform, 'database' | 'clock'>): Promise<number> =>
  acrossOrganizations(database, (db) => forgetKept(db, clock()))

export const runForgettingKept = (platform: Platform): { stop: () => Promise<void> } =>
  runEvery({
    name: 'forgetting what matches were',
    everyMs: pollMs,
    work: async () => (await forgetSome(platform)) >= forgottenAtOnce,
    log: platform.log,
  })
