import { currency } from '@twofold/contract'
import { z } from 'zod'
import type { Db, Tenant } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'

const invoiceRow = z.object({
  id: z.int(),
  month: z.string(),
  currency,
  total_cents: z.int(),
  paid_cents: z.int(),
  lines: z.int(),
  issued_at: z.date(),
  due_on: z.string(),
  /** Null: the organization pays us directly. */
  stripe_state: z.enum(['open', 'paid', 'void', 'uncollectible', 'refused']).nullable(),
  pay_url: z.string().nullable(),
  card_refused_at: z.date().nullable(),
  card_tried_again_at: z.date().nullable(),
})
export type InvoiceRow = z.infer<typeof invoiceRow>

const columns = sql.columns(invoiceRow, 'i')

export async function listInvoices(db: Db, { organizationId }: Tenant, atMost: number): Promise<InvoiceRow[]> {
  return sql(invoiceRow)`
    SELECT ${columns} FROM invoices i WHERE i.organization_id = ${organizationId}
    ORDER BY i.month DESC, i.id DESC LIMIT ${atMost}`.rows(db)
}

export async function findInvoice(db: Db, { organizationId }: Tenant, id: number): Promise<InvoiceRow | null> {
  return sql(invoiceRow)`
    SELECT ${columns} FROM invoices i WHERE i.organization_id = ${organizationId} AND i.id = ${id}`.first(db)
}

export async function lockInvoice(db: Db, { organizationId }: Tenant, id: number): Promise<InvoiceRow | null> {
  return sql(invoiceRow)`
    SELECT ${columns} FROM invoices i WHERE i.organization_id = ${organizationId} AND i.id = ${id} FOR UPDATE`.first(db)
}

export async function lockUnsettled(db: Db, { organizationId }: Tenant): Promise<InvoiceRow[]> {
  return sql(invoiceRow)`
    SELECT ${columns} FROM invoices i WHERE i.organization_id = ${organizationId} AND i.total_cents <> i.paid_cents
      AND i.stripe_state IS DISTINCT FROM 'open'
    ORDER BY i.month, i.id FOR UPDATE`.rows(db)
}

const owedRow = z.object({ currency, owed_cents: z.int() })

export async function sumOwed(db: Db, { organizationId }: Tenant): Promise<z.infer<typeof owedRow>[]> {
  return sql(owedRow)`
    SELECT currency, coalesce(sum(total_cents - paid_cents), 0)::bigint AS owed_cents FROM invoices
    WHERE organization_id = ${organizationId} GROUP BY currency ORDER BY currency DESC`.rows(db)
}

const lineRow = z.object({
  id: z.int(),
  at: z.date(),
  kind: z.enum(['bill', 'credit']),
  why: z.string(),
  cents: z.int(),
  plan: z.string(),
  basis_points: z.int().nullable(),
  based_on_cents: z.int().nullable(),
  month: z.string().nullable(),
  donation_id: z.int().nullable(),
  is_there: z.boolean(),
  donor: z.string(),
  company: z.string(),
  organization: z.string(),
})
export type LineRow = z.infer<typeof lineRow>

/** A deleted match is identified only by its number. */
export async function listInvoiceLines(
  db: Db,
  { organizationId }: Tenant,
  invoiceId: number,
  page: { readonly limit: number; readonly offset: number },
): Promise<LineRow[]> {
  return sql(lineRow)`
    SELECT e.id, e.at, e.kind, e.why, e.cents, e.plan, e.basis_points, e.based_on_cents, e.month, e.donation_id,
      d.id IS NOT NULL AS is_there, coalesce(p.name, '') AS donor, coalesce(c.name, d.employer_text, '') AS company,
      CASE WHEN o.id IS DISTINCT FROM ${organizationId}::bigint THEN coalesce(o.name, '') ELSE '' END AS organization
    FROM ledger_entries e
    LEFT JOIN donations d ON d.organization_id = e.match_organization_id AND d.id = e.donation_id
    LEFT JOIN donors p ON p.organization_id = d.organization_id AND p.id = d.donor_id
    LEFT JOIN companies c ON c.id = d.company_id
    LEFT JOIN organizations o ON o.id = e.match_organization_id
    WHERE e.organization_id = ${organizationId} AND e.invoice_id = ${invoiceId} AND e.kind <> 'payment'
    ORDER BY e.id LIMIT ${page.limit} OFFSET ${page.offset}`.rows(db)
}

type InvoiceMonth = {
  readonly month: string
  readonly until: Date
  readonly now: Date
  readonly dueOn: string
}

/** Inserts one invoice per month and currency. Later entries go on the next one. The organization must be locked. */
export async function insertInvoices(db: Db, organizationId: number, month: InvoiceMonth): Promise<void> {
  await sql`
    WITH due AS (
      SELECT id, currency, cents FROM ledger_entries
      WHERE organization_id = ${organizationId} AND invoice_id IS NULL AND kind <> 'payment' AND at < ${month.until}),
    made AS (
      INSERT INTO invoices (organization_id, month, currency, total_cents, lines, issued_at, due_on)
      SELECT ${organizationId}, ${month.month}::date, currency, sum(cents), count(*), ${month.now}::timestamptz,
        ${month.dueOn}::date
      FROM due GROUP BY currency
      ON CONFLICT (organization_id, month, currency) DO NOTHING RETURNING id, currency)
    UPDATE ledger_entries e SET invoice_id = made.id FROM due JOIN made ON made.currency = due.currency
    WHERE e.organization_id = ${organizationId} AND e.id = due.id`.execute(db)
}
