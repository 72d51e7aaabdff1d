import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { parse } from 'csv-parse/sync'
import { z } from 'zod'
import { type Db, inProduct } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Platform } from '../../platform/platform.ts'

const folder = new URL('./directory/', import.meta.url)

const list = z.string().transform((cell) => (cell === '' ? [] : cell.split('|')))
const cents = z.string().transform((cell) => (cell === '' ? null : Math.round(Number(cell) * 100)))
const filled = z.string().transform((cell) => (cell === '' ? null : cell))

/** One row of the starter directory. An empty cell is unknown and stays so. */
const starterRow = z.object({
  name: z.string().min(1),
  aliases: list,
  email_domains: list,
  website: z.string(),
  country: z.string(),
  industry: z.string(),
  has_program: z.enum(['yes', 'no']),
  ratio: filled,
  min_amount: cents,
  max_amount_per_year: cents,
  eligible_employees: list,
  eligible_nonprofits: list,
  excluded_nonprofits: list,
  match_method: filled,
  csr_platform: filled,
  verification: filled,
  submission_url: filled,
  deadline_rule: filled,
  volunteer_grant: filled,
  source_url: z.string(),
  as_of: z.string(),
})

const sourceRow = z.object({ name: z.string(), columns: list, source_url: z.string(), as_of: z.string() })

const readCsv = (bytes: Buffer): unknown[] => parse(bytes, { columns: true, bom: true, skip_empty_lines: true })

/**
 * Loads the product's own starter directory, once for each edition of the files. A company that changed gets a new
 * version of its policy; versions that people have entered since are left alone.
 */
export async function loadStarterDirectory(platform: Platform): Promise<void> {
  const companiesCsv = await readFile(new URL('companies.csv', folder))
  const sourcesCsv = await readFile(new URL('companies-sources.csv', folder))
  const digest = createHash('sha256').update(companiesCsv).update(sourcesCsv).digest('hex')
  await inProduct(platform.database, async (db) => {
    const { rows } = await sql<{ starter_digest: string | null }>`
      SELECT starter_digest FROM directory_version FOR UPDATE`.execute(db)
    if (rows[0]?.starter_digest === digest) return
    const starters = z.array(starterRow).parse(readCsv(companiesCsv))
    const sources = z.array(sourceRow).parse(readCsv(sourcesCsv))
    await storeStarters(db, starters, sources)
    await sql`UPDATE directory_version SET starter_digest = ${digest}, version = version + 1`.execute(db)
  })
}

async function storeStarters(
  db: Db,
  starters: readonly z.output<typeof starterRow>[],
  sources: readonly z.output<typeof sourceRow>[],
): Promise<void> {
  const withSources = starters.map((starter) => ({
    ...starter,
    further_sources: sources.filter(({ name }) => name === starter.name).map(({ name, ...source }) => source),
  }))
  const rows = JSON.stringify(withSources)
  await sql`
    INSERT INTO companies (name, website, country, industry, origin)
    SELECT name, website, country, industry, 'directory'
    FROM json_to_recordset(${rows}::json) AS r (name text, website text, country text, industry text)
    ON CONFLICT (name) DO UPDATE SET website = EXCLUDED.website, country = EXCLUDED.country, industry = EXCLUDED.industry
      WHERE companies.origin = 'directory'`.execute(db)
  await sql`
    INSERT INTO company_aliases (company_id, name)
    SELECT c.id, alias FROM json_to_recordset(${rows}::json) AS r (name text, aliases json)
    JOIN companies c USING (name), json_array_elements_text(r.aliases) AS alias
    ON CONFLICT DO NOTHING`.execute(db)
  await sql`
    INSERT INTO company_domains (domain, company_id)
    SELECT domain, c.id FROM json_to_recordset(${rows}::json) AS r (name text, email_domains json)
    JOIN companies c USING (name), json_array_elements_text(r.email_domains) AS domain
    ON CONFLICT DO NOTHING`.execute(db)
  await sql`
    WITH given AS (
      SELECT c.id AS company_id, r.*, ARRAY(SELECT json_array_elements_text(r.eligible_employees)) AS employees,
        ARRAY(SELECT json_array_elements_text(r.eligible_nonprofits)) AS nonprofits,
        ARRAY(SELECT json_array_elements_text(r.excluded_nonprofits)) AS excluded
      FROM json_to_recordset(${rows}::json) AS r (
        name text, has_program text, ratio text, min_amount bigint, max_amount_per_year bigint, eligible_employees json,
        eligible_nonprofits json, excluded_nonprofits json, match_method text, csr_platform text, verification text,
        submission_url text, deadline_rule text, volunteer_grant text, source_url text, as_of text, further_sources jsonb)
      JOIN companies c USING (name)
      WHERE c.origin = 'directory' AND NOT EXISTS (SELECT FROM policies e
        WHERE e.company_id = c.id AND e.superseded_at IS NULL AND e.entered_by IS NOT NULL)
    ), superseded AS (
      UPDATE policies p SET superseded_at = now() FROM given g
      WHERE p.company_id = g.company_id AND p.superseded_at IS NULL
      RETURNING p.company_id, p.version
    )
    INSERT INTO policies (company_id, version, program, method, csr_platform, verification, submission_url, ratio,
      min_amount_cents, max_per_year_cents, eligible_employees, eligible_nonprofits, excluded_nonprofits, deadline_rule,
      volunteer_grant, source_url, further_sources, as_of)
    SELECT g.company_id, coalesce(s.version, 0) + 1, g.has_program, g.match_method, g.csr_platform, g.verification,
      g.submission_url, g.ratio, g.min_amount, g.max_amount_per_year, g.employees, g.nonprofits, g.excluded,
      g.deadline_rule, g.volunteer_grant, g.source_url, g.further_sources, g.as_of
    FROM given g LEFT JOIN superseded s USING (company_id)`.execute(db)
}
