import net from 'node:net'
import { donationChanges, imports, organizations } from '@twofold/contract'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../testing/index.ts'

const logged: string[] = []
let app: TestApp
let id: number
let token: string
beforeAll(async () => {
  app = await startTestApp({ logged: (line) => logged.push(line) })
  id = await app.createOrganization()
  token = await app.signIn(await app.createMember(id, 'admin'))
})
let stopping: Promise<void> | undefined
const stop = (): Promise<void> => {
  stopping ??= app.stop()
  return stopping
}
afterAll(stop)
beforeEach(() => logged.splice(0))

type Call = { readonly method: string; readonly path: string; readonly type: string; readonly body: string }

function bytesOf({ method, path, type, body }: Call): string {
  const headers = [
    `${method} ${path} HTTP/1.1`,
    'Host: 127.0.0.1',
    `Authorization: Bearer ${token}`,
    `Content-Type: ${type}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
  ]
  return `${headers.join('\r\n')}\r\n\r\n${body}`
}

async function connect(): Promise<net.Socket> {
  const { hostname, port } = new URL(app.address)
  const socket = net.connect(Number(port), hostname)
  socket.on('error', () => {})
  await new Promise<void>((resolve) => socket.once('connect', () => resolve()))
  return socket
}

const json = (method: string, path: string, body: object): Call => ({
  method,
  path,
  type: 'application/json',
  body: JSON.stringify(body),
})
const changing = () =>
  json('PUT', organizations.changeOrganization.path.replace('{id}', String(id)), { mission: 'We feed.' })
const creating = () =>
  json('POST', donationChanges.createDonation.path.replace('{id}', String(id)), {
    donor_name: 'Ada Example',
    amount: 50,
    donated_at: '2026-06-03',
  })
const uploading = (): Call => {
  const part = (name: string, content: string) =>
    `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${content}\r\n`
  const file = `--b\r\nContent-Disposition: form-data; name="donations"; filename="gifts.csv"\r\n\r\nid\n1\n\r\n--b--\r\n`
  return {
    method: 'POST',
    path: imports.uploadImportFile.path.replace('{id}', String(id)),
    type: 'multipart/form-data; boundary=b',
    body: `${part('map', '{}')}${file}`,
  }
}

const lines = () =>
  app.query<{ address: string | null }>('SELECT address FROM audit_events WHERE organization_id = $1', [id])
const waiting = () =>
  app.query("SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'")

test.each([
  ['changes an organization', changing],
  ['adds a donation', creating],
])('a client that %s and disconnects before the response is in the audit trail with its address', async (_, call) => {
  const before = (await lines()).length
  const holder = new pg.Client({ connectionString: app.database.connectionString })
  await holder.connect()
  await holder.query('BEGIN')
  await holder.query('LOCK TABLE organizations, donations IN EXCLUSIVE MODE')
  const socket = await connect()
  socket.write(bytesOf(call()))
  await expect.poll(async () => (await waiting()).length).toBeGreaterThan(0)
  socket.resetAndDestroy()
  await holder.query('ROLLBACK')
  await holder.end()
  await expect.poll(async () => (await lines()).length).toBeGreaterThan(before)
  expect((await lines()).map(({ address }) => address)).toEqual((await lines()).map(() => '127.0.0.1'))
  expect(logged).toEqual([])
})

test('a client that disconnects at any byte of a request causes no error', { timeout: 240_000 }, async () => {
  for (const call of [changing(), creating(), uploading()]) {
    const bytes = bytesOf(call)
    for (let sent = 1; sent <= bytes.length; sent += 13) {
      const socket = await connect()
      await new Promise<void>((resolve) => socket.write(bytes.slice(0, sent), () => resolve()))
      socket.resetAndDestroy()
    }
  }
  expect((await app.send('GET', '/readyz')).status).toBe(200)
  await stop()
  expect(logged.filter((line) => line.includes('unexpected'))).toEqual([])
})
