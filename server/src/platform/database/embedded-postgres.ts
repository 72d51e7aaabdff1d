import { spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import type { Log } from '../log.ts'
import { identify, isRunning, replace, withLock } from '../processes.mjs'
import { type Account, type Binaries, chooseAccount, findBinaries } from './postgres-binaries.ts'

export type EmbeddedPostgres = {
  /** As the superuser of the embedded server, on 127.0.0.1. */
  readonly connectionString: string
  /** Lets go of the server; the last process that does stops it. */
  readonly stop: () => Promise<void>
}

type Given = {
  readonly dataDir: string
  readonly log: Log
  /** Server settings that replace the usual ones. */
  readonly settings?: Readonly<Record<string, string>>
}

const usualSettings: Readonly<Record<string, string>> = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '60',
  shared_buffers: '192MB',
  effective_cache_size: '1GB',
  work_mem: '16MB',
  maintenance_work_mem: '128MB',
  synchronous_commit: 'on',
  fsync: 'on',
  wal_compression: 'on',
  max_wal_size: '1GB',
  random_page_cost: '1.1', // every disk this runs on today is an SSD
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // The log must hold no donor's data: no statements, no parameters, no key values.
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_min_messages: 'warning',
}

const startTimeoutMs = 60_000
// Some 6 s, in which the last processes of a killed server let go of its data.
const attempts = 7
const stopTimeoutMs = 30_000
const watchEveryMs = 500
const logLimitBytes = 5_000_000

/**
 * Starts PostgreSQL with its data in `dataDir`/postgres, or joins the one that another process (or one that was killed)
 * has started there. While it is held, a server that dies is started again on the same port.
 */
