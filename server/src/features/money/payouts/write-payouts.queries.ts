import type { PayoutLineFacts, PayoutLinkCandidate } from '@twofold/matching'
import { z } from 'zod'
import type { Db, Tenant } from '../../../platform/database/database.ts'
import { type ColumnTypes, columnNames, recordset } from '../../../platform/database/recordset.ts'
import { idRow, sql } from '../../../platform/database/sql.ts'

/** Cents that `l` adds to a match; in lines of earlier versions, gift and match together. */
export const countedCents = sql`coalesce(l.counted_cents, l.gift_cents + l.match_cents)`
const isCounted = sql`l.state NOT IN ('same', 'voided')`
const ofMatches = sql`CASE WHEN l.state = 'own_gift' THEN 0 ELSE ${countedCents} END`

/** `updatePayoutSums` must follow in the same transaction. */

export type NewPayout = {
  readonly payout_key: string
  readonly reference: string
  readonly platform_id: string | null
  readonly payer: string
  readonly paid_on: string | null
  readonly period_end: string | null
  readonly currency: 'USD' | 'CAD'
  readonly stated_cents: number | null
  readonly fee_cents: number
}

const payoutTypes = {
  payout_key: 'text',
  reference: 'text',
  platform_id: 'text',
  payer: 'text',
  paid_on: 'date',
  period_end: 'date',
  currency: 'text',
  stated_cents: 'bigint',
  fee_cents: 'bigint',
} as const satisfies ColumnTypes<NewPayout>

const keptPayout = idRow.extend({ payout_key: z.string(), is_new: z.boolean() })
export type StoredPayout = { readonly id: number; readonly isNew: boolean }

/** Completes missing fields of existing ones. Returns them by key. */
export async function upsertPayouts(
  db: Db,
  { organizationId }: Tenant,
  payouts: readonly NewPayout[],
  by: { readonly reportId: number; readonly now: Date },
): Promise<Map<string, StoredPayout>> {
  if (payouts.length === 0) return new Map()
  const rows = await sql(keptPayout)`
    INSERT INTO payouts AS p (organization_id, report_id, created_at, gross_cents, ${columnNames(payoutTypes)})
    SELECT ${organizationId}, ${by.reportId}, ${by.now}, coalesce(r.stated_cents, 0), ${columnNames(payoutTypes, 'r')}
    FROM ${recordset(payoutTypes, payouts)}
    ON CONFLICT (organization_id, payout_key) DO UPDATE SET paid_on = coalesce(p.paid_on, excluded.paid_on),
      period_end = coalesce(p.period_end, excluded.period_end),
      stated_cents = coalesce(p.stated_cents, excluded.stated_cents)
    RETURNING p.id, p.payout_key, p.report_id = ${by.reportId} AS is_new`.rows(db)
  return new Map(rows.map(({ id, payout_key, is_new }) => [payout_key, { id, isNew: is_new }]))
}

export type NewLine = {
  readonly payout_id: number
  readonly report_id: number
  readonly line_key: string
  readonly payer: string
  readonly row: number
  readonly sheet_row: number
  readonly kind: PayoutLineFacts['kind']
  readonly line_id: string
  readonly donor_name: string
  readonly donor_email: string
  readonly company: string
  readonly project: string
  readonly given_on: string | null
  readonly currency: string
  readonly gift_cents: number
  readonly match_cents: number
  readonly fee_cents: number
  readonly stated_gift_cents: number | null
  readonly balance_cents: number | null
  readonly note: string
  readonly counted_cents: number
  readonly state: 'tied' | 'doubtful' | 'own_gift'
  readonly tied_by: string | null
  readonly candidates: readonly PayoutLinkCandidate[]
  readonly unmatched: boolean
  readonly repeats_line_id: number | null
  readonly match_organization_id: number | null
  readonly donation_id: number | null
}

