import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { importQueue } from '../../features/donations/imports/start-import.ts'
import { startTestApp, type TestApp } from '../../testing/index.ts'
import { inBackground, readWithoutTenant, withoutTenant } from './database.ts'
import { idRow, sql } from './sql.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

async function holdAll({ options: { max = 0 } }: pg.Pool, hold: (work: () => Promise<void>) => Promise<void>) {
  const release = Promise.withResolvers<void>()
  let held = 0
  const working = Array.from({ length: max }, () =>
    hold(async () => {
      held++
      await release.promise
    }),
  )
  await expect.poll(() => held).toBe(max)
  return async () => {
    release.resolve()
    await Promise.all(working)
  }
}

const one = sql(idRow)`SELECT 1 AS id`

test('runs a job while requests hold all of their connections', async () => {
  const { database, jobs } = app.platform
  const client = new pg.Pool({ connectionString: app.database.connectionString, max: 1 })
  const release = await holdAll(database.pool, (work) => withoutTenant(database, work))
  const connection = await client.connect()
  await jobs.add(connection, importQueue, { organizationId: 999_999, importId: 1 })
  connection.release()
  const states = () => app.query('SELECT state::text FROM pgboss.job WHERE name = $1', [importQueue])
  await expect.poll(states).toEqual([{ state: 'completed' }])
  await release()
  await client.end()
})

test('answers a request while background work holds all of its connections', async () => {
  const { database } = app.platform
  const { background } = database
  if (!background) throw new Error('no pool for background work')
  const release = await holdAll(background, (work) => inBackground(() => withoutTenant(database, work)))
  expect((await app.send('GET', '/readyz')).status).toBe(200)
  expect(await readWithoutTenant(database, one)).toEqual([{ id: 1 }])
  await release()
})
