import { z } from 'zod'
import type { Db } from '../database/database.ts'
import { type ColumnTypes, recordset } from '../database/recordset.ts'
import { idRow, type Sql, type Statement, sql } from '../database/sql.ts'
import { isHeldSql } from '../outgoing/outgoing.queries.ts'

/**
 * The statements on tables that are queues of mails. What is due goes by the product's clock, who holds it by the database's:
 * nodes whose clocks disagree must not take each other's mails. They cross organizations.
 */

export type QueueTable = 'account_mails' | 'notifications' | 'digests'

/** A claimed row. `organization_id` is null for mail about an account. */
const dueMail = z.object({
  id: z.int(),
  organization_id: z.int().nullable(),
  attempts: z.int(),
  message_id: z.string(),
})
export type DueMail = z.infer<typeof dueMail>

const isOfOrganization = (table: QueueTable): boolean => table !== 'account_mails'

/** People who sign in wait for these: what they request while everything is held leaves all the same. */
const forSigningIn = ['magic-link', 'reset-password']

/** SQL: whether a mail may be claimed. While everything is held (OUTGOING=paused), what was queued before the hold stays. */
const mayLeave = (queue: QueueTable) => sql`
  (NOT ${isHeldSql} ${
    queue === 'account_mails'
      ? sql`OR kind = ANY (${forSigningIn}::text[]) AND created_at >= (SELECT held_since FROM outgoing)`
      : sql``
  })`

/** Renewed while its process lives, so that a slow SMTP conversation is not begun a second time by another node. */
const lease = sql`clock_timestamp() + interval '30 seconds'`

/**
 * SQL: rows `m` as `r` has them claimed: whoever claimed one later has moved the number of attempts on. The state is asked so that no
 * index of what is being sent or was is looked through: a plan from the time when it held twenty mails is kept until it holds thousands.
 */
const asClaimed = (queue: QueueTable) => sql`
  ${isOfOrganization(queue) ? sql`m.organization_id = r.organization_id` : sql`true`} AND m.id = r.id
  AND m.attempts = r.attempts AND m.state IS NOT DISTINCT FROM 'sending'`

const claimedTypes = { organization_id: 'bigint', id: 'bigint', attempts: 'integer' } as const
const claimedRows = (mails: readonly DueMail[]) =>
  recordset<Pick<DueMail, 'organization_id' | 'id' | 'attempts'>>(
    claimedTypes,
    mails.map(({ organization_id, id, attempts }) => ({ organization_id, id, attempts })),
  )

/** SQL: rows `r`, as few as they are: of a table of JSON a hundred are expected, for which all mails of a new product are read. */
const few = (rows: Sql, count: number) => sql`(SELECT * FROM ${rows} LIMIT ${count}) r`

const nextMail = z.object({ at: z.date() })

/**
 * When the first mail is due that waits or is being sent: what a look into a queue without work costs. Ordered, for the index
 * alone knows how few of all mails these are.
 */
export const nextMailOf = (queue: QueueTable) =>
  sql.kept(nextMail)`
    SELECT send_at AS at FROM ${sql.ref(queue)} WHERE state IN ('queued', 'sending') ORDER BY send_at LIMIT 1`

/** What a node says of itself where it claims. */
type Claimant = {
  readonly node: number | null
  /** Ids that it has in its hands. */
  readonly mine: readonly number[]
  /** Ids that it gave up before it handed them over, while its mark on them may keep everybody else from them. */
  readonly givenUp: readonly number[]
}

/** So many at most of what is due and nobody's, without what this worker has in its hands, and of what it gave up where the lease has run out. */
export async function claimMails(
  db: Db,
  queue: QueueTable,
  { now, node, mine, givenUp, atMost }: Claimant & { readonly now: Date; readonly atMost: number },
): Promise<readonly DueMail[]> {
  const table = sql.ref(queue)
  const organization = isOfOrganization(queue) ? sql`organization_id` : sql`NULL::bigint AS organization_id`
  const { rows } = await sql(dueMail)`
    UPDATE ${table} SET state = 'sending', attempts = attempts + 1, locked_until = ${lease}, handed_by = NULL
    WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM ${table}
      WHERE state IN ('queued', 'sending') AND send_at <= ${now} AND ${mayLeave(queue)}
        AND (locked_until IS NULL OR NOT is_held(locked_until, handed_by)
          OR id = ANY (${[...givenUp]}::bigint[]) AND handed_by = ${node}::int AND locked_until < clock_timestamp())
        AND id <> ALL (${[...mine]}::bigint[])
      ORDER BY send_at LIMIT ${atMost} FOR UPDATE SKIP LOCKED))
    RETURNING id, ${organization}, attempts, message_id`.execute(db)
  return rows
}

