import { payoutLineKinds, voidedStatusIds } from '@twofold/matching'
import { z } from 'zod'
import type { Db, Tenant } from '../../../platform/database/database.ts'
import { idRow, sql } from '../../../platform/database/sql.ts'
import { isAddable } from './reports.queries.ts'
import { countedCents } from './write-payouts.queries.ts'

const linkedLine = z.object({ id: z.int(), match_organization_id: z.int(), donation_id: z.int(), tied_by: z.string() })

export async function listLinkedLines(
  db: Db,
  { organizationId }: Tenant,
  reportId: number,
): Promise<z.infer<typeof linkedLine>[]> {
  return sql(linkedLine)`
    SELECT id, match_organization_id, donation_id, tied_by FROM payout_lines
    WHERE organization_id = ${organizationId} AND report_id = ${reportId} AND tied_by IS NOT NULL
      AND match_organization_id IS NOT NULL AND donation_id IS NOT NULL ORDER BY id`.rows(db)
}

const matchOfLine = z.object({ donation_id: z.int() })

/** A payout has the lines of a few reports, up to 4,000 each. */
export async function listMatchesOfPayout(db: Db, { organizationId }: Tenant, payoutId: number): Promise<number[]> {
  return sql(matchOfLine)`
    SELECT DISTINCT donation_id FROM payout_lines
    WHERE organization_id = ${organizationId} AND payout_id = ${payoutId} AND state = 'tied' AND donation_id IS NOT NULL
    ORDER BY donation_id`.column(db, 'donation_id')
}

export async function insertReversalEntries(
  db: Db,
  { organizationId }: Tenant,
  lineIds: readonly number[],
  by: { readonly userId: number; readonly why: string; readonly now: Date },
): Promise<void> {
  await sql`
    INSERT INTO payout_entries (organization_id, line_id, match_organization_id, donation_id, cents, why, user_id, at)
    SELECT l.organization_id, l.id, l.match_organization_id, l.donation_id, -${countedCents}, ${by.why}, ${by.userId}, ${by.now}
    FROM payout_lines l
    WHERE l.organization_id = ${organizationId} AND l.id = ANY (${[...lineIds]}::bigint[]) AND l.state = 'tied'
    ORDER BY l.id`.execute(db)
}

/** Deletes payouts without remaining lines, too. Returns the ids of all affected payouts. */
export async function deleteReportLines(db: Db, { organizationId }: Tenant, reportId: number): Promise<number[]> {
  const touched = await sql(idRow)`
    WITH gone AS (DELETE FROM payout_lines WHERE organization_id = ${organizationId} AND report_id = ${reportId} RETURNING payout_id)
    SELECT payout_id AS id FROM gone
    UNION SELECT id FROM payouts WHERE organization_id = ${organizationId} AND report_id = ${reportId}`.rows(db)
  const ids = touched.map(({ id }) => id)
  // One statement for all payouts: one each would scan dead index entries again.
  await sql`
    DELETE FROM payouts p WHERE p.organization_id = ${organizationId} AND p.id = ANY (${ids}::bigint[])
      AND (p.report_id = ${reportId} OR p.stated_cents IS NULL)
      AND p.id NOT IN (SELECT l.payout_id FROM payout_lines l
        WHERE l.organization_id = ${organizationId} AND l.payout_id = ANY (${ids}::bigint[]))`.execute(db)
  return ids
}

/** Above what a page can show. */
const maxOrganizations = 500

const repeatedRow = z.object({
  payout_id: z.int(),
  payer: z.string(),
  reference: z.string(),
  paid_on: z.string().nullable(),
  is_typed: z.boolean(),
})

const lineRow = z.object({
  id: z.int(),
  payout_id: z.int(),
  report_id: z.int(),
  is_typed: z.boolean(),
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
  counted_cents: z.int(),
  state: z.enum(['tied', 'doubtful', 'own_gift', 'same', 'voided']),
  unmatched: z.boolean(),
  repeats_line_id: z.int().nullable(),
  repeated: repeatedRow.nullable(),
  tied_by: z.enum(['id', 'email_amount_date', 'expected', 'earlier_line', 'person', 'new']).nullable(),
  candidates: z.array(z.object({ giftId: z.int(), why: z.string(), score: z.number(), partCents: z.int().optional() })),
  donation_id: z.int().nullable(),
  match_organization_id: z.int().nullable(),
  match_organization: z.string().nullable(),
})
export type LineRow = z.infer<typeof lineRow>

