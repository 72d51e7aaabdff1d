import { organizations, type registration } from '@twofold/contract'
import { z } from 'zod'
import type { Db } from '../../../platform/database/database.ts'
import { idRow, sql } from '../../../platform/database/sql.ts'
import { emailKey } from '../../core/users/index.ts'

/** Also serializes registrations that would get the same web address. */
export async function lockRegistration(db: Db, ein: string, slug: string): Promise<void> {
  await sql`
    SELECT pg_advisory_xact_lock(hashtextextended(key, 9)) FROM unnest(
      ARRAY['register ein ' || ein_key(${ein}), 'register slug ' || ${slug}::text]) AS key ORDER BY key`.execute(db)
}

const administratorRow = z.object({ name: z.string() })

/** Null without an administrator. Chapters share their parent's EIN. */
export async function findAdministrator(db: Db, ein: string): Promise<{ name: string } | null> {
  return sql(administratorRow)`
    SELECT coalesce(nullif((SELECT u.name FROM members m JOIN users u ON u.id = m.user_id
        WHERE m.organization_id = o.id AND m.level = 'admin' ORDER BY m.created_at, u.id LIMIT 1), ''), o.contact_name) AS name
    FROM organizations_with_ein(${ein}) AS found JOIN organizations o ON o.id = found AND o.type <> 'chapter'
    ORDER BY o.id LIMIT 1`.first(db)
}

const freeSlugRow = z.object({ slug: z.string() })

export async function findFreeSlug(db: Db, slug: string): Promise<string> {
  const rows = await sql(freeSlugRow)`
    SELECT slug FROM slugs_like(${slug}) AS slug`.rows(db)
  const taken = new Set(rows.map(({ slug }) => slug))
  for (let number = 2; taken.has(slug); number++) {
    if (!taken.has(`${slug}-${number}`)) return `${slug}-${number}`
  }
  return slug
}

const administrator = z.object({ id: z.int(), email: z.string(), hasPassword: z.boolean() })
export type Administrator = z.infer<typeof administrator>

/** Keeps the name of an existing person. */
export async function getOrInsertUser(db: Db, name: string, email: string): Promise<Administrator> {
  await sql`
    INSERT INTO users (email, email_key, name) VALUES (${email}, ${emailKey(email)}, ${name})
    ON CONFLICT (email_key) DO NOTHING`.execute(db)
  const row = await sql(administrator)`
    SELECT id, email, password_hash IS NOT NULL AS "hasPassword" FROM users
    WHERE email_key = ${emailKey(email)}`.first(db)
  if (!row) throw new Error('PostgreSQL returned no row')
  return row
}

export async function insertOrganization(
  db: Db,
  form: registration.Registration,
  { slug, creatorId }: { slug: string; creatorId: number },
): Promise<number> {
  const { address } = form
  const state = address.state ?? ''
  const rows = await sql(idRow)`
    INSERT INTO organizations (name, slug, type, ein, url, phone, fax, mission, street, street2, city, state, zip, country,
      category_ids, contact_name, contact_email, contact_phone, time_zone, currency, complete, creator_id,
      is_premium, plan)
    VALUES (${form.name}, ${slug}, ${form.type}, ${form.ein}, ${form.url}, ${form.phone}, ${form.fax ?? ''},
      ${form.mission}, ${address.street}, ${address.street2 ?? ''}, ${address.city}, ${state}, ${address.zip ?? ''},
      ${address.country}, ${form.categoryId}, ${form.contact_name}, ${form.contact_email}, ${form.contact_phone ?? ''},
      ${organizations.likelyTimeZone(address.country, state)}, ${address.country === 'CA' ? 'CAD' : 'USD'}, false, ${creatorId},
      ${organizations.freePlan}, ${organizations.freePlan})
    RETURNING id`.rows(db)
  const id = rows[0]?.id
  if (id === undefined) throw new Error('PostgreSQL returned no row')
  return id
}

export async function insertAdministrator(db: Db, organizationId: number, userId: number, now: Date): Promise<void> {
  await sql`
    INSERT INTO members (organization_id, user_id, level, created_at)
    VALUES (${organizationId}, ${userId}, 'admin', ${now})`.execute(db)
}

/** The weekly digest begins the week after: it reports a week in which the organization existed. */
export async function skipDigestOfThisWeek(db: Db, organizationId: number, now: Date): Promise<void> {
  await sql`
    INSERT INTO digest_weeks (organization_id, week)
    SELECT id, date_trunc('week', ${now}::timestamptz AT TIME ZONE time_zone)::date
    FROM organizations WHERE id = ${organizationId}`.execute(db)
}
