import { organizations } from '@twofold/contract'
import { z } from 'zod'
import type { Db } from '../../../platform/database/database.ts'
import { idRow, sql } from '../../../platform/database/sql.ts'

const familyMember = z.object({
  id: z.int(),
  name: z.string(),
  type: z.string(),
  parentId: z.int().nullable(),
  isPremium: z.string().nullable(),
  plan: z.string().nullable(),
  complete: z.boolean(),
  closed: z.boolean(),
  chapters: z.int(),
  /** Only those who have signed in, because an invitation may not arrive. */
  ownAdmins: z.int(),
})
export type FamilyMember = z.infer<typeof familyMember>

/** The fixed order avoids deadlocks. Counts in a second statement, which sees what the locks waited for. */
export async function lockFamily(db: Db, ids: readonly number[]): Promise<Map<number, FamilyMember>> {
  await sql`SELECT FROM organizations WHERE id = ANY (${[...ids]}::bigint[]) ORDER BY id FOR UPDATE`.execute(db)
  const rows = await sql(familyMember)`
    SELECT o.id, o.name, o.type, o.parent_id AS "parentId", o.is_premium AS "isPremium", o.plan, o.complete,
      o.rule_deactivated OR o.cancelled_at IS NOT NULL AS closed,
      (SELECT count(*) FROM organizations c WHERE c.parent_id = o.id) AS chapters,
      (SELECT count(*) FROM members m JOIN users u ON u.id = m.user_id
        WHERE m.organization_id = o.id AND m.level = 'admin' AND has_signed_in(u)) AS "ownAdmins"
    FROM organizations o WHERE o.id = ANY (${[...ids]}::bigint[])`.rows(db)
  return new Map(rows.map((row) => [row.id, row]))
}

const parentRow = z.object({ parent_id: z.int() })

/** Takes no lock; the caller checks the parent again under the locks. */
export async function findParentOf(db: Db, id: number): Promise<number | null> {
  return sql(parentRow)`
    SELECT parent_id FROM organizations WHERE id = ${id} AND parent_id IS NOT NULL`.value(db, 'parent_id')
}

export async function listCombinedGifts(
  db: Db,
  { chapterId, family }: { readonly chapterId: number; readonly family: readonly number[] },
): Promise<number[]> {
  return sql(idRow)`
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
    ORDER BY id`.column(db, 'id')
}

/** Stores the previous plan and type for when the chapter leaves. */
export async function makeChapter(db: Db, id: number, parentId: number): Promise<void> {
  await sql`
    UPDATE organizations SET parent_id = ${parentId}, type = 'chapter', is_premium = 'parent', plan = NULL,
      before_joining = jsonb_build_object('type', type, 'is_premium', is_premium, 'plan', plan),
      version = version + 1, field_versions = field_versions || jsonb_build_object('type', version + 1)
    WHERE id = ${id}`.execute(db)
}

/** A created chapter gets its parent's type and the free plan. */
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

const lockRow = z.object({ held: z.boolean() })

/** Returns false during an upload of the parent, which may contain this chapter's name. */
export async function tryLockFamily(db: Db, parentId: number): Promise<boolean> {
  return sql(lockRow)`
    SELECT pg_try_advisory_xact_lock(hashtextextended('family', ${parentId})) AS held`.value(db, 'held', false)
}

export async function deleteDeliveriesAbout(db: Db, parentId: number, chapterId: number): Promise<void> {
  await sql`
    DELETE FROM webhook_deliveries
    WHERE organization_id = ${parentId} AND gift_organization_id = ${chapterId}`.execute(db)
}
