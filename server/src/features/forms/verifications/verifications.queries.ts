import { currency, verifications } from '@twofold/contract'
import { z } from 'zod'
import type { Db, Tenant } from '../../../platform/database/database.ts'
import { type Sql, sql } from '../../../platform/database/sql.ts'
import { actionDeadline, actionDeadlineDay, isCurrentVerificationRequest } from '../../matches/deadlines/index.ts'
import { isSignedForm } from '../signatures/index.ts'

/** SQL: a form is signed online if its donor did and it has a place for the nonprofit's signature. */
const waitingMatches = ({ family }: Tenant): Sql => sql`
  SELECT d.organization_id, d.id, d.donor_id, d.company_id, d.campaign_id, d.amount_cents, d.estimated_cents, d.currency,
    d.donated_at, d.transaction_id, ${actionDeadline} AS until_at,
    coalesce(r.asked_by, '') AS asked_by, d.status_changed_at, f.id AS csr_platform, v.contact_email,
    coalesce(jsonb_array_length(m.layout -> 'pages'), 0) AS form_pages,
    CASE WHEN d.reason_code = 'group_submit' AND d.campaign_id IS NOT NULL THEN 'campaign'
      WHEN r.donation_id IS NOT NULL THEN CASE WHEN f.id IS NOT NULL THEN 'platform' ELSE 'company' END
      WHEN ${isSignedForm(sql`m`)} AND m.final_key IS NULL AND m.layout @? '$.placements[*] ? (@.source == "nonprofit_signature")' THEN 'sign'
      WHEN v.method = 'form' THEN 'by_hand'
      WHEN f.id IS NOT NULL THEN 'platform' ELSE 'company' END AS asks
  FROM donations d
  LEFT JOIN policies v ON v.id = d.policy_version_id
  LEFT JOIN match_forms m ON m.organization_id = d.organization_id AND m.donation_id = d.id
  LEFT JOIN verification_requests r ON ${isCurrentVerificationRequest}
  -- the platform named as the requester takes precedence over the platform of the policy
  LEFT JOIN (
    SELECT DISTINCT ON (lower(one)) lower(one) AS named, coalesce(p.merged_into_id, p.id) AS id
    FROM platforms p CROSS JOIN unnest(p.aliases || p.name) one ORDER BY 1, 2) a ON a.named = lower(r.asked_by)
  LEFT JOIN platforms f ON f.id = coalesce(a.id, v.csr_platform)
  WHERE d.organization_id = ANY (${[...family]}::bigint[]) AND d.counted AND NOT d.inert AND d.status_id = 3`

const groupKey = sql`coalesce(CASE w.asks WHEN 'platform' THEN 'platform-' || w.csr_platform WHEN 'campaign' THEN 'campaign-' || w.campaign_id
  ELSE w.asks || '-' || coalesce(w.company_id, 0) END, w.asks)`

const asks = z.enum(verifications.verificationKinds)

const groupRow = z.object({
  key: z.string(),
  asks,
  platform: z.string().nullable(),
  campaign_id: z.int().nullable(),
  company_id: z.int().nullable(),
  count: z.int(),
  late: z.int(),
})

export async function listGroups(db: Db, tenant: Tenant, now: Date): Promise<z.infer<typeof groupRow>[]> {
  return sql(groupRow)`
    SELECT ${groupKey} AS key, w.asks, min(w.csr_platform) AS platform, min(w.campaign_id) AS campaign_id,
      min(w.company_id) AS company_id, count(*) AS count, count(*) FILTER (WHERE w.until_at < ${now}) AS late
    FROM (${waitingMatches(tenant)}) w GROUP BY 1, 2 ORDER BY count DESC, key`.rows(db)
}

const waitingRow = z.object({
  donation_id: z.int(),
  organization_id: z.int(),
  organization_name: z.string(),
  donor_name: z.string(),
  company_id: z.int().nullable(),
  company_name: z.string().nullable(),
  campaign_id: z.int().nullable(),
  platform: z.string().nullable(),
  amount_cents: z.int(),
  estimated_cents: z.int(),
  currency,
  donated_at: z.string(),
  transaction_id: z.string(),
  asks,
  key: z.string(),
  asked_by: z.string(),
  contact: z.string(),
  until: z.string().nullable(),
  is_late: z.boolean(),
  since: z.date(),
  form_pages: z.int(),
})
export type WaitingRow = z.infer<typeof waitingRow>