/**
 * Renews what is still of whoever claimed it, but for what is being marked or gets its place in this moment: who waits here for a mail
 * and holds another would wait in a circle with them.
 */
export async function renewMails(db: Db, queue: QueueTable, mails: readonly DueMail[]): Promise<void> {
  await sql`
    UPDATE ${sql.ref(queue)} SET locked_until = ${lease}
    WHERE ctid = ANY (ARRAY(
      SELECT m.ctid FROM ${sql.ref(queue)} m JOIN ${claimedRows(mails)} ON ${asClaimed(queue)}
      ORDER BY m.id FOR NO KEY UPDATE OF m SKIP LOCKED))`.execute(db)
}

/**
 * Which of the mails are still this worker's; from here on `node`, where there is one, keeps them while it lives (`is_held`), and the place of the day of
 * a mail to a donor is spent: whatever becomes of it, the next try takes another.
 */
export const holdMails = (queue: QueueTable, mails: readonly DueMail[], node: number | null) => sql.kept(idRow)`
  UPDATE ${sql.ref(queue)} m SET locked_until = ${lease}, handed_by = ${node}::int
    ${queue === 'notifications' ? sql`, place_on = NULL` : sql``}
  FROM ${few(claimedRows(mails), mails.length)} WHERE ${asClaimed(queue)} RETURNING m.id`

/** What became of a mail that was claimed. */
export type Marked = {
  readonly due: DueMail
  readonly state: 'sent' | 'skipped' | 'failed' | 'queued'
  readonly problem: string | null
  /** When it is looked at again; null leaves it. */
  readonly sendAt: Date | null
  /** False: put off, which neither counts as an attempt nor towards giving up. */
  readonly wasTried: boolean
}
type MarkedRow = Pick<Marked, 'problem'> &
  Pick<DueMail, 'organization_id' | 'id' | 'attempts'> & {
    readonly state: Marked['state'] | 'sending'
    readonly next_at: string | null
    readonly tries: number
  }
const markedTypes = {
  ...claimedTypes,
  state: 'text',
  problem: 'text',
  next_at: 'timestamptz',
  tries: 'integer',
} satisfies ColumnTypes<MarkedRow>

type MarkingOptions = { readonly isAsKnown: Sql; readonly handed: readonly DueMail[]; readonly node: number | null }

/** Of each mail whether it is marked; if not, another has taken it up meanwhile, and its word counts. */
export async function markMails(
  db: Db,
  queue: QueueTable,
  marks: readonly Marked[],
  now: Date,
): Promise<ReadonlySet<number>> {
  const { rows } = await markingMails(queue, marks, now).execute(db)
  return new Set(rows.map(({ id }) => id))
}

/**
 * The statement that does, for those of which `isAsKnown` holds, and the same for others that `node` hands over next as `holdMails`
 * does: one for both took two thirds of the time of two. It answers which it found as they were claimed.
 */
export function markingMails(
  queue: QueueTable,
  marks: readonly Marked[],
  now: Date,
  { isAsKnown, handed, node }: MarkingOptions = { isAsKnown: sql`true`, handed: [], node: null },
): Statement<{ id: number }> {
  const marked = marks.map(
    ({ due: { organization_id, id, attempts }, state, problem, sendAt, wasTried }): MarkedRow => ({
      organization_id,
      id,
      attempts,
      state,
      problem,
      next_at: sendAt?.toISOString() ?? null,
      tries: wasTried ? attempts : attempts - 1,
    }),
  )
  const held = handed.map(
    ({ organization_id, id, attempts }): MarkedRow => ({
      organization_id,
      id,
      attempts,
      state: 'sending',
      problem: null,
      next_at: null,
      tries: attempts,
    }),
  )
  const rows = [...marked, ...held]
  const isHeld = sql`r.state = 'sending'`
  return sql.kept(idRow)`
    UPDATE ${sql.ref(queue)} m SET
      state = r.state, problem = CASE WHEN ${isHeld} THEN m.problem ELSE r.problem END, attempts = r.tries,
      locked_until = CASE WHEN ${isHeld} THEN ${lease} END, handed_by = CASE WHEN ${isHeld} THEN ${node}::int END,
      ${queue === 'notifications' ? sql`place_on = CASE WHEN NOT ${isHeld} THEN m.place_on END,` : sql``}
      send_at = coalesce(r.next_at, m.send_at),
      sent_at = CASE WHEN r.state = 'sent' THEN ${now}::timestamptz ELSE m.sent_at END
    FROM ${few(recordset<MarkedRow>(markedTypes, rows), rows.length)}
    WHERE ${asClaimed(queue)} AND (${isHeld} OR ${isAsKnown}) RETURNING m.id`
}
