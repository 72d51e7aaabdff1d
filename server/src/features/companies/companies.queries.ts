import type { companies } from '@twofold/contract'
import type { DirectoryCompany, GiftKind, Policy, PolicyPlatform } from '@twofold/matching'
import type { Db } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'

export async function getDirectoryVersion(db: Db): Promise<number> {
  const { rows } = await sql<{ version: number }>`SELECT version FROM directory_version`.execute(db)
  return rows[0]?.version ?? 0
}

/** The whole directory as the employer index wants it: read once per change of the directory. */
export async function listDirectoryCompanies(db: Db): Promise<DirectoryCompany[]> {
  const { rows } = await sql<{
    id: number
    name: string
    parent_id: number | null
    aliases: string[]
    domains: string[]
  }>`
    SELECT id, name, parent_id,
      coalesce((SELECT array_agg(a.name ORDER BY a.name) FROM company_aliases a WHERE a.company_id = c.id), '{}') AS aliases,
      coalesce((SELECT array_agg(d.domain ORDER BY d.domain) FROM company_domains d WHERE d.company_id = c.id), '{}') AS domains
    FROM companies c ORDER BY id`.execute(db)
  return rows.map((row) => ({ ...row, parentId: row.parent_id }))
}

type PolicyRow = {
  id: number
  company_id: number
  company_name: string
  time_zone: string
  program: Policy['program']
  method: Policy['method']
  csr_platform: string | null
  platform: (Omit<PolicyPlatform, 'employeeUrl'> & { readonly employeeUrl: string }) | null
  submission_url: string | null
  form_url: string | null
  contact_email: string | null
  contact_address: string | null
  ratio: string | null
  ratio_tiers: Policy['ratioTiers']
  tiers_run_through: Policy['tiersRunThrough']
  exceptions: Policy['exceptions']
  min_amount_cents: number | null
  minimum_per_gift: boolean
  max_per_gift_cents: number | null
  max_per_year_cents: number | null
  max_lifetime_cents: number | null
  maximum_basis: Policy['maximumBasis']
  currency: Policy['currency']
  eligible_employees: string[]
  eligible_nonprofits: string[]
  excluded_nonprofits: string[]
  gift_kinds: GiftKind[]
  own_site_only: boolean
  form_needs_nonprofit: boolean
  deadline_rule: string | null
  policy_year_start: string
  source_url: string
  as_of: string
}

/** Current policies of the given companies, by company. A subsidiary has its parent's unless it has its own. */
export async function listCurrentPolicies(db: Db, companyIds: readonly number[]): Promise<Map<number, Policy>> {
  if (companyIds.length === 0) return new Map()
  const { rows } = await sql<PolicyRow>`
    SELECT p.*, c.id AS company_id, c.name AS company_name, c.time_zone,
      (SELECT json_build_object('id', f.id, 'name', f.name, 'employeeUrl', f.employee_url,
        'employeeSteps', f.employee_steps, 'sourceUrl', f.source_url, 'asOf', f.as_of)
        FROM platforms f WHERE f.id = p.csr_platform) AS platform
    FROM companies c
    JOIN LATERAL (
      SELECT * FROM policies own WHERE own.company_id IN (c.id, c.parent_id) AND own.superseded_at IS NULL
      ORDER BY own.program = 'unknown', own.company_id <> c.id LIMIT 1
    ) p ON true
    WHERE c.id = ANY (${[...companyIds]}::bigint[])`.execute(db)
  return new Map(rows.map((row) => [row.company_id, presentPolicy(row)]))
}

function presentPolicy(row: PolicyRow): Policy {
  return {
    versionId: row.id,
    companyId: row.company_id,
    companyName: row.company_name,
    timeZone: row.time_zone,
    program: row.program,
    method: row.method,
    csrPlatform: row.csr_platform,
    platform: row.platform && { ...row.platform, employeeUrl: addressForAll(row.platform.employeeUrl) },
    submissionUrl: row.submission_url,
    formUrl: row.form_url,
    contactEmail: row.contact_email,
    contactAddress: row.contact_address,
    ratio: row.ratio,
    ratioTiers: row.ratio_tiers,
    tiersRunThrough: row.tiers_run_through,
    exceptions: row.exceptions,
    minAmountCents: row.min_amount_cents,
    minimumPerGift: row.minimum_per_gift,
    maxPerGiftCents: row.max_per_gift_cents,
    maxPerYearCents: row.max_per_year_cents,
    maxLifetimeCents: row.max_lifetime_cents,
    maximumBasis: row.maximum_basis,
    currency: row.currency,
    eligibleEmployees: row.eligible_employees,
    eligibleNonprofits: row.eligible_nonprofits,
    excludedNonprofits: row.excluded_nonprofits,
    giftKinds: row.gift_kinds,
    ownSiteOnly: row.own_site_only,
    formNeedsNonprofit: row.form_needs_nonprofit,
    deadlineRule: row.deadline_rule,
    policyYearStart: row.policy_year_start,
    sourceUrl: row.source_url,
    asOf: row.as_of,
  }
}

/** `https://COMPANY.benevity.org` is a pattern and no address. */
const addressForAll = (url: string): string | null => (url === '' || url.includes('COMPANY') ? null : url)

export async function listCompaniesWithProgram(db: Db): Promise<number[]> {
  const { rows } = await sql<{ company_id: number }>`
    SELECT company_id FROM policies WHERE superseded_at IS NULL AND program = 'yes'`.execute(db)
  return rows.map((row) => row.company_id)
}

type CompanyRow = Omit<companies.CompanyRow, 'min_amount' | 'max_amount'> & {
  min_amount_cents: number | null
  max_per_year_cents: number | null
}

/** One page of the directory by name, and how many there are. The directory holds tens of thousands at most. */
export async function listCompanyRows(
  db: Db,
  search: string,
  limit: number,
  offset: number,
): Promise<{ rows: CompanyRow[]; total: number }> {
  const like = `%${search.replaceAll(/[\\%_]/g, '\\$&')}%`
  const found = sql`FROM companies c WHERE c.name ILIKE ${like}
    OR EXISTS (SELECT FROM company_aliases a WHERE a.company_id = c.id AND a.name ILIKE ${like})`
  const counted = await sql<{ total: number }>`SELECT count(*) AS total ${found}`.execute(db)
  const { rows } = await sql<CompanyRow>`
    SELECT page.id, page.name, coalesce(p.program, 'unknown') AS has_program, p.ratio, p.csr_platform,
      p.method AS match_method, p.min_amount_cents, p.max_per_year_cents, coalesce(p.source_url, '') AS source_url,
      coalesce(p.as_of, '') AS as_of
    FROM (SELECT c.id, c.name ${found} ORDER BY lower(c.name) LIMIT ${limit} OFFSET ${offset}) page
    LEFT JOIN policies p ON p.company_id = page.id AND p.superseded_at IS NULL
    ORDER BY lower(page.name)`.execute(db)
  return { rows, total: counted.rows[0]?.total ?? 0 }
}
