import { z } from 'zod'
import type { Db, Tenant } from '../../../platform/database/database.ts'
import { idRow, sql } from '../../../platform/database/sql.ts'

const knownLine = z.object({
  id: z.int(),
  payout_id: z.int(),
  payout_key: z.string(),
  payer: z.string(),
  line_key: z.string(),
  line_id: z.string(),
  reference: z.string(),
  currency: z.string(),
  paid_on: z.string().nullable(),
  is_typed: z.boolean(),
})
export type KnownLine = z.infer<typeof knownLine>

export async function listKnownLines(
  db: Db,
  { organizationId }: Tenant,
  lineKeys: readonly { readonly payer: string; readonly key: string }[],
): Promise<KnownLine[]> {
  return sql(knownLine)`
    SELECT l.id, l.payout_id, p.payout_key, l.payer, l.line_key, l.line_id, p.reference, p.currency, p.paid_on,
      r.file_name IS NULL AS is_typed
    FROM unnest(${lineKeys.map(({ payer }) => payer)}::text[], ${lineKeys.map(({ key }) => key)}::text[]) AS w (payer, key)
    JOIN payout_lines l ON l.organization_id = ${organizationId} AND l.payer = w.payer AND l.line_key = w.key
    JOIN payouts p ON p.organization_id = l.organization_id AND p.id = l.payout_id
    JOIN payout_reports r ON r.organization_id = l.organization_id AND r.id = l.report_id
    ORDER BY l.id`.rows(db)
}

/** Lines of payments that a later report lists as voided. */
export async function listCountedLineIds(
  db: Db,
  { organizationId }: Tenant,
  payoutIds: readonly number[],
): Promise<number[]> {
  return sql(idRow)`
    SELECT id FROM payout_lines
    WHERE organization_id = ${organizationId} AND payout_id = ANY (${[...payoutIds]}::bigint[])
      AND state IN ('tied', 'doubtful', 'own_gift')
    ORDER BY id`.column(db, 'id')
}

const knownPayout = z.object({
  id: z.int(),
  payout_key: z.string(),
  payer: z.string(),
  reference: z.string(),
  currency: z.string(),
  paid_on: z.string().nullable(),
  is_typed: z.boolean(),
  has_lines: z.boolean(),
})
export type KnownPayout = z.infer<typeof knownPayout>

/** Newest first: numbers may repeat in another year. */
export async function listKnownPayouts(
  db: Db,
  { organizationId }: Tenant,
  payoutNumbers: readonly { readonly payer: string; readonly reference: string }[],
): Promise<KnownPayout[]> {
  return sql(knownPayout)`
    SELECT p.id, p.payout_key, p.payer, p.reference, p.currency, p.paid_on, r.file_name IS NULL AS is_typed,
      p.lines > 0 AS has_lines
    FROM (
      SELECT DISTINCT payer, reference
      FROM unnest(${payoutNumbers.map(({ payer }) => payer)}::text[], ${payoutNumbers.map(({ reference }) => reference)}::text[]) AS u (payer, reference)) w
    JOIN payouts p ON p.organization_id = ${organizationId} AND p.payer = w.payer AND p.reference = w.reference
    JOIN payout_reports r ON r.organization_id = p.organization_id AND r.id = p.report_id
    WHERE p.reference <> ''
    ORDER BY p.id DESC`.rows(db)
}

const earlierLine = z.object({
  payer: z.string(),
  currency: z.string(),
  line_id: z.string(),
  donor_email: z.string(),
  donor_name: z.string(),
  donation_id: z.int(),
  match_organization_id: z.int(),
})

export async function listEarlierLines(
  db: Db,
  { organizationId, family }: Tenant,
  lineIds: readonly { readonly payer: string; readonly lineId: string }[],
): Promise<z.infer<typeof earlierLine>[]> {
  return sql(earlierLine)`
    SELECT l.payer, l.currency, l.line_id, l.donor_email, l.donor_name, l.donation_id, l.match_organization_id
    FROM (
      SELECT DISTINCT payer, line_id
      FROM unnest(${lineIds.map(({ payer }) => payer)}::text[], ${lineIds.map(({ lineId }) => lineId)}::text[]) AS u (payer, line_id)) w
    JOIN payout_lines l ON l.organization_id = ${organizationId} AND l.payer = w.payer AND l.line_id = w.line_id
    WHERE l.line_id <> '' AND l.donation_id IS NOT NULL
      AND l.match_organization_id = ANY (${[...family]}::bigint[])
    ORDER BY l.id DESC`.rows(db)
}
