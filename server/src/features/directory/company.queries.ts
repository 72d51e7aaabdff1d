import { z } from 'zod'
import type { Db } from '../../platform/database/database.ts'
import { idRow, sql } from '../../platform/database/sql.ts'

export const companyFields = z.object({
  name: z.string(),
  website: z.string(),
  country: z.string(),
  industry: z.string(),
  time_zone: z.string(),
  parent_id: z.int().nullable(),
  aliases: z.array(z.string()),
  email_domains: z.array(z.string()),
})
/** A company as a super user enters it, without its policy. */
export type CompanyFields = z.infer<typeof companyFields>

const companyRow = companyFields.extend({
  id: z.int(),
  origin: z.enum(['directory', 'demo', 'super']),
  is_edited: z.boolean(),
  parent: z.object({ id: z.int(), name: z.string() }).nullable(),
  merged_into: z.object({ id: z.int(), name: z.string() }).nullable(),
  subsidiaries: z.array(z.object({ id: z.int(), name: z.string() })),
})
export type CompanyRow = z.infer<typeof companyRow>

const subsidiariesShown = 100

export async function findCompanyRow(db: Db, id: number): Promise<CompanyRow | null> {
  const { rows } = await sql(companyRow)`
    SELECT c.id, c.name, c.website, c.country, c.industry, c.time_zone, c.parent_id, c.origin,
      c.entered_by IS NOT NULL AS is_edited,
      coalesce((SELECT array_agg(a.name ORDER BY a.name) FROM company_aliases a WHERE a.company_id = c.id), '{}') AS aliases,
      coalesce((SELECT array_agg(d.domain ORDER BY d.domain) FROM company_domains d WHERE d.company_id = c.id), '{}') AS email_domains,
      (SELECT json_build_object('id', o.id, 'name', o.name) FROM companies o WHERE o.id = c.parent_id) AS parent,
      (SELECT json_build_object('id', o.id, 'name', o.name) FROM companies o WHERE o.id = c.merged_into_id) AS merged_into,
      coalesce((SELECT json_agg(json_build_object('id', s.id, 'name', s.name) ORDER BY s.name) FROM (
        SELECT id, name FROM companies s WHERE s.parent_id = c.id AND s.merged_into_id IS NULL ORDER BY name LIMIT ${subsidiariesShown}) s), '[]') AS subsidiaries
    FROM companies c WHERE c.id = ${id}`.execute(db)
  return rows[0] ?? null
}

export const fieldsOf = (row: CompanyRow): CompanyFields => companyFields.parse(row)

const taken = z.object({ value: z.string(), owner: z.string() })
type Taken = z.infer<typeof taken>
const takenName = taken.extend({ is_merged: z.boolean() })
/** `is_merged`: of a company that was merged into the owner. */
type TakenName = z.infer<typeof takenName>

/** Who goes by one of these names already, whatever its case; also by what the directory's files call it. */
export async function findNameTaken(db: Db, names: readonly string[], except: number): Promise<TakenName | null> {
  const { rows } = await sql(takenName)`
    SELECT coalesce(n.value, '') AS value, coalesce(k.name, c.name) AS owner, k.id IS NOT NULL AS is_merged FROM unnest(${[...names]}::text[]) WITH ORDINALITY AS n (value, place)
    JOIN companies c ON c.id <> ${except} AND c.merged_into_id IS DISTINCT FROM ${except}::bigint AND (lower(c.name) = lower(n.value) OR lower(c.edition_name) = lower(n.value)
      OR EXISTS (SELECT FROM company_aliases a WHERE a.company_id = c.id AND lower(a.name) = lower(n.value)))
    LEFT JOIN companies k ON k.id = c.merged_into_id
    ORDER BY n.place, c.id LIMIT 1`.execute(db)
  return rows[0] ?? null
}

