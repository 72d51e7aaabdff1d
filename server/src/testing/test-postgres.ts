import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import pg from 'pg'
import { startEmbeddedPostgres, stopAbandonedPostgres } from '../platform/database/embedded-postgres.ts'
import { prepareDatabase } from '../platform/database/prepare-database.ts'
import { serverRoleConnectionString } from '../platform/database/server-role.ts'
import { createLog } from '../platform/runtime/log.ts'
import { identify, isRunning } from '../platform/runtime/processes.mjs'

const prefix = 'twofold-test-'
export const templateDatabase = 'twofold_template'
export const testSecret = 'only-for-tests-0123456789-abcdefghijk'

/** Long enough for a machine that is busy with other tests. */
export const databaseTimeoutSeconds = 120

// A test database does not have to survive a crash of the machine.
const fastSettings = {
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '512MB', // it may be in memory
  max_connections: '400',
  shared_buffers: '128MB',
}

const memory = '/dev/shm'
const gigabyte = 1024 ** 3

/** Uses memory if possible: each database creates and removes a thousand files. */
function chooseDataFolder(): string {
  if (!existsSync(memory)) return tmpdir()
  const { bavail, bsize } = statfsSync(memory)
  return bavail * bsize > 3 * gigabyte && process.availableMemory() > 6 * gigabyte ? memory : tmpdir()
}

export type TestPostgres = {
  readonly connectionString: string
  readonly stop: () => Promise<void>
}

/** Uses a temporary folder until `stop`. Removes leftovers of killed runs first. */
export async function startTestPostgres(): Promise<TestPostgres> {
  await clearLeftovers()
  const folder = mkdtempSync(join(chooseDataFolder(), prefix))
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

/** The template's server role has the same rights in a clone. */
export const addressOfClone = (connectionString: string, database: string): string =>
  serverRoleConnectionString(addressOfDatabase(connectionString, database), templateDatabase, testSecret)

export function addressOfDatabase(connectionString: string, database: string): string {
  const url = new URL(connectionString)
  url.pathname = `/${database}`
  return url.href
}

/** Removed with its process, or by the next run if that process was killed. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(chooseDataFolder(), prefix))
  writeFileSync(join(folder, 'owner'), identify(process.pid) ?? '')
  mkdirSync(join(folder, 'data'))
  return folder
}

export async function clearLeftovers(): Promise<void> {
  const parentFolders = [tmpdir(), memory].filter((place) => existsSync(place))
  const folders = parentFolders.flatMap((place) => readdirSync(place).map((name) => join(place, name)))
  for (const folder of folders.filter((path) => basename(path).startsWith(prefix))) {
    try {
      if (isRunning(readFileSync(join(folder, 'owner'), 'utf8'))) continue
      const subfolders = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory())
      for (const dataFolder of [folder, ...subfolders.map((entry) => join(folder, entry.name))])
        await stopAbandonedPostgres(dataFolder)
      rmSync(folder, { recursive: true, force: true })
    } catch {
      // belongs to another account, or is just being created
    }
  }
}
