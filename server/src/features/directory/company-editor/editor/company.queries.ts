import { z } from 'zod'
import type { Db } from '../../../../platform/database/database.ts'
import { idRow, type Sql, sql } from '../../../../platform/database/sql.ts'
import { notFound, Refusal } from '../../../../platform/runtime/errors.ts'

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

export async function listCompanyRows(db: Db, ids: readonly number[]): Promise<CompanyRow[]> {
  return sql(companyRow)`
    SELECT c.id, c.name, c.website, c.country, c.industry, c.time_zone, c.parent_id, c.origin,
      c.entered_by IS NOT NULL AS is_edited,
      coalesce((SELECT array_agg(a.name ORDER BY a.name) FROM company_aliases a WHERE a.company_id = c.id), '{}') AS aliases,
      coalesce((SELECT array_agg(d.domain ORDER BY d.domain) FROM company_domains d WHERE d.company_id = c.id), '{}') AS email_domains,
      (SELECT json_build_object('id', o.id, 'name', o.name) FROM companies o WHERE o.id = c.parent_id) AS parent,
      (SELECT json_build_object('id', o.id, 'name', o.name) FROM companies o WHERE o.id = c.merged_into_id) AS merged_into,
      coalesce((SELECT json_agg(json_build_object('id', s.id, 'name', s.name) ORDER BY s.name) FROM (
        SELECT id, name FROM companies s WHERE s.parent_id = c.id AND s.merged_into_id IS NULL ORDER BY name LIMIT ${subsidiariesShown}) s), '[]') AS subsidiaries
    FROM companies c WHERE c.id = ANY (${[...ids]}::bigint[]) ORDER BY c.id`.rows(db)
}

export async function findCompanyRow(db: Db, id: number): Promise<CompanyRow | null> {
  const [row] = await listCompanyRows(db, [id])
  return row ?? null
}

/** @throws not found, conflict if it was merged into another */
export const getActiveCompany = async (db: Db, id: number): Promise<CompanyRow> =>
  requireActiveCompany(await findCompanyRow(db, id))

export function requireActiveCompany(company: CompanyRow | null | undefined): CompanyRow {
  if (!company) throw notFound()
  const { name, merged_into } = company
  if (merged_into) throw new Refusal('conflict', `${name} was merged into ${merged_into.name}. Change that company.`)
  return company
}

export const fieldsOf = (row: CompanyRow): CompanyFields => companyFields.parse(row)

const takenName = z.object({
  value: z.string(),
  company_id: z.int(),
  /** False for its own name and its name in the directory's files. */
  is_alias: z.boolean(),
  owner: z.object({ id: z.int(), name: z.string() }),
})
/** `owner` is the company itself or the one it was merged into. */
export type TakenName = z.infer<typeof takenName>

export async function listTakenNames(db: Db, names: readonly string[]): Promise<TakenName[]> {
  return sql(takenName)`
    SELECT coalesce(given.value, '') AS value, c.id AS company_id, taken.is_alias,
      json_build_object('id', coalesce(k.id, c.id), 'name', coalesce(k.name, c.name)) AS owner
    FROM unnest(${[...names]}::text[]) AS given (value)
    JOIN (SELECT id, lower(name) AS name, false AS is_alias FROM companies
      UNION ALL SELECT id, lower(edition_name), false FROM companies WHERE edition_name IS NOT NULL
      UNION ALL SELECT company_id, lower(name), true FROM company_aliases) taken ON taken.name = lower(given.value)
    JOIN companies c ON c.id = taken.id LEFT JOIN companies k ON k.id = c.merged_into_id
    ORDER BY c.id`.rows(db)
}

const takenDomain = z.object({ domain: z.string(), company_id: z.int(), owner: z.string() })
export type TakenDomain = z.infer<typeof takenDomain>

export async function listTakenDomains(db: Db, domains: readonly string[]): Promise<TakenDomain[]> {
  return sql(takenDomain)`
    SELECT d.domain, d.company_id, c.name AS owner FROM company_domains d JOIN companies c ON c.id = d.company_id
    WHERE d.domain = ANY (${[...domains]}::text[])`.rows(db)
}

/** Returns ids in the order of the names. */
export async function insertCompanies(db: Db, names: readonly string[], by: number, now: Date): Promise<number[]> {
  if (names.length === 0) return []
  const rows = await sql(idRow)`
    INSERT INTO companies (name, origin, entered_by, created_at)
    SELECT name, 'super', ${by}, ${now} FROM unnest(${[...names]}::text[]) WITH ORDINALITY AS given (name, place)
    ORDER BY place RETURNING id`.rows(db)
  return rows.map(({ id }) => id).sort((a, b) => a - b)
}

export type CompanyUpdate = {
  readonly id: number
  readonly fields: CompanyFields
  /** Null returns the company to the editions of the directory's files. */
  readonly editor: number | null
}

export async function updateCompanyEntries(db: Db, updates: readonly CompanyUpdate[]): Promise<void> {
  await updateCompanies(db, updates)
  await updateAliasesAndDomains(db, updates)
}

