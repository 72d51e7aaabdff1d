import { currency } from '@twofold/contract'
import { z } from 'zod'
import type { Db, Tenant } from '../../../../platform/database/database.ts'
import { sql } from '../../../../platform/database/sql.ts'

/** The minimum charge at Stripe; smaller amounts are paid to us directly. */
const minCents = 50

/** The invoice was started, or issued since the card exists, but is not accepted yet. */
export const isDueAtStripe = sql`i.total_cents <> i.paid_cents AND i.total_cents >= i.paid_cents + ${minCents}
  AND i.stripe_invoice_id IS NULL AND o.stripe_customer_id IS NOT NULL
  AND (i.stripe_state = 'open'
    OR (i.stripe_state IS NULL AND NOT o.rule_invoiced AND o.stripe_card_since <= i.issued_at))`

const dueRow = z.object({ organization_id: z.int(), invoice_id: z.int() })
export type DueInvoice = z.infer<typeof dueRow>

export async function listDueInvoices(db: Db, after: DueInvoice, atMost: number): Promise<DueInvoice[]> {
  return sql(dueRow)`
    SELECT i.organization_id, i.id AS invoice_id FROM invoices i
    JOIN organizations o ON o.id = i.organization_id
    WHERE ${isDueAtStripe}
      AND (i.organization_id, i.id) > (${after.organization_id}::bigint, ${after.invoice_id}::bigint)
    ORDER BY i.organization_id, i.id LIMIT ${atMost}`.rows(db)
}

const collectedRow = z.object({
  organization_id: z.int(),
  id: z.int(),
  month: z.string(),
  currency,
  stripe_cents: z.int(),
  lines: z.int(),
  customer_id: z.string(),
})
export type CollectedInvoice = z.infer<typeof collectedRow>

/** Reserves the open amount. Null: Stripe must not collect this invoice. */
export async function beginCollection(
  db: Db,
  { organizationId }: Tenant,
  invoiceId: number,
): Promise<CollectedInvoice | null> {
  return sql(collectedRow)`
    UPDATE invoices i SET stripe_state = 'open', stripe_cents = coalesce(i.stripe_cents, i.total_cents - i.paid_cents)
    FROM organizations o
    WHERE i.organization_id = ${organizationId} AND i.id = ${invoiceId} AND o.id = i.organization_id
      AND i.total_cents > i.paid_cents AND i.stripe_invoice_id IS NULL AND o.stripe_customer_id IS NOT NULL
      AND (i.stripe_state IS NULL OR i.stripe_state = 'open')
    RETURNING i.organization_id, i.id, i.month, i.currency,
      coalesce(i.stripe_cents, i.total_cents - i.paid_cents) AS stripe_cents, i.lines,
      coalesce(o.stripe_customer_id, '') AS customer_id`.first(db)
}

export async function saveStripeInvoice(
  db: Db,
  { organizationId }: Tenant,
  invoiceId: number,
  stripeInvoice: { readonly stripeId: string; readonly payUrl: string | null },
): Promise<void> {
  await sql`
    UPDATE invoices SET stripe_invoice_id = ${stripeInvoice.stripeId}, pay_url = ${stripeInvoice.payUrl}
    WHERE organization_id = ${organizationId} AND id = ${invoiceId}`.execute(db)
}

const invoiceStateRow = z.object({
  organization_id: z.int(),
  invoice_id: z.int(),
  stripe_cents: z.int().nullable(),
  time_zone: z.string(),
  is_entered: z.boolean(),
  is_entered_whole: z.boolean(),
  is_reversed: z.boolean(),
})

export async function findInvoiceByStripeId(db: Db, stripeId: string): Promise<z.infer<typeof invoiceStateRow> | null> {
  return sql(invoiceStateRow)`
    SELECT i.organization_id, i.id AS invoice_id, i.stripe_cents, o.time_zone,
      EXISTS (SELECT FROM payments p WHERE p.organization_id = i.organization_id AND p.external_id = ${stripeId})
        AS is_entered,
      EXISTS (SELECT FROM payments p WHERE p.organization_id = i.organization_id AND p.external_id = ${stripeId}
        AND p.cents = i.stripe_cents) AS is_entered_whole,
      EXISTS (SELECT FROM payments p WHERE p.organization_id = i.organization_id AND p.external_id = ${stripeId}
        AND p.reversed_at IS NOT NULL) AS is_reversed
    FROM invoices i JOIN organizations o ON o.id = i.organization_id
    WHERE i.stripe_invoice_id = ${stripeId}`.first(db)
}

/** `paid` and `void` are final: later responses are outdated. */
export async function saveStripeState(
  db: Db,
  { organizationId }: Tenant,
  invoiceId: number,
  state: 'open' | 'paid' | 'void' | 'uncollectible' | 'refused',
): Promise<void> {
  await sql`
    UPDATE invoices SET stripe_state = ${state}
    WHERE organization_id = ${organizationId} AND id = ${invoiceId}
      AND (stripe_state = 'open' OR (stripe_state = 'uncollectible' AND ${state} IN ('paid', 'void')))`.execute(db)
}

const stripeIdRow = z.object({ stripe_id: z.string() })

/** Crosses organizations. */
export async function listOpenAtStripe(db: Db, after: string, atMost: number): Promise<string[]> {
  return sql(stripeIdRow)`
    SELECT stripe_invoice_id AS stripe_id FROM invoices
    WHERE stripe_state = 'open' AND stripe_invoice_id > ${after}
    ORDER BY stripe_invoice_id LIMIT ${atMost}`.column(db, 'stripe_id')
}

export async function saveCardDecline(
  db: Db,
  { organizationId }: Tenant,
  invoiceId: number,
  decline: { readonly at: Date; readonly triedAgainAt: Date | null } | null,
): Promise<void> {
  await sql`
    UPDATE invoices SET
      card_refused_at = CASE WHEN ${decline === null} THEN NULL ELSE coalesce(card_refused_at, ${decline?.at ?? null}) END,
      card_tried_again_at = ${decline?.triedAgainAt ?? null}
    WHERE organization_id = ${organizationId} AND id = ${invoiceId}
      AND (card_refused_at IS NOT NULL OR ${decline !== null})`.execute(db)
}

/** Crosses organizations. */
export async function listRefundedInvoices(db: Db, since: Date, after: string, atMost: number): Promise<string[]> {
  return sql(stripeIdRow)`
    SELECT DISTINCT i.stripe_invoice_id AS stripe_id FROM payments p
    JOIN invoices i ON i.organization_id = p.organization_id AND i.id = p.invoice_id
    WHERE p.external_id IS NOT NULL AND p.how <> 'stripe' AND p.entered_at > ${since} AND i.stripe_invoice_id > ${after}
    ORDER BY i.stripe_invoice_id LIMIT ${atMost}`.column(db, 'stripe_id')
}