const lineTypes = {
  payout_id: 'bigint',
  report_id: 'bigint',
  line_key: 'text',
  payer: 'text',
  row: 'integer',
  sheet_row: 'integer',
  kind: 'text',
  line_id: 'text',
  donor_name: 'text',
  donor_email: 'text',
  company: 'text',
  project: 'text',
  given_on: 'date',
  currency: 'text',
  gift_cents: 'bigint',
  match_cents: 'bigint',
  fee_cents: 'bigint',
  stated_gift_cents: 'bigint',
  balance_cents: 'bigint',
  note: 'text',
  counted_cents: 'bigint',
  state: 'text',
  tied_by: 'text',
  candidates: 'jsonb',
  unmatched: 'boolean',
  repeats_line_id: 'bigint',
  match_organization_id: 'bigint',
  donation_id: 'bigint',
} as const satisfies ColumnTypes<NewLine>

export async function insertLines(
  db: Db,
  { organizationId }: Tenant,
  lines: readonly NewLine[],
  by: { readonly userId: number; readonly now: Date },
): Promise<void> {
  if (lines.length === 0) return
  await sql`
    WITH added AS (
      INSERT INTO payout_lines (organization_id, ${columnNames(lineTypes)}, tied_at)
      SELECT ${organizationId}, ${columnNames(lineTypes, 'r')},
        CASE WHEN r.state = 'tied' THEN ${by.now}::timestamptz END
      FROM ${recordset(lineTypes, lines)} ORDER BY r.payout_id, r.row
      RETURNING id, payout_id, match_organization_id, donation_id, counted_cents AS cents)
    INSERT INTO payout_entries (organization_id, line_id, match_organization_id, donation_id, cents, why, user_id, at)
    SELECT ${organizationId}, a.id, a.match_organization_id, a.donation_id, a.cents,
      'Payout ' || coalesce(nullif(p.reference, ''), p.payer), ${by.userId}, ${by.now}
    FROM added a JOIN payouts p ON p.organization_id = ${organizationId} AND p.id = a.payout_id
    WHERE a.donation_id IS NOT NULL ORDER BY a.id`.execute(db)
}

/** gross = tied + waiting + own gifts + unexplained, without repeated and voided payments. */
export async function updatePayoutSums(
  db: Db,
  { organizationId }: Tenant,
  payoutIds: readonly number[],
): Promise<void> {
  await sql`
    UPDATE payouts p SET lines = s.lines, voided = p.voided AND s.lines = 0, waiting_lines = s.waiting_lines, tied_cents = s.tied_cents,
      waiting_cents = s.waiting_cents, own_gift_cents = s.own_gift_cents, gross_cents = coalesce(p.stated_cents - s.voided_cents, s.cents),
      fee_cents = CASE WHEN p.stated_cents IS NULL THEN s.fee_cents ELSE p.fee_cents END
    FROM (
      SELECT o.id, count(l.id) AS lines, count(l.id) FILTER (WHERE l.state = 'doubtful') AS waiting_lines,
        coalesce(sum(l.gift_cents + l.match_cents) FILTER (WHERE ${isCounted}), 0) AS cents,
        coalesce(sum(l.gift_cents + l.match_cents) FILTER (WHERE l.state = 'voided'), 0) AS voided_cents,
        coalesce(sum(l.fee_cents) FILTER (WHERE ${isCounted}), 0) AS fee_cents,
        coalesce(sum(${countedCents}) FILTER (WHERE l.state = 'tied'), 0) AS tied_cents,
        coalesce(sum(${countedCents}) FILTER (WHERE l.state = 'doubtful'), 0) AS waiting_cents,
        coalesce(sum(l.gift_cents + l.match_cents - ${ofMatches}) FILTER (WHERE ${isCounted}), 0) AS own_gift_cents
      FROM payouts o LEFT JOIN payout_lines l ON l.organization_id = o.organization_id AND l.payout_id = o.id
      WHERE o.organization_id = ${organizationId} AND o.id = ANY (${[...payoutIds]}::bigint[]) GROUP BY o.id) s
    WHERE p.organization_id = ${organizationId} AND p.id = s.id`.execute(db)
}
