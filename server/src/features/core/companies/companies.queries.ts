import { currency, type directory, toUnits } from '@twofold/contract'
import { type DirectoryCompany, giftKindIds, type Policy, policyOn } from '@twofold/matching'
import { z } from 'zod'
import type { Db } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'

const directoryVersionRow = z.object({ version: z.int() })

export async function getDirectoryVersion(db: Db): Promise<number> {
  return sql.prepared(directoryVersionRow)`SELECT version FROM directory_version`.value(db, 'version', 0)
}

const directoryRow = z.object({
  id: z.int(),
  name: z.string(),
  parent_id: z.int().nullable(),
  aliases: z.array(z.string()),
  domains: z.array(z.string()),
  former_ids: z.array(z.int()),
})

export async function listDirectoryCompanies(db: Db): Promise<DirectoryCompany[]> {
  const rows = await sql(directoryRow)`
    SELECT id, name, parent_id,
      coalesce((SELECT array_agg(a.name ORDER BY a.name) FROM company_aliases a WHERE a.company_id = c.id), '{}') AS aliases,
      coalesce((SELECT array_agg(d.domain ORDER BY d.domain) FROM company_domains d WHERE d.company_id = c.id), '{}') AS domains,
      coalesce((SELECT array_agg(m.id ORDER BY m.id) FROM companies m WHERE m.merged_into_id = c.id), '{}') AS former_ids
    FROM companies c WHERE merged_into_id IS NULL ORDER BY id`.rows(db)
  return rows.map((row) => ({ ...row, parentId: row.parent_id, formerIds: row.former_ids }))
}

const ratioTier = z.object({
  ratio: z.string(),
  upToCents: z.number().nullish(),
  employeeType: z.string().nullish(),
  category: z.string().nullish(),
})

const policyException = z.object({
  employeeType: z.string().nullish(),
  category: z.string().nullish(),
  ratio: z.string().nullish(),
  minAmountCents: z.number().nullish(),
  maxPerGiftCents: z.number().nullish(),
  maxPerYearCents: z.number().nullish(),
})

const policyPlatform = z.object({
  id: z.string(),
  name: z.string(),
  employeeUrl: z.string(),
  employeeSteps: z.array(z.string()),
  sourceUrl: z.string(),
  asOf: z.string(),
})

const policyTerms = z.object({
  id: z.int(),
  program: z.enum(['yes', 'no', 'unknown']),
  method: z.enum(['csr', 'contact', 'form', 'mail']).nullable(),
  csr_platform: z.string().nullable(),
  submission_url: z.string().nullable(),
  guide_url: z.string().nullable(),
  form_url: z.string().nullable(),
  contact_email: z.string().nullable(),
  contact_address: z.string().nullable(),
  ratio: z.string().nullable(),
  ratio_tiers: z.array(ratioTier),
  tiers_run_through: z.enum(['gift', 'year']),
  exceptions: z.array(policyException),
  min_amount_cents: z.int().nullable(),
  minimum_per_gift: z.boolean(),
  max_per_gift_cents: z.int().nullable(),
  max_per_year_cents: z.int().nullable(),
  max_lifetime_cents: z.int().nullable(),
  maximum_basis: z.enum(['match', 'gift']),
  deductible_part_only: z.enum(['yes', 'no', 'unknown']),
  currency,
  eligible_employees: z.array(z.string()),
  eligible_nonprofits: z.array(z.string()),
  excluded_nonprofits: z.array(z.string()),
  gift_kinds: z.array(z.enum(giftKindIds)),
  own_site_only: z.boolean(),
  form_needs_nonprofit: z.boolean(),
  deadline_rule: z.string().nullable(),
  policy_year_start: z.string(),
  source_url: z.string(),
  as_of: z.string(),
})
const statedTerms = policyTerms.omit({ id: true })
/** Columns in which two versions of a policy can differ, besides its days. */
export const policyColumns = statedTerms.extend({
  verification: z.enum(['both', 'email', 'phone']).nullable(),
  volunteer_grant: z.string().nullable(),
})
export type PolicyColumns = Readonly<Record<keyof z.infer<typeof policyColumns>, unknown>>
const policyRow = policyTerms.extend({
  company_id: z.int(),
  owner_id: z.int(),
  company_name: z.string(),
  time_zone: z.string(),
  valid_from: z.string().nullable(),
  valid_to: z.string().nullable(),
  platform: policyPlatform.nullable(),
  has_form: z.boolean(),
})
type PolicyRow = z.infer<typeof policyRow>

const validDays = sql`to_char(p.valid_from, 'YYYY-MM-DD') AS valid_from, to_char(p.valid_to, 'YYYY-MM-DD') AS valid_to`

