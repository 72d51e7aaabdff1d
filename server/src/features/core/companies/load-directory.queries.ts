import { reevaluatedStatusIds } from '@twofold/matching'
import { z } from 'zod'
import type { Db } from '../../../platform/database/database.ts'
import { type Sql, sql } from '../../../platform/database/sql.ts'
import type { Edition } from './directory-files.ts'

export async function lockDirectory(db: Db): Promise<void> {
  await sql`SELECT FROM directory_version FOR UPDATE`.execute(db)
}

const lastEditionRow = z.object({ is_known: z.boolean() })

export async function isLastEdition(db: Db, digest: string): Promise<boolean> {
  return sql(lastEditionRow)`
    SELECT digest IS NOT DISTINCT FROM ${digest} AS is_known FROM directory_editions
    ORDER BY number DESC LIMIT 1`.value(db, 'is_known', false)
}

export async function insertEdition(
  db: Db,
  { digest, employers }: Edition,
  { now, policiesChanged }: { readonly now: Date; readonly policiesChanged: number },
): Promise<void> {
  await sql`
    INSERT INTO directory_editions (digest, loaded_at, companies, policies_changed)
    VALUES (${digest}, ${now}, ${employers.length}, ${policiesChanged})`.execute(db)
}

/** Replaces the last edition's names and domains and keeps those that people entered. */
export async function upsertEmployers(db: Db, { employers }: Edition): Promise<void> {
  const rows = JSON.stringify(employers)
  await sql`
    INSERT INTO companies (name, website, country, industry, origin)
    SELECT name, website, country, industry, 'directory'
    FROM json_to_recordset(${rows}::json) AS r (name text, website text, country text, industry text)
    WHERE NOT EXISTS (SELECT FROM companies c WHERE c.edition_name = r.name)
    ON CONFLICT (name) DO UPDATE SET website = EXCLUDED.website, country = EXCLUDED.country, industry = EXCLUDED.industry
      WHERE companies.origin = 'directory' AND companies.entered_by IS NULL
        AND (companies.website, companies.country, companies.industry)
          IS DISTINCT FROM (EXCLUDED.website, EXCLUDED.country, EXCLUDED.industry)`.execute(db)
  await sql`
    UPDATE companies c SET parent_id = coalesce(p.merged_into_id, p.id)
    FROM json_to_recordset(${rows}::json) AS r (name text, parent text), companies p
    WHERE c.name = r.name AND coalesce(p.edition_name, p.name) = r.parent AND c.origin = 'directory'
      AND c.entered_by IS NULL AND c.parent_id IS NULL`.execute(db)
  await sql`
    WITH given AS (
      SELECT c.id AS company_id, alias FROM json_to_recordset(${rows}::json) AS r (name text, aliases json)
      JOIN ${named}, json_array_elements_text(r.aliases) AS alias
    ), outdated AS (
      DELETE FROM company_aliases a WHERE origin = 'directory'
        AND NOT EXISTS (SELECT FROM given g WHERE g.company_id = a.company_id AND g.alias = a.name)
    )
    INSERT INTO company_aliases (company_id, name, origin)
    SELECT company_id, alias, 'directory' FROM given g
    WHERE NOT EXISTS (SELECT FROM company_aliases a WHERE a.name = g.alias AND a.origin = 'super')
      AND NOT ${leftOut('alias', sql`g.company_id`, sql`g.alias`)}
    ON CONFLICT DO NOTHING`.execute(db)
  await sql`
    INSERT INTO company_domains (domain, company_id, origin)
    SELECT domain, c.id, 'directory' FROM json_to_recordset(${rows}::json) AS r (name text, email_domains json)
    JOIN ${named}, json_array_elements_text(r.email_domains) AS domain
    WHERE NOT ${leftOut('domain', sql`c.id`, sql`domain`)}
    ON CONFLICT (domain) DO UPDATE SET company_id = EXCLUDED.company_id
      WHERE company_domains.origin = 'directory' AND company_domains.company_id <> EXCLUDED.company_id`.execute(db)
}