/** Editions no longer change companies with an editor. */
export async function updateCompanies(db: Db, updates: readonly CompanyUpdate[]): Promise<void> {
  if (updates.length === 0) return
  const input = updates.map(({ id, editor, fields: { name, website, country, industry, time_zone, parent_id } }) => {
    return { id, editor, name, website, country, industry, time_zone, parent_id }
  })
  await sql`
    UPDATE companies SET name = g.name, website = g.website, country = g.country, industry = g.industry,
      time_zone = g.time_zone, parent_id = g.parent_id, entered_by = g.editor,
      edition_name = CASE WHEN origin <> 'directory' THEN NULL
        ELSE nullif(coalesce(edition_name, companies.name), g.name) END
    FROM json_to_recordset(${JSON.stringify(input)}::json)
      AS g (id bigint, editor bigint, name text, website text, country text, industry text, time_zone text, parent_id bigint)
    WHERE companies.id = g.id`.execute(db)
}

export async function updateAliasesAndDomains(db: Db, updates: readonly CompanyUpdate[]): Promise<void> {
  if (updates.length === 0) return
  const isItself = (name: string, { fields }: CompanyUpdate) => name.toLowerCase() === fields.name.toLowerCase()
  await writeList(
    db,
    { table: sql`company_aliases`, column: sql`name`, kind: 'alias' },
    updates.map((one) => ({ id: one.id, values: one.fields.aliases.filter((alias) => !isItself(alias, one)) })),
  )
  await writeList(
    db,
    { table: sql`company_domains`, column: sql`domain`, kind: 'domain' },
    updates.map(({ id, fields }) => ({ id, values: fields.email_domains })),
  )
}

type ListTable = { readonly table: Sql; readonly column: Sql; readonly kind: 'alias' | 'domain' }
type CompanyValues = { readonly id: number; readonly values: readonly string[] }

/** Removed values from the files stay removed until a person enters them again. */
async function writeList(db: Db, { table, column, kind }: ListTable, lists: readonly CompanyValues[]): Promise<void> {
  const ids = lists.flatMap(({ id, values }) => values.map(() => id))
  const input = sql`unnest(${ids}::bigint[], ${lists.flatMap(({ values }) => values)}::text[]) AS g (id, value)`
  await sql`
    WITH gone AS (
      DELETE FROM ${table} WHERE company_id = ANY (${lists.map(({ id }) => id)}::bigint[])
        AND (company_id, ${column}) NOT IN (SELECT g.id, g.value FROM ${input})
      RETURNING company_id, ${column} AS value, origin)
    INSERT INTO edition_exclusions (company_id, kind, value)
    SELECT company_id, ${kind}, value FROM gone WHERE origin = 'directory' ON CONFLICT DO NOTHING`.execute(db)
  await sql`
    DELETE FROM edition_exclusions l USING ${input}
    WHERE l.company_id = g.id AND l.kind = ${kind} AND l.value = g.value`.execute(db)
  await sql`
    INSERT INTO ${table} (company_id, ${column}) SELECT g.id, g.value FROM ${input} ON CONFLICT DO NOTHING`.execute(db)
}

/** Keeps companies in use by a gift, a campaign, a subsidiary, or an own policy. Returns the deleted ones. */
export async function deleteCompanies(db: Db, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return []
  const parts = await deleteUnused(db, ids, sql`c.parent_id IS NOT NULL`)
  const others = await deleteUnused(db, ids, sql`NOT EXISTS (SELECT FROM companies s WHERE s.parent_id = c.id)`)
  return [...parts, ...others]
}

/** SQL: version `p` evaluated a match, even if the gift has moved to another company. */
const isUsedBy = (table: Sql): Sql =>
  sql`(SELECT p.id FROM ${table} j WHERE j.policy_version_id = p.id LIMIT 1) IS NOT NULL`

/** One gift per company by the index: a join would read the gifts of all organizations. */
async function deleteUnused(db: Db, ids: readonly number[], condition: Sql): Promise<number[]> {
  return sql(idRow)`
    DELETE FROM companies c WHERE c.id = ANY (${[...ids]}::bigint[]) AND ${condition}
      AND (SELECT d.id FROM donations d WHERE d.company_id = c.id LIMIT 1) IS NULL
      AND (SELECT p.id FROM policies p WHERE p.company_id = c.id AND (${isUsedBy(sql`donations`)} OR ${isUsedBy(sql`evaluations`)})
        LIMIT 1) IS NULL
      AND NOT EXISTS (SELECT FROM campaigns k WHERE k.company_id = c.id)
      AND NOT EXISTS (SELECT FROM own_policies w WHERE w.company_id = c.id)
      AND NOT EXISTS (SELECT FROM group_submissions g WHERE g.company_id = c.id)
    RETURNING c.id`.column(db, 'id')
}

const namedRow = z.object({ id: z.int(), name: z.string() })

/** Returns `name` in lowercase. Excludes merged companies. */
export async function listCompaniesByName(db: Db, names: readonly string[]): Promise<z.infer<typeof namedRow>[]> {
  return sql(namedRow)`
    SELECT id, lower(name) AS name FROM companies
    WHERE merged_into_id IS NULL AND lower(name) = ANY (${names.map((name) => name.toLowerCase())}::text[])
    ORDER BY id DESC`.rows(db)
}
