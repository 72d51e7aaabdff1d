import { acrossOrganizations } from '../../../platform/database/database.ts'
import { runEvery } from '../../../platform/jobs/run-every.ts'
import type { Platform } from '../../../platform/platform.ts'
import { queueDue } from './planned-mails.queries.ts'

const atOnce = 500

/** Mails whose moment has come join the queue. Answers how many. */
export const queuePlanned = (platform: Platform): Promise<number> =>
  acrossOrganizations(platform.database, (db) => queueDue(db, platform.clock(), atOnce))

/** Looks every ten seconds, and at once again while there is more. */
export const runQueueingPlanned = (platform: Platform): { stop: () => Promise<void> } =>
  runEvery({
    name: 'planned mails',
    everyMs: 10_000,
    work: async () => (await queuePlanned(platform)) >= atOnce,
    log: platform.log,
  })
