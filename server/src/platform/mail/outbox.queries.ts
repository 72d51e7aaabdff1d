import { z } from 'zod'
import type { Db } from '../database/database.ts'
import { sql } from '../database/sql.ts'

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

/** Renewed while its process lives, so that a slow SMTP conversation is not begun a second time by another node. */
const lease = sql`clock_timestamp() + interval '30 seconds'`
const claimedAtOnce = 20

/** A row by its key, as it was claimed: whoever claimed it later has moved the number of attempts on. */
const claimed = ({ id, organization_id, attempts }: DueMail) => sql`
  id = ${id} AND ${organization_id === null ? sql`true` : sql`organization_id = ${organization_id}`}
  AND attempts = ${attempts} AND state = 'sending'`

const nextMail = z.object({ at: z.date() })

/**
 * When the first mail is due that waits or is being sent: what a look into a queue without work costs. Ordered, for the index
 * alone knows how few of all mails these are.
 */
export const nextMailOf = (queue: QueueTable) =>
  sql.kept(nextMail)`
    SELECT send_at AS at FROM ${sql.ref(queue)} WHERE state IN ('queued', 'sending') ORDER BY send_at LIMIT 1`

/** What is due and nobody's, without what this worker has in its hands. */
export async function claimMails(
  db: Db,
  queue: QueueTable,
  now: Date,
  mine: readonly number[],
): Promise<readonly DueMail[]> {
  const table = sql.ref(queue)
  const organization = isOfOrganization(queue) ? sql`organization_id` : sql`NULL::bigint AS organization_id`
  const { rows } = await sql(dueMail)`
    UPDATE ${table} SET state = 'sending', attempts = attempts + 1, locked_until = ${lease}, handed_by = NULL
    WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM ${table}
      WHERE state IN ('queued', 'sending') AND send_at <= ${now}
        AND (locked_until IS NULL OR NOT is_held(locked_until, handed_by))
        AND id <> ALL (${[...mine]}::bigint[])
      ORDER BY send_at LIMIT ${claimedAtOnce} FOR UPDATE SKIP LOCKED))
    RETURNING id, ${organization}, attempts, message_id`.execute(db)
  return rows
}

/**
 * Renews what is still of whoever claimed it, but for what is being marked or gets its place in this moment: who waits here for a mail
 * and holds another would wait in a circle with them.
 */
export async function renewMails(db: Db, queue: QueueTable, mails: readonly DueMail[]): Promise<void> {
  const ofOrganization = isOfOrganization(queue) ? sql`m.organization_id = held.organization_id` : sql`true`
  await sql`
    UPDATE ${sql.ref(queue)} SET locked_until = ${lease}
    WHERE ctid = ANY (ARRAY(
      SELECT m.ctid FROM ${sql.ref(queue)} m JOIN unnest(
        ${mails.map((mail) => mail.organization_id)}::bigint[],
        ${mails.map((mail) => mail.id)}::bigint[],
        ${mails.map((mail) => mail.attempts)}::int[]
      ) AS held (organization_id, id, attempts)
        ON ${ofOrganization} AND m.id = held.id AND m.attempts = held.attempts
      WHERE m.state = 'sending' ORDER BY m.id FOR NO KEY UPDATE OF m SKIP LOCKED))`.execute(db)
}

/** Whether the mail is still this worker's; from here on `node` keeps it while it lives (`is_held`). */
export async function holdMail(db: Db, queue: QueueTable, due: DueMail, node: number | null): Promise<boolean> {
  const { count } = await sql`
    UPDATE ${sql.ref(queue)} SET locked_until = ${lease}, handed_by = ${node}::int WHERE ${claimed(due)}`.execute(db)
  return count === 1
}

type Marked = {
  readonly state: 'sent' | 'skipped' | 'failed' | 'queued'
  readonly problem: string | null
  readonly now: Date
  readonly retryAt: Date
}

/** False: another has taken it up meanwhile, and its word counts. */
export async function markMail(
  db: Db,
  queue: QueueTable,
  due: DueMail,
  { state, problem, now, retryAt }: Marked,
): Promise<boolean> {
  const { count } = await sql`
    UPDATE ${sql.ref(queue)} SET
      state = ${state}, problem = ${problem}, locked_until = NULL, handed_by = NULL,
      send_at = CASE WHEN ${state} = 'queued' THEN ${retryAt} ELSE send_at END,
      sent_at = CASE WHEN ${state} = 'sent' THEN ${now}::timestamptz ELSE sent_at END
    WHERE ${claimed(due)}`.execute(db)
  return count === 1
}

/** Not a failure: it neither counts as an attempt nor towards giving up. */
export async function postponeMail(
  db: Db,
  queue: QueueTable,
  due: DueMail,
  to: Date,
  reason: string | null,
): Promise<void> {
  await sql`
    UPDATE ${sql.ref(queue)}
    SET state = 'queued', send_at = ${to}, problem = ${reason}, locked_until = NULL, handed_by = NULL,
      attempts = attempts - 1
    WHERE ${claimed(due)}`.execute(db)
}
