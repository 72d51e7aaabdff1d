import { setTimeout as wait } from 'node:timers/promises'
import { acrossOrganizations, holdAcrossOrganizations } from '../database/database.ts'
import type { Platform } from '../platform.ts'
import { NoAnswer } from './in-time.ts'
import type { MailQueue, Prepared, PreparedMail, SentMail } from './mail-queue.ts'
import { type DueMail, holdMails, type Marked, markMails } from './outbox.queries.ts'
import { together } from './together.ts'
import type { Mail } from './transport.ts'

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
  const hold = async (mails: readonly DueMail[], outlives = false): Promise<ReadonlySet<number>> => {
    const statement = holdMails(table, mails, platform.presence.node())
    const held = await holdAcrossOrganizations(platform.database, statement, { outlives })
    return new Set(held.map(({ id }) => id))
  }

  // A process that was frozen finds its leases run out and its mails perhaps sent by another: right before sending it asks whether
  // a mail is still its own.
  const handOver = together(async (mails: readonly Handed[]) => {
    const due = mails.map((mail) => mail.due)
    const mine = await hold(
      due,
      mails.some(({ spends }) => spends),
    )
    return due.map(({ id }) => mine.has(id))
  }, answersWithinMs)

  const mark = together(async (results: readonly Result[]) => {
    const now = platform.clock()
    await acrossOrganizations(
      platform.database,
      async (db) => {
        const marks = results.map((result) => markOf(result, now))
        const sent = results.flatMap(({ due, outcome }) =>
          outcome.state === 'sent' ? [{ due, mail: outcome.mail }] : [],
        )
        const marking = markMails(db, table, marks, now)
        const [marked] = await Promise.all([
          marking,
          sent.length > 0 ? queue.sent?.(db, sent, now, marking) : undefined,
        ])
        for (const { due, outcome } of results.filter(({ due }) => marked.has(due.id))) {
          if (!('notTaken' in outcome)) continue
          await queue.notTaken?.(db, due, outcome.notTaken)
          if (outcome.isBounced) await queue.bounced?.(db, due, outcome.notTaken, now)
        }
      },
      { keepsPlans: true },
    )
    return results.map(() => undefined)
  }, answersWithinMs)

  /** A mail that is sent and not marked is sent again, so that a database that is away for a moment is asked again. */
  const markSent = async ({ due, mail }: SentMail): Promise<void> => {
    for (let tried = 1; ; tried++) {
      try {
        return await mark({ due, outcome: { state: 'sent', mail } })
      } catch (error) {
        if (tried >= marksAtMost) throw error
        await wait(markAgainMs)
      }
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

    send: async (handed: Handed): Promise<void> => {
      const { due, mail } = handed
      try {
        if (!(await handOver(handed))) return
        const outcome = await platform.mail.send(mail)
        if (outcome.result === 'sent') return await markSent({ due, mail })
        if (outcome.result === 'refused') {
          const { problem, bounced } = outcome
          return await mark({ due, outcome: { state: 'failed', problem, notTaken: mail, isBounced: bounced } })
        }
        const notTaken = outcome.mayHaveArrived ? {} : { notTaken: mail, isBounced: false }
        await mark({ due, outcome: { state: 'queued', problem: outcome.problem, ...notTaken } })
      } catch (error) {
        // Perhaps it is marked, only nobody said so: to say that it waits would send it again at once.
        if (error instanceof NoAnswer) throw error
        await failed(due, error)
      }
    },
  }
}

/** Of what is asked for several mails at once. Longer than a statement may take, shorter than a lease. */
const answersWithinMs = 15_000
const marksAtMost = 4
const markAgainMs = 2_000

type Handed = PreparedMail & { readonly due: DueMail }
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
