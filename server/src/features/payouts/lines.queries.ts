import { payoutLineKinds } from '@twofold/matching'
import { z } from 'zod'
import type { Db, Tenant } from '../../platform/database/database.ts'
import { idRow, sql } from '../../platform/database/sql.ts'

/** Lines as they stand, tied or waiting; sums are kept by `sumUpPayouts` in the same transaction. */

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
  const { rows: touched } = await sql(idRow)`
    WITH gone AS (DELETE FROM payout_lines WHERE organization_id = ${organizationId} AND report_id = ${reportId} RETURNING payout_id)
    SELECT payout_id AS id FROM gone
    UNION SELECT id FROM payouts WHERE organization_id = ${organizationId} AND report_id = ${reportId}`.execute(db)
  const ids = touched.map(({ id }) => id)
  // Lines of all of them at once: those that are gone stay in the indexes for a while, and one by one, with what was known of the table
  // when it was empty, all of the organization's were walked past for each of 1,000 payouts, 7 s.
  await sql`
    DELETE FROM payouts p WHERE p.organization_id = ${organizationId} AND p.id = ANY (${ids}::bigint[])
      AND (p.report_id = ${reportId} OR p.stated_cents IS NULL)
      AND p.id NOT IN (SELECT l.payout_id FROM payout_lines l
        WHERE l.organization_id = ${organizationId} AND l.payout_id = ANY (${ids}::bigint[]))`.execute(db)
  return ids
}

/** More chapters than a page can show. */
const organizationsAtMost = 500

const lineRow = z.object({
  id: z.int(),
  payout_id: z.int(),
  report_id: z.int(),
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
  tied_by: z.enum(['id', 'email_amount_date', 'expected', 'earlier_line', 'person', 'new']).nullable(),
  candidates: z.array(z.object({ giftId: z.int(), why: z.string(), score: z.number() })),
  donation_id: z.int().nullable(),
  match_organization_id: z.int().nullable(),
  match_organization: z.string().nullable(),
})
export type LineRow = z.infer<typeof lineRow>

/** Tied to a match of a chapter that left since. */
export const isElsewhere = ({ family }: Tenant, { match_organization_id: id }: LineRow): boolean =>
  id !== null && !family.includes(id)

const lineColumns = sql`l.id, l.payout_id, l.report_id, l.payer, p.reference, p.paid_on, l.kind, l.line_id, l.donor_name, l.donor_email,
  l.company, l.project, l.given_on, p.currency, l.gift_cents, l.match_cents, l.fee_cents, l.stated_gift_cents,
  l.balance_cents, l.note, l.state, l.tied_by, l.candidates, l.donation_id, l.match_organization_id,
  (SELECT o.name FROM organizations o WHERE o.id = l.match_organization_id) AS match_organization`

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

const shareRow = z.object({ id: z.int(), name: z.string().nullable(), lines: z.int(), cents: z.int() })

/** What matches of an organization and of each chapter received of a payout, the most first. Former chapters have no name any more. */
export async function sumByOrganization(
  db: Db,
  { organizationId }: Tenant,
  payoutId: number,
): Promise<z.infer<typeof shareRow>[]> {
  const { rows } = await sql(shareRow)`
    SELECT l.match_organization_id AS id, o.name, count(*) AS lines,
      coalesce(sum(l.gift_cents + l.match_cents), 0)::bigint AS cents
    FROM payout_lines l LEFT JOIN organizations o ON o.id = l.match_organization_id
    WHERE l.organization_id = ${organizationId} AND l.payout_id = ${payoutId} AND l.match_organization_id IS NOT NULL
    GROUP BY l.match_organization_id, o.name ORDER BY cents DESC, o.name LIMIT ${organizationsAtMost}`.execute(db)
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

const overdrawnRow = z.object({ id: z.int(), payout_id: z.int() })

/** Tied lines that take back money of these matches. */
export async function listTakingBack(
  db: Db,
  { organizationId }: Tenant,
  donationIds: readonly number[],
): Promise<z.infer<typeof overdrawnRow>[]> {
  if (donationIds.length === 0) return []
  const { rows } = await sql(overdrawnRow)`
    SELECT id, payout_id FROM payout_lines
    WHERE organization_id = ${organizationId} AND donation_id = ANY (${[...donationIds]}::bigint[]) AND state = 'tied'
      AND gift_cents + match_cents < 0 ORDER BY id`.execute(db)
  return rows
}

/** Has a tied line wait again; its ledger line is written before. */
export async function loosenLine(db: Db, { organizationId }: Tenant, lineId: number): Promise<void> {
  await sql`
    UPDATE payout_lines SET state = 'doubtful', tied_by = NULL, tied_at = NULL, match_organization_id = NULL,
      donation_id = NULL
    WHERE organization_id = ${organizationId} AND id = ${lineId} AND state = 'tied'`.execute(db)
}
