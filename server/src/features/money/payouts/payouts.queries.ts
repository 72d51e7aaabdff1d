import { z } from 'zod'
import type { Db, Tenant } from '../../../platform/database/database.ts'
import { type Sql, sql } from '../../../platform/database/sql.ts'

const payoutRow = z.object({
  id: z.int(),
  report_id: z.int(),
  reference: z.string(),
  platform_name: z.string().nullable(),
  payer: z.string(),
  paid_on: z.string().nullable(),
  period_end: z.string().nullable(),
  currency: z.enum(['USD', 'CAD']),
  gross_cents: z.int(),
  fee_cents: z.int(),
  tied_cents: z.int(),
  waiting_cents: z.int(),
  own_gift_cents: z.int(),
  lines: z.int(),
  waiting_lines: z.int(),
  arrived_on: z.string().nullable(),
  arrived_cents: z.int(),
  created_at: z.date(),
})
export type PayoutRow = z.infer<typeof payoutRow>

/** The reported payer of `p`, or the company if all lines name the same one. */
export const paidBy = sql`CASE WHEN p.payer <> '' THEN p.payer ELSE coalesce((
  SELECT min(l.company) FROM payout_lines l WHERE l.organization_id = p.organization_id AND l.payout_id = p.id
  HAVING min(l.company) = max(l.company)), '') END`

const columns = sql`p.id, p.report_id, p.reference, f.name AS platform_name, ${paidBy} AS payer, p.paid_on, p.period_end, p.currency,
  p.gross_cents, p.fee_cents, p.tied_cents, p.waiting_cents, p.own_gift_cents, p.lines, p.waiting_lines,
  b.arrived_on, coalesce(b.arrived_cents, 0) AS arrived_cents, p.created_at`
const joined = (payouts: Sql): Sql => sql`${payouts} p LEFT JOIN platforms m ON m.id = p.platform_id
  LEFT JOIN platforms f ON f.id = coalesce(m.merged_into_id, m.id)
  LEFT JOIN LATERAL (SELECT max(l.day) AS arrived_on, sum(t.cents)::bigint AS arrived_cents FROM bank_ties t
    JOIN bank_lines l ON l.organization_id = t.organization_id AND l.id = t.bank_line_id AND l.removed_at IS NULL
    WHERE t.organization_id = p.organization_id AND t.payout_id = p.id) b ON true`

/** Payouts without a day come last. */
export async function listPayoutRows(
  db: Db,
  { organizationId }: Tenant,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<PayoutRow[]> {
  const newest = sql`ORDER BY coalesce(p.paid_on, p.period_end, '-infinity') DESC, p.id DESC`
  const page = sql`(SELECT * FROM payouts p WHERE p.organization_id = ${organizationId} AND NOT p.voided ${newest} LIMIT ${limit} OFFSET ${offset})`
  return sql(payoutRow)`SELECT ${columns} FROM ${joined(page)} ${newest}`.rows(db)
}

export async function findPayoutRow(db: Db, { organizationId }: Tenant, payoutId: number): Promise<PayoutRow | null> {
  return sql(payoutRow)`
    SELECT ${columns} FROM ${joined(sql`payouts`)}
    WHERE p.organization_id = ${organizationId} AND p.id = ${payoutId}`.first(db)
}

export async function updatePayoutDate(
  db: Db,
  { organizationId }: Tenant,
  payoutId: number,
  paidOn: string | null,
): Promise<void> {
  await sql`UPDATE payouts SET paid_on = ${paidOn}::date WHERE organization_id = ${organizationId} AND id = ${payoutId}`.execute(
    db,
  )
}

const sumRow = z.object({
  currency: z.enum(['USD', 'CAD']),
  payouts: z.int(),
  gross_cents: z.int(),
  fee_cents: z.int(),
  tied_cents: z.int(),
  waiting_cents: z.int(),
  own_gift_cents: z.int(),
  waiting_lines: z.int(),
})
export type PayoutSum = z.infer<typeof sumRow>

export async function sumPayouts(db: Db, { organizationId }: Tenant): Promise<PayoutSum[]> {
  return sql(sumRow)`
    SELECT currency, count(*) AS payouts, coalesce(sum(gross_cents), 0)::bigint AS gross_cents, coalesce(sum(fee_cents), 0)::bigint AS fee_cents,
      coalesce(sum(tied_cents), 0)::bigint AS tied_cents, coalesce(sum(waiting_cents), 0)::bigint AS waiting_cents,
      coalesce(sum(own_gift_cents), 0)::bigint AS own_gift_cents,
      coalesce(sum(waiting_lines), 0)::bigint AS waiting_lines
    FROM payouts WHERE organization_id = ${organizationId} AND NOT voided GROUP BY currency ORDER BY currency DESC`.rows(
    db,
  )
}
