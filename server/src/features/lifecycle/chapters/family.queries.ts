import { organizations } from '@twofold/contract'
import { z } from 'zod'
import type { Db } from '../../../platform/database/database.ts'
import { idRow, sql } from '../../../platform/database/sql.ts'

/** Who belongs to whom. These statements cross organizations. */

const familyMember = z.object({
  id: z.int(),
  name: z.string(),
  type: z.string(),
  parentId: z.int().nullable(),
  isPremium: z.string().nullable(),
  plan: z.string().nullable(),
  complete: z.boolean(),
  /** Cancelled or deactivated. */
  closed: z.boolean(),
  chapters: z.int(),
  /** Those who have signed in: an invitation may have gone nowhere. */
  ownAdmins: z.int(),
})
export type FamilyMember = z.infer<typeof familyMember>

/**
 * Both sides, locked in one order, so that nobody else changes who belongs to whom meanwhile. Counted afterwards: a statement
 * that waits for a lock still counts what was there when it began.
 */
export async function lockFamily(db: Db, ids: readonly number[]): Promise<Map<number, FamilyMember>> {
  await sql`SELECT FROM organizations WHERE id = ANY (${[...ids]}::bigint[]) ORDER BY id FOR UPDATE`.execute(db)
  const { rows } = await sql(familyMember)`
    SELECT o.id, o.name, o.type, o.parent_id AS "parentId", o.is_premium AS "isPremium", o.plan, o.complete,
      o.rule_deactivated OR o.cancelled_at IS NOT NULL AS closed,
      (SELECT count(*) FROM organizations c WHERE c.parent_id = o.id) AS chapters,
      (SELECT count(*) FROM members m JOIN users u ON u.id = m.user_id
        WHERE m.organization_id = o.id AND m.level = 'admin' AND has_come_in(u)) AS "ownAdmins"
    FROM organizations o WHERE o.id = ANY (${[...ids]}::bigint[])`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}

const parentRow = z.object({ parent_id: z.int() })

/** Not locked: whose chapter it is by then is asked again under the locks. */
export async function findParentOf(db: Db, id: number): Promise<number | null> {
  const { rows } = await sql(parentRow)`
    SELECT parent_id FROM organizations WHERE id = ${id} AND parent_id IS NOT NULL`.execute(db)
  return rows[0]?.parent_id ?? null
}

/** Gifts of the chapter that are one match with gifts of others of the family. */
export async function listTogether(
  db: Db,
  { chapterId, family }: { readonly chapterId: number; readonly family: readonly number[] },
): Promise<number[]> {
  const { rows } = await sql(idRow)`
    WITH parts AS (
      SELECT organization_id, id, merged_into_id AS whole FROM donations
      WHERE organization_id = ANY (${[...family]}::bigint[]) AND merged_into_id IS NOT NULL AND deleted_at IS NULL),
    gifts AS (
      SELECT organization_id, id, whole FROM parts
      UNION ALL SELECT organization_id, id, id FROM donations
        WHERE organization_id = ANY (${[...family]}::bigint[]) AND id IN (SELECT whole FROM parts))
    SELECT id FROM gifts WHERE organization_id = ${chapterId} AND whole IN (
      SELECT whole FROM gifts GROUP BY whole
      HAVING bool_or(organization_id = ${chapterId}) AND bool_or(organization_id <> ${chapterId}))
    ORDER BY id`.execute(db)
  return rows.map((row) => row.id)
}

/** From now on billed to the parent; what it was is kept for the day on which it leaves. */
export async function makeChapter(db: Db, id: number, parentId: number): Promise<void> {
  await sql`
    UPDATE organizations SET parent_id = ${parentId}, type = 'chapter', is_premium = 'parent', plan = NULL,
      before_joining = jsonb_build_object('type', type, 'is_premium', is_premium, 'plan', plan),
      version = version + 1, field_versions = field_versions || jsonb_build_object('type', version + 1)
    WHERE id = ${id}`.execute(db)
}

/** As it was before it joined. One that was made as a chapter becomes what its parent is, on the free plan. */
export async function makeIndependent(db: Db, id: number): Promise<void> {
  await sql`
    UPDATE organizations o SET parent_id = NULL, type = coalesce(o.before_joining->>'type', p.type),
      is_premium = coalesce(o.before_joining->>'is_premium', ${organizations.freePlan}),
      plan = CASE WHEN o.before_joining->>'is_premium' IS NULL THEN ${organizations.freePlan}
        ELSE o.before_joining->>'plan' END,
      before_joining = NULL,
      version = o.version + 1, field_versions = o.field_versions || jsonb_build_object('type', o.version + 1)
    FROM organizations p WHERE o.id = ${id} AND p.id = o.parent_id`.execute(db)
}

const tryToHoldFamilyRow = z.object({ held: z.boolean() })

/** False while an upload of the parent is being recorded, which may name this chapter. */
export async function tryToHoldFamily(db: Db, parentId: number): Promise<boolean> {
  const { rows } = await sql(tryToHoldFamilyRow)`
    SELECT pg_try_advisory_xact_lock(hashtextextended('family', ${parentId})) AS held`.execute(db)
  return rows[0]?.held ?? false
}

/** What the parent's receivers were told of the chapter's gifts, or still wait to be told, is not theirs any more. */
export async function deleteDeliveriesAbout(db: Db, parentId: number, chapterId: number): Promise<void> {
  await sql`
    DELETE FROM webhook_deliveries
    WHERE organization_id = ${parentId} AND gift_organization_id = ${chapterId}`.execute(db)
}
