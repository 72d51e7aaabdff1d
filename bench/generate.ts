import type pg from 'pg'

export type Size = {
  readonly donations: number
  readonly donors: number
  /** With 100 gifts each. */
  readonly others: number
}

/** Gifts are spread evenly over three years, so one year contains a third of them. */
const firstDay = '2023-01-01'
const days = 1_095

// Shares per thousand, as in a portal that has been in use for years.
const statusShares: readonly (readonly [status: number, share: number])[] = [
  [23, 240],
  [7, 180],
  [19, 110],
  [20, 100],
  [4, 80],
  [28, 60],
  [8, 60],
  [1, 50],
  [10, 30],
  [25, 25],
  [11, 20],
  [3, 15],
  [21, 10],
  [6, 10],
  [22, 5],
  [2, 5],
]

const statuses = statusShares.flatMap(([status, share]) => Array.from({ length: share / 5 }, () => status))
const firstNames = 'Ada Ben Chloé Dara Elif Femi Grace Hugo Inés Jun Kofi Lena Maya Noor Omar Pia Quinn Rosa Sam Tess'
const lastNames = 'Abe Berg Costa Diaz Evans Fox Garcia Hall Ito Jones Kim Lopez Müller Nguyen Okafor Patel Reyes Smith'

/** Requires the owner and an empty, migrated database. The fixed seed makes two runs measure the same rows. */
export async function generate(client: pg.ClientBase, size: Size): Promise<void> {
  await client.query("SET app.crossing = 'on'; SET statement_timeout = 0; SELECT setseed(0.42)")
  const organizationId = await insertOrganizations(client, size)
  const last = organizationId + size.others
  await insertMember(client, organizationId, last)
  const { donors, donations } = size
  await insertGifts(client, { from: organizationId, to: organizationId, donors, gifts: donations })
  await insertGifts(client, { from: organizationId + 1, to: last, donors: 50, gifts: 100 })
  await insertDeltas(client)
  // The inserts above did not use the sequence.
  await client.query(`SELECT setval(pg_get_serial_sequence('donors', 'id'), (SELECT max(id) FROM donors))`)
}

/** Checkouts before 2026-11-28 have triggers that already filled this table. */
async function insertDeltas(client: pg.ClientBase): Promise<void> {
  await client.query(
    `INSERT INTO donation_deltas (organization_id, day, status_id, currency, company_id, campaign_key, deadline_week,
       submitted_on, received_on, gifts, amount_cents, estimated_cents, received_cents, paid)
     SELECT organization_id, donated_at::date, status_id, currency, coalesce(company_id, 0), coalesce(campaign_key, ''),
       week_of_deadline(deadline_at), submitted_on, (received_at AT TIME ZONE 'UTC')::date,
       count(*), sum(amount_cents), sum(estimated_cents), sum(received_cents), count(*) FILTER (WHERE received_cents <> 0)
     FROM donations WHERE NOT EXISTS (SELECT FROM donation_deltas) GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9`,
  )
}

async function insertOrganizations(client: pg.ClientBase, size: Size): Promise<number> {
  const { rows } = await client.query<{ id: string }>(
    `INSERT INTO organizations (name, slug, type, ein, complete, onboarded)
     SELECT 'Bench ' || n, 'bench-' || n, 'non-profit', lpad(n::text, 9, '0'), true, now()
     FROM generate_series(0, $1::int) n RETURNING id`,
    [size.others],
  )
  return Math.min(...rows.map(({ id }) => Number(id)))
}

async function insertMember(client: pg.ClientBase, ...organizationIds: readonly number[]): Promise<void> {
  await client.query(
    `WITH person AS (INSERT INTO users (email, email_key, name)
       VALUES ('bench@twofold.example', 'bench@twofold.example', 'Bench') RETURNING id)
     INSERT INTO members (organization_id, user_id, level) SELECT unnest($1::bigint[]), id, 'admin' FROM person`,
    [organizationIds],
  )
}

type Share = { readonly from: number; readonly to: number; readonly donors: number; readonly gifts: number }

/** Donors of an organization have consecutive ids, so a gift can select one without a lookup. */
async function insertGifts(client: pg.ClientBase, { from, to, donors, gifts }: Share): Promise<void> {
  const { rows } = await client.query<{ first: string }>(`SELECT coalesce(max(id), 0) + 1 AS first FROM donors`)
  const firstDonor = Number(rows[0]?.first)
  await client.query(
    `INSERT INTO donors (organization_id, id, donor_key, email, name, city, state, country)
     SELECT o, $3::bigint + (o - $1) * $4::bigint + n, 'donor' || n || '@mail.example', 'donor' || n || '@mail.example',
       first_names[1 + (n % 20)] || ' ' || last_names[1 + (n / 20 % 18)] || ' ' || n, 'Springfield', 'IL', 'US'
     FROM generate_series($1::bigint, $2::bigint) o, generate_series(0, $4::int - 1) n,
       string_to_array($5, ' ') first_names, string_to_array($6, ' ') last_names`,
    [from, to, firstDonor, donors, firstNames, lastNames],
  )
  await client.query(
    `WITH known AS (SELECT array_agg(id ORDER BY id) AS ids FROM companies),
     rolled AS MATERIALIZED (
       SELECT o, n, random() AS donor, random() AS day, random() AS second, random() AS company, random() AS amount,
         ($4::int[])[1 + floor(random() * cardinality($4::int[]))::int] AS status
       FROM generate_series($1::bigint, $2::bigint) o, generate_series(1, $3::int) n)
     INSERT INTO donations (organization_id, gift_key, transaction_id, donor_id, donated_at, amount_cents, currency,
       company_id, employer_text, employer_how, employer_confidence, status_id, status_changed_at, estimated_cents,
       deadline_at, custom, created_at)
     SELECT o, md5(o || ':' || n)::uuid, 'TX-' || n, $5::bigint + (o - $1) * $6::bigint + floor(donor * $6)::bigint,
       $7::timestamp + floor(day * $8) * interval '1 day' + floor(second * 86400) * interval '1 second',
       500 + floor(amount * amount * 40) * 500, 'USD',
       CASE WHEN status IN (2, 23) THEN NULL
         ELSE known.ids[1 + floor(company * company * cardinality(known.ids))::int] END,
       CASE WHEN status = 2 THEN 'Unknown employer ' || n % 500 ELSE '' END,
       CASE WHEN status IN (2, 23) THEN NULL ELSE 'name' END, CASE WHEN status IN (2, 23) THEN NULL ELSE 1 END,
       status, now(),
       CASE WHEN status IN (1, 3, 4, 5, 6, 7, 8, 20, 25, 28) THEN 500 + floor(amount * amount * 40) * 500 ELSE 0 END,
       -- Far in the future, so that no match expires during a measurement.
       CASE WHEN status IN (3, 5, 6, 7, 8, 25, 28) THEN now() + (2 + company) * interval '1 year' END,
       '{"campaign": "Spring"}', now()
     FROM rolled, known ORDER BY o, day`,
    [from, to, gifts, statuses, firstDonor, donors, firstDay, days],
  )
}
