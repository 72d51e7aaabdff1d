import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { afterAll, describe, expect, test } from 'vitest'
import { createTestDatabase, startFakeMailServer } from '../testing/index.ts'
import { type ProductProcess, startProductProcess } from '../testing/product-process.ts'
import { temporaryFolder } from '../testing/test-postgres.ts'

// A node that is paused or has a wrong clock sends no email that the other one sent.

const trialMs = 600_000
const count = 60

type Query = <Row extends pg.QueryResultRow>(text: string, values?: readonly unknown[]) => Promise<Row[]>

const cleanUp: (() => Promise<unknown> | undefined)[] = []
afterAll(async () => {
  for (const step of cleanUp.reverse()) await step()
})

async function createSite(onMail: () => Promise<void> | void) {
  const database = await createTestDatabase()
  const folder = temporaryFolder()
  const mailbox = await startFakeMailServer({ onMail })
  cleanUp.push(database.drop, async () => rmSync(folder, { recursive: true, force: true }), mailbox.stop)
  const start = async (extraEnv: Readonly<Record<string, string>> = {}): Promise<ProductProcess> => {
    const product = await startProductProcess({
      DATABASE_URL: database.connectionString,
      DATA_DIR: join(folder, 'data'),
      SMTP_URL: mailbox.url,
      MAIL_ALLOW: 'example.org',
      ...extraEnv,
    })
    cleanUp.push(async () => {
      product.thaw()
      await product.end('SIGKILL')
    })
    return product
  }
  return { query: database.query, mailbox, start }
}

const queueMails = (query: Query) =>
  query(
    `INSERT INTO account_mails (kind, recipient, parameters, message_id, send_at, created_at)
     SELECT 'password-changed', 'person' || i || '@example.org', '{"userId":1}', 'mail-' || i || '@example.org', now(), now()
     FROM generate_series(1, $1::int) i`,
    [count],
  )

/** A frozen node may hold a row in the middle of a transaction. */
const endLeases = (query: Query) =>
  query(
    `UPDATE account_mails SET locked_until = now() - interval '1 minute'
     WHERE id IN (SELECT id FROM account_mails WHERE state = 'sending' FOR UPDATE SKIP LOCKED)`,
  )

const sent = async (query: Query): Promise<number> => {
  const [row] = await query<{ n: number }>(`SELECT count(*)::int AS n FROM account_mails WHERE state = 'sent'`)
  return row?.n ?? 0
}

const onLine = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

describe('no mail is sent twice', { timeout: trialMs }, () => {
  test('by a node that was frozen until its leases expired, and by the node that took over', async () => {
    let mails = 0
    const { query, mailbox, start } = await createSite(async () => {
      mails += 1
      if (mails === 10) first.freeze()
      await onLine(50) // keeps some emails in transmission when the node freezes
    })
    const first = await start()
    // Ready immediately: an SMTP connection that is idle for two minutes is closed, and its email is sent again.
    const secondNode = await start()
    secondNode.freeze()
    await queueMails(query)
    await expect.poll(() => mails).toBeGreaterThanOrEqual(10)
    await endLeases(query)
    secondNode.thaw()
    // Five emails in transmission may stay with the frozen node, because it is unknown whether they arrived.
    await expect.poll(() => sent(query)).toBeGreaterThanOrEqual(count - 5)
    first.thaw()
    await expect.poll(() => sent(query)).toBe(count)
    expect(new Set(mailbox.mails.map(({ to }) => to[0])).size).toBe(count)
    expect(mailbox.mails).toHaveLength(count)
  })

  test('by a node whose clock is two hours ahead, which logs a warning', async () => {
    const { query, mailbox, start } = await createSite(() => onLine(100))
    const [clock] = await query<{ ahead: Date }>(`SELECT now() + interval '2 hours' AS ahead`)
    const [, second] = await Promise.all([start(), start({ CLOCK: clock?.ahead.toISOString() ?? '' })])
    await queueMails(query)
    await expect.poll(() => sent(query)).toBe(count)
    expect(mailbox.mails).toHaveLength(count)
    expect(second.printed()).toMatch(/the clock of this node is 7\d\d\d s ahead of the database's/)
  })

  test('and emails in transmission by a killed node are sent after their leases expire', async () => {
    let mails = 0
    const { query, start } = await createSite(async () => {
      mails += 1
      if (mails === 10) await first.end('SIGKILL')
    })
    const first = await start()
    await queueMails(query)
    await expect.poll(() => mails).toBeGreaterThanOrEqual(10)
    await endLeases(query)
    await start()
    await expect.poll(() => sent(query)).toBe(count)
  })
})
