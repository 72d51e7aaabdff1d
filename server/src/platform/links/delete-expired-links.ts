import { acrossOrganizations } from '../database/database.ts'
import { runEvery, type Worker } from '../jobs/run-every.ts'
import type { Platform } from '../services/platform.ts'
import { deleteExpiredLinks } from './links.queries.ts'

/** An email may wait longer than its link is valid: sending it renews the link's row. */
const keptMs = 7 * 24 * 60 * 60_000

export const sweepExpiredLinks = ({ database, clock }: Pick<Platform, 'database' | 'clock'>): Promise<boolean> =>
  acrossOrganizations(database, (db) => deleteExpiredLinks(db, new Date(clock().getTime() - keptMs)))

/** Deletes expired links until it is stopped. Several nodes may run it. */
export const runLinkSweeper = (platform: Platform): Worker =>
  runEvery({ name: 'expired links', everyMs: 15 * 60_000, work: () => sweepExpiredLinks(platform), log: platform.log })
