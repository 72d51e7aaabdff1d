import { auth } from '@twofold/contract'
import { readConfig, SettingsError } from './config.ts'
import { magicLinkMinutes, makeSuperUser } from './features/auth/index.ts'
import { openDatabase } from './platform/database/database.ts'
import { startEmbeddedPostgres } from './platform/database/embedded-postgres.ts'
import { migrate } from './platform/database/migrate.ts'
import { createLog } from './platform/log.ts'

// `npm run super-user -- ADDRESS`: works beside a running Twofold and without one.

async function main(): Promise<number> {
  const email = auth.email.safeParse(process.argv[2] ?? '')
  if (!email.success) {
    console.error('Usage: npm run super-user -- ADDRESS   (an e-mail address)')
    return 2
  }
  const config = readConfig(process.env)
  const log = createLog('warn')
  const embedded = config.databaseUrl ? null : await startEmbeddedPostgres({ dataDir: config.dataDir, log })
  try {
    const connectionString = config.databaseUrl ?? embedded?.connectionString ?? ''
    await migrate(connectionString, { log })
    const database = openDatabase(connectionString, { max: 1 })
    const token = await makeSuperUser(database, email.data, { now: new Date(), minutes: magicLinkMinutes })
    await database.close()
    const address = config.publicUrl ?? `http://${config.host}:${config.port}`
    console.log(`${email.data} is a super user. This link signs in once, within ${magicLinkMinutes} minutes:`)
    console.log(`${address}/portal/magic-link?token=${token}`)
    return 0
  } finally {
    await embedded?.stop()
  }
}

try {
  process.exitCode = await main()
} catch (error) {
  console.error(error instanceof SettingsError ? error.message : error)
  process.exitCode = 1
}
