import { randomBytes } from 'node:crypto'
import { chmodSync, chownSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Log } from '../runtime/log.ts'
import { findNotedProcess, processNoteOf, withLock, writeFileAtomically } from '../runtime/processes.mjs'
import { findServerPid } from './find-server.ts'
import { type Account, chooseAccount, findBinaries } from './postgres-binaries.ts'
import { connectionString, type PostgresPaths, postgresPathsIn } from './postgres-paths.ts'
import { ensureRunning, stopServer, usualSettings } from './postgres-server.ts'

export type EmbeddedPostgres = {
  readonly connectionString: string
  readonly stop: () => Promise<void>
}

type Given = {
  readonly dataDir: string
  readonly log: Log
  readonly settings?: Readonly<Record<string, string>>
}

const watchEveryMs = 500

/**
 * Starts PostgreSQL with its data in `dataDir`/postgres or joins a running server. Restarts it on its port if it dies.
 */
export async function startEmbeddedPostgres(given: Given): Promise<EmbeddedPostgres> {
  const place = postgresPathsIn(given.dataDir)
  mkdirSync(given.dataDir, { recursive: true, mode: 0o700 })
  const account = chooseAccount(place.folder)
  const settings = { ...usualSettings, ...given.settings }
  const binaries = await findBinaries(account)
  const start = (port?: number): Promise<number> => ensureRunning({ place, account, binaries, settings, port })

  const mine = join(place.users, `${process.pid}-${randomBytes(4).toString('hex')}`)
  const port = await withLock(place.lock, async () => {
    prepareFolder(place, account)
    writeFileSync(mine, processNoteOf(place.users, process.pid) ?? '')
    try {
      return await start()
    } catch (error) {
      rmSync(mine, { force: true })
      throw error
    }
  })

  let restarting: Promise<unknown> | undefined
  const watch = setInterval(() => {
    if (restarting || findServerPid(place)) return
    given.log.error('the embedded database ended; starting it again')
    restarting = withLock(place.lock, () => start(port))
      .catch((error: Error) => given.log.error({ problem: error.message }, 'the embedded database did not start'))
      .finally(() => {
        restarting = undefined
      })
  }, watchEveryMs).unref()

  return {
    connectionString: connectionString(place, port),
    stop: async () => {
      clearInterval(watch)
      await restarting
      await withLock(place.lock, async () => {
        rmSync(mine, { force: true })
        if (users(place).length === 0) await stopServer(place)
      })
    },
  }
}

/** Stops the server of a folder if all of its users were killed. */
export async function stopAbandonedPostgres(dataDir: string): Promise<void> {
  const place = postgresPathsIn(dataDir)
  if (!existsSync(place.folder)) return
  await withLock(place.lock, async () => {
    if (users(place).length === 0) await stopServer(place)
  })
}

function prepareFolder(place: PostgresPaths, account: Account): void {
  for (const folder of [place.folder, place.users]) mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (account) chownSync(place.folder, account.uid, account.gid)
  if (!existsSync(place.password)) {
    writeFileAtomically(place.password, randomBytes(24).toString('base64url'))
    if (account) chownSync(place.password, account.uid, account.gid)
    chmodSync(place.password, 0o600)
  }
}

function users(place: PostgresPaths): string[] {
  if (!existsSync(place.users)) return []
  return readdirSync(place.users).filter((name) => {
    const path = join(place.users, name)
    const lives = findNotedProcess(place.users, readFileSync(path, 'utf8')) !== null
    if (!lives) rmSync(path, { force: true })
    return lives
  })
}
