import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { webhooks } from '@twofold/contract'
import { afterAll, expect, test } from 'vitest'
import { factoriesOn } from '../../../testing/factories.ts'
import { createTestDatabase } from '../../../testing/index.ts'
import { type ProductProcess, startProductProcess } from '../../../testing/product-process.ts'
import { temporaryFolder } from '../../../testing/test-postgres.ts'
import { startReceiver } from './receiver.testing.ts'

const cleanUp: (() => Promise<unknown> | undefined)[] = []
afterAll(async () => {
  for (const step of cleanUp.reverse()) await step()
})

test('kill -9 between sending and marking loses nothing, and repeats have the same webhook-id and body', async () => {
  const { connectionString, drop, query } = await createTestDatabase()
  const folder = temporaryFolder()
  cleanUp.push(drop, async () => rmSync(folder, { recursive: true, force: true }))
  const env = { DATABASE_URL: connectionString, DATA_DIR: join(folder, 'data') }
  const start = async (): Promise<ProductProcess> => {
    const product = await startProductProcess(env)
    cleanUp.push(() => product.end('SIGKILL'))
    return product
  }
  const count = 10
  let killed: Promise<unknown> | undefined
  // The sender was killed before it could mark this message: it must come twice.
  const endpoint = await startReceiver((_, received) => {
    if (received !== 4) return { code: 200 }
    killed = first.end('SIGKILL')
    return 'silence'
  })
  cleanUp.push(endpoint.stop)
  const first = await start()
  const { createOrganization, createMember, createDonation } = factoriesOn({ query })
  const id = await createOrganization()
  const token = await first.signIn(await createMember(id, 'admin'))
  const made = await first.call(webhooks.createWebhook, { params: { id }, body: {} }, { token })
  const params = { id: made.webhooks[0]?.id ?? 0 }
  await first.call(webhooks.updateWebhook, { params, body: { webhook: { url: endpoint.url } } }, { token })
  const donationId = await createDonation({ organization: id, at: new Date().toISOString().slice(0, 16) })
  await query(
    `WITH tenant AS MATERIALIZED (SELECT set_config('app.crossing', 'on', true))
     SELECT queue_status_deliveries(array_fill($1::bigint, ARRAY[$3::int]), array_fill($2::bigint, ARRAY[$3::int]),
       array_fill(7::smallint, ARRAY[$3::int]), array_fill(4::smallint, ARRAY[$3::int]), array_fill(false, ARRAY[$3::int]), '0',
       now() - interval '1 minute') FROM tenant`,
    [id, donationId, count],
  )
  await expect.poll(() => endpoint.received.length).toBeGreaterThanOrEqual(4)
  await killed

  await start()
  const states = () => query('SELECT state, count(*)::int AS n FROM webhook_deliveries GROUP BY 1')
  await expect.poll(states).toEqual([{ state: 'delivered', n: count }])
  const bodies = new Map<string, Set<string>>()
  for (const { headers, body } of endpoint.received) {
    const messageId = headers['webhook-id'] ?? ''
    bodies.set(messageId, (bodies.get(messageId) ?? new Set()).add(body))
  }
  expect(bodies.size).toBe(count)
  for (const [messageId, different] of bodies) expect([...different], messageId).toHaveLength(1)
  const repeats = endpoint.received.length - count
  expect(repeats).toBeGreaterThanOrEqual(1)
  expect(repeats).toBeLessThanOrEqual(2)
})
