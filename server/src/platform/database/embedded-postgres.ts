import { randomBytes } from 'node:crypto'
import { chmodSync, chownSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Log } from '../runtime/log.ts'
import { findNotedProcess, processNoteOf, withLock, writeFileAtomically } from '../runtime/processes.mjs'
import { findServerPid } from './find-server.ts'
import { type Account, chooseAccount, findBinaries } from './postgres-binaries.ts'
import { connectionString, type PostgresPaths, postgresPathsIn } from './postgres-paths.ts'
import { defaultSettings, ensureRunning, stopServer } from './postgres-server.ts'

export type EmbeddedPostgres = {
  readonly connectionString: string
  readonly stop: () => Promise<void>
}

type EmbeddedOptions = {
  readonly dataDir: string
  readonly log: Log
  readonly settings?: Readonly<Record<string, string>>
}

const watchEveryMs = 500

/**
 * Starts PostgreSQL with its data in `dataDir`/postgres or joins a running server. Restarts it on its port if it dies.
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const paths = postgresPathsIn(options.dataDir)
  mkdirSync(options.dataDir, { recursive: true, mode: 0o700 })
  const account = chooseAccount(paths.folder)
  const settings = { ...defaultSettings, ...options.settings }
  const binaries = await findBinaries(account)
  const start = (port?: number): Promise<number> => ensureRunning({ paths, account, binaries, settings, port })

  const userFile = join(paths.users, `${process.pid}-${randomBytes(4).toString('hex')}`)
  const port = await withLock(paths.lock, async () => {
    prepareFolder(paths, account)
    writeFileSync(userFile, processNoteOf(paths.users, process.pid) ?? '')
    try {
      return await start()
    } catch (error) {
      rmSync(userFile, { force: true })
      throw error
    }
  })

  let restarting: Promise<unknown> | undefined
  const watch = setInterval(() => {
    if (restarting || findServerPid(paths)) return
    options.log.error('the embedded database stopped; restarting it')
    restarting = withLock(paths.lock, () => start(port))
      .catch((error: Error) => options.log.error({ problem: error.message }, 'the embedded database did not start'))
      .finally(() => {
        restarting = undefined
      })
  }, watchEveryMs).unref()

  return {
    connectionString: connectionString(paths, port),
    stop: async () => {
      clearInterval(watch)
      await restarting
      await withLock(paths.lock, async () => {
        rmSync(userFile, { force: true })
        if (users(paths).length === 0) await stopServer(paths)
      })
    },
  }
}

/** Stops the server of a folder if all of its users were killed. */
export async function stopAbandonedPostgres(dataDir: string): Promise<void> {
  const paths = postgresPathsIn(dataDir)
  if (!existsSync(paths.folder)) return
  await withLock(paths.lock, async () => {
    if (users(paths).length === 0) await stopServer(paths)
  })
}

function prepareFolder(paths: PostgresPaths, account: Account): void {
  for (const folder of [paths.folder, paths.users]) mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (account) chownSync(paths.folder, account.uid, account.gid)
  if (!existsSync(paths.password)) {
    writeFileAtomically(paths.password, randomBytes(24).toString('base64url'))
    if (account) chownSync(paths.password, account.uid, account.gid)
    chmodSync(paths.password, 0o600)
  }
}

function users(paths: PostgresPaths): string[] {
  if (!existsSync(paths.users)) return []
  return readdirSync(paths.users).filter((name) => {
    const path = join(paths.users, name)
    const isRunning = findNotedProcess(paths.users, readFileSync(path, 'utf8')) !== null
    if (!isRunning) rmSync(path, { force: true })
    return isRunning
  })
}
