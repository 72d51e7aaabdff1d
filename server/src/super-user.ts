import { readConfig, SettingsError } from './config.ts'
import { explainError } from './explain-error.ts'
import { makeSuperUser } from './features/accounts/auth/index.ts'
import { openDatabase, withoutTenant } from './platform/database/database.ts'
import { startEmbeddedPostgres } from './platform/database/embedded-postgres.ts'
import { prepareDatabase } from './platform/database/prepare-database.ts'
import { waitForDatabase } from './platform/database/wait-for-database.ts'
import { createClock } from './platform/runtime/clock.ts'
import { createLog } from './platform/runtime/log.ts'
import { address as addressFormat } from './setting-formats.ts'

async function main(): Promise<void> {
  const config = readConfig(process.env)
  const argument = process.argv[2] ?? ''
  const { data: address } = addressFormat.safeParse(argument)
  if (!address || process.argv.length > 3) {
    throw new SettingsError([`npm run super-user -- ADDRESS: ADDRESS must be ${addressFormat.description}.`])
  }
  const log = createLog('error')
  const embedded = config.databaseUrl ? null : await startEmbeddedPostgres({ dataDir: config.dataDir, log })
  try {
    const ownerUrl = config.databaseUrl ?? embedded?.connectionString ?? ''
    await waitForDatabase(ownerUrl, { seconds: config.databaseWaitSeconds, log })
    const database = openDatabase(await prepareDatabase(ownerUrl, { secret: config.secret, log }), { max: 1 })
    const now = createClock(config.clock)()
    const { path, minutes } = await withoutTenant(database, (db) => makeSuperUser(db, address, now))
    await database.close()
    const origin = config.publicUrl ?? `http://${config.host}:${config.port}`
    console.log(`${address} is a super user. This link signs in once, within ${minutes} minutes:\n\n${origin}${path}\n`)
  } finally {
    await embedded?.stop()
  }
}

try {
  await main()
} catch (error) {
  console.error(error instanceof SettingsError ? error.problems.join('\n') : explainError(error))
  process.exitCode = 1
}
