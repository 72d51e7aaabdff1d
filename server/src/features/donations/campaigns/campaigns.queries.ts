import { z } from 'zod'
import type { Db, Tenant } from '../../../platform/database/database.ts'
import { idRow, type Sql, sql } from '../../../platform/database/sql.ts'

/** Days are in the organization's time zone. */

const campaignRow = z.object({
  id: z.int(),
  organization_id: z.int(),
  organization_name: z.string(),
  name: z.string(),
  company_id: z.int().nullable(),
  company_name: z.string().nullable(),
  start_date: z.string(),
  end_date: z.string(),
  min_amount_cents: z.int().nullable(),
  max_amount_cents: z.int().nullable(),
  match_ratio: z.string(),
  group_submit: z.boolean(),
  bill_eligible: z.boolean(),
  bill_processed: z.boolean(),
  message: z.string(),
  ended_from: z.string().nullable(),
  version: z.int(),
  deleted: z.boolean(),
  today: z.string(),
})
export type CampaignRow = z.infer<typeof campaignRow>

const columns = (k: Sql, now: Date): Sql => sql`
  ${k}.id, ${k}.organization_id, o.name AS organization_name, ${k}.name, ${k}.company_id, c.name AS company_name,
  ${k}.start_date, ${k}.end_date, ${k}.min_amount_cents, ${k}.max_amount_cents, ${k}.match_ratio, ${k}.group_submit,
  ${k}.bill_eligible, ${k}.bill_processed, ${k}.message, ${k}.ended_from, ${k}.version,
  ${k}.deleted_at IS NOT NULL AS deleted, (${now}::timestamptz AT TIME ZONE o.time_zone)::date AS today`

const joins = (k: Sql): Sql => sql`
  JOIN organizations o ON o.id = ${k}.organization_id LEFT JOIN companies c ON c.id = ${k}.company_id`

const ownCampaign = sql`k`
const inheritedCampaign = sql`(k.campaign)`

const totalRow = z.object({ total: z.int() })

export async function listCampaignPage(
  db: Db,
  { family }: Tenant,
  page: { readonly offset: number; readonly limit: number; readonly now: Date },
): Promise<{ rows: CampaignRow[]; total: number }> {
  const isActive = sql`k.organization_id = ANY (${[...family]}::bigint[]) AND k.deleted_at IS NULL`
  const rows = await sql(campaignRow)`
    SELECT ${columns(ownCampaign, page.now)} FROM campaigns k ${joins(ownCampaign)} WHERE ${isActive}
    ORDER BY k.start_date DESC, k.id DESC OFFSET ${page.offset} LIMIT ${page.limit}`.rows(db)
  const counted = await sql(totalRow)`SELECT count(*) AS total FROM campaigns k WHERE ${isActive}`.execute(db)
  return { rows, total: counted.rows[0]?.total ?? 0 }
}

export async function listDeleted(
  db: Db,
  { family }: Tenant,
  { now, limit }: { readonly now: Date; readonly limit: number },
): Promise<CampaignRow[]> {
  return sql(campaignRow)`
    SELECT ${columns(ownCampaign, now)} FROM campaigns k ${joins(ownCampaign)}
    WHERE k.organization_id = ANY (${[...family]}::bigint[]) AND k.deleted_at IS NOT NULL
    ORDER BY k.deleted_at DESC, k.id DESC LIMIT ${limit}`.rows(db)
}

export async function listInherited(
  db: Db,
  { organizationId }: Tenant,
  { now, limit }: { readonly now: Date; readonly limit: number },
): Promise<CampaignRow[]> {
  return sql(campaignRow)`
    SELECT ${columns(inheritedCampaign, now)} FROM campaigns_reaching(ARRAY[${organizationId}::bigint]) k ${joins(inheritedCampaign)}
    WHERE (k.campaign).organization_id <> ${organizationId}
    ORDER BY (k.campaign).start_date DESC, (k.campaign).id DESC LIMIT ${limit}`.rows(db)
}