export async function startEmbeddedPostgres(given: Given): Promise<EmbeddedPostgres> {
  const place = placeIn(given.dataDir)
  mkdirSync(given.dataDir, { recursive: true, mode: 0o700 })
  const account = chooseAccount(place.folder)
  const settings = { ...usualSettings, ...given.settings }
  const binaries = await findBinaries(account)
  const start = (port?: number): Promise<number> => ensureRunning({ place, account, binaries, settings, port })

  const mine = join(place.users, `${process.pid}-${randomBytes(4).toString('hex')}`)
  const port = await withLock(place.lock, async () => {
    prepareFolder(place, account)
    writeFileSync(mine, identify(process.pid) ?? '')
    try {
      return await start()
    } catch (error) {
      rmSync(mine, { force: true })
      throw error
    }
  })

  let restarting: Promise<unknown> | undefined
  const watch = setInterval(() => {
    if (restarting || runningServer(place)) return
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

/** Stops the server of a folder whose users were all killed. Does nothing while one of them lives. */
export async function stopAbandonedPostgres(dataDir: string): Promise<void> {
  const place = placeIn(dataDir)
  if (!existsSync(place.folder)) return
  await withLock(place.lock, async () => {
    if (users(place).length === 0) await stopServer(place)
  })
}

type Place = ReturnType<typeof placeIn>

function placeIn(dataDir: string) {
  const folder = join(dataDir, 'postgres')
  return {
    folder,
    data: join(folder, 'data'),
    pidFile: join(folder, 'data', 'postmaster.pid'),
    password: join(folder, 'password'),
    port: join(folder, 'port'),
    server: join(folder, 'server'),
    log: join(folder, 'log'),
    lock: join(dataDir, 'postgres.lock'),
    users: join(dataDir, 'postgres.users'),
  }
}

function prepareFolder(place: Place, account: Account): void {
  for (const folder of [place.folder, place.users]) mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (account) chownSync(place.folder, account.uid, account.gid)
  if (!existsSync(place.password)) {
    replace(place.password, randomBytes(24).toString('base64url'))
    if (account) chownSync(place.password, account.uid, account.gid)
    chmodSync(place.password, 0o600)
  }
}

/** Files of the processes that use the server; those of killed ones are cleared away. */
function users(place: Place): string[] {
  if (!existsSync(place.users)) return []
  return readdirSync(place.users).filter((name) => {
    const path = join(place.users, name)
    const lives = isRunning(readFileSync(path, 'utf8'))
    if (!lives) rmSync(path, { force: true })
    return lives
  })
}

function connectionString(place: Place, port: number, database = 'postgres'): string {
  return `postgres://postgres:${readFileSync(place.password, 'utf8')}@127.0.0.1:${port}/${database}`
}

type Launch = {
  readonly place: Place
  readonly account: Account
  readonly binaries: Binaries
  readonly settings: Readonly<Record<string, string>>
  /** Demanded when others hold connection strings with it. */
  readonly port: number | undefined
}

/** Answers the port of a server that takes connections. Held under the lock of the folder. */
async function ensureRunning(launch: Launch): Promise<number> {
  const { place } = launch
  const giveUpAt = Date.now() + startTimeoutMs
  if (!existsSync(place.data)) initialize(launch)
  for (let attempt = 0; ; attempt++) {
    if (!runningServer(place) && !adopt(place)) await launchServer(launch, attempt)
    const port = await untilReady(place, giveUpAt)
    if (port !== null) return port
    if (attempt === attempts || Date.now() > giveUpAt)
      throw new Error(`The embedded database did not start:\n${lastLines(place.log)}`)
    await wait(Math.min(100 * 2 ** attempt, 2_000))
  }
}

/**
 * Root hands the data to another account, which need not be able to walk the path to it (below /root, say). The folder
 * is entered by root, and the server knows it as the folder that it is in.
 */
function enter(folder: string, account: Account): { cwd: string; path: string } {
  return { cwd: folder, path: account && process.platform === 'linux' ? '/proc/self/cwd' : folder }
}

const environment = { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' }

/** Makes the data in a draft that is renamed when it is whole, so that a killed start leaves nothing half made. */
function initialize({ place, account, binaries, settings }: Launch): void {
  const draft = `${place.data}.draft`
  rmSync(draft, { recursive: true, force: true })
  mkdirSync(draft, { mode: 0o700 })
  if (account) chownSync(draft, account.uid, account.gid)
  const { cwd, path } = enter(draft, account)
  const { status, stderr, error } = spawnSync(
    binaries.initdb,
    [
      `--pgdata=${path}`,
      '--username=postgres',
      `--pwfile=${path}/../password`, // joining would lose the folder that the path goes through
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      ...(settings.fsync === 'off' ? ['--no-sync'] : []),
    ],
    { cwd, ...account, env: environment, encoding: 'utf8' },
  )
  if (status !== 0) throw new Error(`The embedded database could not be made: ${error?.message ?? stderr.trim()}`)
  renameSync(draft, place.data)
}

async function launchServer({ place, account, binaries, settings, port }: Launch, attempt: number): Promise<void> {
  clearStalePid(place)
  const chosen = port ?? (await freePort(attempt === 0 ? keptPort(place) : 0))
  replace(place.port, String(chosen))
  if (existsSync(place.log) && statSync(place.log).size > logLimitBytes) truncateSync(place.log)
  const log = openSync(place.log, 'a', 0o600)
  const { cwd, path } = enter(place.data, account)
  const options = Object.entries({ ...settings, port: String(chosen) }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ])
  const child = spawn(binaries.postgres, ['-D', path, ...options], {
    cwd,
    ...account,
    env: environment,
    stdio: ['ignore', log, log],
    detached: true, // a Ctrl-C in the terminal is for this process, which stops the server when it is done with it
  })
  child.unref()
  child.on('error', () => {}) // seen as a server that does not get ready
  closeSync(log)
  if (child.pid) replace(place.server, identify(child.pid) ?? '')
}

/** Waits for a launched server. Null when it ended instead. */
async function untilReady(place: Place, giveUpAt: number): Promise<number | null> {
  for (;;) {
    const running = runningServer(place)
    if (!running) return null
    const port = Number(pidFileLines(place)[3])
    if (port > 0 && (await answers(connectionString(place, port)))) return port
    if (Date.now() > giveUpAt) return null
    await wait(20)
  }
}

async function answers(address: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: address, connectionTimeoutMillis: 2_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('SELECT 1')
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}

async function stopServer(place: Place): Promise<void> {
  const pid = runningServer(place)
  if (!pid) return
  process.kill(pid, 'SIGINT') // "fast": open transactions are rolled back, what was committed is written
  const giveUpAt = Date.now() + stopTimeoutMs
  while (runningServer(place)) {
    if (Date.now() > giveUpAt) {
      process.kill(pid, 'SIGQUIT') // the next start recovers from the write-ahead log
      return
    }
    await wait(20)
  }
}

/** The id of the server's first process, when it lives. */
function runningServer(place: Place): number | null {
  try {
    const identity = readFileSync(place.server, 'utf8')
    if (isRunning(identity)) return Number.parseInt(identity, 10)
  } catch {
    return null
  }
  return null
}

const pidFileLines = (place: Place): string[] =>
  existsSync(place.pidFile) ? readFileSync(place.pidFile, 'utf8').split('\n') : []

/** A server that was launched by a process that was killed before it could write down which one it launched. */
function adopt(place: Place): boolean {
  const pid = Number(pidFileLines(place)[0])
  if (!(pid > 0) || !isPostgres(pid)) return false
  if (process.platform === 'linux' && readlinkSync(`/proc/${pid}/cwd`) !== realpathSync(place.data)) return false
  const identity = identify(pid)
  if (identity) replace(place.server, identity)
  return identity !== null
}

/** After a restart of the machine the id in the file may be that of another program, for which PostgreSQL would wait. */
function clearStalePid(place: Place): void {
  const pid = Number(pidFileLines(place)[0])
  if (pid > 0 && !isPostgres(pid)) rmSync(place.pidFile, { force: true })
}

function isPostgres(pid: number): boolean {
  if (process.platform === 'linux') {
    try {
      return readFileSync(`/proc/${pid}/comm`, 'utf8').startsWith('postgres')
    } catch {
      return false
    }
  }
  return spawnSync('ps', ['-o', 'comm=', '-p', String(pid)], { encoding: 'utf8' }).stdout.includes('postgres')
}

function keptPort(place: Place): number {
  return existsSync(place.port) ? Number(readFileSync(place.port, 'utf8')) : 0
}

/** The wished port when it is free, else any. */
async function freePort(wish: number): Promise<number> {
  const listener = createServer()
  const port = await new Promise<number>((resolve) => {
    const retry = (): void => void listener.listen(0, '127.0.0.1')
    listener.on('error', retry)
    listener.on('listening', () => {
      const address = listener.address()
      resolve(typeof address === 'object' && address ? address.port : 0)
    })
    listener.listen(wish, '127.0.0.1')
  })
  await new Promise((resolve) => listener.close(resolve))
  return port
}

const lastLines = (path: string): string =>
  existsSync(path) ? readFileSync(path, 'utf8').trimEnd().split('\n').slice(-15).join('\n') : ''
