import { setTimeout as wait } from 'node:timers/promises'
import { acrossOrganizations, readAcrossOrganizations } from '../database/database.ts'
import { rememberGivenUp } from '../given-up.ts'
import type { Platform } from '../platform.ts'
import { inTime } from './in-time.ts'
import type { MailQueue, PreparedMail } from './mail-queue.ts'
import { claimMails, type DueMail, nextMailOf, renewMails } from './outbox.queries.ts'
import { type Line, stepsOf } from './outbox-steps.ts'

export type { DueMail, MailQueue, Prepared, SentMail } from './mail-queue.ts'
export { eachAlone } from './mail-queue.ts'

// Of a lease of 30 s: what a killed process had claimed is taken up within that time.
const renewEveryMs = 10_000
/** Conversations with the mail server at once. A mail keeps its place until it is marked: no more than these are repeated after a crash. */
const concurrency = 5
/** What is claimed at once, and prepared where that is done together: as many as are sent in so long, within these bounds. */
const lotLastsMs = 500
const lotAtLeast = 20
const lotAtMost = 60
const pollMs = 500
const claimsWithinMs = 30_000
/** As often it is as if something were due: what `beforeClaim` brings back may be. */
const wholeLookEvery = 10
/** What was decided longer ago is decided anew before it is sent: who stops mails is not to wait. */
const decisionHoldsMs = 2_000
// Of the 30 s after which a process ends in any case. A mail whose server has not replied by then is sent again, with its Message-ID.
const stopWithinMs = 20_000

/** How large the next lot is, where one of `count` was sent in so long. */
const lotAfter = (count: number, ms: number): number =>
  Math.min(lotAtMost, Math.max(lotAtLeast, Math.round((count / Math.max(ms, 1)) * lotLastsMs)))

/** A mail that is ready to be handed over, and when that was decided, by a clock that nobody sets. */
type Ready = PreparedMail & { readonly due: DueMail; readonly decidedMs: number }

/**
 * Sends what is due until `stop` is called, a few at a time. Several nodes may run it at once. A mail that hangs holds up the
 * one worker that has it, never the others. What concerns several mails at once is asked and written at once.
 */
