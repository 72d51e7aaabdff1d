import { setTimeout as wait } from 'node:timers/promises'
import { acrossOrganizations, type Db, readAcrossOrganizations } from '../database/database.ts'
import type { Platform } from '../platform.ts'
import {
  claimMails,
  type DueMail,
  holdMail,
  markMail,
  nextMailOf,
  postponeMail,
  type QueueTable,
  renewMails,
} from './outbox.queries.ts'
import type { Mail } from './transport.ts'

export type { DueMail } from './outbox.queries.ts'

/** A mail to send, the reason why it must not be sent any more, or when it may be. */
export type Prepared =
  | { readonly mail: Mail }
  | { readonly skip: string }
  | { readonly postponeTo: Date; readonly reason: string | null }

/**
 * A table that is its own queue (columns state, send_at, attempts, locked_until, handed_by, problem, message_id).
 * `prepare` runs right before sending, so that it sees what changed since the mail was queued.
 */
export type MailQueue = {
  readonly table: QueueTable
  readonly prepare: (due: DueMail) => Promise<Prepared>
  /** Called before mails are claimed, and now and then, in transactions of its own: mails are claimed though it fails. */
  readonly beforeClaim?: (now: Date) => Promise<void>
  /** Called in the transaction that marks the mail as sent. */
  readonly sent?: (db: Db, due: DueMail, mail: Mail, at: Date) => Promise<void>
  /** Called in the transaction that marks the mail as refused because its address is bad. */
  readonly bounced?: (db: Db, due: DueMail, mail: Mail, at: Date) => Promise<void>
  /** Called in the transaction that marks a mail which the mail server certainly did not take. */
  readonly notTaken?: (db: Db, due: DueMail, mail: Mail) => Promise<void>
}

// Of a lease of 30 s: what a killed process had claimed is taken up within that time.
const renewEveryMs = 10_000
const concurrency = 5
const pollMs = 500
/** As often it is as if something were due: what `beforeClaim` brings back may be. */
const wholeLookEvery = 10
/**
 * Three days of `retryAt`. Counted in tries and not from when the mail was made: what was held, paused or planned for weeks, or
 * waited while the product itself was off, has not been tried yet.
 */
const triesAtMost = 79
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
  let looks = 0
  const complain = (what: string) => (error: Error) =>
    platform.log.error({ queue: queue.table, problem: error.message }, what)

  const claim = async (): Promise<readonly DueMail[]> => {
    const now = platform.clock()
    if (looks++ % wholeLookEvery !== 0) {
      const [next] = await readAcrossOrganizations(platform.database, nextMailOf(queue.table))
      if (!next || next.at > now) return []
    }
    const mine = [...held].map(({ id }) => id)
    await queue.beforeClaim?.(now).catch(complain('before mails are claimed'))
    return acrossOrganizations(platform.database, (db) => claimMails(db, queue.table, now, mine))
  }

  const refill = async (): Promise<void> => {
    const claimed = await claim().catch((error: Error) => {
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
    if (held.size === 0) return
    acrossOrganizations(platform.database, (db) => renewMails(db, queue.table, [...held])).catch((error: Error) =>
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

/**
 * A process that was frozen finds its leases run out and its mails perhaps sent by another: it asks whether a mail is still its
 * own before it prepares it, which may make a link and with it the former one worthless, and once more right before sending.
 */
async function sendOne(platform: Platform, queue: MailQueue, due: DueMail): Promise<void> {
  const isMine = () =>
    acrossOrganizations(platform.database, (db) => holdMail(db, queue.table, due, platform.presence.node()))
  try {
    if (!(await isMine())) return
    const prepared = await queue.prepare(due)
    if ('skip' in prepared) return await mark(platform, queue, due, { state: 'skipped', problem: prepared.skip })
    if ('postponeTo' in prepared) {
      const { postponeTo, reason } = prepared
      return await acrossOrganizations(platform.database, (db) =>
        postponeMail(db, queue.table, due, postponeTo, reason),
      )
    }
    const { mail } = prepared
    if (!(await isMine())) return
    const outcome = await platform.mail.send(mail)
    if (outcome.result === 'sent') return await markSent(platform, queue, due, mail)
    if (outcome.result === 'refused') {
      const { problem, bounced } = outcome
      return await mark(platform, queue, due, { state: 'failed', problem, notTaken: mail, isBounced: bounced })
    }
    const notTaken = outcome.mayHaveArrived ? {} : { notTaken: mail }
    await mark(platform, queue, due, { state: 'queued', problem: outcome.problem, ...notTaken })
  } catch (error) {
    const problem = error instanceof Error ? error.message : 'unknown'
    platform.log.error({ queue: queue.table, id: due.id, problem }, 'mail could not be prepared')
    await mark(platform, queue, due, { state: 'queued', problem: 'It could not be prepared; it will be tried again.' })
  }
}

const marksAtMost = 4
const markAgainMs = 2_000

/** A mail that is sent and not marked is sent again, so that a database that is away for a moment is asked again. */
async function markSent(platform: Platform, queue: MailQueue, due: DueMail, mail: Mail, tried = 1): Promise<void> {
  try {
    await mark(platform, queue, due, { state: 'sent', mail })
  } catch (error) {
    if (tried >= marksAtMost) throw error
    await wait(markAgainMs)
    await markSent(platform, queue, due, mail, tried + 1)
  }
}

type Mark =
  | { readonly state: 'sent'; readonly mail: Mail }
  | {
      readonly state: 'skipped' | 'failed' | 'queued'
      readonly problem: string
      readonly notTaken?: Mail
      readonly isBounced?: boolean
    }

async function mark(platform: Platform, queue: MailQueue, due: DueMail, result: Mark): Promise<void> {
  const now = platform.clock()
  await acrossOrganizations(platform.database, async (db) => {
    const isGivenUp = result.state === 'queued' && due.attempts >= triesAtMost
    const state = isGivenUp ? 'failed' : result.state
    const problem = result.state === 'sent' ? null : result.problem.slice(0, 500)
    const marked = { state, problem, now, retryAt: retryAt(now, due.attempts) }
    if (!(await markMail(db, queue.table, due, marked))) return
    if (result.state === 'sent') return queue.sent?.(db, due, result.mail, now)
    if (!result.notTaken) return
    await queue.notTaken?.(db, due, result.notTaken)
    if (result.isBounced) await queue.bounced?.(db, due, result.notTaken, now)
  })
}

/** 30 s, 1, 2, 4 … minutes, at most an hour apart. */
function retryAt(now: Date, attempts: number): Date {
  return new Date(now.getTime() + Math.min(3600, 30 * 2 ** Math.min(attempts - 1, 10)) * 1000)
}
