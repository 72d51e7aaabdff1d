import type { PayoutLineFacts, TieCandidate } from '@twofold/matching'
import { z } from 'zod'
import type { Db, Tenant } from '../../platform/database/database.ts'
import { type ColumnTypes, columnNames, recordset } from '../../platform/database/recordset.ts'
import { idRow, sql } from '../../platform/database/sql.ts'

/** Payouts and their lines as they are written; sums are kept by `sumUpPayouts` in the same transaction. */

export type NewPayout = {
  readonly reportId: number
  readonly key: string
  readonly reference: string
  readonly platform: string | null
  readonly payer: string
  readonly paidOn: string | null
  readonly periodEnd: string | null
  readonly currency: 'USD' | 'CAD'
  /** Of a list of payments without lines. */
  readonly statedCents: number | null
  readonly feeCents: number
  readonly now: Date
}

const keptPayout = idRow.extend({ is_new: z.boolean() })

/** Adds a payout or finds the one that is here, filling in what was not known of it. */
export async function keepPayout(
  db: Db,
  { organizationId }: Tenant,
  given: NewPayout,
): Promise<{ readonly id: number; readonly isNew: boolean }> {
  const { rows } = await sql(keptPayout)`
    INSERT INTO payouts AS p (organization_id, report_id, payout_key, reference, platform_id, payer, paid_on, period_end,
      currency, stated_cents, gross_cents, fee_cents, created_at)
    VALUES (${organizationId}, ${given.reportId}, ${given.key}, ${given.reference}, ${given.platform}, ${given.payer},
      ${given.paidOn}, ${given.periodEnd}, ${given.currency}, ${given.statedCents}, ${given.statedCents ?? 0},
      ${given.feeCents}, ${given.now})
    ON CONFLICT (organization_id, payout_key) DO UPDATE SET paid_on = coalesce(p.paid_on, excluded.paid_on),
      period_end = coalesce(p.period_end, excluded.period_end),
      stated_cents = coalesce(p.stated_cents, excluded.stated_cents)
    RETURNING p.id, p.report_id = ${given.reportId} AS is_new`.execute(db)
  const [row] = rows
  if (!row) throw new Error('a payout was neither added nor found')
  return { id: row.id, isNew: row.is_new }
}

const keyRow = z.object({ payout_key: z.string() })

export async function findPayoutKey(db: Db, { organizationId }: Tenant, payoutId: number): Promise<string | null> {
  const { rows } = await sql(keyRow)`
    SELECT payout_key FROM payouts WHERE organization_id = ${organizationId} AND id = ${payoutId}`.execute(db)
  return rows[0]?.payout_key ?? null
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
  readonly state: 'tied' | 'doubtful'
  readonly tied_by: string | null
  readonly candidates: readonly TieCandidate[]
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
  state: 'text',
  tied_by: 'text',
  candidates: 'jsonb',
  match_organization_id: 'bigint',
  donation_id: 'bigint',
} as const satisfies ColumnTypes<NewLine>

/** Adds lines, and a line of the ledger for each that is tied. */
export async function insertLines(
  db: Db,
  { organizationId }: Tenant,
  lines: readonly NewLine[],
  by: { readonly userId: number; readonly why: string; readonly now: Date },
): Promise<void> {
  if (lines.length === 0) return
  await sql`
    WITH added AS (
      INSERT INTO payout_lines (organization_id, ${columnNames(lineTypes)}, tied_at)
      SELECT ${organizationId}, ${columnNames(lineTypes, 'r')},
        CASE WHEN r.state = 'tied' THEN ${by.now}::timestamptz END
      FROM ${recordset(lineTypes, lines)} ORDER BY r.row
      RETURNING id, match_organization_id, donation_id, gift_cents + match_cents AS cents)
    INSERT INTO payout_entries (organization_id, line_id, match_organization_id, donation_id, cents, why, user_id, at)
    SELECT ${organizationId}, id, match_organization_id, donation_id, cents, ${by.why}, ${by.userId}, ${by.now}
    FROM added WHERE donation_id IS NOT NULL ORDER BY id`.execute(db)
}

/** What payouts come to, from their lines: gross = tied + waiting + what no line explains yet. */
export async function sumUpPayouts(db: Db, { organizationId }: Tenant, payoutIds: readonly number[]): Promise<void> {
  await sql`
    UPDATE payouts p SET lines = s.lines, waiting_lines = s.waiting_lines, tied_cents = s.tied_cents,
      waiting_cents = s.waiting_cents, gross_cents = coalesce(p.stated_cents, s.cents),
      fee_cents = CASE WHEN p.stated_cents IS NULL THEN s.fee_cents ELSE p.fee_cents END
    FROM (
      SELECT o.id, count(l.id) AS lines, count(l.id) FILTER (WHERE l.state = 'doubtful') AS waiting_lines,
        coalesce(sum(l.gift_cents + l.match_cents), 0) AS cents, coalesce(sum(l.fee_cents), 0) AS fee_cents,
        coalesce(sum(l.gift_cents + l.match_cents) FILTER (WHERE l.state = 'tied'), 0) AS tied_cents,
        coalesce(sum(l.gift_cents + l.match_cents) FILTER (WHERE l.state = 'doubtful'), 0) AS waiting_cents
      FROM payouts o LEFT JOIN payout_lines l ON l.organization_id = o.organization_id AND l.payout_id = o.id
      WHERE o.organization_id = ${organizationId} AND o.id = ANY (${[...payoutIds]}::bigint[]) GROUP BY o.id) s
    WHERE p.organization_id = ${organizationId} AND p.id = s.id`.execute(db)
}