export function runOutbox(platform: Platform, queue: MailQueue): { stop: () => Promise<void> } {
  let stopping = false
  let wake: () => void = () => {}
  const waiting: DueMail[] = []
  const ready: Ready[] = []
  const held = new Set<DueMail>()
  /** Mails that were not handed over, and perhaps marked nevertheless: nobody said so. */
  const givenUp = rememberGivenUp()
  /** Where preparing always takes longer than a decision holds, mails go out nevertheless. */
  const decidedAnew = new WeakSet<DueMail>()
  let looks = 0
  let lotSize = lotAtLeast
  let lotBeganMs = Number.NEGATIVE_INFINITY
  const complain = (what: string) => (error: Error) =>
    platform.log.error({ queue: queue.table, problem: error.message }, what)
  const steps = stepsOf(platform, queue)

  const claim = async (): Promise<readonly DueMail[]> => {
    const now = platform.clock()
    if (looks++ % wholeLookEvery !== 0) {
      const [next] = await readAcrossOrganizations(platform.database, nextMailOf(queue.table))
      if (!next || next.at > now) return []
    }
    await queue.beforeClaim?.(now).catch(complain('before mails are claimed'))
    const node = platform.presence.node()
    const mine = [...held].map(({ id }) => id)
    const claimed = await acrossOrganizations(platform.database, (db) =>
      claimMails(db, queue.table, { now, node, mine, givenUp: givenUp.ids(), atMost: lotSize }),
    )
    givenUp.forget(claimed.map(({ id }) => id))
    return claimed
  }

  const refill = async (): Promise<void> => {
    const claimed = await inTime(claim(), claimsWithinMs).catch((error: Error) => {
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

  const prepareLot = async (): Promise<void> => {
    if (waiting.length === 0) await look()
    const lot = waiting.splice(0, Math.min(lotSize, queue.preparesAtOnce))
    if (lot.length === 0) return
    try {
      // What was read is at least as old as this.
      const beganMs = performance.now()
      lotSize = lotAfter(lot.length, beganMs - lotBeganMs)
      lotBeganMs = beganMs
      const preparing = steps.prepare(lot)
      const prepared = await (queue.preparesWithinMs ? inTime(preparing, queue.preparesWithinMs) : preparing)
      const endedMs = performance.now()
      for (const due of lot) {
        const one = prepared.get(due)
        const decidedMs = decidedAnew.has(due) ? endedMs : beganMs
        if (one && 'mail' in one) ready.push({ due, ...one, decidedMs })
        else if (one) waiting.push(due)
        else held.delete(due)
      }
    } catch (error) {
      // Their leases run out, and they are taken up again.
      for (const due of lot) {
        givenUp.add(due.id)
        held.delete(due)
      }
      complain('outbox')(error instanceof Error ? error : new Error(String(error)))
    }
  }
  let preparing: Promise<void> | undefined
  const prepareAhead = (): Promise<void> => {
    preparing ??= prepareLot().finally(() => {
      preparing = undefined
    })
    return preparing
  }
  const isOld = ({ decidedMs }: Ready): boolean => performance.now() - decidedMs > decisionHoldsMs
  /** The next that may be sent now; nothing where there was none. */
  const next = async (): Promise<Ready | undefined> => {
    if (queue.preparesAtOnce === 1) {
      if (ready.length === 0) await prepareLot()
      return ready.shift()
    }
    if (ready.length === 0) await prepareAhead()
    const first = ready.shift()
    if (first && isOld(first)) {
      decidedAnew.add(first.due)
      waiting.unshift(first.due)
      return undefined
    }
    if (ready.length < lotSize / 2 && !stopping) void prepareAhead()
    return first
  }
  const line: Line<Ready> = {
    next: () => {
      // Of what is prepared by itself, all that is ready has a conversation that waits for it.
      if (queue.preparesAtOnce === 1) return undefined
      const [first] = ready
      if (!first || stopping || isOld(first)) return undefined
      ready.shift()
      if (ready.length < lotSize / 2) void prepareAhead()
      return first
    },
    back: (mail) => ready.unshift(mail),
    lost: ({ due }) => held.delete(due),
    unasked: ({ due }) => givenUp.add(due.id),
  }
  const worker = async (): Promise<void> => {
    /** Which this worker has asked for already. */
    let mine: Ready | undefined
    while (mine || !stopping) {
      const first: Ready | undefined = mine ?? (await next())
      if (!first || (stopping && !mine)) continue
      const isMine = mine !== undefined
      mine = undefined
      try {
        mine = await steps.send(first, isMine, line)
      } catch (error) {
        // its lease runs out, and it is taken up again
        complain('outbox')(error instanceof Error ? error : new Error(String(error)))
      }
      held.delete(first.due)
    }
  }
  const heartbeat = setInterval(() => {
    if (held.size === 0) return
    acrossOrganizations(platform.database, (db) => renewMails(db, queue.table, [...held])).catch((error: Error) =>
      platform.log.warn({ queue: queue.table, problem: error.message }, 'lease not renewed'),
    )
  }, renewEveryMs)
  const letGo = async (): Promise<void> => {
    const left = [...held]
    if (left.length === 0 || !queue.letGo) return
    await acrossOrganizations(platform.database, async (db) => queue.letGo?.(db, left)).catch(complain('mails let go'))
  }
  // Last of all: none of them is on its way to the mail server any more.
  const running = Promise.all(Array.from({ length: concurrency }, worker))
    .then(() => preparing)
    .then(letGo)
  return {
    stop: () => {
      stopping = true
      clearInterval(heartbeat)
      wake()
      return Promise.race([running, wait(stopWithinMs, undefined, { ref: false })])
    },
  }
}
