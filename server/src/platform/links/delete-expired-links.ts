import { acrossOrganizations } from '../database/database.ts'
import { runEvery, type Worker } from '../jobs/run-every.ts'
import type { Platform } from '../services/platform.ts'
import { deleteExpiredLinks } from './links.queries.ts'

/** Kept because sending a delayed email renews the row of its expired link. */
const retentionMs = 7 * 24 * 60 * 60_000

/** Deletes links that expired a week ago. Returns whether there are more. */
export const sweepExpiredLinks = ({ database, clock }: Pick<Platform, 'database' | 'clock'>): Promise<boolean> =>
  acrossOrganizations(database, (db) => deleteExpiredLinks(db, new Date(clock().getTime() - retentionMs)))

/** Deletes expired links until it is stopped. Several nodes may run it. */
export const runLinkSweeper = (platform: Platform): Worker =>
  runEvery({ name: 'expired links', everyMs: 15 * 60_000, work: () => sweepExpiredLinks(platform), log: platform.log })
