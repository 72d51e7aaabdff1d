import { z } from 'zod'
import type { Db } from '../database/database.ts'
import { type ColumnTypes, recordset } from '../database/recordset.ts'
import { sql } from '../database/sql.ts'
import { isClaimable, leaseSeconds, thisNode } from '../jobs/lease.queries.ts'
import { isHeldSql } from '../outgoing/outgoing.queries.ts'

/** Due times use the product's clock; leases use the database's. The statements cross organizations. */

export type QueueTable = 'account_mails' | 'notifications' | 'digests'

/** `organization_id` is null for an email about an account. */
const dueMail = z.object({
  id: z.int(),
  organization_id: z.int().nullable(),
  attempts: z.int(),
  message_id: z.string(),
})
export type DueMail = z.infer<typeof dueMail>

const isOfOrganization = (table: QueueTable): boolean => table !== 'account_mails'

/** Sent even while everything is held (OUTGOING=paused) if requested after the hold. */
const signInKinds = ['magic-link', 'reset-password']

/** SQL: whether an email may be claimed. Emails queued before a hold stay. */
const isSendable = (queue: QueueTable) => sql`
  (NOT ${isHeldSql} ${
    queue === 'account_mails'
      ? sql`OR kind = ANY (${signInKinds}::text[]) AND created_at >= (SELECT held_since FROM outgoing)`
      : sql``
  })`

const lease = sql`clock_timestamp() + make_interval(secs => ${leaseSeconds})`

const isSameMail = (queue: QueueTable) =>
  isOfOrganization(queue) ? sql`m.organization_id = r.organization_id AND m.id = r.id` : sql`m.id = r.id`

/** Claims up to `atMost` due emails, oldest first. `ownMails` are this worker's. */
export async function claimMails(
  db: Db,
  queue: QueueTable,
  { now, mine: ownMails, atMost }: { readonly now: Date; readonly mine: readonly DueMail[]; readonly atMost: number },
): Promise<readonly DueMail[]> {
  const organization = isOfOrganization(queue) ? sql`organization_id` : sql`NULL::bigint AS organization_id`
  return sql.prepared(dueMail)`
    UPDATE ${sql.ref(queue)} m SET state = 'sending', attempts = m.attempts + 1, locked_until = ${lease}, handed_by = NULL
    FROM (SELECT id, ${organization} FROM ${sql.ref(queue)}
      WHERE state IN ('queued', 'sending') AND send_at <= ${now} AND ${isSendable(queue)}
        AND ${isClaimable}
        AND id <> ALL (${ownMails.map(({ id }) => id)}::bigint[])
      ORDER BY send_at, id LIMIT ${atMost} FOR UPDATE SKIP LOCKED) r
    WHERE ${isSameMail(queue)} RETURNING m.id, r.organization_id, m.attempts, m.message_id`.rows(db)
}

const claimedTypes = { organization_id: 'bigint', id: 'bigint', attempts: 'integer' } as const satisfies ColumnTypes<
  Omit<DueMail, 'message_id'>
>

/** Renews this worker's leases. Skips an email that is being marked. */
export async function renewMails(db: Db, queue: QueueTable, mails: readonly DueMail[]): Promise<void> {
  await sql`
    WITH mine AS (
      SELECT r.* FROM ${sql.ref(queue)} m JOIN ${recordset<Omit<DueMail, 'message_id'>>(claimedTypes, mails)}
        ON ${isSameMail(queue)} AND m.attempts = r.attempts AND m.state = 'sending'
      FOR NO KEY UPDATE OF m SKIP LOCKED)
    UPDATE ${sql.ref(queue)} m SET locked_until = ${lease}
    FROM mine r WHERE ${isSameMail(queue)}`.execute(db)
}

/** SQL: email `m` is unchanged since `due` was claimed; a later claim increments `attempts`. */
const isClaimed = (queue: QueueTable, due: DueMail) => sql`
  ${isOfOrganization(queue) ? sql`m.organization_id = ${due.organization_id} AND` : sql``}
  m.id = ${due.id} AND m.attempts = ${due.attempts} AND m.state = 'sending'`

/** Returns whether this worker still has the email, just before sending. Its node then keeps it while connected. */
export async function confirmMailClaim(db: Db, queue: QueueTable, due: DueMail): Promise<boolean> {
  const { count } = await sql.prepared`
    UPDATE ${sql.ref(queue)} m SET locked_until = ${lease}, handed_by = ${thisNode}
    WHERE ${isClaimed(queue, due)}`.execute(db)
  return count === 1
}

export type MailOutcome = {
  readonly state: 'sent' | 'skipped' | 'failed' | 'queued'
  readonly problem: string | null
  readonly sendAt?: Date
  readonly isPutOff?: boolean
}

/** Marks an email. Returns false if another worker has claimed it since. */
export async function markMail(
  db: Db,
  queue: QueueTable,
  due: DueMail,
  { state, problem, sendAt, isPutOff = false }: MailOutcome,
  now: Date,
): Promise<boolean> {
  const { count } = await sql.prepared`
    UPDATE ${sql.ref(queue)} m SET state = ${state}, problem = ${problem}, locked_until = NULL, handed_by = NULL,
      attempts = ${isPutOff ? due.attempts - 1 : due.attempts}, send_at = coalesce(${sendAt ?? null}::timestamptz, m.send_at),
      sent_at = CASE WHEN ${state}::text = 'sent' THEN ${now}::timestamptz ELSE m.sent_at END
    WHERE ${isClaimed(queue, due)}`.execute(db)
  return count === 1
}
