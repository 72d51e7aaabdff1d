import { type ChildProcess, spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from './testing/test-database.ts'
import { databaseTimeoutSeconds, temporaryFolder } from './testing/test-postgres.ts'

const main = fileURLToPath(new URL('main.ts', import.meta.url))

function launch(settings: Readonly<Record<string, string>>) {
  const env = { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, ...settings }
  const child = spawn(process.execPath, [main], { env, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] })
  let printed = ''
  const waiting = new Set<() => void>()
  const read = (text: Buffer): void => {
    printed += text.toString()
    for (const check of waiting) check()
  }
  child.stdout?.on('data', read)
  child.stderr?.on('data', read)
  const ended = new Promise<{ code: number | null; printed: string }>((resolve) => {
    child.on('close', (code) => resolve({ code, printed }))
  })
  const address = (): Promise<string> =>
    new Promise((resolve, reject) => {
      const look = (): void => {
        const found = /Twofold is ready at (\S+)/.exec(printed)?.[1]
        if (found) resolve(found)
      }
      waiting.add(look)
      look()
      ended.then(() => reject(new Error(`it ended:\n${printed}`)))
    })
  return { child, ended, address }
}

// Each test starts the whole product, which takes seconds on a busy machine.
describe('the process', () => {
  let database: TestDatabase
  let folder: string
  let settings: Record<string, string>
  const children: ChildProcess[] = []
  const start = (more: Readonly<Record<string, string>> = {}) => {
    const launched = launch({ ...settings, ...more })
    children.push(launched.child)
    return launched
  }
  beforeAll(async () => {
    database = await createTestDatabase()
    folder = temporaryFolder()
    settings = {
      DATABASE_URL: database.connectionString,
      DATA_DIR: join(folder, 'data'),
      PORT: '0',
      LOG_LEVEL: 'error',
      DRAIN_SECONDS: '0',
      DATABASE_PATIENCE_SECONDS: String(databaseTimeoutSeconds),
      NODE_NO_WARNINGS: '1',
    }
  })
  afterEach(() => {
    for (const child of children) child.kill('SIGKILL')
  })
  afterAll(async () => {
    await database.drop()
    rmSync(folder, { recursive: true })
  })

  it('exits immediately and names every wrong setting', async () => {
    const { code, printed } = await start({ PORT: 'eighty', ROLE: 'cook' }).ended
    expect(code).toBe(1)
    expect(printed).toContain("PORT must be a whole number from 0 to 65535; 'eighty' is not.")
    expect(printed).toContain('ROLE must be one of all, web, worker')
    expect(printed).not.toContain(' at ')
  })

  it('names the address that is already in use', async () => {
    const other = createServer()
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
    const taken = other.address()
    const port = typeof taken === 'object' && taken ? String(taken.port) : ''
    const { code, printed } = await start({ PORT: port }).ended
    other.close()
    expect(code).toBe(1)
    expect(printed).toContain(`The address in HOST and PORT must be free: listen EADDRINUSE`)
  })

  it('serves requests once it reports ready, and exits cleanly on SIGTERM', async () => {
    const product = start()
    const address = await product.address()
    expect((await fetch(`${address}/readyz`)).status).toBe(200)
    product.child.kill('SIGTERM')
    expect((await product.ended).code).toBe(0)
    await expect(fetch(`${address}/healthz`)).rejects.toThrow()
  })

  it('refuses a misspelled setting and names the nearest one', async () => {
    const { code, printed } = await start({ SMPT_URL: 'smtp://127.0.0.1' }).ended
    expect([code, printed]).toEqual([1, expect.stringContaining('SMPT_URL is not a setting. Did you mean SMTP_URL?')])
  })

  it('serves new connections after SIGTERM while /readyz returns 503, then ends with code 0', async () => {
    const product = start({ DRAIN_SECONDS: '20' })
    const address = await product.address()
    product.child.kill('SIGTERM')
    await expect.poll(async () => (await fetch(`${address}/readyz`)).status).toBe(503)
    expect((await fetch(`${address}/healthz`)).status).toBe(200)
    expect((await fetch(`${address}/version`)).status).toBe(200)
    product.child.kill('SIGINT')
    expect((await product.ended).code).toBe(0)
  })

  it('drains by default for 5 s', async () => {
    const product = start({ DRAIN_SECONDS: '' })
    await product.address()
    const beganMs = performance.now()
    product.child.kill('SIGTERM')
    expect((await product.ended).code).toBe(0)
    expect(performance.now() - beganMs).toBeGreaterThanOrEqual(5_000)
  })

  it('reports an unreachable database in one sentence', async () => {
    const nowhere = { DATABASE_URL: 'postgres://someone:hidden@127.0.0.1:1/none', DATABASE_WAIT_SECONDS: '1' }
    const { code, printed } = await start({ ...nowhere, LOG_LEVEL: 'silent' }).ended
    expect(code).toBe(1)
    expect(printed.trim()).toBe(
      'The database "none" at 127.0.0.1:1 (DATABASE_URL) cannot be reached: connect ECONNREFUSED 127.0.0.1:1. ' +
        'Twofold waited 1 s (DATABASE_WAIT_SECONDS).',
    )
  })

  it('exits immediately on a signal while it waits for the database', async () => {
    const product = start({
      DATABASE_URL: 'postgres://a:b@127.0.0.1:1/none',
      DATABASE_WAIT_SECONDS: '600',
      LOG_LEVEL: 'warn',
    })
    await new Promise((resolve) => product.child.stdout?.once('data', resolve))
    product.child.kill('SIGTERM')
    expect((await product.ended).code).toBe(0)
  })

  it('exits cleanly on a signal that arrives before it is ready', async () => {
    const product = start({ LOG_LEVEL: 'info' })
    // The first log line comes after the signal handlers are installed and before the product is ready.
    await new Promise((resolve) => product.child.stdout?.once('data', resolve))
    product.child.kill('SIGINT')
    expect((await product.ended).code).toBe(0)
  })

  it('exits when its parent process is gone', async () => {
    const product = start()
    await product.address()
    const code = new Promise((resolve) => product.child.once('exit', resolve))
    product.child.disconnect()
    expect(await code).toBe(0)
  })
})
