import { billing } from '@twofold/contract'
import { z } from 'zod'
import type { Db, Tenant } from '../../../platform/database/database.ts'
import { idRow, sql } from '../../../platform/database/sql.ts'

const how = billing.payment.shape.how

const paymentRow = z.object({
  id: z.int(),
  invoice_id: z.int(),
  cents: z.int(),
  paid_on: z.string(),
  how,
  reference: z.string(),
  entered_at: z.date(),
  reversed_at: z.date().nullable(),
  reversal_reason: z.string().nullable(),
})
export type PaymentRow = z.infer<typeof paymentRow>

const columns = sql.columns(paymentRow, 'p')

export async function listPayments(
  db: Db,
  { organizationId }: Tenant,
  invoiceId: number,
  atMost: number,
): Promise<PaymentRow[]> {
  return sql(paymentRow)`
    SELECT ${columns} FROM payments p WHERE p.organization_id = ${organizationId} AND p.invoice_id = ${invoiceId}
    ORDER BY p.id DESC LIMIT ${atMost}`.rows(db)
}

const externalRow = z.object({ id: z.int(), external_id: z.string(), is_reversed: z.boolean() })

export async function listProviderPayments(
  db: Db,
  { organizationId }: Tenant,
  invoiceId: number,
): Promise<z.infer<typeof externalRow>[]> {
  return sql(externalRow)`
    SELECT id, external_id, reversed_at IS NOT NULL AS is_reversed FROM payments
    WHERE organization_id = ${organizationId} AND invoice_id = ${invoiceId} AND external_id IS NOT NULL`.rows(db)
}

export async function findPayment(
  db: Db,
  { organizationId }: Tenant,
  payment: { readonly invoiceId: number; readonly paymentId: number },
): Promise<PaymentRow | null> {
  return sql(paymentRow)`
    SELECT ${columns} FROM payments p
    WHERE p.organization_id = ${organizationId} AND p.id = ${payment.paymentId}
      AND p.invoice_id = ${payment.invoiceId}`.first(db)
}

export type NewPayment = {
  readonly invoiceId: number
  /** Negative for a refund or for a credit that is used for another invoice. */
  readonly cents: number
  readonly paidOn: string
  readonly how: z.infer<typeof how>
  readonly reference: string
  /** Null for payments reported by the payment provider. */
  readonly userId: number | null
  readonly externalId?: string
}

/** The organization must be locked. */
export async function insertPayment(
  db: Db,
  { organizationId }: Tenant,
  { invoiceId, cents, paidOn, userId, ...payment }: NewPayment,
  now: Date,
): Promise<number> {
  const row = await sql(idRow)`
    WITH paid AS (
      UPDATE invoices SET paid_cents = paid_cents + ${cents}::bigint
      WHERE organization_id = ${organizationId} AND id = ${invoiceId} RETURNING id, currency),
    entry AS (
      INSERT INTO ledger_entries (organization_id, at, kind, why, cents, currency, plan, invoice_id)
      SELECT ${organizationId}, ${now}::timestamptz, 'payment', ${payment.how}, -(${cents}::bigint), currency, '', id FROM paid
      RETURNING id, invoice_id)
    INSERT INTO payments (organization_id, invoice_id, cents, paid_on, how, reference, entered_at, entered_by, entry_id,
      external_id)
    SELECT ${organizationId}, invoice_id, ${cents}::bigint, ${paidOn}::date, ${payment.how}, ${payment.reference},
      ${now}::timestamptz, ${userId}::bigint, id, ${payment.externalId ?? null} FROM entry
    RETURNING id`.first(db)
  if (!row) throw new Error('a payment for an invoice that is not there')
  return row.id
}

/** The invoice must be locked. Returns false if the payment was already reversed. */
export async function insertPaymentReversal(
  db: Db,
  { organizationId }: Tenant,
  reversal: { readonly paymentId: number; readonly userId: number | null; readonly why: string },
  now: Date,
): Promise<boolean> {
  const rows = await sql(idRow)`
    WITH payment AS (
      SELECT id, invoice_id, cents FROM payments
      WHERE organization_id = ${organizationId} AND id = ${reversal.paymentId} AND reversed_at IS NULL),
    unpaid AS (
      UPDATE invoices i SET paid_cents = paid_cents - payment.cents FROM payment
      WHERE i.organization_id = ${organizationId} AND i.id = payment.invoice_id
      RETURNING i.id, i.currency, payment.id AS payment_id, payment.cents),
    entry AS (
      INSERT INTO ledger_entries (organization_id, at, kind, why, cents, currency, plan, invoice_id)
      SELECT ${organizationId}, ${now}::timestamptz, 'payment', 'reversed', cents, currency, '', id FROM unpaid
      RETURNING id)
    UPDATE payments p SET reversed_at = ${now}, reversed_by = ${reversal.userId}::bigint, reversal_reason = ${reversal.why},
      reversal_entry_id = entry.id
    FROM entry, unpaid
    WHERE p.organization_id = ${organizationId} AND p.id = unpaid.payment_id
    RETURNING p.id`.rows(db)
  return rows.length > 0
}
