import { statusId } from '@twofold/contract'
import { z } from 'zod'
import type { Db } from '../../../platform/database/database.ts'
import { idRow, sql } from '../../../platform/database/sql.ts'
import { withMailResults } from '../../email/notifications/index.ts'

export async function lockDemo(db: Db): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('demo', 0))`.execute(db)
}

export async function hasOrganizations(db: Db): Promise<boolean> {
  const { count } = await sql`SELECT FROM organizations LIMIT 1`.execute(db)
  return count > 0
}

export async function hasCompany(db: Db, name: string): Promise<boolean> {
  const { count } = await sql`SELECT FROM companies WHERE name = ${name}`.execute(db)
  return count > 0
}

const companyRow = z.object({ id: z.int(), name: z.string() })

export async function findCompanyIds(db: Db, names: readonly string[]): Promise<Map<string, number>> {
  const rows = await sql(companyRow)`
    SELECT id, name FROM companies WHERE name = ANY (${[...names]}::text[])`.rows(db)
  return new Map(rows.map(({ id, name }) => [name, id]))
}

export async function setVisibleOrganizations(db: Db, organizationIds: readonly number[]): Promise<void> {
  await sql`SELECT FROM set_config('app.organizations', ${organizationIds.join(',')}, true)`.execute(db)
}

type Columns = Readonly<Record<string, unknown>>

const insertInto = (table: string, columns: Columns) => sql`
  INSERT INTO ${sql.ref(table)} (${sql.join(Object.keys(columns).map((column) => sql.ref(column)))})
  VALUES (${sql.join(Object.values(columns))})`

export async function insertRow(db: Db, table: string, columns: Columns): Promise<number> {
  const row = await sql(idRow)`${insertInto(table, columns)} RETURNING id`.first(db)
  if (!row) throw new Error(`no row of ${table} was written`)
  return row.id
}

export async function insertPlainRow(db: Db, table: string, columns: Columns): Promise<void> {
  await sql`${insertInto(table, columns)}`.execute(db)
}

type Campaign = { readonly organizationId: number; readonly from: string; readonly to: string }

export async function insertHarvestDrive(db: Db, { organizationId, from, to }: Campaign): Promise<void> {
  await sql`
    INSERT INTO campaigns (organization_id, name, company_id, start_date, end_date, match_ratio, group_submit, message)
    SELECT ${organizationId}, 'Harvest Drive at Northstar', id, ${from}, ${to}, '2:1', true, 'Northstar doubles the harvest.'
    FROM companies WHERE name = 'Northstar Robotics'`.execute(db)
}

type UploadedFile = { readonly organizationId: number; readonly id: number; readonly rows: number }

export async function setImportCounts(
  db: Db,
  { organizationId, id, rows }: UploadedFile,
  { recorded, unchanged }: { readonly recorded: number; readonly unchanged: number },
): Promise<void> {
  await sql`
    UPDATE imports SET rows = ${rows}, accepted = ${recorded}, unchanged = ${unchanged}
    WHERE organization_id = ${organizationId} AND id = ${id}`.execute(db)
}

const uploadedRow = z.object({ id: z.int(), status_id: statusId, inert: z.boolean() })

export async function listUploaded(db: Db, importId: number): Promise<z.infer<typeof uploadedRow>[]> {
  return sql(uploadedRow)`
    SELECT id, status_id, inert FROM donations WHERE import_id = ${importId} AND counted ORDER BY id`.rows(db)
}

const queuedMailRow = z.object({
  id: z.int(),
  organization_id: z.int(),
  donation_id: z.int(),
  donor_id: z.int(),
  status_id: z.int(),
  acted: z.boolean(),
})

export async function listQueuedMails(
  db: Db,
  organizationIds: readonly number[],
  until: Date,
): Promise<z.infer<typeof queuedMailRow>[]> {
  return sql(queuedMailRow)`
    SELECT n.id, n.organization_id, n.donation_id, n.donor_id, n.status_id,
      EXISTS (SELECT FROM donation_events e WHERE e.organization_id = n.organization_id
        AND e.donation_id = n.donation_id AND e.actor = 'donor') AS acted
    FROM notifications n
    WHERE n.organization_id = ANY (${[...organizationIds]}::bigint[]) AND n.state = 'queued' AND n.send_at < ${until}
    ORDER BY n.id`.rows(db)
}

export type EmailActivity = {
  readonly id: number
  readonly subject: string
  /** Minutes after sending; null means never. */
  readonly opened_after: number | null
  readonly clicked_after: number | null
  readonly opens: number
  readonly clicks: number
  /** The last email about its match led to the match request, if any. */
  readonly is_last: boolean
}

export async function markSent(db: Db, marks: readonly EmailActivity[]): Promise<void> {
  await withMailResults(sql`
    UPDATE notifications n SET state = 'sent', sent_at = n.send_at, attempts = 1, recipient = p.email, subject = m.subject,
      first_open = n.send_at + make_interval(mins => m.opened_after), opens = m.opens,
      first_click = n.send_at + make_interval(mins => m.clicked_after), clicks = m.clicks,
      led_to_submission = m.is_last AND m.clicks > 0 AND EXISTS (SELECT FROM donations d
        WHERE d.organization_id = n.organization_id AND d.id = n.donation_id AND d.status_id IN (1, 4))
    FROM json_to_recordset(${JSON.stringify(marks)}::json) AS m (id bigint, subject text, opened_after int,
      clicked_after int, opens int, clicks int, is_last bool), donors p
    WHERE n.id = m.id AND p.organization_id = n.organization_id AND p.id = n.donor_id`).execute(db)
}

const requestedMatchRow = z.object({
  donor_name: z.string(),
  donor_email: z.string(),
  organization_name: z.string(),
  company_name: z.string(),
  amount_cents: z.int(),
  estimated_cents: z.int(),
  transaction_id: z.string().nullable(),
  day: z.string(),
})
export type RequestedMatch = z.infer<typeof requestedMatchRow>

type RequestedMatchFilter = {
  readonly companies: readonly string[]
  readonly since: Date
  readonly until: Date
  readonly limit: number
}

export async function listRequestedMatches(
  db: Db,
  organizationIds: readonly number[],
  { companies, since, until, limit }: RequestedMatchFilter,
): Promise<RequestedMatch[]> {
  return sql(requestedMatchRow)`
    SELECT p.name AS donor_name, p.email AS donor_email, o.name AS organization_name, c.name AS company_name,
      coalesce(d.own_cents, d.amount_cents) AS amount_cents, d.estimated_cents, d.transaction_id, d.donated_at::date AS day
    FROM donations d
    JOIN donors p ON p.organization_id = d.organization_id AND p.id = d.donor_id
    JOIN organizations o ON o.id = d.organization_id
    JOIN companies c ON c.id = d.company_id
    WHERE d.organization_id = ANY (${[...organizationIds]}::bigint[]) AND c.name = ANY (${[...companies]}) AND d.counted AND NOT d.inert
      AND d.status_id IN (1, 4) AND d.received_cents = 0 AND d.estimated_cents > 0 AND d.currency = 'USD'
      AND p.email <> '' AND d.status_changed_at >= ${since} AND d.status_changed_at < ${until}
    ORDER BY d.donated_at, d.id LIMIT ${limit}`.rows(db)
}

const formGift = z.object({ organization_id: z.int(), id: z.int(), donor_id: z.int(), company_id: z.int() })

/** Newest gifts that were open at `at` and whose form the nonprofit signs as well. */
export async function listGiftsToSign(db: Db, organizationId: number, at: Date, limit: number): Promise<number[]> {
  return sql(idRow)`
    SELECT d.id FROM donations d JOIN company_forms f ON f.company_id = d.company_id
    WHERE d.organization_id = ${organizationId} AND d.status_id = 25 AND d.status_changed_at <= ${at}
      AND d.counted AND NOT d.inert
      AND f.placements @? '$[*] ? (@.source == "nonprofit_signature")'
    ORDER BY d.donated_at DESC, d.id LIMIT ${limit}`.column(db, 'id')
}

export async function listFormGifts(
  db: Db,
  ids: readonly number[],
  limit: number,
): Promise<z.infer<typeof formGift>[]> {
  return sql(formGift)`
    SELECT d.organization_id, d.id, d.donor_id, f.company_id FROM donations d
    JOIN company_forms f ON f.company_id = d.company_id
    WHERE d.id = ANY (${[...ids]}) AND d.status_id IN (3, 4) AND d.donor_id IS NOT NULL
    ORDER BY d.status_id, d.id LIMIT ${limit}`.rows(db)
}
