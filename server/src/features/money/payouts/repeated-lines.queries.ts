import { z } from 'zod'
import type { Db, Tenant } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'

const similarPayment = z.object({
  id: z.int(),
  payout_id: z.int(),
  line_key: z.string(),
  payer: z.string(),
  reference: z.string(),
  paid_on: z.string().nullable(),
  is_typed: z.boolean(),
  donor_name: z.string(),
  donor_email: z.string(),
  company: z.string(),
  given_on: z.string().nullable(),
  currency: z.string(),
  match_cents: z.int(),
  donation_id: z.int().nullable(),
  is_reversed: z.boolean(),
})
export type SimilarPayment = z.infer<typeof similarPayment>

/** Above what a person can compare. */
const maxLines = 5_000

/** Includes lines with these amounts from the other source: typed-in checks for reports, and the reverse. */
export async function listSimilarPayments(
  db: Db,
  { organizationId }: Tenant,
  payments: readonly { readonly payer: string; readonly key: string; readonly cents: number }[],
  isTyped: boolean,
): Promise<SimilarPayment[]> {
  const cents = [...new Set(payments.map((line) => line.cents))]
  return sql(similarPayment)`
    WITH found AS (
      SELECT l.id
      FROM unnest(${payments.map(({ payer }) => payer)}::text[], ${payments.map(({ key }) => key)}::text[]) AS w (payer, key)
      JOIN payout_lines l ON l.organization_id = ${organizationId} AND l.payer = w.payer AND l.line_key = w.key
      UNION
      SELECT l.id FROM payout_lines l
      JOIN payout_reports r ON r.organization_id = l.organization_id AND r.id = l.report_id
      WHERE l.organization_id = ${organizationId} AND l.match_cents = ANY (${cents}::bigint[])
        AND (r.file_name IS NULL) <> ${isTyped})
    SELECT l.id, l.payout_id, l.line_key, l.payer, p.reference, p.paid_on, r.file_name IS NULL AS is_typed, l.donor_name,
      l.donor_email, l.company, l.given_on, l.currency, l.match_cents, l.donation_id,
      l.line_id <> '' AND EXISTS (SELECT FROM payout_lines b
        WHERE b.organization_id = l.organization_id AND b.payer = l.payer AND b.line_id = l.line_id AND b.line_id <> ''
          AND b.match_cents = -l.match_cents) AS is_reversed
    FROM found f
    JOIN payout_lines l ON l.organization_id = ${organizationId} AND l.id = f.id
    JOIN payouts p ON p.organization_id = l.organization_id AND p.id = l.payout_id
    JOIN payout_reports r ON r.organization_id = l.organization_id AND r.id = l.report_id
    WHERE l.state IN ('tied', 'doubtful')
    ORDER BY l.id DESC LIMIT ${maxLines}`.rows(db)
}
