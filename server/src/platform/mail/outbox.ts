import { setTimeout as wait } from 'node:timers/promises'
import type { Db } from '../database/database.ts'
import { acrossOrganizations } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import type { Platform } from '../platform.ts'
import type { Mail } from './transport.ts'

/** A claimed row. `organization_id` is null for mail about an account. */
export type DueMail = {
  readonly id: number
  readonly organization_id: number | null
  readonly attempts: number
  readonly message_id: string
}

/** A mail to send, the reason why it must not be sent any more, or when it may be. */
export type Prepared =
  | { readonly mail: Mail }
  | { readonly skip: string }
  | { readonly postponeTo: Date; readonly reason: string | null }

/**
 * A table that is its own queue (columns state, send_at, attempts, locked_until, problem, message_id).
 * `prepare` runs right before sending, so that it sees what changed since the mail was queued.
 */
export type MailQueue = {
  readonly table: 'account_mails' | 'notifications' | 'digests'
  readonly prepare: (due: DueMail) => Promise<Prepared>
  /** Called in the transaction that marks the mail as sent. */
  readonly sent?: (db: Db, due: DueMail, mail: Mail, at: Date) => Promise<void>
  /** Called in the transaction that marks the mail as refused because its address is bad. */
  readonly bounced?: (db: Db, due: DueMail, mail: Mail, at: Date) => Promise<void>
}

const isOfOrganization = ({ table }: MailQueue): boolean => table !== 'account_mails'

// Renewed while its process lives: what a killed process had claimed is taken up within 30 s, and a slow SMTP conversation
// (up to 75 s) is not begun a second time by another node.
const leaseSeconds = 30
const renewEveryMs = 10_000
const concurrency = 5
const claimedAtOnce = 20
const pollMs = 500
const giveUpAfterMs = 72 * 3600 * 1000
// A mail server that keeps silent must not hold up the end: what it was being given is sent again, with its Message-ID.
const stopWithinMs = 10_000

/**
 * Sends what is due until `stop` is called, a few at a time. Several nodes may run it at once. A mail that hangs holds up the
 * one worker that has it, never the others.
 */
export function runOutbox(platform: Platform, queue: MailQueue): { stop: () => Promise<void> } {
  let stopping = false
  let wake: () => void = () => {}
  const waiting: DueMail[] = []
  const held = new Set<DueMail>()
  const complain = (what: string) => (error: Error) =>
    platform.log.error({ queue: queue.table, problem: error.message }, what)

  const refill = async (): Promise<void> => {
    const mine = [...held].map(({ id }) => id)
    const claimed = await acrossOrganizations(platform.database, (db) =>
      claim(db, queue, platform.clock(), mine),
    ).catch((error: Error) => {
      complain('outbox')(error)
      return []
    })
    for (const mail of claimed) {
      waiting.push(mail)
      held.add(mail)
    }
    if (claimed.length === 0 && !stopping) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, pollMs)
        wake = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    }
  }
  // Whoever has nothing to do waits for the same look into the queue.
  let looking: Promise<void> | undefined
  const look = (): Promise<void> => {
    looking ??= refill().finally(() => {
      looking = undefined
    })
    return looking
  }
  const worker = async (): Promise<void> => {
    while (!stopping) {
      const due = waiting.shift()
      if (!due) await look()
      else {
        await sendOne(platform, queue, due).catch(complain('outbox')) // its lease runs out, and it is taken up again
        held.delete(due)
      }
    }
  }
  const heartbeat = setInterval(() => {
    renew(platform, queue, [...held]).catch((error: Error) =>
      platform.log.warn({ queue: queue.table, problem: error.message }, 'lease not renewed'),
    )
  }, renewEveryMs)
  const running = Promise.all(Array.from({ length: concurrency }, worker)).then(() => {})
  return {
    stop: () => {
      stopping = true
      clearInterval(heartbeat)
      wake()
      return Promise.race([running, wait(stopWithinMs, undefined, { ref: false })])
    },
  }
}

/** What is due, without what this worker holds already: a clock that jumped ahead makes its leases look old. */
async function claim(db: Db, queue: MailQueue, now: Date, mine: readonly number[]): Promise<DueMail[]> {
  const table = sql.ref(queue.table)
  const organization = isOfOrganization(queue) ? sql`organization_id` : sql`NULL::bigint AS organization_id`
  const until = new Date(now.getTime() + leaseSeconds * 1000)
  const { rows } = await sql<DueMail>`
    UPDATE ${table} SET state = 'sending', attempts = attempts + 1, locked_until = ${until}
    WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM ${table}
      WHERE state IN ('queued', 'sending') AND send_at <= ${now} AND (locked_until IS NULL OR locked_until < ${now})
        AND id <> ALL (${[...mine]}::bigint[])
      ORDER BY send_at LIMIT ${claimedAtOnce} FOR UPDATE SKIP LOCKED))
    RETURNING id, ${organization}, attempts, message_id`.execute(db)
  return rows
}

