import pg from 'pg'
import { z } from 'zod'
import { unpackBody } from '../../server/src/features/notifications/index.ts'
import { type LoopMail, type Server, startServer } from '../child.ts'
import { databaseCpuMs } from '../database-cpu.ts'
import { startMailSink } from '../mail-sink.ts'
import type { Facts } from '../scenario.ts'

/** Mails to donors that are due at once, against a bare loop that sends the same over as many connections. */

export type MailRun = {
  readonly mails: number
  readonly perSecond: number
  /** Of a loop that makes each mail of its words, as the product does. */
  readonly loopPerSecond: number
  /** Of one that sends the bytes of a mail that is made. */
  readonly rawPerSecond: number
  readonly cpuMsEach: number
  readonly loopCpuMsEach: number
  readonly databaseCpuMsEach: number
}

type Given = { readonly connectionString: string; readonly serverAddress: string; readonly facts: Facts }
type Trial = { readonly workers: number; readonly sinkMs: number }

/** Conversations of a worker of the product. */
const connectionsEach = 5

/** By turns; answers one run of each. */
export async function mailsOfMany(
  { connectionString, serverAddress, facts }: Given,
  { workers, sinkMs }: Trial,
): Promise<MailRun> {
  const client = new pg.Client(connectionString)
  await client.connect()
  const sink = await startMailSink(sinkMs)
  const servers: Server[] = []
  try {
    const count = await queueMails(client, facts, sinkMs > 0 ? fewMails : manyMails)
    const connections = connectionsEach * workers
    const mails = { smtpUrl: sink.url, count, connections }
    const ours = sink.receive(count)
    for (let each = 0; each < workers; each++) {
      servers.push(await startServer('./product-server.ts', { connectionString: serverAddress, facts, mails }))
    }
    await Promise.all(servers.map((server) => server.usage()))
    const databaseBefore = await databaseCpuMs(client)
    await client.query(`UPDATE notifications SET send_at = now() WHERE send_at = 'infinity'`)
    const ms = await ours
    const databaseMs = (await databaseCpuMs(client)) - databaseBefore
    const used = await Promise.all(servers.map((server) => server.usage()))
    const loopOf = async (sends: LoopMail): Promise<{ readonly perSecond: number; readonly cpuMsEach: number }> => {
      const received = sink.receive(count)
      const loop = await startServer('./mail-loop.ts', { connectionString, facts, mails: { ...mails, sends } })
      servers.push(loop)
      const loopMs = await received
      const { cpuMs } = await loop.usage()
      loop.stop()
      return { perSecond: (count / loopMs) * 1000, cpuMsEach: cpuMs / count }
    }
    const raw = sink.lastMail()
    const words = await wordsOf(client, raw)
    for (const server of servers) server.stop()
    const loop = await loopOf(words)
    return {
      mails: count,
      perSecond: (count / ms) * 1000,
      loopPerSecond: loop.perSecond,
      rawPerSecond: (await loopOf({ raw })).perSecond,
      cpuMsEach: used.reduce((sum, { cpuMs }) => sum + cpuMs, 0) / count,
      loopCpuMsEach: loop.cpuMsEach,
      databaseCpuMsEach: databaseMs / count,
    }
  } finally {
    for (const server of servers) server.stop()
    sink.stop()
    await forgetMails(client)
    await client.end()
  }
}

const manyMails = 10_000
/** To a server that takes its time. */
const fewMails = 2_000

/** One to each of many donors whose match they can ask for. Answers how many. */
async function queueMails(client: pg.Client, { organizationId }: Facts, atMost: number): Promise<number> {
  await forgetMails(client)
  await client.query(
    `UPDATE organizations SET street = '1 River Road', city = 'Dayton', state = 'OH', zip = '45402'
    WHERE id = $1`,
    [organizationId],
  )
  const { rowCount } = await client.query(
    `INSERT INTO notifications (organization_id, donation_id, donor_id, kind, status_id, message_id, send_at, created_at)
     SELECT organization_id, id, donor_id, 'initial', status_id, gen_random_uuid()::text, 'infinity', now()
     FROM (SELECT DISTINCT ON (donor_id) organization_id, id, donor_id, status_id FROM donations
       WHERE organization_id = $1 AND counted AND NOT silenced AND NOT inert AND status_id IN (6, 7, 8, 25)
       ORDER BY donor_id, id) d LIMIT $2`,
    [organizationId, atMost],
  )
  await client.query('ANALYZE notifications')
  return rowCount ?? 0
}

async function forgetMails(client: pg.Client): Promise<void> {
  await client.query('TRUNCATE sent_mails, planned_mails, notifications CASCADE')
  await client.query('VACUUM (ANALYZE) notifications, planned_mails')
}

const keptRow = z.object({ subject: z.string(), body: z.instanceof(Buffer) })

/** What the product kept of a mail, with the headers that it went out with. */
async function wordsOf(client: pg.Client, raw: string): Promise<LoopMail> {
  const { rows } = await client.query(
    `SELECT n.subject, s.body FROM sent_mails s
     JOIN notifications n ON n.organization_id = s.organization_id AND n.id = s.notification_id LIMIT 1`,
  )
  const { subject, body } = keptRow.parse(rows[0])
  const { html, text } = await unpackBody(body)
  const headers = raw.slice(0, raw.indexOf('\r\n\r\n')).split('\r\n')
  const named = ['List-Unsubscribe', 'List-Unsubscribe-Post', 'List-Id', 'Feedback-ID', 'Auto-Submitted']
  const kept = named.map((name): [string, string] => [
    name,
    headers.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2) ?? name,
  ])
  return { subject, html, text, headers: Object.fromEntries(kept) }
}