export async function listWaitingMatches(
  db: Db,
  tenant: Tenant,
  { now, group, page }: { readonly now: Date; readonly group: string | null; readonly page: number },
): Promise<WaitingRow[]> {
  const size = verifications.verificationPageSize
  // Selects the page first: details are read for fifty rows instead of thousands.
  return sql(waitingRow)`
    WITH paged AS MATERIALIZED (
      SELECT w.* FROM (${waitingMatches(tenant)}) w WHERE ${group}::text IS NULL OR ${groupKey} = ${group}::text
      ORDER BY w.until_at NULLS LAST, w.id LIMIT ${size} OFFSET ${(page - 1) * size})
    SELECT w.id AS donation_id, w.organization_id, o.name AS organization_name, p.name AS donor_name, w.company_id,
      c.name AS company_name, w.campaign_id, w.csr_platform AS platform, w.amount_cents, w.estimated_cents, w.currency,
      to_char(w.donated_at, 'YYYY-MM-DD') AS donated_at, coalesce(w.transaction_id, '') AS transaction_id, w.asks,
      ${groupKey} AS key, w.asked_by, coalesce(w.contact_email, '') AS contact,
      ${actionDeadlineDay}::text AS until,
      coalesce(w.until_at < ${now}, false) AS is_late, w.status_changed_at AS since, w.form_pages
    FROM paged w
    JOIN donations d ON d.organization_id = w.organization_id AND d.id = w.id
    JOIN organizations o ON o.id = w.organization_id
    JOIN donors p ON p.organization_id = w.organization_id AND p.id = w.donor_id
    LEFT JOIN companies c ON c.id = w.company_id
    ORDER BY w.until_at NULLS LAST, w.id`.rows(db)
}

const platformRow = z.object({ id: z.string(), name: z.string(), url: z.string(), steps: z.array(z.string()) })

export async function listPlatforms(db: Db, ids: readonly string[]): Promise<z.infer<typeof platformRow>[]> {
  return sql(platformRow)`
    SELECT id, name, nonprofit_url AS url, nonprofit_steps AS steps FROM platforms
    WHERE id = ANY (${[...ids]}::text[])`.rows(db)
}

const idAndNameRow = z.object({ id: z.int(), name: z.string() })

export async function listCompanies(db: Db, ids: readonly number[]): Promise<z.infer<typeof idAndNameRow>[]> {
  return sql(idAndNameRow)`
    SELECT id, name FROM companies WHERE id = ANY (${[...ids]}::bigint[])`.rows(db)
}

/** A gift may be in a campaign of its organization, a parent, or a chapter. */
export async function listCampaigns(db: Db, ids: readonly number[]): Promise<z.infer<typeof idAndNameRow>[]> {
  return sql(idAndNameRow)`
    SELECT id, name FROM campaigns WHERE id = ANY (${[...ids]}::bigint[])`.rows(db)
}

const matchRow = z.object({ organizationId: z.int(), statusId: z.int() })

export async function findMatch(
  db: Db,
  { family }: Tenant,
  donationId: number,
): Promise<z.infer<typeof matchRow> | null> {
  return sql(matchRow)`
    SELECT organization_id AS "organizationId", status_id AS "statusId" FROM donations
    WHERE organization_id = ANY (${[...family]}::bigint[]) AND id = ${donationId} AND counted`.first(db)
}

const nameRow = z.object({ name: z.string() })

export async function findOrganizationName(db: Db, organizationId: number): Promise<string> {
  return sql(nameRow)`SELECT name FROM organizations WHERE id = ${organizationId}`.value(db, 'name', '')
}

const dayOverRow = z.object({ is_over: z.boolean() })

export async function isDayOver(
  db: Db,
  day: string,
  { organizationIds, now }: { readonly organizationIds: readonly number[]; readonly now: Date },
): Promise<boolean> {
  return sql(dayOverRow)`
    SELECT EXISTS (SELECT FROM organizations o WHERE o.id = ANY (${organizationIds}::bigint[])
      AND (${day}::date + 1)::timestamp AT TIME ZONE o.time_zone <= ${now}) AS is_over`.value(db, 'is_over', false)
}

export async function upsertRequests(
  db: Db,
  { family }: Tenant,
  requests: {
    readonly donationIds: readonly number[]
    readonly askedBy: string
    /** YYYY-MM-DD in the time zone of the gift's organization. */
    readonly until: string | null
    readonly userId: number
    readonly now: Date
  },
): Promise<void> {
  await sql`
    INSERT INTO verification_requests (organization_id, donation_id, asked_by, until_at, asked_at, user_id)
    SELECT d.organization_id, d.id, ${requests.askedBy}, (${requests.until}::date + 1)::timestamp AT TIME ZONE o.time_zone,
      ${requests.now}, ${requests.userId}
    FROM donations d JOIN organizations o ON o.id = d.organization_id
    WHERE d.organization_id = ANY (${[...family]}::bigint[]) AND d.id = ANY (${[...requests.donationIds]}::bigint[])
    ON CONFLICT (organization_id, donation_id) DO UPDATE SET asked_by = EXCLUDED.asked_by, until_at = EXCLUDED.until_at,
      asked_at = EXCLUDED.asked_at, user_id = EXCLUDED.user_id`.execute(db)
}
