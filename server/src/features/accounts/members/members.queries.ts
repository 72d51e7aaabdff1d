import { type Level, level, members } from '@twofold/contract'
import { z } from 'zod'
import type { Db } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'

const maxListedMembers = 500

const memberRow = z.object({
  id: z.int(),
  name: z.string(),
  email: z.string(),
  level,
  invited_at: z.date().nullable(),
  last_seen_at: z.date().nullable(),
  may_sign: z.boolean(),
  title: z.string(),
  parent_id: z.int().nullable(),
  parent_name: z.string().nullable(),
})

/** Crosses organizations. Omits addresses of the parent's members, and sign-ins before the day of joining. */
export async function listMembersOf(db: Db, organizationId: number): Promise<members.Member[]> {
  const rows = await sql(memberRow)`
    SELECT u.id, u.name, CASE WHEN m.organization_id = o.id THEN u.email ELSE '' END AS email, m.level, m.invited_at,
      m.may_sign, m.title,
      (SELECT max(s.created_at) FROM sessions s WHERE s.user_id = u.id AND s.created_at >= m.created_at) AS last_seen_at,
      p.id AS parent_id, p.name AS parent_name
    FROM organizations o
    JOIN members m ON m.organization_id IN (o.id, o.parent_id)
    JOIN users u ON u.id = m.user_id
    LEFT JOIN organizations p ON p.id = o.parent_id AND m.organization_id = p.id
    WHERE o.id = ${organizationId}
    ORDER BY p.id IS NOT NULL, array_position(ARRAY['admin', 'write', 'read'], m.level), lower(u.name), u.id
    LIMIT ${maxListedMembers}`.rows(db)
  return rows.map(({ parent_id, parent_name, invited_at, last_seen_at, ...row }) => ({
    ...row,
    invited_at: invited_at?.toISOString() ?? null,
    last_seen_at: last_seen_at?.toISOString() ?? null,
    through: parent_id === null ? null : { id: parent_id, name: parent_name ?? '' },
  }))
}

const lockedMember = z.object({
  userId: z.int(),
  level,
  name: z.string(),
  email: z.string(),
  may_sign: z.boolean(),
  title: z.string(),
  has_signed_in: z.boolean(),
})
export type LockedMember = z.infer<typeof lockedMember>

/** Locks all members in a fixed order: of two admins who remove each other concurrently, one remains. */
export async function lockMembers(db: Db, organizationId: number): Promise<LockedMember[]> {
  return sql(lockedMember)`
    SELECT m.user_id AS "userId", m.level, u.name, u.email, m.may_sign, m.title,
      coalesce(has_signed_in(u), false) AS has_signed_in
    FROM members m JOIN users u ON u.id = m.user_id
    WHERE m.organization_id = ${organizationId} ORDER BY m.user_id FOR UPDATE OF m`.rows(db)
}

const foundUser = z.object({ id: z.int(), email: z.string(), name: z.string(), hasPassword: z.boolean() })

/** The second of two concurrent invitations finds the row of the first. */
export async function getOrInsertUser(
  db: Db,
  person: { email: string; emailKey: string; name: string; now: Date },
): Promise<z.infer<typeof foundUser>> {
  const row = await sql(foundUser)`
    INSERT INTO users (email, email_key, name, created_at)
    VALUES (${person.email}, ${person.emailKey}, ${person.name}, ${person.now})
    ON CONFLICT (email_key) DO UPDATE SET email_key = excluded.email_key
    RETURNING id, email, name, password_hash IS NOT NULL AS "hasPassword"`.first(db)
  if (!row) throw new Error('PostgreSQL returned no row')
  return row
}

export async function findInvited(
  db: Db,
  organizationId: number,
  userId: number,
): Promise<z.infer<typeof foundUser> | null> {
  return sql(foundUser)`
    SELECT u.id, u.email, u.name, u.password_hash IS NOT NULL AS "hasPassword"
    FROM members m JOIN users u ON u.id = m.user_id
    WHERE m.organization_id = ${organizationId} AND m.user_id = ${userId}`.first(db)
}

export async function insertMember(
  db: Db,
  membership: { organizationId: number; userId: number; level: Level; invitedBy: number | null; now: Date },
): Promise<boolean> {
  const { count } = await sql`
    INSERT INTO members (organization_id, user_id, level, created_at, invited_at, invited_by)
    VALUES (${membership.organizationId}, ${membership.userId}, ${membership.level}, ${membership.now}, ${membership.now}, ${membership.invitedBy})
    ON CONFLICT DO NOTHING`.execute(db)
  return count === 1
}

export async function markInvited(db: Db, organizationId: number, userId: number, now: Date): Promise<void> {
  await sql`
    UPDATE members SET invited_at = ${now} WHERE organization_id = ${organizationId}
      AND user_id = ${userId}`.execute(db)
}

export async function updateLevel(db: Db, organizationId: number, userId: number, level: Level): Promise<void> {
  await sql`
    UPDATE members SET level = ${level} WHERE organization_id = ${organizationId} AND user_id = ${userId}`.execute(db)
}

