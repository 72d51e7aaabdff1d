import { type ChildProcess, spawn } from 'node:child_process'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { temporaryFolder } from '../../testing/test-postgres.ts'
import { identify, isRunning, withLock } from './processes.mjs'

const source = fileURLToPath(new URL('processes.mjs', import.meta.url))

async function otherProcess(script: string): Promise<{ child: ChildProcess; line: string }> {
  const imports = `import { withLock } from ${JSON.stringify(source)}; import { readFileSync, writeFileSync } from 'node:fs';`
  const child = spawn(process.execPath, ['--input-type=module', '-e', imports + script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const line = await new Promise<string>((resolve) =>
    child.stdout?.once('data', (text) => resolve(String(text).trim())),
  )
  return { child, line }
}

const kill = (child: ChildProcess): Promise<void> =>
  new Promise((resolve) => {
    child.once('exit', () => resolve())
    child.kill('SIGKILL')
  })

describe('the identity of a process', () => {
  it('exists only for a running process', async () => {
    expect(isRunning(identify(process.pid) ?? '')).toBe(true)
    const { child } = await otherProcess('console.log("up"); setInterval(() => {}, 1000)')
    const identity = identify(child.pid ?? 0) ?? ''
    expect(isRunning(identity)).toBe(true)
    await kill(child)
    expect(isRunning(identity)).toBe(false)
  })

  it('differs from that of a later process with the same id', () => {
    expect(isRunning(`${process.pid} another start`)).toBe(false)
    expect(isRunning('')).toBe(false)
  })
})

describe('a lock', () => {
  let folder: string
  let lock: string
  beforeEach(() => {
    folder = temporaryFolder()
    lock = join(folder, 'lock')
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  it('admits one process at a time', async () => {
    const counter = join(folder, 'counter')
    writeFileSync(counter, '0')
    const script = `
      for (let turn = 0; turn < 5; turn++) {
        await withLock(${JSON.stringify(lock)}, async () => {
          const seen = Number(readFileSync(${JSON.stringify(counter)}, 'utf8'))
          await new Promise((resolve) => setTimeout(resolve, 5))
          writeFileSync(${JSON.stringify(counter)}, String(seen + 1))
        })
      }
      console.log('done')`
    const others = await Promise.all([otherProcess(script), otherProcess(script), otherProcess(script)])
    expect(others.map(({ line }) => line)).toEqual(['done', 'done', 'done'])
    expect(readFileSync(counter, 'utf8')).toBe('15')
    expect(readdirSync(lock)).toHaveLength(1)
  })

  it('of a killed process is free immediately', async () => {
    const { child } = await otherProcess(
      `await withLock(${JSON.stringify(lock)}, () => new Promise(() => { console.log('mine'); setInterval(() => {}, 1000) }))`,
    )
    await expect(withLock(lock, () => 'mine', { timeoutMs: 50 })).rejects.toThrow('still holds the lock')
    await kill(child)
    expect(await withLock(lock, () => 'mine', { timeoutMs: 1_000 })).toBe('mine')
  })

  it('is released when the work fails', async () => {
    await expect(
      withLock(lock, () => {
        throw new Error('no luck')
      }),
    ).rejects.toThrow('no luck')
    expect(await withLock(lock, () => 'mine', { timeoutMs: 1_000 })).toBe('mine')
  })
})
