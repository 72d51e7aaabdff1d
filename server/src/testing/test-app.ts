import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { auth, support } from '@twofold/contract'
import { type Config, readConfig } from '../config.ts'
import { createLog } from '../platform/runtime/log.ts'
import { startOn } from '../start.ts'
import { callsTo } from './calls.ts'
import { factoriesOn, type TestUser } from './factories.ts'
import { type SettableClock, settableClock } from './settable-clock.ts'
import { createTestDatabase, type TestDatabase } from './test-database.ts'
import { databaseTimeoutSeconds, temporaryFolder, testSecret } from './test-postgres.ts'

type TestAppOptions = {
  readonly clock?: SettableClock
  readonly config?: Partial<Config>
  /** Serves a second node. The first one drops the database. */
  readonly database?: TestDatabase
  readonly logged?: (line: string) => void
}

export type TestApp = Awaited<ReturnType<typeof startTestApp>>

/**
 * The whole product with its own database and port. Its clock is stopped at 2026-06-15T14:00:00Z. Stop it in
 * `afterAll`.
 */
export async function startTestApp(options: TestAppOptions = {}) {
  const clock = options.clock ?? settableClock()
  const database = options.database ?? (await createTestDatabase())
  const folder = temporaryFolder()
  // The DNS server of a test always responds, but a busy machine may delay it.
  const dns = options.config?.dnsServers ? { dnsWithinMs: 60_000 } : {}
  const config: Config = { ...testConfig(join(folder, 'data')), ...dns, ...options.config }
  const log = options.logged ? createLog('warn', { write: options.logged }) : createLog(config.logLevel)
  const startedApp = await startOn(config, database.serverAddress, { log, clock })
  const calls = callsTo(startedApp.address)
  const signIn = async ({ email, password }: Pick<TestUser, 'email' | 'password'>): Promise<string> =>
    auth.signedIn.parse(await calls.call(auth.login, { body: { email, password } })).access_token
  return {
    address: startedApp.address,
    platform: startedApp.platform,
    clock,
    database,
    query: database.query,
    ...calls,
    ...factoriesOn(database),
    signIn,
    signInSupport: async (user: TestUser, ...organizations: readonly number[]): Promise<string> => {
      const token = await signIn(user)
      for (const id of organizations) await calls.call(support.allowChanges, { params: { id } }, { token })
      return token
    },
    stop: async () => {
      await startedApp.stop()
      if (!options.database) await database.drop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

// Super users sign in with a password only in tests; the test of the second factor overrides this.
const testConfig = (dataDir: string): Config => ({
  ...readConfig({
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    PORT: '0',
    DATA_DIR: dataDir,
    SECRET: testSecret,
    DEMO: '0',
    DATABASE_PATIENCE_SECONDS: String(databaseTimeoutSeconds),
  }),
  superUsersNeedFactor: false,
})