/** SQL: matches row `r` of a file by its name in the files. */
const itself = sql`companies c ON coalesce(c.edition_name, c.name) = r.name AND c.merged_into_id IS NULL`
/** SQL: the same, but names and domains of a merged company belong to the remaining one. */
const named = sql`companies f ON coalesce(f.edition_name, f.name) = r.name
    JOIN companies c ON c.id = coalesce(f.merged_into_id, f.id)`

/** SQL: a super user removed this value, so editions do not add it again. */
const leftOut = (kind: 'alias' | 'domain', companyId: Sql, value: Sql): Sql => sql`EXISTS (
  SELECT FROM edition_exclusions l WHERE l.company_id = ${companyId} AND l.kind = ${kind} AND l.value = ${value})`

export async function upsertPlatforms(db: Db, { platforms }: Edition): Promise<void> {
  await sql`
    INSERT INTO platforms (id, name, kind, aliases, owner, employee_url, employee_steps, evidence, nonprofit_url, nonprofit_steps,
      payer_names, payout_schedule, payout_minimum_cents, fees, countries, report_columns, report_formats, payer_texts,
      source_url, further_sources, as_of)
    SELECT id, name, kind, ${texts('aliases')}, owner, employee_url, ${texts('employee_steps')}, ${texts('evidence')},
      nonprofit_url, ${texts('nonprofit_steps')}, ${texts('payer_names')}, ${texts('payout_schedule')},
      payout_minimum_usd, ${texts('fees')}, ${texts('countries')}, ${texts('report_columns')}, report_formats,
      payer_texts, source_url, further_sources, as_of
    FROM json_to_recordset(${JSON.stringify(platforms)}::json) AS r (id text, name text, kind text, aliases json, owner text,
      employee_url text, employee_steps json, evidence json, nonprofit_url text, nonprofit_steps json, payer_names json,
      payout_schedule json, payout_minimum_usd bigint, fees json, countries json, report_columns json,
      report_formats jsonb, payer_texts jsonb, source_url text, further_sources jsonb, as_of text)
    ON CONFLICT (id) DO UPDATE SET name = EXCLUDED.name, kind = EXCLUDED.kind, aliases = EXCLUDED.aliases, owner = EXCLUDED.owner,
      employee_url = EXCLUDED.employee_url, employee_steps = EXCLUDED.employee_steps, evidence = EXCLUDED.evidence,
      nonprofit_url = EXCLUDED.nonprofit_url, nonprofit_steps = EXCLUDED.nonprofit_steps,
      payer_names = EXCLUDED.payer_names, payout_schedule = EXCLUDED.payout_schedule,
      payout_minimum_cents = EXCLUDED.payout_minimum_cents, fees = EXCLUDED.fees, countries = EXCLUDED.countries,
      report_columns = EXCLUDED.report_columns, report_formats = EXCLUDED.report_formats,
      payer_texts = EXCLUDED.payer_texts, source_url = EXCLUDED.source_url, further_sources = EXCLUDED.further_sources,
      as_of = EXCLUDED.as_of
    WHERE platforms.entered_by IS NULL`.execute(db)
}

const texts = (column: string) => sql`ARRAY(SELECT json_array_elements_text(r.${sql.ref(column)}))`

const changedRow = z.object({ company_id: z.int() })