/** The line is tied to a match of a chapter that has left. */
export const isLinkedToFormerChapter = ({ family }: Tenant, { match_organization_id: id }: LineRow): boolean =>
  id !== null && !family.includes(id)

const repeatedOf = sql`(SELECT jsonb_build_object('payout_id', t.payout_id, 'payer', t.payer, 'reference', tp.reference,
    'paid_on', tp.paid_on, 'is_typed', tr.file_name IS NULL)
  FROM payout_lines t
  JOIN payouts tp ON tp.organization_id = t.organization_id AND tp.id = t.payout_id
  JOIN payout_reports tr ON tr.organization_id = t.organization_id AND tr.id = t.report_id
  WHERE t.organization_id = l.organization_id AND t.id = coalesce(l.same_line_id, l.repeats_line_id))`

const lineColumns = sql`l.id, l.payout_id, l.report_id,
  coalesce((SELECT r.file_name IS NULL FROM payout_reports r
    WHERE r.organization_id = l.organization_id AND r.id = l.report_id), false) AS is_typed, l.payer, p.reference, p.paid_on, l.kind, l.line_id, l.donor_name, l.donor_email,
  l.company, l.project, l.given_on, p.currency, l.gift_cents, l.match_cents, l.fee_cents, l.stated_gift_cents,
  l.balance_cents, l.note, l.state, l.tied_by, l.candidates, l.donation_id, l.match_organization_id, ${countedCents} AS counted_cents,
  l.unmatched, l.repeats_line_id, ${repeatedOf} AS repeated,
  (SELECT o.name FROM organizations o WHERE o.id = l.match_organization_id) AS match_organization`

const maxReportLines = 10_000

