import { closing } from '@twofold/contract'
import { z } from 'zod'
import type { Db } from '../../../platform/database/database.ts'
import { idRow, sql } from '../../../platform/database/sql.ts'
import { erasesAt, notifiedAt } from '../../core/organizations/index.ts'

// These queries cross organizations. A parent and the chapters closed with it are erased together, because reopening
// one reopens all.

const isClosedWithParent = sql`EXISTS (
  SELECT FROM organizations p WHERE p.id = o.parent_id AND p.cancelled_at = o.cancelled_at)`
const isClosed = sql`o.cancelled_at IS NOT NULL AND o.erased_at IS NULL AND o.erasure_began_at IS NULL`
const isInClosing = (id: number) => sql`(o.id = ${id} OR o.parent_id = ${id}) AND NOT o.rule_deactivated
  AND o.cancelled_at = (SELECT h.cancelled_at FROM organizations h WHERE h.id = ${id})`
const isNotWarned = sql`(o.erasure_warned_at IS NULL OR o.erasure_warned_at < o.cancelled_at)`
/** SQL: not warned yet, or warned `warnDays` ago without a sent or queued letter. */
const needsWarning = (now: Date) => sql`(${isNotWarned} OR (${notifiedAt} IS NULL
  AND o.erasure_warned_at <= ${now}::timestamptz - make_interval(days => ${closing.warnDays})
  AND NOT EXISTS (SELECT FROM account_mails w WHERE w.kind = 'erasure-soon' AND w.state IN ('queued', 'sending')
    AND w.parameters ->> 'organizationId' = o.id::text)))`

export async function findToWarn(db: Db, now: Date): Promise<number | null> {
  return sql(idRow)`
    SELECT o.id FROM organizations o
    WHERE ${isClosed} AND NOT ${isClosedWithParent} AND ${needsWarning(now)}
      AND ${erasesAt} <= ${now}::timestamptz + make_interval(days => ${closing.warnDays})
    ORDER BY o.cancelled_at, o.id LIMIT 1`.value(db, 'id')
}

/** The organization must be locked. */
export async function markWarned(db: Db, id: number, now: Date): Promise<number[]> {
  return sql(idRow)`
    UPDATE organizations o SET erasure_warned_at = ${now}
    WHERE ${isInClosing(id)} AND ${isClosed} AND ${needsWarning(now)} RETURNING o.id`.column(db, 'id')
}

const recipientRow = z.object({ organization_id: z.int(), email: z.string() })

/** Includes the parent's administrators, who can reopen a chapter that was closed alone. */
export async function listWarningRecipients(db: Db, ids: readonly number[]): Promise<z.infer<typeof recipientRow>[]> {
  return sql(recipientRow)`
    SELECT DISTINCT o.id AS organization_id, u.email
    FROM organizations o
    JOIN members m ON m.organization_id = o.id OR (m.organization_id = o.parent_id AND NOT ${isClosedWithParent})
    JOIN users u ON u.id = m.user_id
    WHERE o.id = ANY (${[...ids]}::bigint[]) AND m.level = 'admin' ORDER BY o.id, u.email`.rows(db)
}

const warningRow = z.object({
  organization: z.string(),
  /** `YYYY-MM-DD`, in the organization's time zone. */
  day: z.string().nullable(),
  parent: z.string().nullable(),
  language: z.string(),
})

/** Right before sending, possibly long after it was queued; null if the organization was reopened. */
export async function findWarning(
  db: Db,
  organizationId: number,
  now: Date,
): Promise<z.infer<typeof warningRow> | null> {
  return sql(warningRow)`
    SELECT o.name AS organization, to_char(greatest(${erasesAt}, CASE WHEN ${notifiedAt} IS NULL
        THEN ${now}::timestamptz + make_interval(days => ${closing.warnDays}) END) AT TIME ZONE o.time_zone, 'YYYY-MM-DD') AS day,
      o.language,
      (SELECT p.name FROM organizations p WHERE p.id = o.parent_id AND p.cancelled_at = o.cancelled_at) AS parent
    FROM organizations o WHERE o.id = ${organizationId} AND ${isClosed} AND NOT ${isNotWarned}
      AND ${erasesAt} IS NOT NULL`.first(db)
}

const dueRow = z.object({ id: z.int(), parent_id: z.int().nullable() })

/** Its letter was sent. Null if there is none. */
export async function findToErase(db: Db, now: Date): Promise<z.infer<typeof dueRow> | null> {
  return sql(dueRow)`
    SELECT o.id, o.parent_id FROM organizations o
    WHERE ${isClosed} AND NOT ${isClosedWithParent} AND ${notifiedAt} IS NOT NULL AND ${erasesAt} <= ${now}::timestamptz
    ORDER BY o.cancelled_at, o.id LIMIT 1`.first(db)
}

const lockRow = z.object({ held: z.boolean() })

/** Returns false during an upload of the parent, which may contain this chapter's name. */
export async function tryLockFamily(db: Db, parentId: number): Promise<boolean> {
  return sql(lockRow)`
    SELECT pg_try_advisory_xact_lock(hashtextextended('family', ${parentId})) AS held`.value(db, 'held', false)
}