export async function findCampaignRow(
  db: Db,
  { organizationId, family }: Tenant,
  id: number,
  now: Date,
): Promise<CampaignRow | null> {
  const found = await sql(campaignRow)`
    SELECT ${columns(ownCampaign, now)} FROM campaigns k ${joins(ownCampaign)}
    WHERE k.organization_id = ANY (${[...family]}::bigint[]) AND k.id = ${id}`.execute(db)
  if (found.rows[0]) return found.rows[0]
  return sql(campaignRow)`
    SELECT ${columns(inheritedCampaign, now)}
    FROM campaign_of(${organizationId}, ${id}) k ${joins(inheritedCampaign)}`.first(db)
}

/** The overlap check reads all campaigns of an organization. */
export async function lockCampaigns(db: Db, organizationId: number): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`campaigns ${organizationId}`}, 0))`.execute(db)
}

const overlapRow = z.object({
  name: z.string(),
  company_name: z.string().nullable(),
  start_date: z.string(),
  end_date: z.string(),
})
export type Overlap = z.infer<typeof overlapRow>

type CampaignPeriod = Pick<CampaignRow, 'company_id' | 'start_date' | 'end_date'>

export async function findOverlap(
  db: Db,
  organizationId: number,
  campaign: CampaignPeriod,
  exceptId: number | null,
): Promise<Overlap | null> {
  return sql(overlapRow)`
    SELECT k.name, c.name AS company_name, k.start_date, k.end_date
    FROM campaigns k LEFT JOIN companies c ON c.id = k.company_id
    WHERE k.organization_id = ${organizationId} AND k.deleted_at IS NULL
      AND k.company_id IS NOT DISTINCT FROM ${campaign.company_id}::bigint AND k.id IS DISTINCT FROM ${exceptId}::bigint
      AND k.start_date <= ${campaign.end_date}::date AND k.end_date >= ${campaign.start_date}::date
    ORDER BY k.start_date LIMIT 1`.first(db)
}

export async function countCampaigns(db: Db, organizationId: number): Promise<number> {
  return sql(totalRow)`
    SELECT count(*) AS total FROM campaigns WHERE organization_id = ${organizationId}
      AND deleted_at IS NULL`.value(db, 'total', 0)
}

export type CampaignInput = Omit<
  CampaignRow,
  'id' | 'organization_id' | 'organization_name' | 'company_name' | 'ended_from' | 'version' | 'deleted' | 'today'
>

export async function insertCampaign(db: Db, organizationId: number, input: CampaignInput): Promise<number> {
  const row = await sql(idRow)`
    INSERT INTO campaigns (organization_id, name, company_id, start_date, end_date, min_amount_cents, max_amount_cents,
      match_ratio, group_submit, bill_eligible, bill_processed, message)
    VALUES (${organizationId}, ${input.name}, ${input.company_id}, ${input.start_date}, ${input.end_date},
      ${input.min_amount_cents}, ${input.max_amount_cents}, ${input.match_ratio}, ${input.group_submit},
      ${input.bill_eligible}, ${input.bill_processed}, ${input.message})
    RETURNING id`.first(db)
  if (!row) throw new Error('an inserted campaign answered no id')
  return row.id
}

/** A new last day clears the record of an early end. */
export async function updateCampaign(
  db: Db,
  { organization_id, id }: CampaignRow,
  input: CampaignInput,
): Promise<void> {
  await sql`
    UPDATE campaigns SET name = ${input.name}, company_id = ${input.company_id}, start_date = ${input.start_date},
      end_date = ${input.end_date}, min_amount_cents = ${input.min_amount_cents},
      max_amount_cents = ${input.max_amount_cents}, match_ratio = ${input.match_ratio},
      group_submit = ${input.group_submit}, bill_eligible = ${input.bill_eligible},
      bill_processed = ${input.bill_processed}, message = ${input.message}, version = version + 1,
      ended_from = CASE WHEN end_date = ${input.end_date}::date THEN ended_from END
    WHERE organization_id = ${organization_id} AND id = ${id}`.execute(db)
}

type CampaignEnd = { readonly end_date: string; readonly ended_from: string | null; readonly deletedAt: Date | null }

export async function updateCampaignEnd(
  db: Db,
  { organization_id, id }: CampaignRow,
  campaignEnd: CampaignEnd,
): Promise<void> {
  await sql`
    UPDATE campaigns SET end_date = ${campaignEnd.end_date}, ended_from = ${campaignEnd.ended_from},
      deleted_at = ${campaignEnd.deletedAt}, version = version + 1
    WHERE organization_id = ${organization_id} AND id = ${id}`.execute(db)
}