export async function findDomainTaken(db: Db, domains: readonly string[], except: number): Promise<Taken | null> {
  const { rows } = await sql(taken)`
    SELECT d.domain AS value, c.name AS owner FROM company_domains d JOIN companies c ON c.id = d.company_id
    WHERE d.domain = ANY (${[...domains]}::text[]) AND d.company_id <> ${except} ORDER BY d.domain LIMIT 1`.execute(db)
  return rows[0] ?? null
}

export async function insertCompany(db: Db, name: string, by: number, now: Date): Promise<number> {
  const { rows } = await sql(idRow)`
    INSERT INTO companies (name, origin, entered_by, created_at) VALUES (${name}, 'super', ${by}, ${now})
    RETURNING id`.execute(db)
  const [row] = rows
  if (!row) throw new Error('PostgreSQL returned no row')
  return row.id
}

/** From now on editions leave the company alone; the files' own name of it is remembered. `by` null gives it back to them. */
export async function updateCompany(
  db: Db,
  id: number,
  { name, website, country, industry, time_zone, parent_id }: CompanyFields,
  by: number | null,
): Promise<void> {
  await sql`
    UPDATE companies SET name = ${name}, website = ${website}, country = ${country}, industry = ${industry},
      time_zone = ${time_zone}, parent_id = ${parent_id}, entered_by = ${by},
      edition_name = CASE WHEN origin <> 'directory' THEN NULL
        ELSE nullif(coalesce(edition_name, companies.name), ${name}) END
    WHERE id = ${id}`.execute(db)
}

/** Those that the files brought are remembered as left out, until somebody enters them again. */
export async function keepAliases(db: Db, companyId: number, names: readonly string[]): Promise<void> {
  const given = [...names]
  await sql`
    WITH gone AS (
      DELETE FROM company_aliases WHERE company_id = ${companyId} AND name <> ALL (${given}::text[]) RETURNING name, origin)
    INSERT INTO left_out_of_editions (company_id, kind, value)
    SELECT ${companyId}, 'alias', name FROM gone WHERE origin = 'directory' ON CONFLICT DO NOTHING`.execute(db)
  await sql`
    DELETE FROM left_out_of_editions
    WHERE company_id = ${companyId} AND kind = 'alias' AND value = ANY (${given}::text[])`.execute(db)
  await sql`
    INSERT INTO company_aliases (company_id, name) SELECT ${companyId}, name FROM unnest(${given}::text[]) AS name
    ON CONFLICT DO NOTHING`.execute(db)
}

export async function keepDomains(db: Db, companyId: number, domains: readonly string[]): Promise<void> {
  const given = [...domains]
  await sql`
    WITH gone AS (
      DELETE FROM company_domains WHERE company_id = ${companyId} AND domain <> ALL (${given}::text[])
      RETURNING domain, origin)
    INSERT INTO left_out_of_editions (company_id, kind, value)
    SELECT ${companyId}, 'domain', domain FROM gone WHERE origin = 'directory' ON CONFLICT DO NOTHING`.execute(db)
  await sql`
    DELETE FROM left_out_of_editions
    WHERE company_id = ${companyId} AND kind = 'domain' AND value = ANY (${given}::text[])`.execute(db)
  await sql`
    INSERT INTO company_domains (company_id, domain) SELECT ${companyId}, domain FROM unnest(${given}::text[]) AS domain
    ON CONFLICT DO NOTHING`.execute(db)
}

/** False where something is at it by now: a gift, a campaign, a subsidiary, somebody's own policy. */
export async function deleteCompany(db: Db, id: number): Promise<boolean> {
  const { count } = await sql`
    DELETE FROM companies c WHERE c.id = ${id}
      AND NOT EXISTS (SELECT FROM donations d WHERE d.company_id = c.id)
      AND NOT EXISTS (SELECT FROM campaigns k WHERE k.company_id = c.id)
      AND NOT EXISTS (SELECT FROM own_policies w WHERE w.company_id = c.id)
      AND NOT EXISTS (SELECT FROM group_submissions g WHERE g.company_id = c.id)
      AND NOT EXISTS (SELECT FROM companies s WHERE s.parent_id = c.id)`.execute(db)
  return count === 1
}
