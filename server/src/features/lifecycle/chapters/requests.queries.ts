import { chapterRequests } from '@twofold/contract'
import { z } from 'zod'
import type { Db } from '../../../platform/database/database.ts'
import { idRow, sql } from '../../../platform/database/sql.ts'

/** These queries cross organizations and name the organization that they are for. */

/** One EIN, or a person who is admin of several. */
const maxInvited = 20
const maxListed = 50
const maxDailyMails = 5

const invitedRow = idRow.extend({ is_chapter: z.boolean() })

/** Matches an id, EIN, or an address of a contact or admin. Chapters of others only count without independent ones. */
export async function findInvitedOrganizations(
  db: Db,
  parentId: number,
  text: string,
  emailKey: string,
): Promise<z.infer<typeof invitedRow>[]> {
  const digits = text.replaceAll(/\D/g, '')
  const isNumber = /^[\d\s-]+$/.test(text)
  const id = isNumber && digits.length <= 15 ? Number(digits) : null
  const ein = isNumber && digits.length === 9 ? digits : null
  const email = text.includes('@') ? text.toLowerCase() : null
  const rows = await sql(invitedRow)`
    WITH meant AS (
      SELECT id FROM organizations WHERE id = ${id}
      UNION SELECT organizations_with_ein(${ein})
      UNION SELECT organizations_with_contact(${email})
      UNION SELECT m.organization_id FROM users u JOIN members m ON m.user_id = u.id AND m.level = 'admin'
        WHERE ${email}::text IS NOT NULL AND u.email_key = ${emailKey})
    SELECT o.id, o.parent_id IS NOT NULL AS is_chapter FROM meant JOIN organizations o USING (id)
    WHERE o.id <> ${parentId} AND o.parent_id IS DISTINCT FROM ${parentId} AND NOT o.rule_deactivated AND o.cancelled_at IS NULL
      AND NOT EXISTS (SELECT FROM organizations c WHERE c.parent_id = o.id)
    ORDER BY is_chapter, o.id LIMIT ${maxInvited}`.rows(db)
  const independent = rows.filter(({ is_chapter }) => !is_chapter)
  return independent.length > 0 ? independent : rows
}

const waitingRow = z.object({ all: z.int(), same: z.int() })

export async function countWaitingRequests(db: Db, parentId: number, requestedName: string, now: Date) {
  const rows = await sql(waitingRow)`
    SELECT count(*) AS all, count(*) FILTER (WHERE lower(asked_for) = lower(${requestedName})) AS same
    FROM chapter_requests WHERE organization_id = ${parentId} AND state = 'waiting' AND expires_at > ${now}`.rows(db)
  return rows[0] ?? { all: 0, same: 0 }
}

type NewRequest = {
  readonly parentId: number
  readonly requestedName: string
  readonly requestedIds: readonly number[]
  readonly userId: number
  readonly now: Date
  readonly expiresAt: Date
}

export async function insertRequest(db: Db, request: NewRequest): Promise<void> {
  await sql`
    INSERT INTO chapter_requests (organization_id, asked_for, asked_ids, asked_by, asked_at, expires_at)
    VALUES (${request.parentId}, ${request.requestedName}, ${[...request.requestedIds]}::bigint[], ${request.userId}, ${request.now},
      ${request.expiresAt})`.execute(db)
}

const sentRow = chapterRequests.sentRequest
  .omit({ asked_at: true, chapter: true })
  .extend({ asked_at: z.date(), chapter_id: z.int().nullable(), chapter_name: z.string().nullable() })

export async function listSentRequests(db: Db, parentId: number, now: Date): Promise<chapterRequests.SentRequest[]> {
  const rows = await sql(sentRow)`
    SELECT r.id, r.asked_for, r.asked_at, o.id AS chapter_id, o.name AS chapter_name,
      CASE WHEN r.state = 'waiting' AND r.expires_at <= ${now} THEN 'expired' ELSE r.state END AS state
    FROM chapter_requests r LEFT JOIN organizations o ON o.id = r.chapter_id AND o.parent_id = r.organization_id
    WHERE r.organization_id = ${parentId} ORDER BY r.id DESC LIMIT ${maxListed}`.rows(db)
  return rows.map(({ chapter_id, chapter_name, asked_at, ...row }) => ({
    ...row,
    asked_at: asked_at.toISOString(),
    chapter: chapter_id === null ? null : { id: chapter_id, name: chapter_name ?? '' },
  }))
}

const receivedRow = chapterRequests.receivedRequest.shape.parent.extend({
  request_id: z.int(),
  asked_by: z.string(),
  asked_at: z.date(),
  expires_at: z.date(),
})

