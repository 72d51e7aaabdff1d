import net, { type AddressInfo } from 'node:net'
import { webhooks } from '@twofold/contract'
import { expect, test } from 'vitest'
import { openDatabase, timeoutsOf } from '../../../platform/database/database.ts'
import type { Platform } from '../../../platform/services/platform.ts'
import { startTestApp } from '../../../testing/index.ts'
import { databaseTimeoutSeconds } from '../../../testing/test-postgres.ts'
import { startReceiver } from './receiver.testing.ts'
import { runDeliveries } from './run-deliveries.ts'

/** Drops the connection before forwarding `words` (`undone`), or before the response to its COMMIT (`done`). */
async function startLosing(connectionString: string, text: string, when: 'undone' | 'done') {
  const target = new URL(connectionString)
  let lost = 0
  const server = net.createServer((client) => {
    const database = net.connect(Number(target.port), target.hostname)
    let isFound = false
    const end = (): void => {
      client.destroy()
      database.destroy()
    }
    client.on('data', (chunk: Buffer) => {
      isFound ||= chunk.includes(text)
      if (lost === 0 && isFound && when === 'undone') {
        lost++
        end()
      } else database.write(chunk)
    })
    database.on('data', (chunk: Buffer) => {
      if (lost === 0 && isFound && chunk.includes('COMMIT\0')) {
        lost++
        end()
      } else client.write(chunk)
    })
    for (const side of [client, database]) side.on('error', end).on('close', end)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = new URL(connectionString)
  address.hostname = '127.0.0.1'
  address.port = String((server.address() as AddressInfo).port)
  return {
    connectionString: address.href,
    lost: () => lost,
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

async function startDelivery(text: string, when: 'undone' | 'done', answer: 200 | 410 = 200) {
  const app = await startTestApp({ config: { role: 'web' } })
  const endpoint = await startReceiver(() => ({ code: answer }))
  const losing = await startLosing(app.database.serverAddress, text, when)
  const database = openDatabase(losing.connectionString, timeoutsOf(databaseTimeoutSeconds))
  let complaints = 0
  const log = { ...app.platform.log, error: () => void complaints++ }
  const platform: Platform = { ...app.platform, log, database }
  const id = await app.createOrganization()
  const token = await app.signIn(await app.createMember(id, 'admin'))
  const { webhooks: made } = await app.call(webhooks.createWebhook, { params: { id }, body: {} }, { token })
  const params = { id: made[0]?.id ?? 0 }
  await app.call(webhooks.updateWebhook, { params, body: { webhook: { url: endpoint.url } } }, { token })
  await app.call(webhooks.sendTestEvent, { params, body: {} }, { token })
  const deliveries = runDeliveries(platform)
  return {
    app,
    received: endpoint.received,
    lost: losing.lost,
    complaints: () => complaints,
    stop: async () => {
      await deliveries.stop()
      await database.close()
      await losing.stop()
      await endpoint.stop()
      await app.stop()
    },
  }
}

test('sends a delivery after its lease if the connection is lost right before sending', async () => {
  const { app, received, lost, complaints, stop } = await startDelivery('SET locked_until = clock_timestamp()', 'done')
  try {
    await expect.poll(complaints).toBe(1)
    expect(lost()).toBe(1)
    expect(await app.query('SELECT state FROM webhook_deliveries')).toEqual([{ state: 'sending' }])
    expect(received).toEqual([])
    await app.query(`UPDATE webhook_deliveries SET locked_until = now() - interval '1 second'`)
    await expect.poll(() => app.query('SELECT state FROM webhook_deliveries')).toEqual([{ state: 'delivered' }])
  } finally {
    await stop()
  }
  expect(received).toHaveLength(1)
})

const tries = `SELECT d.state, jsonb_array_length(d.tries) AS tries, w.last_code FROM webhook_deliveries d JOIN webhooks w ON w.id = d.webhook_id`

test.each([
  ['undone', 200, 'delivered'],
  ['done', 200, 'delivered'],
  ['undone', 410, 'failed'],
] as const)(
  'marks a delivery again and sends it once when its mark is lost (%s, status %i)',
  async (when, answer, state) => {
    const { app, received, lost, complaints, stop } = await startDelivery('tries = tries ||', when, answer)
    try {
      await expect.poll(lost).toBe(1)
      await expect.poll(() => app.query(tries)).toEqual([{ state, tries: 1, last_code: answer }])
    } finally {
      await stop()
    }
    expect([received.length, complaints()]).toEqual([1, 0])
  },
)
