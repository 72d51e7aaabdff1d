import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbeddedPostgres, stopAbandonedPostgres } from '../platform/database/embedded-postgres.ts'
import { addressOfServerRole } from '../platform/database/server-role.ts'
import { createLog } from '../platform/log.ts'
import { prepareDatabase } from '../platform/prepare-database.ts'
import { identify, isRunning } from '../platform/processes.mjs'

const prefix = 'twofold-test-'
export const templateDatabase = 'twofold_template'
export const testSecret = 'only-for-tests-0123456789-abcdefghijk'

/** For a statement and a connection: a machine that is busy with other tests is no fault of theirs. */
export const patienceSeconds = 120

// Nothing of a test's database has to survive its machine.
const fastSettings = {
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_connections: '400',
  shared_buffers: '128MB',
}

export type TestPostgres = {
  /** Superuser, database `postgres`. */
  readonly connectionString: string
  readonly stop: () => Promise<void>
}

/** A PostgreSQL of its own in a temporary folder, which ends with `stop`; what killed runs left is cleared away first. */
export async function startTestPostgres(): Promise<TestPostgres> {
  await clearLeftovers()
  const folder = mkdtempSync(join(tmpdir(), prefix))
  writeFileSync(join(folder, 'owner'), identify(process.pid) ?? '')
  const log = createLog('silent')
  const server = await startEmbeddedPostgres({ dataDir: folder, log, settings: fastSettings })
  return {
    connectionString: server.connectionString,
    stop: async () => {
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** The prepared database that tests clone theirs from; answers its address for the server's role. */
export async function createTemplate(connectionString: string): Promise<string> {
  const admin = new pg.Client({ connectionString })
  await admin.connect()
  await admin.query(`CREATE DATABASE ${templateDatabase}`)
  await admin.end()
  return await prepareDatabase(addressOfDatabase(connectionString, templateDatabase), {
    secret: testSecret,
    log: createLog('silent'),
  })
}

/** As the server's role of the template, which may do in a clone what it may do there. */
export const addressOfClone = (connectionString: string, database: string): string =>
  addressOfServerRole(addressOfDatabase(connectionString, database), templateDatabase, testSecret)

export function addressOfDatabase(connectionString: string, database: string): string {
  const url = new URL(connectionString)
  url.pathname = `/${database}`
  return url.href
}

/** A temporary folder that goes with its process, or with the next run when that one was killed. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), prefix))
  writeFileSync(join(folder, 'owner'), identify(process.pid) ?? '')
  mkdirSync(join(folder, 'data'))
  return folder
}

/** Stops the servers and removes the folders of runs that were killed. */
export async function clearLeftovers(): Promise<void> {
  for (const name of readdirSync(tmpdir()).filter((entry) => entry.startsWith(prefix))) {
    const folder = join(tmpdir(), name)
    try {
      if (isRunning(readFileSync(join(folder, 'owner'), 'utf8'))) continue
      const inside = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory())
      for (const place of [folder, ...inside.map((entry) => join(folder, entry.name))])
        await stopAbandonedPostgres(place)
      rmSync(folder, { recursive: true, force: true })
    } catch {
      // another account's, or being made at this moment
    }
  }
}