export async function updateSigner(
  db: Db,
  organizationId: number,
  userId: number,
  { may_sign, title }: { readonly may_sign: boolean; readonly title: string },
): Promise<void> {
  await sql`
    UPDATE members SET may_sign = ${may_sign}, title = ${title}
    WHERE organization_id = ${organizationId} AND user_id = ${userId}`.execute(db)
}

const signerRow = z.object({ title: z.string() })

/** Crosses organizations: the membership may be in the parent. Null if the person may not sign. */
export async function findSigner(
  db: Db,
  { organizationId, userId }: { readonly organizationId: number; readonly userId: number },
): Promise<z.infer<typeof signerRow> | null> {
  return sql(signerRow)`
    SELECT m.title FROM organizations o JOIN members m ON m.organization_id IN (o.id, o.parent_id)
    WHERE o.id = ${organizationId} AND m.user_id = ${userId} AND m.may_sign AND m.level <> 'read'
    ORDER BY m.organization_id <> o.id LIMIT 1`.first(db)
}

/** Keeps the previous membership for an undo. */
export async function removeMember(db: Db, organizationId: number, userId: number, now: Date): Promise<void> {
  await sql`
    WITH gone AS (
      DELETE FROM members WHERE organization_id = ${organizationId} AND user_id = ${userId}
      RETURNING organization_id, user_id, level, created_at, invited_at, invited_by, may_sign, title)
    INSERT INTO removed_members
      (organization_id, user_id, level, joined_at, invited_at, invited_by, may_sign, title, removed_at)
    SELECT *, ${now}::timestamptz FROM gone
    ON CONFLICT (organization_id, user_id) DO UPDATE SET level = excluded.level, joined_at = excluded.joined_at,
      invited_at = excluded.invited_at, invited_by = excluded.invited_by, may_sign = excluded.may_sign, title = excluded.title,
      removed_at = excluded.removed_at`.execute(db)
}

const restorableSince = (now: Date): Date => new Date(now.getTime() - members.restoreDays * 86_400_000)

const restoredRow = z.object({ email: z.string(), name: z.string(), level })

export async function restoreMember(
  db: Db,
  organizationId: number,
  userId: number,
  now: Date,
): Promise<{ email: string; name: string; level: Level } | null> {
  return sql(restoredRow)`
    WITH gone AS (
      DELETE FROM removed_members
      WHERE organization_id = ${organizationId} AND user_id = ${userId} AND removed_at > ${restorableSince(now)}
      RETURNING organization_id, user_id, level, joined_at, invited_at, invited_by, may_sign, title),
    back AS (
      INSERT INTO members (organization_id, user_id, level, created_at, invited_at, invited_by, may_sign, title)
      SELECT * FROM gone ON CONFLICT DO NOTHING RETURNING user_id, level)
    SELECT u.email, u.name, back.level FROM back JOIN users u ON u.id = back.user_id`.first(db)
}

const removedRow = members.removedMember.omit({ removed_at: true }).extend({ removed_at: z.date() })

export async function listRemoved(db: Db, organizationId: number, now: Date): Promise<members.RemovedMember[]> {
  const rows = await sql(removedRow)`
    SELECT u.id, u.name, u.email, r.level, r.removed_at FROM removed_members r JOIN users u ON u.id = r.user_id
    WHERE r.organization_id = ${organizationId} AND r.removed_at > ${restorableSince(now)}
      AND NOT EXISTS (SELECT FROM members m WHERE m.organization_id = r.organization_id AND m.user_id = r.user_id)
    ORDER BY r.removed_at DESC, u.id LIMIT 50`.rows(db)
  return rows.map((row) => ({ ...row, removed_at: row.removed_at.toISOString() }))
}

const belongsElsewhereRow = z.object({ elsewhere: z.boolean() })

/** Crosses organizations. True for our support team as well. */
export async function belongsElsewhere(db: Db, userId: number, family: readonly number[]): Promise<boolean> {
  return sql(belongsElsewhereRow)`
    SELECT u.global_permission IS NOT NULL OR EXISTS (
      SELECT FROM members m WHERE m.user_id = u.id AND m.organization_id <> ALL (${[...family]}::bigint[])
    ) AS elsewhere FROM users u WHERE u.id = ${userId}`.value(db, 'elsewhere', true)
}

export async function renameUser(db: Db, userId: number, name: string): Promise<void> {
  await sql`UPDATE users SET name = ${name} WHERE id = ${userId}`.execute(db)
}

const factsRow = z.object({ name: z.string(), isChapter: z.boolean() })

export async function getOrganizationFacts(
  db: Db,
  organizationId: number,
): Promise<{ name: string; isChapter: boolean }> {
  const row = await sql(factsRow)`
    SELECT name, parent_id IS NOT NULL AS "isChapter" FROM organizations WHERE id = ${organizationId}`.first(db)
  if (!row) throw new Error(`organization ${organizationId} no longer exists`)
  return row
}
