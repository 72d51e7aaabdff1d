import { acrossOrganizations, type Db } from '../database/database.ts'
import { runQueue } from '../jobs/queue.ts'
import { retryMark } from '../jobs/retry-mark.ts'
import type { Worker } from '../jobs/run-every.ts'
import type { Platform } from '../services/platform.ts'
import {
  claimMails,
  confirmMailClaim,
  type DueMail,
  type MailOutcome,
  markMail,
  type QueueTable,
  renewMails,
} from './outbox.queries.ts'
import type { Mail, MailResult } from './transport.ts'

export type { DueMail } from './outbox.queries.ts'

export type PreparedMail =
  | { readonly mail: Mail }
  | { readonly skip: string }
  | { readonly postponeTo: Date; readonly reason: string | null }

export type MailQueue = {
  readonly table: QueueTable
  readonly fill?: () => Promise<boolean>
  /** Runs just before sending, so that it sees changes since the email was queued. */
  readonly prepare: (due: DueMail) => Promise<PreparedMail>
  readonly sent?: (db: Db, due: DueMail, mail: Mail, at: Date) => Promise<void>
  /** Runs in the transaction that marks an email that the server certainly did not accept. */
  readonly notAccepted?: (db: Db, due: DueMail, mail: Mail) => Promise<void>
  /** Runs in the transaction that marks an email whose address was rejected. */
  readonly bounced?: (db: Db, due: DueMail, at: Date) => Promise<void>
}

/** A crash repeats at most this many emails. */
const concurrency = 5
const prefetchCount = 15
/** Three days of `retryAt`, as attempts, because a held email has none yet. */
const maxAttempts = 79

/** Sends due emails until `stop` is called. Several nodes may run it. */
export function runOutbox(
  platform: Platform,
  queue: MailQueue,
  { stopWithinMs }: { readonly stopWithinMs?: number } = {},
): Worker {
  const { table } = queue
  const run = <T>(operation: (db: Db) => Promise<T>): Promise<T> => acrossOrganizations(platform.database, operation)
  const mark = (due: DueMail, outcome: MailOutcome, afterMark?: (db: Db) => Promise<void>): Promise<void> =>
    run(async (db) => {
      if (await markMail(db, table, due, outcome, platform.clock())) await afterMark?.(db)
    })

  const markResult = async (due: DueMail, mail: Mail, outcome: MailResult): Promise<void> => {
    const now = platform.clock()
    if (outcome.result === 'sent') {
      const sent = () => mark(due, { state: 'sent', problem: null }, async (db) => queue.sent?.(db, due, mail, now))
      await sent().catch(() => retryMark(sent))
    } else if (outcome.result === 'refused') {
      await mark(due, failure(outcome.problem), async (db) => {
        await queue.notAccepted?.(db, due, mail)
        if (outcome.bounced) await queue.bounced?.(db, due, now)
      })
    } else {
      await mark(due, retry(due, outcome.problem, now), async (db) => {
        if (!outcome.mayHaveArrived) await queue.notAccepted?.(db, due, mail)
      })
    }
  }

  const confirmClaim = (due: DueMail): Promise<boolean> => run((db) => confirmMailClaim(db, table, due))

  const send = async (due: DueMail): Promise<void> => {
    // Preparing an email creates its link and invalidates the previous one.
    if (!(await confirmClaim(due))) return
    const prepared = await queue.prepare(due).catch((error: Error) => {
      platform.log.error({ queue: table, id: due.id, problem: error.message }, 'email could not be prepared')
      return null
    })
    if (prepared === null) {
      await mark(due, retry(due, 'It could not be prepared; it will be tried again.', platform.clock()))
    } else if ('skip' in prepared) {
      await mark(due, { state: 'skipped', problem: prepared.skip.slice(0, 500) })
    } else if ('postponeTo' in prepared) {
      const { postponeTo: sendAt, reason: problem } = prepared
      await mark(due, { state: 'queued', problem, sendAt, isPutOff: true })
    } else if (await confirmClaim(due)) {
      await markResult(due, prepared.mail, await platform.mail.send(prepared.mail))
    }
  }

  return runQueue(
    {
      name: table,
      concurrency,
      ahead: prefetchCount,
      fill: queue.fill,
      claim: (atMost, ownMails) =>
        run((db) => claimMails(db, table, { now: platform.clock(), mine: ownMails, atMost })),
      renew: (ownMails) => run((db) => renewMails(db, table, ownMails)),
      work: send,
      stopWithinMs,
    },
    platform.log,
  )
}

const failure = (problem: string): MailOutcome => ({ state: 'failed', problem: problem.slice(0, 500) })

const retry = (due: DueMail, problem: string, now: Date): MailOutcome =>
  due.attempts >= maxAttempts
    ? failure(problem)
    : { state: 'queued', problem: problem.slice(0, 500), sendAt: retryAt(now, due.attempts) }

/** Waits 30 s, then 1, 2, 4 … minutes, at most an hour. */
const retryAt = (now: Date, attempts: number): Date =>
  new Date(now.getTime() + Math.min(3600, 30 * 2 ** Math.min(attempts - 1, 10)) * 1000)
