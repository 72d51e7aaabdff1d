import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  createTestDatabase,
  type FakeMailServer,
  startFakeMailServer,
  startTestApp,
  type TestApp,
  type TestDatabase,
} from '../../testing/index.ts'
import { type MailQueue, runOutbox } from './outbox.ts'

const accepted = Promise.withResolvers<void>()
let smtp: FakeMailServer
let database: TestDatabase
let nodes: TestApp[]

beforeAll(async () => {
  smtp = await startFakeMailServer({
    onMail: ({ to }) => (to.includes('slow@example.org') ? accepted.promise : undefined),
  })
  database = await createTestDatabase()
  const config = { smtpUrl: smtp.url, mailAllow: ['example.org'], role: 'web' } as const
  nodes = [await startTestApp({ database, config }), await startTestApp({ database, config })]
})
afterAll(async () => {
  for (const node of nodes) await node.stop()
  await database.drop()
  await smtp.stop()
})

const queue = (recipient: string) =>
  database.query(
    `INSERT INTO account_mails (kind, recipient, parameters, message_id, send_at, created_at)
     VALUES ('password-changed', $1, '{}', $1, '2026-06-15T13:00:00Z', '2026-06-15T13:00:00Z')`,
    [recipient],
  )
const mails: MailQueue = {
  table: 'account_mails',
  prepare: async ({ message_id: address }) => ({
    mail: { to: { name: '', address }, subject: 'Hello', html: 'Hello', text: 'Hello', messageId: address },
  }),
}

test('an email whose hand-over outlasts the stop is not sent by another node, and is marked when it ends', async () => {
  const [stopping, other] = nodes
  if (!stopping || !other) throw new Error('two nodes')
  await queue('slow@example.org')
  const first = runOutbox(stopping.platform, mails, { stopWithinMs: 0 })
  await smtp.received(1)
  await first.stop()
  await database.query("UPDATE account_mails SET locked_until = now() - interval '1 minute'")
  await queue('next@example.org')
  const second = runOutbox(other.platform, mails)
  // Both emails are due, and one claim takes all that are free.
  await smtp.received(2)
  await second.stop()
  accepted.resolve()
  const states = () => database.query('SELECT recipient, state FROM account_mails ORDER BY id')
  await expect
    .poll(states)
    .toEqual(['slow@example.org', 'next@example.org'].map((recipient) => ({ recipient, state: 'sent' })))
  expect(smtp.mails.map(({ to }) => to[0])).toEqual(['slow@example.org', 'next@example.org'])
})
