import { currency } from '@twofold/contract'
import { z } from 'zod'
import type { Db } from '../../../../platform/database/database.ts'
import { sql } from '../../../../platform/database/sql.ts'
import { isEvaluableAtCompanies } from '../../../core/companies/index.ts'

const listedRow = z.object({
  name: z.string(),
  aliases: z.array(z.string()),
  email_domains: z.array(z.string()),
  website: z.string(),
  country: z.string(),
  industry: z.string(),
  parent: z.string().nullable(),
  program: z.string().nullable(),
  ratio: z.string().nullable(),
  min_amount: z.number().nullable(),
  max_per_year: z.number().nullable(),
  eligible_employees: z.array(z.string()).nullable(),
  eligible_nonprofits: z.array(z.string()).nullable(),
  excluded_nonprofits: z.array(z.string()).nullable(),
  match_method: z.string().nullable(),
  csr_platform: z.string().nullable(),
  verification: z.string().nullable(),
  submission_url: z.string().nullable(),
  deadline_rule: z.string().nullable(),
  volunteer_grant: z.string().nullable(),
  source_url: z.string().nullable(),
  as_of: z.string().nullable(),
  currency: currency.nullable(),
  maximum_basis: z.enum(['match', 'gift']).nullable(),
  deductible_part_only: z.string().nullable(),
  guide_url: z.string().nullable(),
})
export type ListedCompany = z.infer<typeof listedRow>

const platformRow = z.object({ id: z.string(), names: z.array(z.string()) })

/** Keys are lowercase names in a file. A company may use none, or an unknown one. */
export async function listPlatformNames(db: Db): Promise<Map<string, string>> {
  const rows = await sql(platformRow)`
    SELECT k.id, f.aliases || f.name || f.id AS names FROM platforms f
    JOIN platforms k ON k.id = coalesce(f.merged_into_id, f.id) WHERE k.kind = 'workplace'
    ORDER BY k.id, f.id`.rows(db)
  const named = rows.flatMap(({ id, names }) => [...names, id].map((name) => [name.toLowerCase(), id] as const))
  return new Map([...named, ['none', 'none'], ['other', 'other']])
}

const openRow = z.object({ company_id: z.int() })

/** Most gifts first. Crosses organizations. */
export async function listCompaniesWithOpenGifts(
  db: Db,
  companyIds: readonly number[],
  limit: number,
): Promise<number[]> {
  return sql(openRow)`
    SELECT coalesce(company_id, 0) AS company_id FROM donations WHERE ${isEvaluableAtCompanies(companyIds)}
    GROUP BY company_id ORDER BY count(*) DESC, 1 LIMIT ${limit}`.column(db, 'company_id')
}

/** The list is by name, each company with its own policy for the day. Tens of thousands at most. */
export async function listDirectory(db: Db, day: string): Promise<ListedCompany[]> {
  return sql(listedRow)`
    SELECT c.name, coalesce(a.names, '{}') AS aliases, coalesce(d.domains, '{}') AS email_domains, c.website, c.country,
      c.industry, o.name AS parent, nullif(p.program, 'unknown') AS program, p.ratio,
      (p.min_amount_cents / 100.0)::float8 AS min_amount, (p.max_per_year_cents / 100.0)::float8 AS max_per_year,
      p.eligible_employees, p.eligible_nonprofits, p.excluded_nonprofits, p.method AS match_method, p.csr_platform,
      p.verification, coalesce(p.submission_url, p.form_url) AS submission_url, p.deadline_rule, p.volunteer_grant,
      p.source_url, p.as_of, p.currency, p.maximum_basis, nullif(p.deductible_part_only, 'unknown') AS deductible_part_only,
      p.guide_url
    FROM companies c LEFT JOIN companies o ON o.id = c.parent_id
    LEFT JOIN (SELECT company_id, array_agg(name ORDER BY name) AS names FROM company_aliases GROUP BY company_id) a
      ON a.company_id = c.id
    LEFT JOIN (SELECT company_id, array_agg(domain ORDER BY domain) AS domains FROM company_domains GROUP BY company_id) d
      ON d.company_id = c.id
    LEFT JOIN LATERAL (
      SELECT * FROM policies v WHERE v.company_id = c.id AND v.superseded_at IS NULL
        AND ${day}::date BETWEEN coalesce(v.valid_from, '-infinity') AND coalesce(v.valid_to, 'infinity')
      ORDER BY v.version DESC LIMIT 1
    ) p ON true
    WHERE c.merged_into_id IS NULL
    ORDER BY lower(c.name), c.id`.rows(db)
}