/**
 * Once committed, sign-ins and reopening are impossible. Chapters leave, and accounts are recorded for the end. Returns
 * none if it was reopened. The organization must be locked.
 */
export async function beginErasureOf(db: Db, id: number, now: Date): Promise<number[]> {
  const rows = await sql(idRow)`
    SELECT o.id FROM organizations o WHERE ${isInClosing(id)} AND ${isClosed} AND ${notifiedAt} IS NOT NULL
      AND ${erasesAt} <= ${now}::timestamptz`.rows(db)
  const ids = rows.map((row) => row.id)
  const organizationIds = sql`${ids}::bigint[]`
  await sql`
    DELETE FROM webhook_deliveries w USING organizations o
    WHERE o.id = ANY (${organizationIds}) AND w.organization_id = o.parent_id
      AND w.gift_organization_id = o.id`.execute(db)
  await sql`DELETE FROM organization_names WHERE means_id = ANY (${organizationIds})`.execute(db)
  await sql`
    UPDATE organizations SET erasure_began_at = ${now}, parent_id = NULL, creator_id = NULL
    WHERE id = ANY (${organizationIds})`.execute(db)
  await sql`
    WITH gone AS (DELETE FROM members WHERE organization_id = ANY (${organizationIds}) RETURNING organization_id, user_id),
    before AS (DELETE FROM removed_members WHERE organization_id = ANY (${organizationIds}) RETURNING organization_id, user_id)
    INSERT INTO users_to_erase (organization_id, user_id)
    SELECT organization_id, user_id FROM gone UNION SELECT organization_id, user_id FROM before
    ON CONFLICT DO NOTHING`.execute(db)
  await sql`DELETE FROM api_keys WHERE organization_id = ANY (${organizationIds})`.execute(db)
  await sql`DELETE FROM links WHERE organization_id = ANY (${organizationIds})`.execute(db)
  return ids
}

/** Call it before any read, so that the previous holder's changes are visible. */
export async function tryLockErasure(db: Db): Promise<boolean> {
  return sql(lockRow)`
    SELECT pg_try_advisory_xact_lock(hashtextextended('erase organizations', 0)) AS held`.value(db, 'held', false)
}

export async function findErasureInProgress(db: Db): Promise<number | null> {
  return sql(idRow)`
    SELECT id FROM organizations WHERE erasure_began_at IS NOT NULL AND erased_at IS NULL
    ORDER BY erasure_began_at, id LIMIT 1`.value(db, 'id')
}

const erasedRow = z.object({ gone: z.int().nullable() })

/** Returns their number, or 0 when none are left. */
export async function eraseRows(db: Db, id: number, atMost: number): Promise<number> {
  return sql(erasedRow)`SELECT erase_rows_of(${id}::bigint, ${atMost}::integer) AS gone`.value(db, 'gone', 0)
}

const accountRow = z.object({ user_id: z.int() })

const retryHours = 1

/** False when all are done. A failing account does not block others and is retried later. */
export async function eraseNextAccount(db: Db, now: Date, onFailure: (problem: string) => void): Promise<boolean> {
  const person = await sql(accountRow)`
    SELECT user_id FROM users_to_erase WHERE tried_at IS NULL OR tried_at < ${now}::timestamptz - make_interval(hours => ${retryHours})
    ORDER BY tried_at NULLS FIRST, user_id LIMIT 1`.first(db)
  if (!person) return false
  const { user_id: id } = person
  await sql`SAVEPOINT erasing`.execute(db)
  try {
    await sql`SELECT FROM erase_account(${id}::bigint)`.execute(db)
    await sql`DELETE FROM users_to_erase WHERE user_id = ${id}`.execute(db)
  } catch (error) {
    await sql`ROLLBACK TO SAVEPOINT erasing`.execute(db)
    await sql`UPDATE users_to_erase SET tried_at = ${now} WHERE user_id = ${id}`.execute(db)
    onFailure(error instanceof Error ? error.message : 'unknown')
  }
  return true
}

/** Keeps what invoices require: name, address, and numbers. Releases its web address and its EIN. */
export async function markErased(db: Db, id: number, now: Date): Promise<void> {
  await sql`
    INSERT INTO unreferenced_files (file_key)
    SELECT split_part(file_logo, '.', 1) FROM organizations WHERE id = ${id} AND file_logo <> ''
    ON CONFLICT DO NOTHING`.execute(db)
  await sql`
    UPDATE organizations SET erased_at = ${now}, slug = 'erased-' || id, ein = '', url = '', donate_url = '', phone = '', fax = '',
      mission = '', contact_name = '', contact_email = '', contact_phone = '', billing_contact_name = '',
      billing_contact_email = '', category_ids = '{}', file_logo = NULL, custom = '{}', public_key = '',
      private_key_sealed = NULL, cancel_reason = NULL, mail_sender_name = '', mail_reply_to = '', mail_from_address = '', complete = false,
      field_versions = '{}', before_joining = NULL
    WHERE id = ${id}`.execute(db)
}
