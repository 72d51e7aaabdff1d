import { voidedStatusIds } from '@twofold/matching'
import { z } from 'zod'
import type { Db } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'

const giftRow = z.object({
  id: z.int(),
  organization_id: z.int(),
  transaction_id: z.string().nullable(),
  donor_name: z.string(),
  donor_email: z.string(),
  amount_cents: z.int(),
  currency: z.string(),
  day: z.string(),
  company_id: z.int().nullable(),
  employer_text: z.string(),
  received_cents: z.int(),
  estimated_cents: z.int(),
  expected_cents: z.int().nullable(),
})
export type GiftRow = z.infer<typeof giftRow>

const giftColumns = sql`coalesce(d.merged_into_id, d.id) AS id, d.organization_id, d.transaction_id, p.name AS donor_name,
  p.email AS donor_email, coalesce(d.own_cents, d.amount_cents) AS amount_cents, d.currency, d.donated_at::date AS day,
  d.company_id, d.employer_text, d.received_cents, d.estimated_cents,
  CASE WHEN d.counted AND d.status_id = 4 AND d.received_cents = 0 THEN d.estimated_cents END AS expected_cents`

/** The days limit how far back gifts are searched. */
export type GiftSearch = {
  readonly transactionIds: readonly string[]
  /** Lowercase. */
  readonly emails: readonly string[]
  /** Lowercase. */
  readonly names: readonly string[]
  readonly companyIds: readonly number[]
  readonly cents: readonly number[]
  readonly owing: {
    readonly companyIds: readonly number[]
    readonly cents: readonly number[]
    readonly matchCents: readonly number[]
  }
  readonly from: string
  readonly to: string
}

/** Gifts that a line names by id take priority. */
const maxGifts = 40_000

/** Combined matches replace their parts. Excludes archived matches. */
export async function listPayableGifts(
  db: Db,
  organizationIds: readonly number[],
  search: GiftSearch,
): Promise<GiftRow[]> {
  const days = sql`AND donated_at >= ${search.from}::timestamp AND donated_at < ${search.to}::timestamp + interval '1 day'`
  return sql(giftRow)`
    WITH people AS MATERIALIZED (
      SELECT organization_id, coalesce(merged_into_id, id) AS id FROM donors
      WHERE organization_id = ANY (${[...organizationIds]}::bigint[]) AND donor_key = ANY (${[...search.emails]}::text[])
      UNION
      SELECT organization_id, coalesce(merged_into_id, id) FROM donors
      WHERE organization_id = ANY (${[...organizationIds]}::bigint[]) AND mailbox = ANY (${[...search.emails]}::text[])
      UNION
      SELECT o.id, named.id FROM unnest(${[...organizationIds]}::bigint[]) AS o (id),
        LATERAL donors_named(o.id, ${[...search.names]}::text[]) AS named (id)
    ), found AS (
      SELECT organization_id, id, 1 AS worth FROM donations
      WHERE organization_id = ANY (${[...organizationIds]}::bigint[])
        AND transaction_id = ANY (${[...search.transactionIds]}::text[])
      UNION ALL
      SELECT theirs.organization_id, theirs.id, 2 FROM people p CROSS JOIN LATERAL (
        SELECT organization_id, id FROM donations
        WHERE organization_id = p.organization_id AND donor_id = p.id ${days} OFFSET 0) theirs
      UNION ALL
      SELECT organization_id, id, 3 FROM donations
      WHERE organization_id = ANY (${[...organizationIds]}::bigint[]) AND counted
        AND company_id = ANY (${[...search.companyIds]}::bigint[]) AND amount_cents = ANY (${[...search.cents]}::bigint[]) ${days}
      UNION ALL
      SELECT organization_id, id, 3 FROM donations
      WHERE organization_id = ANY (${[...organizationIds]}::bigint[]) AND counted AND received_cents = 0
        AND company_id = ANY (${[...search.owing.companyIds]}::bigint[])
        AND (amount_cents = ANY (${[...search.owing.cents]}::bigint[])
          OR estimated_cents = ANY (${[...search.owing.matchCents]}::bigint[])) ${days}
    ), best AS (
      SELECT organization_id, id, min(worth) AS worth FROM found GROUP BY organization_id, id
    )
    SELECT ${giftColumns} FROM best f
    JOIN donations d ON d.organization_id = f.organization_id AND d.id = f.id
    JOIN donors p ON p.organization_id = d.organization_id AND p.id = d.donor_id
    WHERE d.deleted_at IS NULL AND d.status_id <> ALL (${[...voidedStatusIds]}::smallint[])
      AND NOT EXISTS (SELECT FROM donations w
        WHERE w.organization_id = d.organization_id AND w.id = d.merged_into_id
          AND w.status_id = ANY (${[...voidedStatusIds]}::smallint[]))
    ORDER BY f.worth, d.donated_at DESC, d.id DESC LIMIT ${maxGifts}`.rows(db)
}

const candidateGift = z.object({
  id: z.int(),
  organization_name: z.string(),
  donor_name: z.string(),
  donor_email: z.string(),
  company_name: z.string(),
  amount_cents: z.int(),
  estimated_cents: z.int(),
  received_cents: z.int(),
  currency: z.enum(['USD', 'CAD']),
  day: z.string(),
  status_id: z.int(),
  transaction_id: z.string().nullable(),
})
export type CandidateGift = z.infer<typeof candidateGift>

export async function listCandidateGifts(
  db: Db,
  organizationIds: readonly number[],
  ids: readonly number[],
): Promise<CandidateGift[]> {
  if (ids.length === 0) return []
  return sql(candidateGift)`
    SELECT d.id, o.name AS organization_name, p.name AS donor_name, p.email AS donor_email,
      coalesce(c.name, d.employer_text) AS company_name, d.amount_cents, d.estimated_cents, d.received_cents, d.currency,
      d.donated_at::date AS day, d.status_id, d.transaction_id
    FROM donations d
    JOIN organizations o ON o.id = d.organization_id
    JOIN donors p ON p.organization_id = d.organization_id AND p.id = d.donor_id
    LEFT JOIN companies c ON c.id = d.company_id
    WHERE d.organization_id = ANY (${[...organizationIds]}::bigint[]) AND d.id = ANY (${[...ids]}::bigint[])
      AND d.deleted_at IS NULL`.rows(db)
}
