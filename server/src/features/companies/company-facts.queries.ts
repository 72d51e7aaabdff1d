import { z } from 'zod'
import type { Db } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'

const furtherSource = z.object({ columns: z.array(z.string()), source_url: z.string(), as_of: z.string() })

const companyFacts = z.object({
  id: z.int(),
  name: z.string(),
  website: z.string(),
  country: z.string(),
  industry: z.string(),
  parent: z.object({ id: z.int(), name: z.string() }).nullable(),
  aliases: z.array(z.string()),
  /** Of the policy that counts: the company's own, else its parent's. */
  verification: z.enum(['both', 'email', 'phone']).nullable(),
  volunteer_grant: z.string().nullable(),
  further_sources: z.array(furtherSource),
})
export type CompanyFacts = z.infer<typeof companyFacts>

/** What the rules do not ask about a company, for people to read; of the policy that counts on the day. */
/** The id of a company that was merged leads to the one that stayed. */
export async function findCompanyFacts(db: Db, id: number, day: string): Promise<CompanyFacts | null> {
  const { rows } = await sql(companyFacts)`
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
    WHERE c.id = (SELECT coalesce(m.merged_into_id, m.id) FROM companies m WHERE m.id = ${id})`.execute(db)
  return rows[0] ?? null
}
