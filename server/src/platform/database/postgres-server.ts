import { spawn, spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { totalmem } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { folderIdOf, processNoteOf, writeFileAtomically } from '../runtime/processes.mjs'
import { clearStalePid, findServerPid, folderSetting, pidFileLines, recordRunningServer } from './find-server.ts'
import type { Account, Binaries } from './postgres-binaries.ts'
import { connectionString, type PostgresPaths } from './postgres-paths.ts'

const megabyte = 1024 * 1024
/** An eighth of the memory of the machine or container, because the product shares it. */
const sharedBuffersMb = Math.min(1_024, Math.max(128, Math.trunc(availableMemory() / 8 / megabyte)))

function availableMemory(): number {
  return Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY)
}

export const defaultSettings: Readonly<Record<string, string>> = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '60',
  shared_buffers: `${sharedBuffersMb}MB`,
  effective_cache_size: '1GB',
  work_mem: '16MB',
  maintenance_work_mem: '128MB',
  synchronous_commit: 'on',
  fsync: 'on',
  // pglz, the only method of this build, costs more than it saves.
  wal_compression: 'off',
  max_wal_size: '2GB',
  random_page_cost: '1.1',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // The log must not contain donor data: no statements, parameters, or key values.
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_min_messages: 'warning',
}

// A slow disk can take minutes to recover from the write-ahead log.
const startTimeoutMs = 5 * 60_000
// About 13 s for the last processes of a killed server to release its data.
const attempts = 10
const stopTimeoutMs = 30_000
const logLimitBytes = 5_000_000

type Launch = {
  readonly paths: PostgresPaths
  readonly account: Account
  readonly binaries: Binaries
  readonly settings: Readonly<Record<string, string>>
  /** Required if others hold connection strings with this port. */
  readonly port: number | undefined
}

/** Returns the port of a server that accepts connections. The caller holds the folder's lock. */
export async function ensureRunning(launch: Launch): Promise<number> {
  const { paths } = launch
  if (!existsSync(paths.data)) initialize(launch)
  const giveUpAt = Date.now() + startTimeoutMs
  for (let attempt = 0; ; attempt++) {
    if (!findServerPid(paths) && !recordRunningServer(paths)) await launchServer(launch, attempt)
    const port = await waitUntilReady(paths, giveUpAt)
    if (port !== null) return port
    if (attempt === attempts || Date.now() > giveUpAt)
      throw new Error(`The embedded database did not start:\n${lastLines(paths.log)}`)
    await wait(Math.min(100 * 2 ** attempt, 2_000))
  }
}

/** Root enters the folder first, because the server's account may lack access to a parent such as /root. */
function enterFolder(folder: string, account: Account): { cwd: string; path: string } {
  return { cwd: folder, path: account && process.platform === 'linux' ? '/proc/self/cwd' : folder }
}

const environment = { LC_ALL: 'C', TZ: 'UTC' }

/** A draft folder is renamed when complete, so that a killed start leaves no partial data. */
function initialize({ paths, account, binaries, settings }: Launch): void {
  const draft = `${paths.data}.draft`
  rmSync(draft, { recursive: true, force: true })
  mkdirSync(draft, { mode: 0o700 })
  if (account) chownSync(draft, account.uid, account.gid)
  const { cwd, path } = enterFolder(draft, account)
  const { status, stderr, error } = spawnSync(
    binaries.initdb,
    [
      `--pgdata=${path}`,
      '--username=postgres',
      `--pwfile=${path}/../password`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      ...(settings.fsync === 'off' ? ['--no-sync'] : []),
    ],
    { cwd, ...account, env: environment, encoding: 'utf8' },
  )
  if (status !== 0) throw new Error(`The embedded database could not be created: ${error?.message ?? stderr.trim()}`)
  renameSync(draft, paths.data)
}

async function launchServer({ paths, account, binaries, settings, port }: Launch, attempt: number): Promise<void> {
  clearStalePid(paths)
  giveOwnership(paths.data, account)
  const chosenPort = port ?? (await findFreePort(attempt === 0 ? lastPort(paths) : 0))
  writeFileAtomically(paths.port, String(chosenPort))
  if (existsSync(paths.log) && statSync(paths.log).size > logLimitBytes) truncateSync(paths.log)
  const log = openSync(paths.log, 'a', 0o600)
  const { cwd, path } = enterFolder(paths.data, account)
  const ownSettings = { port: String(chosenPort), [folderSetting]: folderIdOf(paths.data) }
  const options = Object.entries({ ...settings, ...ownSettings }).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const child = spawn(binaries.postgres, ['-D', path, ...options], {
    cwd,
    ...account,
    env: environment,
    stdio: ['ignore', log, log],
    detached: true, // Ctrl-C is meant for this process, which stops the server itself
  })
  child.unref()
  child.on('error', () => {})
  closeSync(log)
  if (child.pid) writeFileAtomically(paths.server, processNoteOf(paths.data, child.pid) ?? '')
}

/** PostgreSQL requires that its account owns the data; a copied folder may have another owner. */
function giveOwnership(data: string, account: Account): void {
  const { uid, mode } = statSync(data)
  if (account && uid !== account.uid) spawnSync('chown', ['-R', `${account.uid}:${account.gid}`, data])
  if ((mode & 0o027) !== 0) chmodSync(data, 0o700)
}

async function waitUntilReady(paths: PostgresPaths, giveUpAt: number): Promise<number | null> {
  for (;;) {
    const pid = findServerPid(paths)
    if (!pid) return null
    const port = Number(pidFileLines(paths)[3])
    if (port > 0 && (await isResponding(connectionString(paths, port)))) return port
    if (Date.now() > giveUpAt) return null
    await wait(20)
  }
}

async function isResponding(address: string): Promise<boolean> {
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

/** Stops the server with a fast shutdown, and with an immediate one if it does not end in time. */
export async function stopServer(paths: PostgresPaths): Promise<void> {
  const giveUpAt = Date.now() + stopTimeoutMs
  signal(paths, 'SIGINT')
  while (findServerPid(paths)) {
    if (Date.now() > giveUpAt) return signal(paths, 'SIGQUIT') // the next start recovers from the write-ahead log
    await wait(20)
  }
}

function signal(paths: PostgresPaths, name: 'SIGINT' | 'SIGQUIT'): void {
  try {
    const pid = findServerPid(paths)
    if (pid) process.kill(pid, name)
  } catch {}
}

function lastPort(paths: PostgresPaths): number {
  return existsSync(paths.port) ? Number(readFileSync(paths.port, 'utf8')) : 0
}

async function findFreePort(preferredPort: number): Promise<number> {
  const listener = createServer()
  const port = await new Promise<number>((resolve) => {
    const retry = (): void => void listener.listen(0, '127.0.0.1')
    listener.on('error', retry)
    listener.on('listening', () => {
      const address = listener.address()
      resolve(typeof address === 'object' && address ? address.port : 0)
    })
    listener.listen(preferredPort, '127.0.0.1')
  })
  await new Promise((resolve) => listener.close(resolve))
  return port
}

const lastLines = (path: string): string =>
  existsSync(path) ? readFileSync(path, 'utf8').trimEnd().split('\n').slice(-15).join('\n') : ''
