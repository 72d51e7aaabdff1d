import { acrossOrganizations } from '../database/database.ts'
import { markAgain } from '../mark-again.ts'
import type { Platform } from '../platform.ts'
import { NoAnswer } from './in-time.ts'
import type { MailQueue, Prepared, PreparedMail, SentMail } from './mail-queue.ts'
import { type DueMail, holdMails, type Marked, markingMails, markMails } from './outbox.queries.ts'
import { together } from './together.ts'
import type { Mail, MailResult } from './transport.ts'

/**
 * Three days of `retryAt`. Counted in tries and not from when the mail was made: what was held, paused or planned for weeks, or
 * waited while the product itself was off, has not been tried yet.
 */
const triesAtMost = 79
/** Of a lot that failed as a whole. */
const aloneAtOnce = 5

/** What is done with a mail, together with what is asked for in the same moment. */
export function stepsOf(platform: Platform, queue: MailQueue) {
  const { table } = queue
  const held = (rows: readonly { readonly id: number }[]): ReadonlySet<number> => new Set(rows.map(({ id }) => id))
  const holding = (mails: readonly DueMail[]) => holdMails(table, mails, platform.presence.node())
  const hold = async (mails: readonly DueMail[]): Promise<ReadonlySet<number>> => {
    const { rows } = await acrossOrganizations(platform.database, (db) => holding(mails).execute(db))
    return held(rows)
  }

  const markAndHold = (results: readonly Result[], handed: readonly DueMail[]): Promise<ReadonlySet<number>> => {
    const now = platform.clock()
    return acrossOrganizations(
      platform.database,
      async (db) => {
        const marks = results.map((result) => markOf(result, now))
        const sent = results.flatMap(sentOf)
        const marking = markMails(db, table, marks, now)
        const [marked, mine] = await Promise.all([
          marking,
          handed.length > 0 ? holding(handed).execute(db) : undefined,
          sent.length > 0 ? queue.sent?.(db, sent, now, marking) : undefined,
        ])
        for (const { due, outcome } of results.filter(({ due }) => marked.has(due.id))) {
          if (!('notTaken' in outcome)) continue
          await queue.notTaken?.(db, due, outcome.notTaken)
          if (outcome.isBounced) await queue.bounced?.(db, due, outcome.notTaken, now)
        }
        return held(mine?.rows ?? [])
      },
      { keepsPlans: true },
    )
  }

  /** Those of sent mails that are not marked here are left to `markAndHold`: another has them, or what is known of them is not true any more. */
  const markAtOnce = async (sent: readonly SentMail[], handed: readonly DueMail[], sentAtOnce: SendsAtOnce) => {
    const now = platform.clock()
    const { isAsKnown, statements } = sentAtOnce(sent, now)
    const marks = sent.map(({ due, mail }) => markOf({ due, outcome: { state: 'sent', mail } }, now))
    const marking = markingMails(table, marks, now, { isAsKnown, handed, node: platform.presence.node() })
    const [{ rows }] = await acrossOrganizations(platform.database, (db) =>
      Promise.all([marking.execute(db), ...statements.map((statement) => statement.execute(db))]),
    )
    return held(rows)
  }

  const sentOf = ({ due, outcome }: Result): SentMail[] =>
    outcome.state === 'sent' ? [{ due, mail: outcome.mail }] : []
  const settleAll = async (results: readonly Result[], handed: readonly DueMail[]): Promise<ReadonlySet<number>> => {
    const sent = results.flatMap(sentOf)
    if (!queue.sentAtOnce || sent.length < results.length) return markAndHold(results, handed)
    const found = await markAtOnce(sent, handed, queue.sentAtOnce)
    const left = results.filter(({ due }) => !found.has(due.id))
    if (left.length > 0) await markAndHold(left, [])
    return found
  }

  /**
   * What became of mails, and of those that are handed over next whether they are still this worker's: a process that was frozen finds
   * its leases run out and its mails perhaps sent by another, so that it asks right before it sends. Who marks one mail has a line
   * free for the next: both are one transaction.
   */
  const step = together(
    async (steps: readonly Step[]) => {
      const results = steps.flatMap(({ result }) => result ?? [])
      const handed = steps.flatMap(({ handed }) => handed ?? [])
      const due = handed.map((mail) => mail.due)
      const mine = results.length > 0 ? await settleAll(results, due) : await hold(due)
      return steps.map(({ handed }) => handed !== undefined && mine.has(handed.due.id))
    },
    answersWithinMs,
    secondFrom,
  )

  const mark = async (result: Result): Promise<void> => {
    await step({ result })
  }

  /** What was sent is marked again where that fails. */
  const settle = async <Mail extends Handed>(result: Result, line: Line<Mail>): Promise<Mail | undefined> => {
    const next = line.next()
    try {
      const isMine = await step({ result, ...(next ? { handed: next } : {}) })
      if (next && !isMine) line.lost(next)
      return isMine ? next : undefined
    } catch (error) {
      if (next) line.back(next)
      if (result.outcome.state !== 'sent') throw error
    }
    await markAgain(() => mark(result))
    return undefined
  }

  /** Whether it is still this worker's. Nothing of it has gone out where nobody answers. */
  const ask = async <Mail extends Handed>(handed: Mail, line: Line<Mail>): Promise<boolean> => {
    try {
      return await step({ handed })
    } catch (error) {
      line.unasked(handed)
      throw error
    }
  }

  const failed = async (due: DueMail, error: unknown): Promise<void> => {
    const problem = error instanceof Error ? error.message : 'unknown'
    platform.log.error({ queue: table, id: due.id, problem }, 'mail could not be prepared')
    await mark({ due, outcome: { state: 'queued', problem: 'It could not be prepared; it will be tried again.' } })
  }

  const prepareAlone = async (due: DueMail): Promise<Prepared | null> => {
    try {
      const [prepared] = await queue.prepare([due])
      return prepared ?? null
    } catch (error) {
      await failed(due, error)
      return null
    }
  }

  const prepareMine = async (lot: readonly DueMail[]): Promise<readonly (Prepared | null)[]> => {
    const [first] = lot
    if (lot.length <= 1) return first ? [await prepareAlone(first)] : []
    try {
      return await queue.prepare(lot)
    } catch (error) {
      const problem = error instanceof Error ? error.message : 'unknown'
      platform.log.warn({ queue: table, problem }, 'mails are prepared one by one')
      const alone: (Prepared | null)[] = []
      for (let at = 0; at < lot.length; at += aloneAtOnce) {
        alone.push(...(await Promise.all(lot.slice(at, at + aloneAtOnce).map(prepareAlone))))
      }
      return alone
    }
  }

  return {
    /**
     * What is to be sent or asked again. To prepare a mail may make a link and with it the former one worthless, so that only what
     * is still this worker's is prepared.
     */
    prepare: async (lot: readonly DueMail[]): Promise<ReadonlyMap<DueMail, Prepared>> => {
      const mine = queue.preparesAtOnce === 1 ? await hold(lot) : null
      const due = lot.filter(({ id }) => mine?.has(id) ?? true)
      const prepared = await prepareMine(due)
      const left = new Map<DueMail, Prepared>()
      const settled = due.map(async (each, place) => {
        const one = prepared[place]
        if (!one) return
        if ('skip' in one) await mark({ due: each, outcome: { state: 'skipped', problem: one.skip } })
        else if ('postponeTo' in one) await mark({ due: each, outcome: { state: 'put off', ...one } })
        else left.set(each, one)
      })
      await Promise.all(settled)
      return left
    },

    /**
     * Of a mail that `isMine`, or is asked for first. Answers the next one that may be sent without asking, where the line had one
     * ready as this one was done.
     */
    send: async <Mail extends Handed>(handed: Mail, isMine: boolean, line: Line<Mail>): Promise<Mail | undefined> => {
      const { due, mail } = handed
      try {
        if (!isMine && !(await ask(handed, line))) return undefined
        const outcome = await platform.mail.send(mail)
        return await settle({ due, outcome: outcomeOf(outcome, mail) }, line)
      } catch (error) {
        // Perhaps it is marked, only nobody said so: to say that it waits would send it again at once.
        if (error instanceof NoAnswer) throw error
        await failed(due, error)
        return undefined
      }
    },
  }
}

