import { type PayoutLineFacts, payoutLineKinds, type TieCandidate } from '@twofold/matching'
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

const knownLine = z.object({ payout_id: z.int(), line_key: z.string(), reference: z.string() })

/** Which lines of a payer are here, by what makes them the same. */
export async function listKnownLines(
  db: Db,
  { organizationId }: Tenant,
  payer: string,
  keys: readonly string[],
): Promise<z.infer<typeof knownLine>[]> {
  const { rows } = await sql(knownLine)`
    SELECT l.payout_id, l.line_key, p.reference FROM payout_lines l
    JOIN payouts p ON p.organization_id = l.organization_id AND p.id = l.payout_id
    WHERE l.organization_id = ${organizationId} AND l.payer = ${payer} AND l.line_key = ANY (${[...keys]}::text[])`.execute(
    db,
  )
  return rows
}

const earlierLine = z.object({
  line_id: z.string(),
  donor_email: z.string(),
  donor_name: z.string(),
  donation_id: z.int(),
  match_organization_id: z.int(),
})

/** Lines of a payer's earlier payouts with these ids, and the matches that they were tied to; the first first. */
export async function listEarlierLines(
  db: Db,
  { organizationId }: Tenant,
  payer: string,
  lineIds: readonly string[],
): Promise<z.infer<typeof earlierLine>[]> {
  const { rows } = await sql(earlierLine)`
    SELECT line_id, donor_email, donor_name, donation_id, match_organization_id FROM payout_lines
    WHERE organization_id = ${organizationId} AND payer = ${payer} AND line_id <> ''
      AND line_id = ANY (${[...lineIds]}::text[]) AND donation_id IS NOT NULL AND match_organization_id IS NOT NULL
    ORDER BY id DESC`.execute(db)
  return rows
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

const tiedLine = z.object({ id: z.int(), match_organization_id: z.int(), donation_id: z.int(), tied_by: z.string() })

/** The tied lines of a report, before it is undone. */
export async function listTiedLines(
  db: Db,
  { organizationId }: Tenant,
  reportId: number,
): Promise<z.infer<typeof tiedLine>[]> {
  const { rows } = await sql(tiedLine)`
    SELECT id, match_organization_id, donation_id, tied_by FROM payout_lines
    WHERE organization_id = ${organizationId} AND report_id = ${reportId} AND tied_by IS NOT NULL
      AND match_organization_id IS NOT NULL AND donation_id IS NOT NULL ORDER BY id`.execute(db)
  return rows
}

/** Writes into the ledger that the money of these lines leaves its matches. */
export async function takeOutEntries(
  db: Db,
  { organizationId }: Tenant,
  lineIds: readonly number[],
  by: { readonly userId: number; readonly why: string; readonly now: Date },
): Promise<void> {
  await sql`
    INSERT INTO payout_entries (organization_id, line_id, match_organization_id, donation_id, cents, why, user_id, at)
    SELECT organization_id, id, match_organization_id, donation_id, -(gift_cents + match_cents), ${by.why}, ${by.userId},
      ${by.now}
    FROM payout_lines
    WHERE organization_id = ${organizationId} AND id = ANY (${[...lineIds]}::bigint[]) AND state = 'tied'
    ORDER BY id`.execute(db)
}

/** Takes out a report's lines, and payouts that have none left; answers payouts that keep lines of other reports. */
export async function deleteReportLines(db: Db, { organizationId }: Tenant, reportId: number): Promise<number[]> {
  await sql`
    DELETE FROM payout_lines WHERE organization_id = ${organizationId} AND report_id = ${reportId}`.execute(db)
  await sql`
    DELETE FROM payouts p WHERE p.organization_id = ${organizationId} AND p.report_id = ${reportId}
      AND NOT EXISTS (SELECT FROM payout_lines l WHERE l.organization_id = p.organization_id AND l.payout_id = p.id)`.execute(
    db,
  )
  const { rows } = await sql(idRow)`
    SELECT id FROM payouts WHERE organization_id = ${organizationId} AND report_id = ${reportId}`.execute(db)
  return rows.map(({ id }) => id)
}

const lineRow = z.object({
  id: z.int(),
  payout_id: z.int(),
  payer: z.string(),
  reference: z.string(),
  paid_on: z.string().nullable(),
  kind: z.enum(payoutLineKinds),
  line_id: z.string(),
  donor_name: z.string(),
  donor_email: z.string(),
  company: z.string(),
  project: z.string(),
  given_on: z.string().nullable(),
  currency: z.enum(['USD', 'CAD']),
  gift_cents: z.int(),
  match_cents: z.int(),
  fee_cents: z.int(),
  stated_gift_cents: z.int().nullable(),
  balance_cents: z.int().nullable(),
  note: z.string(),
  state: z.enum(['tied', 'doubtful']),
  tied_by: z.enum(['id', 'email_amount_date', 'earlier_line', 'person', 'new']).nullable(),
  candidates: z.array(z.object({ giftId: z.int(), why: z.string(), score: z.number() })),
  donation_id: z.int().nullable(),
})
export type LineRow = z.infer<typeof lineRow>

const lineColumns = sql`l.id, l.payout_id, l.payer, p.reference, p.paid_on, l.kind, l.line_id, l.donor_name, l.donor_email,
  l.company, l.project, l.given_on, p.currency, l.gift_cents, l.match_cents, l.fee_cents, l.stated_gift_cents,
  l.balance_cents, l.note, l.state, l.tied_by, l.candidates, l.donation_id`

/** The lines of a payout in the order of its report. */
export async function listLines(
  db: Db,
  { organizationId }: Tenant,
  payoutId: number,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<LineRow[]> {
  const { rows } = await sql(lineRow)`
    SELECT ${lineColumns} FROM payout_lines l
    JOIN payouts p ON p.organization_id = l.organization_id AND p.id = l.payout_id
    WHERE l.organization_id = ${organizationId} AND l.payout_id = ${payoutId}
    ORDER BY l.row, l.id LIMIT ${limit} OFFSET ${offset}`.execute(db)
  return rows
}

/** Lines that wait for a person, of one payout or of all. */
export async function listWaitingLines(
  db: Db,
  { organizationId }: Tenant,
  { payoutId, limit }: { readonly payoutId: number | null; readonly limit: number },
): Promise<LineRow[]> {
  const { rows } = await sql(lineRow)`
    SELECT ${lineColumns} FROM payout_lines l
    JOIN payouts p ON p.organization_id = l.organization_id AND p.id = l.payout_id
    WHERE l.organization_id = ${organizationId} AND l.state = 'doubtful'
      AND (${payoutId}::bigint IS NULL OR l.payout_id = ${payoutId})
    ORDER BY l.payout_id, l.row LIMIT ${limit}`.execute(db)
  return rows
}

/** One line, and those of the same request that wait with it, locked. The asked one is first. */
export async function lockLine(db: Db, { organizationId }: Tenant, lineId: number): Promise<LineRow | null> {
  const { rows } = await sql(lineRow)`
    SELECT ${lineColumns} FROM payout_lines l
    JOIN payouts p ON p.organization_id = l.organization_id AND p.id = l.payout_id
    WHERE l.organization_id = ${organizationId} AND l.id = ${lineId} FOR UPDATE OF l`.execute(db)
  return rows[0] ?? null
}

/** Ties a line that waits, and writes it into the ledger. */
export async function tieLine(
  db: Db,
  { organizationId }: Tenant,
  lineId: number,
  match: { readonly organizationId: number; readonly donationId: number; readonly by: 'person' | 'new' },
  by: { readonly userId: number; readonly why: string; readonly now: Date },
): Promise<void> {
  await sql`
    WITH tied AS (
      UPDATE payout_lines SET state = 'tied', tied_by = ${match.by}, match_organization_id = ${match.organizationId},
        donation_id = ${match.donationId}, tied_at = ${by.now}
      WHERE organization_id = ${organizationId} AND id = ${lineId} AND state = 'doubtful'
      RETURNING id, match_organization_id, donation_id, gift_cents + match_cents AS cents)
    INSERT INTO payout_entries (organization_id, line_id, match_organization_id, donation_id, cents, why, user_id, at)
    SELECT ${organizationId}, id, match_organization_id, donation_id, cents, ${by.why}, ${by.userId}, ${by.now}
    FROM tied`.execute(db)
}

/** Has a tied line wait again; its ledger line is written before. */
export async function loosenLine(db: Db, { organizationId }: Tenant, lineId: number): Promise<void> {
  await sql`
    UPDATE payout_lines SET state = 'doubtful', tied_by = NULL, tied_at = NULL, match_organization_id = NULL,
      donation_id = NULL
    WHERE organization_id = ${organizationId} AND id = ${lineId} AND state = 'tied'`.execute(db)
}
