import { listViews } from '@twofold/contract'
import { z } from 'zod'
import type { Db, Tenant } from '../../../platform/database/database.ts'
import { idRow, sql } from '../../../platform/database/sql.ts'

/** Views of the list of donations, and how people have its columns. */

const viewRow = z.object({
  id: z.int(),
  user_id: z.int(),
  shared: z.boolean(),
  name: z.string(),
  list: listViews.listLook,
  deleted_at: z.date().nullable(),
  user_name: z.string(),
  gone: z.array(z.enum(listViews.goneThings)),
})
export type ViewRow = z.infer<typeof viewRow>

/** Of v (list_views) and u (users), with what the view asks for in vain. A campaign may be the parent's. */
const columnsFor = ({ family }: Tenant) => sql`
  v.id, v.user_id, v.shared, v.name, v.list, v.deleted_at, u.name AS user_name, coalesce(array_remove(ARRAY[
    CASE WHEN v.list #> '{filters,campaignId}' IS NOT NULL
      AND NOT EXISTS (SELECT FROM campaigns c WHERE c.organization_id = ANY (${[...family]}::bigint[])
        AND c.id = (v.list #>> '{filters,campaignId}')::bigint AND c.deleted_at IS NULL)
      AND NOT EXISTS (SELECT FROM campaign_of(v.organization_id, (v.list #>> '{filters,campaignId}')::bigint) c
        WHERE (c.campaign).deleted_at IS NULL) THEN 'campaign' END,
    CASE WHEN NOT (v.list #>> '{filters,organizationId}')::bigint = ANY (${[...family]}::bigint[]) THEN 'organization' END,
    CASE WHEN v.list #> '{filters,importId}' IS NOT NULL
      AND NOT EXISTS (SELECT FROM imports i WHERE i.organization_id = ANY (${[...family]}::bigint[])
        AND i.id = (v.list #>> '{filters,importId}')::bigint AND i.state <> 'undone') THEN 'upload' END,
    CASE WHEN v.list #> '{filters,donorId}' IS NOT NULL
      AND NOT EXISTS (SELECT FROM donors p WHERE p.organization_id = ANY (${[...family]}::bigint[])
        AND p.id = (v.list #>> '{filters,donorId}')::bigint) THEN 'donor' END], NULL), '{}') AS gone`

/** A person's own and those that are shared, by their names. */
export async function listViewRows(db: Db, tenant: Tenant, userId: number): Promise<ViewRow[]> {
  const { rows } = await sql(viewRow)`
    SELECT ${columnsFor(tenant)} FROM list_views v JOIN users u ON u.id = v.user_id
    WHERE v.organization_id = ${tenant.organizationId} AND v.deleted_at IS NULL AND (v.shared OR v.user_id = ${userId})
    ORDER BY lower(v.name), v.id`.execute(db)
  return rows
}

/** One that the person may see, deleted ones too. */
export async function findView(db: Db, tenant: Tenant, userId: number, id: number): Promise<ViewRow | null> {
  const { rows } = await sql(viewRow)`
    SELECT ${columnsFor(tenant)} FROM list_views v JOIN users u ON u.id = v.user_id
    WHERE v.organization_id = ${tenant.organizationId} AND v.id = ${id} AND (v.shared OR v.user_id = ${userId})`.execute(
    db,
  )
  return rows[0] ?? null
}

/** Changes of an organization's views come one after the other until the transaction ends. */
export const lockViews = ({ organizationId }: Tenant) =>
  sql`SELECT pg_advisory_xact_lock(hashtextextended(${`views of ${organizationId}`}, 10))`

type Kept = Pick<ViewRow, 'name' | 'shared' | 'list'>

export async function insertView(
  db: Db,
  { organizationId }: Tenant,
  { userId, name, shared, list }: Kept & { readonly userId: number },
): Promise<number> {
  const { rows } = await sql(idRow)`
    INSERT INTO list_views (organization_id, user_id, shared, name, list)
    VALUES (${organizationId}, ${userId}, ${shared}, ${name}, ${JSON.stringify(list)}::jsonb)
    RETURNING id`.execute(db)
  const [row] = rows
  if (!row) throw new Error('PostgreSQL returned no row')
  return row.id
}

export async function updateView(
  db: Db,
  { organizationId }: Tenant,
  { id, name, shared, list, deleted_at }: Kept & Pick<ViewRow, 'id' | 'deleted_at'>,
): Promise<void> {
  await sql`
    UPDATE list_views SET name = ${name}, shared = ${shared}, list = ${JSON.stringify(list)}::jsonb,
      deleted_at = ${deleted_at}
    WHERE organization_id = ${organizationId} AND id = ${id}`.execute(db)
}

const besides = z.object({ count: z.int(), taken: z.boolean() })

/** The other views where this one is to stand: how many, and whether one has its name. */
export async function lookBeside(
  db: Db,
  { organizationId }: Tenant,
  view: { readonly id: number; readonly userId: number; readonly shared: boolean; readonly name: string },
): Promise<z.infer<typeof besides>> {
  const { rows } = await sql(besides)`
    SELECT count(*) AS count, coalesce(bool_or(lower(name) = lower(${view.name})), false) AS taken
    FROM list_views
    WHERE organization_id = ${organizationId} AND deleted_at IS NULL AND id <> ${view.id} AND shared = ${view.shared}
      AND (shared OR user_id = ${view.userId})`.execute(db)
  return rows[0] ?? { count: 0, taken: false }
}

/** Deleted ones go for good when they can no longer be brought back. */
export async function sweepViews(db: Db, { organizationId }: Tenant, before: Date): Promise<void> {
  await sql`DELETE FROM list_views WHERE organization_id = ${organizationId} AND deleted_at < ${before}`.execute(db)
}

const layoutRow = listViews.listLayout

export async function findLayout(db: Db, { organizationId }: Tenant, userId: number): Promise<listViews.ListLayout> {
  const { rows } = await sql(layoutRow)`
    SELECT columns, widths FROM list_layouts WHERE organization_id = ${organizationId} AND user_id = ${userId}`.execute(
    db,
  )
  return rows[0] ?? { columns: null, widths: {} }
}

export async function saveLayout(
  db: Db,
  { organizationId }: Tenant,
  userId: number,
  { columns, widths }: listViews.ListLayout,
): Promise<void> {
  await sql`
    INSERT INTO list_layouts (organization_id, user_id, columns, widths)
    VALUES (${organizationId}, ${userId}, ${columns === null ? null : JSON.stringify(columns)}::jsonb,
      ${JSON.stringify(widths)}::jsonb)
    ON CONFLICT (organization_id, user_id) DO UPDATE SET columns = excluded.columns, widths = excluded.widths`.execute(
    db,
  )
}
