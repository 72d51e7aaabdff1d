import { expect, test } from 'vitest'
import { createThreadPool } from './thread-pool.ts'

const scriptOf = (work: string): URL =>
  new URL(
    `data:text/javascript,${encodeURIComponent(`
      import { parentPort } from 'node:worker_threads'
      parentPort.on('message', (task) => { ${work} })
      parentPort.postMessage('ready')`)}`,
  )

test('a task whose buffers exceed the memory limit ends', async () => {
  const script = scriptOf('const kept = []; for (;;) if (kept.length < 64) kept.push(new Uint8Array(1_000_000))')
  const pool = createThreadPool<null, null>(script, { memoryMb: 16, timeoutMs: 10_000 })
  await expect(pool.run(null, { owner: 1 })).rejects.toMatchObject({ code: 'took_too_much_memory' })
  await pool.close()
})

test('a task that does not end is ended by its processor time, and the next one runs', async () => {
  const pool = createThreadPool<string, string>(scriptOf('while (task === "long"); parentPort.postMessage(task)'), {
    timeoutMs: 400,
  })
  await expect(pool.run('long', { owner: 1 })).rejects.toMatchObject({ code: 'took_too_long' })
  expect(await pool.run('short', { owner: 1 })).toBe('short')
  await pool.close()
})