function outcomeOf(outcome: MailResult, mail: Mail): Outcome {
  if (outcome.result === 'sent') return { state: 'sent', mail }
  const { problem } = outcome
  if (outcome.result === 'refused') return { state: 'failed', problem, notTaken: mail, isBounced: outcome.bounced }
  return { state: 'queued', problem, ...(outcome.mayHaveArrived ? {} : { notTaken: mail, isBounced: false }) }
}

/** Of one conversation with the mail server. */
export type Line<Mail> = {
  /** What it would send next. */
  readonly next: () => Mail | undefined
  /** Which could not be asked for, and is asked for again. */
  readonly back: (mail: Mail) => void
  /** Which another has by now. */
  readonly lost: (mail: Mail) => void
  /** Which was not handed over, since nobody said whether it may be: it may have been marked all the same. */
  readonly unasked: (mail: Mail) => void
}

/** Of what is asked for several mails at once. Longer than a statement may take, shorter than a lease. */
const answersWithinMs = 15_000
/** While the database writes one to its disk, another goes once so many conversations wait; sooner, each would be of fewer mails. */
const secondFrom = 3

type SendsAtOnce = NonNullable<MailQueue['sentAtOnce']>
type Handed = PreparedMail & { readonly due: DueMail }
type Step = { readonly result?: Result; readonly handed?: Handed }
type Result = { readonly due: DueMail; readonly outcome: Outcome }
type NotTaken = { readonly notTaken: Mail; readonly isBounced: boolean }
type Outcome =
  | { readonly state: 'sent'; readonly mail: Mail }
  | { readonly state: 'put off'; readonly postponeTo: Date; readonly reason: string | null }
  | ({ readonly state: 'skipped' | 'failed' | 'queued'; readonly problem: string } & (NotTaken | object))

function markOf({ due, outcome }: Result, now: Date): Marked {
  const left = { due, problem: null, sendAt: null, wasTried: true }
  if (outcome.state === 'sent') return { ...left, state: 'sent' }
  if (outcome.state === 'put off') {
    return { due, state: 'queued', problem: outcome.reason, sendAt: outcome.postponeTo, wasTried: false }
  }
  const problem = outcome.problem.slice(0, 500)
  if (outcome.state !== 'queued') return { ...left, state: outcome.state, problem }
  if (due.attempts >= triesAtMost) return { ...left, state: 'failed', problem }
  return { ...left, state: 'queued', problem, sendAt: retryAt(now, due.attempts) }
}

/** 30 s, 1, 2, 4 … minutes, at most an hour apart. */
function retryAt(now: Date, attempts: number): Date {
  return new Date(now.getTime() + Math.min(3600, 30 * 2 ** Math.min(attempts - 1, 10)) * 1000)
}
