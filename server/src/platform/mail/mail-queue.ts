import type { Db } from '../database/database.ts'
import type { Sql, Statement } from '../database/sql.ts'
import type { DueMail, QueueTable } from './outbox.queries.ts'
import type { Mail } from './transport.ts'

export type { DueMail } from './outbox.queries.ts'

/** A mail to send, the reason why it must not be sent any more, or when it may be. */
export type Prepared =
  | PreparedMail
  | { readonly skip: string }
  | { readonly postponeTo: Date; readonly reason: string | null }
  /** Another one of the same lot comes first, and what becomes of it decides about this one. */
  | { readonly afterOthers: true }

export type PreparedMail = {
  readonly mail: Mail
}

/** Those that are not marked are left alone by all statements. */
export type SentAtOnce = { readonly isAsKnown: Sql; readonly statements: readonly Statement<{ id: number }>[] }

export type SentMail = { readonly due: DueMail; readonly mail: Mail }

/**
 * A table that is its own queue (columns state, send_at, attempts, locked_until, handed_by, problem, message_id).
 * `prepare` runs right before sending, so that it sees what changed since the mail was queued.
 */
export type MailQueue = {
  readonly table: QueueTable
  /** Answers in the order of what is due. Where a lot fails, each of it is prepared by itself. */
  readonly prepare: (lot: readonly DueMail[]) => Promise<readonly Prepared[]>
  /**
   * How many are prepared together, while others are being sent. More than one only where a mail may be prepared again without
   * harm: one that waited too long for its turn is. Whether they are still as they were claimed, `prepare` then asks by itself.
   */
  readonly preparesAtOnce: number
  /**
   * How long a lot is waited for while others wait for it. Then its mails are nobody's once their leases run out, and others take
   * them. Not for what is prepared alone: that holds up one worker, and a link that it makes late would undo another's.
   */
  readonly preparesWithinMs?: number
  /** Called before mails are claimed, and now and then, in transactions of its own: mails are claimed though it fails. */
  readonly beforeClaim?: (now: Date) => Promise<void>
  /**
   * Called in the transaction that marks the mails as sent, right behind the statement that does: it concerns those that are `marked`,
   * and no others.
   */
  readonly sent?: (db: Db, sent: readonly SentMail[], at: Date, marked: Promise<ReadonlySet<number>>) => Promise<void>
  /**
   * The same as `sent`, for those whose match is as it was when they were prepared: statements behind the one that marks them, and
   * what must hold of a mail `m`, or it is left to `sent`.
   */
  readonly sentAtOnce?: (sent: readonly SentMail[], at: Date) => SentAtOnce
  /** Called in the transaction that marks the mail as refused because its address is bad. */
  readonly bounced?: (db: Db, due: DueMail, mail: Mail, at: Date) => Promise<void>
  /** Called in the transaction that marks a mail which the mail server certainly did not take. */
  readonly notTaken?: (db: Db, due: DueMail, mail: Mail) => Promise<void>
  /** Called when this worker stops, with mails that it had claimed and will not hand over. */
  readonly letGo?: (db: Db, mails: readonly DueMail[]) => Promise<void>
}

/** `prepare` of a queue whose mails have nothing to do with each other. */
export const eachAlone =
  (prepare: (due: DueMail) => Promise<Prepared>) =>
  (lot: readonly DueMail[]): Promise<readonly Prepared[]> =>
    Promise.all(lot.map(prepare))
