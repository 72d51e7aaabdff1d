import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { listenOn } from './listen.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await createTestDatabase()
})
afterAll(() => db.drop())

const serverProcess = async (channel: string): Promise<number> => {
  const [row] = await db.query<{ pid: number }>('SELECT pid FROM pg_stat_activity WHERE query = $1', [
    `LISTEN "${channel}"`,
  ])
  return row?.pid ?? 0
}

test('a database that stops while its connection is closed causes no other failure', async () => {
  for (let round = 0; round < 5; round += 1) {
    const channel = `ending_${round}`
    const handle = await listenOn(db.connectionString)(
      channel,
      () => {},
      () => {},
    )
    const pid = await serverProcess(channel)
    process.kill(pid, 'SIGSTOP')
    const closing = handle.close()
    await db.query('SELECT pg_terminate_backend($1)', [pid])
    process.kill(pid, 'SIGCONT')
    await closing
  }
})

test('reopens a lost connection and checks for missed notifications', async () => {
  const heard: string[] = []
  let connected = 0
  const handle = await listenOn(db.connectionString)(
    'lost',
    (payload) => heard.push(payload),
    () => {
      connected += 1
    },
  )
  await db.query(`SELECT pg_notify('lost', 'one')`)
  await expect.poll(() => heard).toEqual(['one'])
  await db.query('SELECT pg_terminate_backend($1)', [await serverProcess('lost')])
  await expect.poll(() => connected).toBe(2)
  await db.query(`SELECT pg_notify('lost', 'two')`)
  await expect.poll(() => heard).toEqual(['one', 'two'])
  await handle.close()
  expect(await serverProcess('lost')).toBe(0)
})

test('reports an unreachable database immediately, without a retry', async () => {
  const nowhere = listenOn('postgresql://postgres@127.0.0.1:1/none')
  await expect(
    nowhere(
      'x',
      () => {},
      () => {},
    ),
  ).rejects.toThrow()
})