const platformJson = sql`(SELECT json_build_object('id', f.id, 'name', f.name, 'employeeUrl', f.employee_url,
        'employeeSteps', f.employee_steps, 'sourceUrl', f.source_url, 'asOf', f.as_of)
        FROM platforms f WHERE f.id = p.csr_platform)`

const hasForm = sql`EXISTS (SELECT FROM company_forms f WHERE f.company_id = p.company_id)`

/** By company. Validity periods give several versions. Includes a parent's policies; `policyOn` chooses. */
export async function listPolicies(db: Db, companyIds: readonly number[]): Promise<Map<number, Policy[]>> {
  if (companyIds.length === 0) return new Map()
  const rows = await sql.prepared(policyRow)`
    SELECT ${sql.columns(policyTerms, 'p')}, c.id AS company_id, p.company_id AS owner_id,
      c.name AS company_name, c.time_zone, ${validDays},
      ${platformJson} AS platform, ${hasForm} AS has_form
    FROM companies c JOIN policies p ON p.company_id IN (c.id, c.parent_id) AND p.superseded_at IS NULL
    WHERE c.id = ANY (${[...companyIds]}::bigint[]) ORDER BY c.id, p.id`.rows(db)
  const byCompany = Map.groupBy(rows, (row) => row.company_id)
  return new Map([...byCompany].map(([id, own]) => [id, own.map(presentPolicy)]))
}

/** By company. Companies without a policy are missing. */
export async function listPoliciesOn(db: Db, companyIds: readonly number[], day: string): Promise<Map<number, Policy>> {
  const all = await listPolicies(db, companyIds)
  return new Map(
    [...all].flatMap(([id, versions]) => {
      const policy = policyOn(versions, day)
      return policy ? [[id, policy] as const] : []
    }),
  )
}

const versionRow = policyRow.extend({
  version: z.int(),
  learned_at: z.string(),
  by: z.string().nullable(),
  ...policyColumns.pick({ verification: true, volunteer_grant: true }).shape,
  is_current: z.boolean(),
})

export type PolicyVersion = {
  readonly version: number
  readonly learnedAt: string
  /** Null if the version came with an edition of the directory. */
  readonly by: string | null
  readonly policy: Policy
  readonly terms: directory.PolicyTerms
  readonly isCurrent: boolean
}

const versionsAtMost = 40

export async function listVersionsOf(db: Db, companyIds: readonly number[]): Promise<Map<number, PolicyVersion[]>> {
  const rows = await sql(versionRow)`
    SELECT ${sql.columns(policyTerms, 'p')}, c.id AS company_id, p.company_id AS owner_id, c.name AS company_name,
      c.time_zone, ${validDays}, ${platformJson} AS platform, ${hasForm} AS has_form, p.version, to_json(p.learned_at) #>> '{}' AS learned_at, u.name AS by,
      p.verification, p.volunteer_grant, p.superseded_at IS NULL AS is_current
    FROM companies c
    JOIN LATERAL (SELECT * FROM policies v WHERE v.company_id = c.id ORDER BY v.version DESC LIMIT ${versionsAtMost}) p ON true
    LEFT JOIN users u ON u.id = p.entered_by
    WHERE c.id = ANY (${[...companyIds]}::bigint[]) ORDER BY c.id, p.version DESC`.rows(db)
  const versions = rows.map((row) => ({
    version: row.version,
    learnedAt: row.learned_at,
    by: row.by,
    policy: presentPolicy(row),
    terms: termsOf(row),
    isCurrent: row.is_current,
  }))
  return Map.groupBy(versions, ({ policy }) => policy.companyId)
}

export const listVersions = async (db: Db, companyId: number): Promise<PolicyVersion[]> =>
  (await listVersionsOf(db, [companyId])).get(companyId) ?? []

const unitsOf = (cents: number | null | undefined): number | null => (cents == null ? null : toUnits(cents))

function termsOf(row: z.infer<typeof versionRow>): directory.PolicyTerms {
  const { verification, volunteer_grant, valid_from, valid_to } = row
  const { method, min_amount_cents, max_per_gift_cents, max_per_year_cents, max_lifetime_cents, ...said } =
    statedTerms.parse(row)
  return {
    ...said,
    match_method: method,
    verification,
    ratio_tiers: said.ratio_tiers.map(({ ratio, upToCents, employeeType, category }) => ({
      ratio,
      up_to: unitsOf(upToCents),
      employee_type: employeeType ?? null,
      category: category ?? null,
    })),
    exceptions: said.exceptions.map((one) => ({
      employee_type: one.employeeType ?? null,
      category: one.category ?? null,
      ratio: one.ratio ?? null,
      min_amount: unitsOf(one.minAmountCents),
      max_per_gift: unitsOf(one.maxPerGiftCents),
      max_per_year: unitsOf(one.maxPerYearCents),
    })),
    min_amount: unitsOf(min_amount_cents),
    max_per_gift: unitsOf(max_per_gift_cents),
    max_per_year: unitsOf(max_per_year_cents),
    max_lifetime: unitsOf(max_lifetime_cents),
    volunteer_grant,
    valid_from,
    valid_to,
  }
}

