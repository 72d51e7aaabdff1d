import { type ChildProcess, spawn } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { temporaryFolder } from '../../testing/test-postgres.ts'
import { createLog } from '../runtime/log.ts'
import { startEmbeddedPostgres, stopAbandonedPostgres } from './embedded-postgres.ts'

const log = createLog('silent')
const source = fileURLToPath(new URL('embedded-postgres.ts', import.meta.url))

async function ask(connectionString: string, statement: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(statement)).rows
  } finally {
    await client.end()
  }
}

describe('the embedded PostgreSQL', () => {
  let folder: string
  let dataDir: string
  let children: ChildProcess[]
  beforeEach(() => {
    folder = temporaryFolder()
    dataDir = join(folder, 'a folder with spaces')
    children = []
  })
  afterEach(async () => {
    for (const child of children) child.kill('SIGKILL')
    await stopAbandonedPostgres(dataDir)
    rmSync(folder, { recursive: true })
  })
  const start = () => startEmbeddedPostgres({ dataDir, log, settings: { fsync: 'off', shared_buffers: '16MB' } })
  const serverId = (): number =>
    Number(readFileSync(join(dataDir, 'postgres/data/postmaster.pid'), 'utf8').split('\n')[0])

  async function startInAnotherProcess(): Promise<{ child: ChildProcess; connectionString: string }> {
    const script = `
      import { startEmbeddedPostgres } from ${JSON.stringify(source)}
      const log = { error() {}, info() {} }
      const { connectionString } = await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)}, log })
      console.log(connectionString)
      setInterval(() => {}, 1000)`
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    children.push(child)
    const connectionString = await new Promise<string>((resolve, reject) => {
      child.stdout?.on('data', (text) => resolve(String(text).trim()))
      child.on('exit', () => reject(new Error('the other process ended')))
    })
    return { child, connectionString }
  }
  const kill = (child: ChildProcess): Promise<void> =>
    new Promise((resolve) => {
      child.on('exit', () => resolve())
      child.kill('SIGKILL')
    })

  it('uses UTF-8 and UTC, listens on this machine only, and keeps committed data', async () => {
    const first = await start()
    const settings = await ask(
      first.connectionString,
      `SELECT current_setting('server_encoding') AS encoding, current_setting('timezone') AS zone,
         current_setting('listen_addresses') AS listen, lower('É') AS lower`,
    )
    expect(settings).toEqual([{ encoding: 'UTF8', zone: 'UTC', listen: '127.0.0.1', lower: 'é' }])
    await ask(first.connectionString, 'CREATE TABLE birds AS SELECT 1 AS id')
    await first.stop()
    await expect(ask(first.connectionString, 'SELECT 1')).rejects.toThrow()

    const second = await start()
    expect(await ask(second.connectionString, 'TABLE birds')).toEqual([{ id: 1 }])
    await second.stop()
  })

  it('is shared by processes that start it at the same time, and stops with the last of them', async () => {
    const [first, second] = await Promise.all([start(), start()])
    expect(second.connectionString).toBe(first.connectionString)
    await first.stop()
    expect(await ask(second.connectionString, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
    await second.stop()
    await expect(ask(second.connectionString, 'SELECT 1')).rejects.toThrow()
  })

  it('is taken over from a killed process, and then stops with its new user', async () => {
    const { child, connectionString } = await startInAnotherProcess()
    await kill(child)
    const next = await start()
    expect(next.connectionString).toBe(connectionString)
    await next.stop()
    await expect(ask(connectionString, 'SELECT 1')).rejects.toThrow()
  })

  it('is taken over even if the killed process had no time to record it', async () => {
    const { child, connectionString } = await startInAnotherProcess()
    await kill(child)
    rmSync(join(dataDir, 'postgres.run/server'))
    const next = await start()
    expect(next.connectionString).toBe(connectionString)
    await next.stop()
  })

  it('restarts on the same port with all committed data after it is killed', async () => {
    const server = await start()
    await ask(server.connectionString, 'CREATE TABLE birds AS SELECT 1 AS id')
    process.kill(serverId(), 'SIGKILL')
    await expect.poll(() => ask(server.connectionString, 'TABLE birds')).toEqual([{ id: 1 }])
    await server.stop()
  })

  it('ignores the id of a dead server that now belongs to another program', async () => {
    await (await start()).stop()
    writeFileSync(join(dataDir, 'postgres/data/postmaster.pid'), `${process.pid}\n${dataDir}\n0\n5432\n\n\n`)
    const server = await start()
    expect(await ask(server.connectionString, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
    await server.stop()
  })

  it('ignores a dead server that is not reaped, as under an init process that does not reap', async () => {
    await (await start()).stop()
    const program = join(folder, 'postgres')
    cpSync('/bin/sleep', program)
    // `exec` makes the second sleep the parent, which never reaps its child. The shell would.
    const parent = spawn('/bin/sh', ['-c', `"${program}" 600 & echo $!; exec sleep 600`], {
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    children.push(parent)
    const pid = await new Promise<number>((resolve) => parent.stdout.once('data', (text) => resolve(Number(text))))
    await expect.poll(() => readFileSync(`/proc/${parent.pid}/stat`, 'utf8')).toContain('(sleep)')
    await expect.poll(() => readFileSync(`/proc/${pid}/stat`, 'utf8')).toContain('(postgres)')
    process.kill(pid, 'SIGKILL')
    await expect.poll(() => readFileSync(`/proc/${pid}/stat`, 'utf8')).toContain('(postgres) Z')
    writeFileSync(join(dataDir, 'postgres/data/postmaster.pid'), `${pid}\n${dataDir}\n0\n5432\n\n\n`)
    rmSync(join(dataDir, 'postgres.run/server'))
    const server = await start()
    expect(await ask(server.connectionString, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
    await server.stop()
  })

  it('gets a separate server in a copy of the folder that is started next to the original', async () => {
    const original = await start()
    await ask(original.connectionString, 'CREATE TABLE birds AS SELECT 1 AS id; CHECKPOINT')
    const copiedDir = join(folder, 'copied')
    cpSync(dataDir, copiedDir, { recursive: true })
    const copy = await startEmbeddedPostgres({
      dataDir: copiedDir,
      log,
      settings: { fsync: 'off', shared_buffers: '16MB' },
    })
    expect(copy.connectionString).not.toBe(original.connectionString)
    await ask(copy.connectionString, 'UPDATE birds SET id = 2')
    expect(await ask(original.connectionString, 'TABLE birds')).toEqual([{ id: 1 }])
    await copy.stop()
    await expect(ask(copy.connectionString, 'SELECT 1')).rejects.toThrow()
    expect(await ask(original.connectionString, 'TABLE birds')).toEqual([{ id: 1 }])
    await original.stop()
  })

  it('starts after an earlier start was killed during the initialization', async () => {
    mkdirSync(join(dataDir, 'postgres/data.draft/base'), { recursive: true })
    const server = await start()
    expect(await ask(server.connectionString, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
    await server.stop()
  })

  it('reports the problem when the server does not start', async () => {
    const wrong = startEmbeddedPostgres({ dataDir, log, settings: { shared_buffers: 'plenty' } })
    await expect(wrong).rejects.toThrow(/invalid value for parameter "shared_buffers"/)
  })
})
