import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'

export type DonorRow = {
  readonly organization_id: number
  readonly donor_key: string
  readonly email: string
  readonly name: string
  readonly phone: string
  readonly street: string
  readonly street2: string
  readonly city: string
  readonly state: string
  readonly zip: string
  readonly country: string
}

/** Adds donors that are new and fills in what was blank of known ones. Answers the id of each `organization_id:donor_key`. */
export async function keepDonors(
  db: Db,
  donors: readonly DonorRow[],
  importId: number | null,
  now: Date,
): Promise<Map<string, number>> {
  const given = sql`json_to_recordset(${JSON.stringify(donors)}::json) AS g (organization_id bigint, donor_key text,
    email text, name text, phone text, street text, street2 text, city text, state text, zip text, country text)`
  await sql`
    INSERT INTO donors (organization_id, donor_key, email, name, phone, street, street2, city, state, zip, country,
      import_id, created_at)
    SELECT g.organization_id, g.donor_key, g.email, g.name, g.phone, g.street, g.street2, g.city, g.state, g.zip, g.country,
      ${importId}::bigint, ${now}::timestamptz
    FROM ${given} ORDER BY g.organization_id, g.donor_key
    ON CONFLICT (organization_id, donor_key) DO NOTHING`.execute(db)
  await sql`
    UPDATE donors d SET
      name = coalesce(nullif(d.name, ''), g.name), phone = coalesce(nullif(d.phone, ''), g.phone),
      street = coalesce(nullif(d.street, ''), g.street), street2 = coalesce(nullif(d.street2, ''), g.street2),
      city = coalesce(nullif(d.city, ''), g.city), state = coalesce(nullif(d.state, ''), g.state),
      zip = coalesce(nullif(d.zip, ''), g.zip), country = coalesce(nullif(d.country, ''), g.country)
    FROM ${given}
    WHERE d.organization_id = g.organization_id AND d.donor_key = g.donor_key
      AND ((d.name = '' AND g.name <> '') OR (d.phone = '' AND g.phone <> '') OR (d.street = '' AND g.street <> '')
        OR (d.city = '' AND g.city <> '') OR (d.state = '' AND g.state <> '') OR (d.zip = '' AND g.zip <> '')
        OR (d.country = '' AND g.country <> ''))`.execute(db)
  const { rows } = await sql<{ organization_id: number; donor_key: string; id: number }>`
    SELECT d.organization_id, d.donor_key, d.id FROM ${given}
    JOIN donors d ON d.organization_id = g.organization_id AND d.donor_key = g.donor_key`.execute(db)
  return new Map(rows.map((row) => [`${row.organization_id}:${row.donor_key}`, row.id]))
}

/** Which of the given gifts are already here, deleted ones included: `organization_id:gift_key`. */
export async function findKnownGifts(
  db: Db,
  gifts: readonly { organization_id: number; gift_key: string }[],
): Promise<Set<string>> {
  const { rows } = await sql<{ organization_id: number; gift_key: string }>`
    SELECT d.organization_id, d.gift_key
    FROM json_to_recordset(${JSON.stringify(gifts)}::json) AS g (organization_id bigint, gift_key uuid)
    JOIN donations d ON d.organization_id = g.organization_id AND d.gift_key = g.gift_key`.execute(db)
  return new Set(rows.map((row) => `${row.organization_id}:${row.gift_key}`))
}

/** Ids before the rows exist, so that a gift can be merged into another one of the same upload. */
export async function takeDonationIds(db: Db, count: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT nextval(pg_get_serial_sequence('donations', 'id')) AS id FROM generate_series(1, ${count}::int)`.execute(db)
  return rows.map((row) => row.id)
}