function presentPolicy(row: PolicyRow): Policy {
  return {
    versionId: row.id,
    companyId: row.company_id,
    ownerId: row.owner_id,
    companyName: row.company_name,
    timeZone: row.time_zone,
    program: row.program,
    method: row.method,
    csrPlatform: row.csr_platform,
    platform: row.platform && { ...row.platform, employeeUrl: addressForAll(row.platform.employeeUrl) },
    submissionUrl: row.submission_url,
    guideUrl: row.guide_url,
    formUrl: row.form_url,
    hasForm: row.has_form,
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
    deductiblePartOnly: row.deductible_part_only,
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
    validFrom: row.valid_from,
    validTo: row.valid_to,
  }
}

/** `https://COMPANY.benevity.org` is a pattern, not an address. */
const addressForAll = (url: string): string | null => (url === '' || url.includes('COMPANY') ? null : url)

const namedRow = z.object({ id: z.int(), name: z.string() })

const totalRow = z.object({ total: z.int() })

/** Companies in `first` come first. The directory contains tens of thousands of companies at most. */
export async function listCompanyNames(
  db: Db,
  {
    search,
    among,
    first,
  }: { readonly search: string; readonly among: readonly number[] | null; readonly first: readonly number[] },
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<{ rows: z.infer<typeof namedRow>[]; total: number }> {
  const like = `%${search.replaceAll(/[\\%_]/g, '\\$&')}%`
  const found = sql`FROM companies c WHERE c.merged_into_id IS NULL AND (c.name ILIKE ${like}
    OR EXISTS (SELECT FROM company_aliases a WHERE a.company_id = c.id AND a.name ILIKE ${like}))
    AND (${among === null} OR c.id = ANY (${among === null ? [] : [...among]}::bigint[]))`
  const counted = await sql(totalRow)`SELECT count(*) AS total ${found}`.execute(db)
  const rows = await sql(namedRow)`
    SELECT c.id, c.name ${found} ORDER BY c.id = ANY (${[...first]}::bigint[]) DESC, lower(c.name) LIMIT ${limit}
    OFFSET ${offset}`.rows(db)
  return { rows, total: counted.rows[0]?.total ?? 0 }
}

const furtherSource = z.object({ columns: z.array(z.string()), source_url: z.string(), as_of: z.string() })

const companyFacts = z.object({
  id: z.int(),
  name: z.string(),
  website: z.string(),
  country: z.string(),
  industry: z.string(),
  parent: z.object({ id: z.int(), name: z.string() }).nullable(),
  aliases: z.array(z.string()),
  verification: z.enum(['both', 'email', 'phone']).nullable(),
  volunteer_grant: z.string().nullable(),
  further_sources: z.array(furtherSource),
})
export type CompanyFacts = z.infer<typeof companyFacts>

/** The ID of a merged company returns the company it was merged into. */
export async function findCompanyFacts(db: Db, id: number, day: string): Promise<CompanyFacts | null> {
  return sql(companyFacts)`
    SELECT c.id, c.name, c.website, c.country, c.industry,
      (SELECT json_build_object('id', o.id, 'name', o.name) FROM companies o WHERE o.id = c.parent_id) AS parent,
      coalesce((SELECT array_agg(a.name ORDER BY a.name) FROM company_aliases a WHERE a.company_id = c.id), '{}') AS aliases,
      p.verification, p.volunteer_grant, coalesce(p.further_sources, '[]') AS further_sources
    FROM companies c
    LEFT JOIN LATERAL (
      SELECT * FROM policies own WHERE own.company_id IN (c.id, c.parent_id) AND own.superseded_at IS NULL
        AND coalesce(own.valid_from <= ${day}, true) AND coalesce(${day} <= own.valid_to, true)
      ORDER BY own.program = 'unknown', own.company_id <> c.id LIMIT 1
    ) p ON true
    WHERE c.id = (SELECT coalesce(m.merged_into_id, m.id) FROM companies m WHERE m.id = ${id})`.first(db)
}

const lastRow = z.object({ id: z.int() })

export async function getLastCompanyId(db: Db): Promise<number> {
  return sql(lastRow)`SELECT id FROM companies ORDER BY id DESC LIMIT 1`.value(db, 'id', 0)
}

/** Merged companies have no page. */
export async function listCompanyPages(
  db: Db,
  { after, last }: { readonly after: number; readonly last: number },
): Promise<readonly z.infer<typeof namedRow>[]> {
  return sql(namedRow)`
    SELECT id, name FROM companies WHERE id > ${after} AND id <= ${last} AND merged_into_id IS NULL
    ORDER BY id`.rows(db)
}
