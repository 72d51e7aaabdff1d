import { readConfig } from './config.ts'
import { explainError } from './explain-error.ts'
import { listLedgerDiscrepancies } from './features/matches/ledger/index.ts'
import { acrossOrganizations, openDatabase } from './platform/database/database.ts'
import { startEmbeddedPostgres } from './platform/database/embedded-postgres.ts'
import { prepareDatabase } from './platform/database/prepare-database.ts'
import { waitForDatabase } from './platform/database/wait-for-database.ts'
import { createLog } from './platform/runtime/log.ts'

// `npm run audit-billing`, with or without a running server. Read-only; exits with code 1 if it finds a difference.

const maxListedFaults = 1_000
const timeoutMs = 60 * 60_000

async function main(): Promise<void> {
  const config = readConfig(process.env)
  const log = createLog('error')
  const embedded = config.databaseUrl ? null : await startEmbeddedPostgres({ dataDir: config.dataDir, log })
  try {
    const ownerUrl = config.databaseUrl ?? embedded?.connectionString ?? ''
    await waitForDatabase(ownerUrl, { seconds: config.databaseWaitSeconds, log })
    const database = openDatabase(await prepareDatabase(ownerUrl, { secret: config.secret, log }), { max: 1 })
    const faults = await acrossOrganizations(database, (db) => listLedgerDiscrepancies(db, maxListedFaults), {
      readOnly: true,
      snapshot: true,
      timeoutMs,
    })
    await database.close()
    for (const { organization_id, what, entry_id, donation_id, stands, should_be } of faults) {
      const position = [entry_id && `line ${entry_id}`, donation_id && `match ${donation_id}`]
        .filter(Boolean)
        .join(', ')
      console.log(
        `Organization ${organization_id}: ${what}${position ? ` (${position})` : ''} is ${stands}, should be ${should_be}.`,
      )
    }
    const summary =
      faults.length === maxListedFaults ? `The first ${maxListedFaults} differences.` : `${faults.length} differences.`
    console.log(faults.length === 0 ? 'The ledger and all invoices are correct.' : summary)
    process.exitCode = faults.length === 0 ? 0 : 1
  } finally {
    await embedded?.stop()
  }
}

try {
  await main()
} catch (error) {
  console.error(explainError(error))
  process.exitCode = 1
}
