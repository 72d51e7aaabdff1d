import { level, members } from '@twofold/contract'
import { z } from 'zod'
import {
  type Database,
  type Db,
  readAcrossOrganizations,
  readInTenant,
  type Tenant,
} from '../../../platform/database/database.ts'
import { idRow, sql } from '../../../platform/database/sql.ts'
import type { AccessLevel } from '../../../platform/http/serve.ts'
import type { Platform } from '../../../platform/services/platform.ts'

const organizationOfUserRow = z.object({
  id: z.int(),
  name: z.string(),
  ein: z.string(),
  city: z.string(),
  state: z.string(),
  level,
})

/** Crosses organizations. Includes the chapters of the person's own organizations. */
export async function listOrganizationsOfUser(
  db: Db,
  userId: number,
): Promise<z.infer<typeof organizationOfUserRow>[]> {
  return sql(organizationOfUserRow)`
    SELECT o.id, o.name, o.ein, o.city, o.state, CASE WHEN bool_or(m.level = 'admin') THEN 'admin' WHEN bool_or(m.level = 'write') THEN 'write'
      ELSE 'read' END AS level
    FROM members m JOIN organizations o ON o.id = m.organization_id OR o.parent_id = m.organization_id
    WHERE m.user_id = ${userId}
    GROUP BY o.id ORDER BY o.parent_id NULLS FIRST, o.name LIMIT 500`.rows(db)
}

const accessRow = z.object({
  level: level.nullable(),
  chapters: z.array(z.int()).nullable(),
  is_elsewhere: z.boolean(),
})

type FoundAccess = {
  readonly level: AccessLevel | null
  readonly family: readonly number[]
  readonly isOnly: boolean
}

/** Crosses organizations. The level may come from the parent. */
export async function findAccess(
  database: Database,
  userId: number,
  organizationId: number,
): Promise<FoundAccess | null> {
  const [row] = await readAcrossOrganizations(
    database,
    sql.prepared(accessRow)`
    SELECT
      (SELECT m.level FROM members m WHERE m.user_id = ${userId} AND m.organization_id IN (o.id, o.parent_id)
       ORDER BY array_position(ARRAY['admin','write','read'], m.level) LIMIT 1) AS level,
      (SELECT array_agg(c.id) FROM organizations c WHERE c.parent_id = o.id) AS chapters,
      EXISTS (SELECT FROM members m WHERE m.user_id = ${userId} AND m.organization_id <> o.id) AS is_elsewhere
    FROM organizations o WHERE o.id = ${organizationId}`,
  )
  if (!row) return null
  const { level, chapters, is_elsewhere } = row
  return {
    level,
    family: [organizationId, ...(chapters ?? [])],
    // A level inherited from the parent means a membership in another organization.
    isOnly: level !== null && !is_elsewhere && chapters === null,
  }
}

const organizationClosedRow = z.object({ closed: z.boolean() })

/** Read at each change, so that closing takes effect immediately. */
export async function isOrganizationClosed({ database }: Platform, tenant: Tenant): Promise<boolean> {
  const [row] = await readInTenant(
    database,
    tenant,
    sql.prepared(organizationClosedRow)`
      SELECT rule_deactivated OR cancelled_at IS NOT NULL AS closed FROM organizations
      WHERE id = ${tenant.organizationId}`,
  )
  return row?.closed ?? false
}

const adminNamesRow = z.object({ isChapter: z.boolean(), names: z.array(z.string()) })

/** Earliest first; excludes those of a parent. */
export async function listAdminNames(
  db: Db,
  organizationId: number,
  limit: number,
): Promise<{ isChapter: boolean; names: string[] }> {
  const rows = await sql(adminNamesRow)`
    SELECT o.parent_id IS NOT NULL AS "isChapter", ARRAY(
      SELECT u.name FROM members m JOIN users u ON u.id = m.user_id
      WHERE m.organization_id = o.id AND m.level = 'admin' AND u.name NOT IN ('', ${members.memberMessages.nameless})
      ORDER BY m.created_at, u.id LIMIT ${limit}) AS names
    FROM organizations o WHERE o.id = ${organizationId}`.rows(db)
  return rows[0] ?? { isChapter: false, names: [] }
}

const searchResultRow = z.object({
  id: z.int(),
  name: z.string(),
  ein: z.string(),
  city: z.string(),
  state: z.string(),
})

/** Crosses organizations; for super users. Names that begin with the words come first. */
export async function searchAllOrganizations(db: Db, term: string): Promise<z.infer<typeof searchResultRow>[]> {
  const escaped = term.replaceAll(/[\\%_]/g, '\\$&')
  return sql(searchResultRow)`
    SELECT id, name, ein, city, state FROM organizations
    WHERE id IN (SELECT organizations_with_name(${`%${escaped}%`}) UNION SELECT organizations_with_ein(${term}))
    ORDER BY name ILIKE ${`${escaped}%`} DESC, name LIMIT 20`.rows(db)
}

export async function findFamilyIds(db: Db, organizationId: number): Promise<number[]> {
  return sql(idRow)`
    SELECT id FROM organizations WHERE id = ${organizationId} OR parent_id = ${organizationId}
    ORDER BY id <> ${organizationId}, id`.column(db, 'id')
}