async function renew(platform: Platform, queue: MailQueue, mails: readonly DueMail[]): Promise<void> {
  const until = new Date(platform.clock().getTime() + leaseSeconds * 1000)
  const ofOrganization = isOfOrganization(queue) ? sql`m.organization_id = held.organization_id` : sql`true`
  await acrossOrganizations(platform.database, (db) =>
    sql`
      UPDATE ${sql.ref(queue.table)} AS m SET locked_until = ${until}
      FROM unnest(
        ${mails.map((mail) => mail.organization_id)}::bigint[],
        ${mails.map((mail) => mail.id)}::bigint[],
        ${mails.map((mail) => mail.attempts)}::int[]
      ) AS held (organization_id, id, attempts)
      WHERE ${ofOrganization} AND m.id = held.id AND m.attempts = held.attempts AND m.state = 'sending'`.execute(db),
  )
}

async function sendOne(platform: Platform, queue: MailQueue, due: DueMail): Promise<void> {
  try {
    const prepared = await queue.prepare(due)
    if ('skip' in prepared) return await mark(platform, queue, due, { state: 'skipped', problem: prepared.skip })
    if ('postponeTo' in prepared) return await postpone(platform, queue, due, prepared.postponeTo, prepared.reason)
    const { mail } = prepared
    const outcome = await platform.mail.send(mail)
    if (outcome.result === 'sent') return await mark(platform, queue, due, { state: 'sent', mail })
    if (outcome.result === 'refused') {
      const { problem, bounced } = outcome
      return await mark(platform, queue, due, { state: 'failed', problem, ...(bounced ? { bouncedMail: mail } : {}) })
    }
    await mark(platform, queue, due, { state: 'queued', problem: outcome.problem })
  } catch (error) {
    const problem = error instanceof Error ? error.message : 'unknown'
    platform.log.error({ queue: queue.table, id: due.id, problem }, 'mail could not be prepared')
    await mark(platform, queue, due, { state: 'queued', problem: 'It could not be prepared; it is tried again.' })
  }
}

type Mark =
  | { readonly state: 'sent'; readonly mail: Mail }
  | { readonly state: 'skipped' | 'failed' | 'queued'; readonly problem: string; readonly bouncedMail?: Mail }

async function mark(platform: Platform, queue: MailQueue, due: DueMail, result: Mark): Promise<void> {
  const now = platform.clock()
  await acrossOrganizations(platform.database, async (db) => {
    const problem = result.state === 'sent' ? null : result.problem.slice(0, 500)
    const inOrganization = due.organization_id === null ? sql`true` : sql`organization_id = ${due.organization_id}`
    // A worker whose lease ran out must not undo what its successor did: the attempt number has moved on.
    const { numAffectedRows } = await sql`
      UPDATE ${sql.ref(queue.table)} SET
        state = CASE WHEN ${result.state} = 'queued' AND created_at < ${new Date(now.getTime() - giveUpAfterMs)}
          THEN 'failed' ELSE ${result.state} END,
        problem = ${problem}, locked_until = NULL,
        send_at = CASE WHEN ${result.state} = 'queued' THEN ${retryAt(now, due.attempts)} ELSE send_at END,
        sent_at = CASE WHEN ${result.state} = 'sent' THEN ${now}::timestamptz ELSE sent_at END
      WHERE id = ${due.id} AND ${inOrganization} AND attempts = ${due.attempts}`.execute(db)
    if (numAffectedRows !== 1n) return
    if (result.state === 'sent') await queue.sent?.(db, due, result.mail, now)
    else if (result.bouncedMail) await queue.bounced?.(db, due, result.bouncedMail, now)
  })
}

/** Not a failure: it neither counts as an attempt nor towards giving up. */
async function postpone(
  platform: Platform,
  queue: MailQueue,
  due: DueMail,
  to: Date,
  reason: string | null,
): Promise<void> {
  await acrossOrganizations(platform.database, async (db) => {
    const inOrganization = due.organization_id === null ? sql`true` : sql`organization_id = ${due.organization_id}`
    await sql`
      UPDATE ${sql.ref(queue.table)}
      SET state = 'queued', send_at = ${to}, problem = ${reason}, locked_until = NULL, attempts = attempts - 1
      WHERE id = ${due.id} AND ${inOrganization} AND attempts = ${due.attempts}`.execute(db)
  })
}

/** 30 s, 1, 2, 4 … minutes, at most an hour apart. */
function retryAt(now: Date, attempts: number): Date {
  return new Date(now.getTime() + Math.min(3600, 30 * 2 ** Math.min(attempts - 1, 10)) * 1000)
}