export async function listLines(
  db: Db,
  { organizationId }: Tenant,
  payoutId: number,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<LineRow[]> {
  return sql(lineRow)`
    SELECT ${lineColumns} FROM payout_lines l
    JOIN payouts p ON p.organization_id = l.organization_id AND p.id = l.payout_id
    WHERE l.organization_id = ${organizationId} AND l.payout_id = ${payoutId}
    ORDER BY l.row, l.id LIMIT ${limit} OFFSET ${offset}`.rows(db)
}

const organizationSumRow = z.object({ id: z.int(), name: z.string().nullable(), lines: z.int(), cents: z.int() })

/** Largest first. Former chapters have no name. */
export async function sumByOrganization(
  db: Db,
  { organizationId }: Tenant,
  payoutId: number,
): Promise<z.infer<typeof organizationSumRow>[]> {
  return sql(organizationSumRow)`
    SELECT l.match_organization_id AS id, o.name, count(*) AS lines,
      coalesce(sum(${countedCents}), 0)::bigint AS cents
    FROM payout_lines l LEFT JOIN organizations o ON o.id = l.match_organization_id
    WHERE l.organization_id = ${organizationId} AND l.payout_id = ${payoutId} AND l.match_organization_id IS NOT NULL
    GROUP BY l.match_organization_id, o.name ORDER BY cents DESC, o.name LIMIT ${maxOrganizations}`.rows(db)
}

export async function listWaitingLines(
  db: Db,
  { organizationId }: Tenant,
  { payoutId, limit }: { readonly payoutId: number | null; readonly limit: number },
): Promise<LineRow[]> {
  return sql(lineRow)`
    SELECT ${lineColumns} FROM payout_lines l
    JOIN payouts p ON p.organization_id = l.organization_id AND p.id = l.payout_id
    WHERE l.organization_id = ${organizationId} AND l.state = 'doubtful'
      AND (${payoutId}::bigint IS NULL OR l.payout_id = ${payoutId})
    ORDER BY l.payout_id, l.row LIMIT ${limit}`.rows(db)
}

export async function lockLine(db: Db, { organizationId }: Tenant, lineId: number): Promise<LineRow | null> {
  return sql(lineRow)`
    SELECT ${lineColumns} FROM payout_lines l
    JOIN payouts p ON p.organization_id = l.organization_id AND p.id = l.payout_id
    WHERE l.organization_id = ${organizationId} AND l.id = ${lineId} FOR UPDATE OF l`.first(db)
}

export async function lockUnmatchedLines(db: Db, { organizationId }: Tenant, reportId: number): Promise<LineRow[]> {
  return sql(lineRow)`
    SELECT ${lineColumns} FROM payout_lines l
    JOIN payouts p ON p.organization_id = l.organization_id AND p.id = l.payout_id
    WHERE l.organization_id = ${organizationId} AND l.report_id = ${reportId} AND ${isAddable}
    ORDER BY l.id LIMIT ${maxReportLines} FOR UPDATE OF l`.rows(db)
}

export async function markAsSamePayment(
  db: Db,
  { organizationId }: Tenant,
  samePayment: {
    readonly lineId: number
    readonly countsId: number
    readonly before: Pick<LineRow, 'donation_id' | 'match_organization_id' | 'tied_by'>
  },
): Promise<void> {
  await sql`
    UPDATE payout_lines SET state = 'same', same_line_id = ${samePayment.countsId}, repeats_line_id = NULL, unmatched = false,
      link_before_same = ${JSON.stringify(samePayment.before)}::jsonb
    WHERE organization_id = ${organizationId} AND id = ${samePayment.lineId} AND state = 'doubtful'`.execute(db)
  await sql`
    UPDATE payout_lines SET repeats_line_id = NULL
    WHERE organization_id = ${organizationId} AND id = ${samePayment.countsId}`.execute(db)
}

const restoredRow = z.object({ id: z.int(), payout_id: z.int(), donation_id: z.int().nullable() })

export async function restoreSamePayments(
  db: Db,
  { organizationId }: Tenant,
  reportId: number,
  by: { readonly userId: number; readonly why: string; readonly now: Date },
): Promise<z.infer<typeof restoredRow>[]> {
  return sql(restoredRow)`
    WITH back AS (
      SELECT s.id, d.id AS donation_id, d.organization_id AS match_organization_id, s.link_before_same ->> 'tied_by' AS tied_by
      FROM payout_lines c
      JOIN payout_lines s ON s.organization_id = c.organization_id AND s.same_line_id = c.id
      LEFT JOIN donations d ON d.id = (s.link_before_same ->> 'donation_id')::bigint
        AND d.organization_id = (s.link_before_same ->> 'match_organization_id')::bigint AND d.deleted_at IS NULL
        AND d.status_id <> ALL (${[...voidedStatusIds]}::smallint[])
      WHERE c.organization_id = ${organizationId} AND c.report_id = ${reportId} AND s.report_id <> ${reportId}
    ), restored AS (
      UPDATE payout_lines l SET state = CASE WHEN b.donation_id IS NULL THEN 'doubtful' ELSE 'tied' END, link_before_same = NULL,
        same_line_id = NULL, donation_id = b.donation_id, match_organization_id = b.match_organization_id,
        tied_by = CASE WHEN b.donation_id IS NOT NULL THEN b.tied_by END,
        tied_at = CASE WHEN b.donation_id IS NOT NULL THEN ${by.now}::timestamptz END
      FROM back b WHERE l.organization_id = ${organizationId} AND l.id = b.id
      RETURNING l.id, l.payout_id, l.donation_id, l.match_organization_id, ${countedCents} AS cents
    ), entered AS (
      INSERT INTO payout_entries (organization_id, line_id, match_organization_id, donation_id, cents, why, user_id, at)
      SELECT ${organizationId}, id, match_organization_id, donation_id, cents, ${by.why}, ${by.userId}, ${by.now}
      FROM restored WHERE donation_id IS NOT NULL)
    SELECT id, payout_id, donation_id FROM restored`.rows(db)
}

/** The line keeps the first sum. Returns the id of the new line with the rest. */
export async function splitLine(
  db: Db,
  { organizationId }: Tenant,
  lineId: number,
  {
    keeps: keptCents,
    leaves: restCents,
    place: partIndex,
  }: { readonly keeps: number; readonly leaves: number; readonly place: number },
): Promise<number> {
  const rows = await sql(idRow)`
    INSERT INTO payout_lines (organization_id, payout_id, report_id, line_key, payer, row, sheet_row, kind, line_id, donor_name,
      donor_email, company, project, given_on, currency, gift_cents, match_cents, counted_cents, fee_cents, stated_gift_cents,
      balance_cents, note, state, candidates)
    SELECT organization_id, payout_id, report_id, line_key || '-' || ${partIndex}::text || '-' || id, payer, row, sheet_row, 'match', line_id,
      donor_name, donor_email, company, project, given_on, currency, 0, ${restCents}, ${restCents}, 0, stated_gift_cents, NULL, note, state,
      candidates
    FROM payout_lines WHERE organization_id = ${organizationId} AND id = ${lineId} AND state = 'doubtful'
    RETURNING id`.rows(db)
  await sql`
    UPDATE payout_lines SET match_cents = ${keptCents}, counted_cents = ${keptCents}, unmatched = false
    WHERE organization_id = ${organizationId} AND id = ${lineId} AND state = 'doubtful'`.execute(db)
  const [row] = rows
  if (!row) throw new Error('a line that was to be split does not wait')
  return row.id
}

export async function linkLine(
  db: Db,
  { organizationId }: Tenant,
  lineId: number,
  match: { readonly organizationId: number; readonly donationId: number; readonly by: 'person' | 'new' },
  by: { readonly userId: number; readonly why: string; readonly now: Date },
): Promise<void> {
  await sql`
    WITH tied AS (
      UPDATE payout_lines l SET state = 'tied', tied_by = ${match.by}, repeats_line_id = NULL, match_organization_id = ${match.organizationId},
        donation_id = ${match.donationId}, tied_at = ${by.now}
      WHERE organization_id = ${organizationId} AND id = ${lineId} AND state = 'doubtful'
      RETURNING id, match_organization_id, donation_id, ${countedCents} AS cents)
    INSERT INTO payout_entries (organization_id, line_id, match_organization_id, donation_id, cents, why, user_id, at)
    SELECT ${organizationId}, id, match_organization_id, donation_id, cents, ${by.why}, ${by.userId}, ${by.now}
    FROM tied`.execute(db)
}

const overdrawnRow = z.object({ id: z.int(), payout_id: z.int() })

export async function listReversalLines(
  db: Db,
  { organizationId }: Tenant,
  donationIds: readonly number[],
): Promise<z.infer<typeof overdrawnRow>[]> {
  if (donationIds.length === 0) return []
  return sql(overdrawnRow)`
    SELECT l.id, l.payout_id FROM payout_lines l
    WHERE l.organization_id = ${organizationId} AND l.donation_id = ANY (${[...donationIds]}::bigint[]) AND l.state = 'tied'
      AND ${countedCents} < 0 ORDER BY l.id`.rows(db)
}

/** The caller must write the ledger entry first. */
export async function unlinkLine(db: Db, { organizationId }: Tenant, lineId: number): Promise<void> {
  await sql`
    UPDATE payout_lines SET state = 'doubtful', tied_by = NULL, tied_at = NULL, match_organization_id = NULL,
      donation_id = NULL
    WHERE organization_id = ${organizationId} AND id = ${lineId} AND state = 'tied'`.execute(db)
}

/** The caller must write the ledger entries first. */
export async function voidLines(db: Db, { organizationId }: Tenant, lineIds: readonly number[]): Promise<void> {
  await sql`
    UPDATE payout_lines SET state = 'voided', tied_by = NULL, tied_at = NULL, match_organization_id = NULL,
      donation_id = NULL
    WHERE organization_id = ${organizationId} AND id = ANY (${[...lineIds]}::bigint[])
      AND state IN ('tied', 'doubtful', 'own_gift')`.execute(db)
}

export async function restoreVoidedLines(
  db: Db,
  { organizationId }: Tenant,
  lineIds: readonly number[],
): Promise<void> {
  await sql`
    UPDATE payout_lines SET state = CASE kind WHEN 'gift' THEN 'own_gift' ELSE 'doubtful' END
    WHERE organization_id = ${organizationId} AND id = ANY (${[...lineIds]}::bigint[]) AND state = 'voided'`.execute(db)
}

export const listPayoutIds = (db: Db, { organizationId }: Tenant, lineIds: readonly number[]): Promise<number[]> =>
  sql(idRow)`
    SELECT DISTINCT payout_id AS id FROM payout_lines
    WHERE organization_id = ${organizationId} AND id = ANY (${[...lineIds]}::bigint[]) ORDER BY 1`.column(db, 'id')
