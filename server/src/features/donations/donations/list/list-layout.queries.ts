import { listLayouts } from '@twofold/contract'
import type { Db, Tenant } from '../../../../platform/database/database.ts'
import { sql } from '../../../../platform/database/sql.ts'

const layoutRow = listLayouts.listLayout

export async function findLayout(db: Db, { organizationId }: Tenant, userId: number): Promise<listLayouts.ListLayout> {
  const rows = await sql(layoutRow)`
    SELECT columns, widths FROM list_layouts WHERE organization_id = ${organizationId}
      AND user_id = ${userId}`.rows(db)
  return rows[0] ?? { columns: null, widths: {} }
}

export async function saveLayout(
  db: Db,
  { organizationId }: Tenant,
  userId: number,
  { columns, widths }: listLayouts.ListLayout,
): Promise<void> {
  await sql`
    INSERT INTO list_layouts (organization_id, user_id, columns, widths)
    VALUES (${organizationId}, ${userId}, ${columns === null ? null : JSON.stringify(columns)}::jsonb,
      ${JSON.stringify(widths)}::jsonb)
    ON CONFLICT (organization_id, user_id) DO UPDATE
    SET columns = excluded.columns, widths = excluded.widths`.execute(db)
}
