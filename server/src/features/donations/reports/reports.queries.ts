import { reports } from '@twofold/contract'
import { z } from 'zod'
import { type Database, type Db, readAcrossOrganizations, type Tenant } from '../../../platform/database/database.ts'
import { idRow, sql } from '../../../platform/database/sql.ts'

const reportRow = z.object({
  id: z.int(),
  organization_id: z.int(),
  user_id: z.int(),
  scope: z.enum(reports.reportScopes),
  name: z.string(),
  definition: reports.reportDefinition,
  downloads: z.int(),
  deleted_at: z.date().nullable(),
  view_id: z.int().nullable(),
  user_name: z.string(),
  gone: z.array(z.enum(reports.missingReferences)),
})
export type ReportRow = z.infer<typeof reportRow>

/** SQL: of `r` and `u`, with the parts of its filters that no longer exist. A campaign may be the parent's. */
const columnsFor = ({ family }: Tenant) => sql`
  r.id, r.organization_id, r.user_id, r.scope, r.name, r.definition, r.downloads, r.deleted_at, r.view_id, u.name AS user_name,
  coalesce(array_remove(ARRAY[
    CASE WHEN r.definition #> '{filters,campaignId}' IS NOT NULL
      AND NOT EXISTS (SELECT FROM campaigns c WHERE c.organization_id = ANY (${[...family]}::bigint[])
        AND c.id = (r.definition #>> '{filters,campaignId}')::bigint AND c.deleted_at IS NULL)
      AND NOT EXISTS (SELECT FROM campaign_of(r.organization_id, (r.definition #>> '{filters,campaignId}')::bigint) c
        WHERE (c.campaign).deleted_at IS NULL) THEN 'campaign' END,
    CASE WHEN NOT (r.definition #>> '{filters,organizationId}')::bigint = ANY (${[...family]}::bigint[]) THEN 'organization' END,
    CASE WHEN r.definition #> '{filters,importId}' IS NOT NULL
      AND NOT EXISTS (SELECT FROM imports i WHERE i.organization_id = ANY (${[...family]}::bigint[])
        AND i.id = (r.definition #>> '{filters,importId}')::bigint AND i.state <> 'undone') THEN 'upload' END,
    CASE WHEN r.definition #> '{filters,donorId}' IS NOT NULL
      AND NOT EXISTS (SELECT FROM donors p WHERE p.organization_id = ANY (${[...family]}::bigint[])
        AND p.id = (r.definition #>> '{filters,donorId}')::bigint) THEN 'donor' END], NULL), '{}') AS gone`

/** An API key has no user and can only see shared reports. */
type ReportViewer = { readonly tenant: Tenant; readonly userId: number | null }

const isVisibleTo = (userId: number | null) => sql`(r.scope <> 'personal' OR r.user_id = ${userId}::bigint)`

const storedColumns = [
  'id',
  'organization_id',
  'user_id',
  'scope',
  'name',
  'definition',
  'downloads',
  'deleted_at',
  'view_id',
]

const parentReports = (organizationId: number) => sql`
  SELECT ${sql.join(storedColumns.map((name) => sql`(k.report).${sql.ref(name)}`))} FROM reports_reaching(${organizationId}) k`

export async function listReportRows(db: Db, { tenant, userId }: ReportViewer): Promise<ReportRow[]> {
  const { organizationId } = tenant
  return sql(reportRow)`
    SELECT ${columnsFor(tenant)} FROM (
      SELECT ${sql.join(storedColumns.map((name) => sql.ref(name)))} FROM reports WHERE organization_id = ${organizationId} AND deleted_at IS NULL
      UNION ALL ${parentReports(organizationId)}) r JOIN users u ON u.id = r.user_id
    WHERE ${isVisibleTo(userId)} ORDER BY lower(r.name), r.id`.rows(db)
}

export async function findReport(db: Db, { tenant, userId }: ReportViewer, id: number): Promise<ReportRow | null> {
  const { organizationId } = tenant
  return sql(reportRow)`
    SELECT ${columnsFor(tenant)} FROM (
      SELECT ${sql.join(storedColumns.map((name) => sql.ref(name)))} FROM reports WHERE organization_id = ${organizationId} AND id = ${id} AND deleted_at IS NULL
      UNION ALL ${parentReports(organizationId)} WHERE (k.report).id = ${id}) r JOIN users u ON u.id = r.user_id
    WHERE ${isVisibleTo(userId)}`.first(db)
}

export async function findOwnReport(db: Db, { tenant, userId }: ReportViewer, id: number): Promise<ReportRow | null> {
  return sql(reportRow)`
    SELECT ${columnsFor(tenant)} FROM reports r JOIN users u ON u.id = r.user_id
    WHERE r.organization_id = ${tenant.organizationId} AND r.id = ${id} AND ${isVisibleTo(userId)}`.first(db)
}

export const lockReports = ({ organizationId }: Tenant) =>
  sql`SELECT pg_advisory_xact_lock(hashtextextended(${`reports of ${organizationId}`}, 29))`

type StoredReport = Pick<ReportRow, 'name' | 'scope' | 'definition'>

export async function insertReport(
  db: Db,
  { organizationId }: Tenant,
  { userId, name, scope, definition, now }: StoredReport & { readonly userId: number; readonly now: Date },
): Promise<number> {
  const row = await sql(idRow)`
    INSERT INTO reports (organization_id, user_id, scope, name, definition, created_at)
    VALUES (${organizationId}, ${userId}, ${scope}, ${name}, ${JSON.stringify(definition)}::json, ${now})
    RETURNING id`.first(db)
  if (!row) throw new Error('PostgreSQL returned no row')
  return row.id
}

export async function updateReport(
  db: Db,
  { organizationId }: Tenant,
  { id, name, scope, definition, deleted_at }: StoredReport & Pick<ReportRow, 'id' | 'deleted_at'>,
): Promise<void> {
  await sql`
    UPDATE reports SET name = ${name}, scope = ${scope}, definition = ${JSON.stringify(definition)}::json, deleted_at = ${deleted_at}
    WHERE organization_id = ${organizationId} AND id = ${id}`.execute(db)
}

/** Downloads by chapters count for the parent's report. Crosses organizations. */
export async function countDownload(db: Db, organizationId: number, id: number): Promise<void> {
  await sql`UPDATE reports SET downloads = downloads + 1
    WHERE organization_id = ${organizationId} AND id = ${id}`.execute(db)
}

const countRow = z.object({ count: z.int() })

export async function countOtherReports(
  db: Db,
  { organizationId }: Tenant,
  report: { readonly id: number; readonly userId: number; readonly isShared: boolean },
): Promise<number> {
  return sql(countRow)`
    SELECT count(*) AS count FROM reports
    WHERE organization_id = ${organizationId} AND deleted_at IS NULL AND id <> ${report.id}
      AND (scope <> 'personal') = ${report.isShared}
        AND (scope <> 'personal' OR user_id = ${report.userId})`.value(db, 'count', 0)
}

export async function deleteExpiredReports(db: Db, { organizationId }: Tenant, before: Date): Promise<void> {
  await sql`DELETE FROM reports WHERE organization_id = ${organizationId} AND deleted_at < ${before}`.execute(db)
}

const ownerRow = z.object({ organization_id: z.int() })

/** Crosses organizations. */
export async function findOrganizationOfReport(database: Database, id: number): Promise<number | null> {
  const [row] = await readAcrossOrganizations(
    database,
    sql.prepared(ownerRow)`SELECT organization_id FROM reports WHERE id = ${id}`,
  )
  return row?.organization_id ?? null
}
