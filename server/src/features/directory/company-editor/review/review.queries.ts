import { currency } from '@twofold/contract'
import { z } from 'zod'
import type { Db } from '../../../../platform/database/database.ts'
import { sql } from '../../../../platform/database/sql.ts'

/** These queries cross organizations, for super users and for the job that applies their decisions. */

const groupRow = z.object({
  key: z.string(),
  employer_text: z.string(),
  gifts: z.int(),
  organizations: z.int(),
  by_organization: z.array(z.object({ name: z.string(), gifts: z.int() })),
  sums: z.array(z.object({ currency, cents: z.int() })),
  oldest: z.string(),
})
type GroupRow = z.infer<typeof groupRow>

const totals = z.object({ total: z.int(), all_gifts: z.int() })

const pageRow = groupRow.extend(totals.shape)

/** Counts among the first `maxGifts` gifts; excludes employers being resolved. */
export async function listEmployerGroups(
  db: Db,
  { limit, offset, maxGifts }: { limit: number; offset: number; maxGifts: number },
): Promise<{ rows: GroupRow[]; total: number; gifts: number }> {
  const rows = await sql(pageRow)`
    WITH waiting AS (
      SELECT organization_id, employer_text, amount_cents, currency, donated_at, employer_key(employer_text) AS key
      FROM donations WHERE status_id = 2 AND counted ORDER BY id LIMIT ${maxGifts}),
    grouped AS (
      SELECT key, mode() WITHIN GROUP (ORDER BY employer_text) AS employer_text, count(*) AS gifts,
        array_agg(DISTINCT organization_id) AS organization_ids, min(donated_at)::date AS oldest,
        coalesce(sum(amount_cents) FILTER (WHERE currency = 'USD'), 0)::bigint AS usd,
        coalesce(sum(amount_cents) FILTER (WHERE currency = 'CAD'), 0)::bigint AS cad
      FROM waiting
      WHERE key <> ALL (SELECT employer_key FROM employer_resolutions WHERE done_at IS NULL)
      GROUP BY key),
    page AS (
      SELECT *, count(*) OVER () AS total, (sum(gifts) OVER ())::bigint AS all_gifts
      FROM grouped ORDER BY gifts DESC, key LIMIT ${limit} OFFSET ${offset}),
    shares AS (
      SELECT key, organization_id, count(*) AS gifts, row_number() OVER (PARTITION BY key ORDER BY count(*) DESC, organization_id) AS place
      FROM waiting WHERE key IN (SELECT key FROM page) GROUP BY key, organization_id)
    SELECT key, employer_text, gifts, cardinality(organization_ids) AS organizations, oldest,
      coalesce((SELECT json_agg(json_build_object('name', o.name, 'gifts', s.gifts) ORDER BY s.place)
        FROM shares s JOIN organizations o ON o.id = s.organization_id WHERE s.key = page.key AND s.place <= 3), '[]') AS by_organization,
      json_build_array(json_build_object('currency', 'USD', 'cents', usd), json_build_object('currency', 'CAD', 'cents', cad))
        AS sums,
      total, all_gifts
    FROM page ORDER BY gifts DESC, key`.rows(db)
  return { rows, total: rows[0]?.total ?? 0, gifts: rows[0]?.all_gifts ?? 0 }
}

export async function hasMoreWaiting(db: Db, donations: number): Promise<boolean> {
  const { count } = await sql`
    SELECT FROM donations WHERE status_id = 2 AND counted ORDER BY id OFFSET ${donations} LIMIT 1`.execute(db)
  return count > 0
}

const waitingCount = z.object({ employers: z.int().nullable() })

/** Returns `atMost` + 1 if there are more. */
export async function countEmployers(db: Db, atMost: number): Promise<number> {
  return sql(waitingCount)`SELECT employers_waiting(${atMost}) AS employers`.value(db, 'employers', 0)
}

const domainRow = z.object({ key: z.string(), domain: z.string(), donors: z.int() })
type DomainRow = z.infer<typeof domainRow>

export async function listDomains(db: Db, keys: readonly string[], giftsOfEach: number): Promise<DomainRow[]> {
  return sql(domainRow)`
    SELECT coalesce(key, '') AS key, coalesce(domain, '') AS domain, coalesce(donors, 0) AS donors
    FROM domains_waiting_for(${[...keys]}::text[], ${giftsOfEach}) ORDER BY 3 DESC, 2`.rows(db)
}

const waitingDonation = z.object({ organization_id: z.int(), id: z.int(), employer_text: z.string() })
export type WaitingDonation = z.infer<typeof waitingDonation>

export async function listWaitingDonations(
  db: Db,
  key: string,
  afterId: number,
  limit: number,
): Promise<WaitingDonation[]> {
  return sql(waitingDonation)`
    SELECT organization_id, id, employer_text FROM donations_waiting_for(${key}, ${afterId}, ${limit})`.rows(db)
}

const chosen = z.object({ id: z.int(), name: z.string(), isNew: z.boolean() })
type Chosen = z.infer<typeof chosen>

export async function findCompany(db: Db, id: number): Promise<Chosen | null> {
  return sql(
    chosen,
  )`SELECT c.id, c.name, false AS "isNew" FROM companies m JOIN companies c ON c.id = coalesce(m.merged_into_id, m.id)
    WHERE m.id = ${id}`.first(db)
}

async function findCompanyNamed(db: Db, name: string): Promise<Chosen | null> {
  return sql(
    chosen,
  )`SELECT c.id, c.name, false AS "isNew" FROM companies m JOIN companies c ON c.id = coalesce(m.merged_into_id, m.id)
    WHERE lower(m.name) = lower(${name}) ORDER BY m.id LIMIT 1`.first(db)
}

/** A new company has an unknown program. */
export async function getOrInsertCompany(db: Db, name: string): Promise<Chosen> {
  const company =
    (await findCompanyNamed(db, name)) ??
    (await sql(chosen)`
      INSERT INTO companies (name, origin) VALUES (${name}, 'super') ON CONFLICT (name) DO NOTHING
      RETURNING id, name, true AS "isNew"`.first(db)) ??
    // Another transaction added it meanwhile.
    (await findCompanyNamed(db, name))
  if (!company) throw new Error('PostgreSQL returned no row')
  return company
}

export async function insertAlias(db: Db, companyId: number, name: string): Promise<boolean> {
  const { count } = await sql`
    INSERT INTO company_aliases (company_id, name)
    SELECT ${companyId}, ${name} WHERE NOT EXISTS (SELECT FROM companies WHERE id = ${companyId} AND lower(name) = lower(${name}))
    ON CONFLICT DO NOTHING`.execute(db)
  return count === 1
}
