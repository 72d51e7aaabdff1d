import { acrossOrganizations } from '../../../platform/database/database.ts'
import { runEvery } from '../../../platform/jobs/run-every.ts'
import type { Platform } from '../../../platform/services/platform.ts'
import { deleteExpired, journalExpiryBatchSize } from './journal.queries.ts'

export const expireJournal = ({ database, clock }: Pick<Platform, 'database' | 'clock'>): Promise<number> =>
  acrossOrganizations(database, (db) => deleteExpired(db, clock()))

export const runJournalExpiry = (platform: Platform): { stop: () => Promise<void> } =>
  runEvery({
    name: 'expiring the journal of matches',
    everyMs: 60_000,
    work: async () => (await expireJournal(platform)) >= journalExpiryBatchSize,
    log: platform.log,
  })