/** Returns the companies whose policy changed. A person's policy takes precedence over all later editions. */
export async function insertPolicyVersions(db: Db, { programs }: Edition): Promise<number[]> {
  const stated = sql.raw(statedColumns.map((column) => `p.${column}`).join(', '))
  const given = sql.raw(statedColumns.map((column) => `g.${column}`).join(', '))
  return sql(changedRow)`
    WITH given AS (
      SELECT c.id AS company_id, r.has_program AS program, r.match_method AS method,
        coalesce((SELECT m.merged_into_id FROM platforms m WHERE m.id = r.csr_platform), r.csr_platform) AS csr_platform, r.verification,
        r.submission_url, r.guide_url, r.form_url, r.ratio, r.min_amount AS min_amount_cents,
        r.max_amount_per_year AS max_per_year_cents, r.maximum_basis, r.currency,
        ${texts('eligible_employees')} AS eligible_employees, ${texts('eligible_nonprofits')} AS eligible_nonprofits,
        ${texts('excluded_nonprofits')} AS excluded_nonprofits, r.deadline_rule, r.volunteer_grant, r.source_url,
        r.further_sources, r.as_of
      FROM json_to_recordset(${JSON.stringify(programs)}::json) AS r (
        name text, has_program text, ratio text, min_amount bigint, max_amount_per_year bigint, maximum_basis text,
        currency text, eligible_employees json, eligible_nonprofits json, excluded_nonprofits json, match_method text,
        csr_platform text, verification text, submission_url text, guide_url text, form_url text, deadline_rule text,
        volunteer_grant text, source_url text, further_sources jsonb, as_of text)
      JOIN ${itself}
    ), news AS (
      SELECT g.*, coalesce((SELECT max(version) FROM policies v WHERE v.company_id = g.company_id), 0) + 1 AS version
      FROM given g LEFT JOIN policies p ON p.company_id = g.company_id AND p.superseded_at IS NULL
      WHERE p.id IS NULL OR p.came_with_directory AND p.entered_by IS NULL AND (${stated}) IS DISTINCT FROM (${given})
    ), superseded AS (
      UPDATE policies p SET superseded_at = now() FROM news n
      WHERE p.company_id = n.company_id AND p.superseded_at IS NULL RETURNING p.id
    )
    INSERT INTO policies (company_id, version, came_with_directory, ${sql.raw(statedColumns.join(', '))})
    SELECT g.company_id, g.version, true, ${given} FROM news g, (SELECT count(*) FROM superseded) AS before_them
    RETURNING company_id`.column(db, 'company_id')
}

const statedColumns = [
  'program',
  'method',
  'csr_platform',
  'verification',
  'submission_url',
  'guide_url',
  'form_url',
  'ratio',
  'min_amount_cents',
  'max_per_year_cents',
  'maximum_basis',
  'currency',
  'eligible_employees',
  'eligible_nonprofits',
  'excluded_nonprofits',
  'deadline_rule',
  'volunteer_grant',
  'source_url',
  'further_sources',
  'as_of',
] as const

/**
 * Crosses organizations. The emails are held until a member has reviewed their count.
 * Locks in the order of all writers that lock in one statement. Writers that lock a match and then earlier ones of its
 * donor can deadlock; PostgreSQL then aborts one of both.
 */
export async function scheduleReevaluation(db: Db, companyIds: readonly number[], now: Date): Promise<number> {
  const { count } = await sql`
    UPDATE donations d SET look_again_at = ${now}, directory_changed = true
    FROM (SELECT organization_id, id FROM donations WHERE ${isEvaluableAtCompanies(companyIds)}
      ORDER BY organization_id, id FOR NO KEY UPDATE) due
    WHERE d.organization_id = due.organization_id AND d.id = due.id`.execute(db)
  return count
}

const waiting = z.object({ is_waiting: z.boolean() })

/** Crosses organizations. */
export async function isReevaluationPending(db: Db, companyIds: readonly number[], now: Date): Promise<boolean> {
  return sql(waiting)`
    SELECT EXISTS (SELECT FROM donations WHERE ${isEvaluableAtCompanies(companyIds)} AND look_again_at <= ${now}) AS is_waiting`.value(
    db,
    'is_waiting',
    false,
  )
}

/** SQL: includes open gifts (see `evaluateAgain`) at subsidiaries. */
export const isEvaluableAtCompanies = (companyIds: readonly number[]): Sql => sql`
  company_id = ANY (
    SELECT id FROM companies WHERE id = ANY (${[...companyIds]}::bigint[]) OR parent_id = ANY (${[...companyIds]}::bigint[])
  ) AND counted AND NOT inert AND status_id = ANY (${[...reevaluatedStatusIds]}::smallint[])
  AND payment_state <> 'refused'`