export async function listReceivedRequests(
  db: Db,
  requestedId: number,
  now: Date,
): Promise<chapterRequests.ReceivedRequest[]> {
  const rows = await sql(receivedRow)`
    SELECT r.id AS request_id, u.name AS asked_by, r.asked_at, r.expires_at, p.id, p.name, p.ein, p.city, p.state
    FROM chapter_requests r JOIN organizations p ON p.id = r.organization_id JOIN users u ON u.id = r.asked_by
    WHERE r.asked_ids @> ARRAY[${requestedId}::bigint] AND r.state = 'waiting' AND r.expires_at > ${now}
      AND NOT EXISTS (SELECT FROM organizations o WHERE o.id = ${requestedId} AND o.parent_id IS NOT NULL)
    ORDER BY r.id DESC LIMIT ${maxListed}`.rows(db)
  return rows.map(({ request_id, asked_by, asked_at, expires_at, ...parent }) => ({
    id: request_id,
    parent,
    asked_by,
    asked_at: asked_at.toISOString(),
    expires_at: expires_at.toISOString(),
  }))
}

const withdrawnRow = z.object({ asked_for: z.string() })

/** Null unless the request was still open. */
export async function withdrawRequest(db: Db, parentId: number, id: number, now: Date): Promise<string | null> {
  return sql(withdrawnRow)`
    UPDATE chapter_requests SET state = 'withdrawn', answered_at = ${now}
    WHERE organization_id = ${parentId} AND id = ${id} AND state = 'waiting' RETURNING asked_for`.value(db, 'asked_for')
}

const openRequest = z.object({ parentId: z.int(), requestedName: z.string(), askedBy: z.int() })
export type OpenRequest = z.infer<typeof openRequest>

/** Only one of two concurrent responses counts. */
export async function lockRequest(db: Db, requestedId: number, id: number, now: Date): Promise<OpenRequest | null> {
  return sql(openRequest)`
    SELECT organization_id AS "parentId", asked_for AS "requestedName", asked_by AS "askedBy" FROM chapter_requests
    WHERE id = ${id} AND asked_ids @> ARRAY[${requestedId}::bigint] AND state = 'waiting' AND expires_at > ${now}
    FOR UPDATE`.first(db)
}

export async function markAccepted(db: Db, id: number, chapterId: number, now: Date): Promise<void> {
  await sql`
    UPDATE chapter_requests SET state = 'accepted', chapter_id = ${chapterId}, answered_at = ${now}
    WHERE id = ${id}`.execute(db)
}

const markDeclinedRow = z.object({ state: z.string() })

/** Other organizations that may be meant can still accept; returns whether none is left. */
export async function markDeclined(db: Db, id: number, requestedId: number, now: Date): Promise<boolean> {
  const rows = await sql(markDeclinedRow)`
    UPDATE chapter_requests SET asked_ids = array_remove(asked_ids, ${requestedId}::bigint),
      state = CASE WHEN cardinality(asked_ids) = 1 THEN 'declined' ELSE state END,
      answered_at = CASE WHEN cardinality(asked_ids) = 1 THEN ${now}::timestamptz END
    WHERE id = ${id} RETURNING state`.rows(db)
  return rows[0]?.state === 'declined'
}

export async function emailAdmins(
  db: Db,
  organizationIds: readonly number[],
  mail: { readonly kind: string; readonly parameters: object; readonly now: Date; readonly without?: number },
): Promise<void> {
  await sql`
    INSERT INTO account_mails (kind, recipient, parameters, message_id, send_at, created_at)
    SELECT ${mail.kind}, u.email, ${JSON.stringify(mail.parameters)}::jsonb 
        || jsonb_build_object('organization', o.name, 'organizationId', o.id),
      gen_random_uuid() || '@mail.twofold.example', ${mail.now}::timestamptz, ${mail.now}::timestamptz
    FROM organizations o
    CROSS JOIN LATERAL (
      SELECT u.id, u.email FROM members m JOIN users u ON u.id = m.user_id
      WHERE m.organization_id = o.id AND m.level = 'admin' AND u.id <> ${mail.without ?? 0} ORDER BY u.id LIMIT 20) u
    WHERE o.id = ANY (${[...organizationIds]}::bigint[])`.execute(db)
}

export async function listBelowRequestLimit(db: Db, ids: readonly number[], now: Date): Promise<number[]> {
  return sql(idRow)`
    SELECT given.id FROM unnest(${[...ids]}::bigint[]) AS given (id)
    WHERE (SELECT count(*) FROM chapter_requests r
      WHERE r.asked_ids @> ARRAY[given.id]
        AND r.asked_at > ${now}::timestamptz - interval '1 day') <= ${maxDailyMails}`.column(db, 'id')
}
