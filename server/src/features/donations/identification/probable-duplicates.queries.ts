import { z } from 'zod'
import type { Db } from '../../../platform/database/database.ts'
import { type ColumnTypes, recordset } from '../../../platform/database/recordset.ts'
import { sql } from '../../../platform/database/sql.ts'

export type DonationToCompare = {
  readonly row: number
  readonly organization_id: number
  readonly donor_key: string
  readonly name: string
  readonly email: string
  readonly amount_cents: number
  readonly currency: string
  readonly day: string
  readonly transaction_id: string | null
  readonly facts_key: string
  readonly address_key: string | null
  readonly claim_key: string | null
}

const giftTypes = {
  row: 'integer',
  organization_id: 'bigint',
  donor_key: 'text',
  name: 'text',
  email: 'text',
  amount_cents: 'bigint',
  currency: 'text',
  day: 'date',
  transaction_id: 'text',
  facts_key: 'uuid',
  address_key: 'uuid',
  claim_key: 'uuid',
} as const satisfies ColumnTypes<DonationToCompare>

const similarGift = z.object({
  row: z.int(),
  id: z.int(),
  donor: z.string(),
  amount_cents: z.int(),
  day: z.string(),
  transaction_id: z.string().nullable(),
  /** Another donor's gift with this address, or the same gift from before donors were distinguished. */
  is_of_mailbox: z.boolean(),
  headers: z.array(z.string()).nullable(),
})
export type SimilarDonation = z.infer<typeof similarGift>

/** Days between two records of one gift. Domain rule 14.5. */
const daysApart = 2
const largestShare = 1.2

/**
 * Donors are compared by key, or by name if either has no address. Excludes gifts that are about to get a transaction
 * id.
 */
export async function listSimilarDonations(db: Db, gifts: readonly DonationToCompare[]): Promise<SimilarDonation[]> {
  if (gifts.length === 0) return []
  return sql(similarGift)`
    WITH g AS MATERIALIZED (SELECT * FROM ${recordset(giftTypes, gifts, 'g')}),
    who AS MATERIALIZED (
      SELECT g.*, w.id AS donor_id, w.is_of_mailbox FROM g CROSS JOIN LATERAL (
        SELECT coalesce(k.merged_into_id, k.id) AS id, false AS is_of_mailbox FROM donors k
        WHERE k.organization_id = g.organization_id AND k.donor_key = g.donor_key
        UNION
        SELECT n.id, false FROM donors_named(g.organization_id, ARRAY[lower(nullif(g.name, ''))]) AS named (id)
        JOIN donors n ON n.organization_id = g.organization_id AND n.id = named.id AND (n.email = '' OR g.email = '')
        UNION
        SELECT o.donor_id, true FROM donations o WHERE o.organization_id = g.organization_id AND o.gift_key = g.address_key) w)
    SELECT who.row, d.id, coalesce(nullif(p.name, ''), p.email) AS donor,
      coalesce(d.own_cents, d.amount_cents) AS amount_cents, to_char(d.donated_at, 'YYYY-MM-DD') AS day, d.transaction_id, who.is_of_mailbox,
      (SELECT i.headers FROM imports i WHERE i.organization_id = d.organization_id AND i.id = d.import_id) AS headers
    FROM who
    JOIN donors p ON p.organization_id = who.organization_id AND p.id = who.donor_id AND p.erased_at IS NULL
    -- OFFSET 0 keeps the join order: from each donor to its gifts.
    CROSS JOIN LATERAL (SELECT * FROM donations m
      WHERE m.organization_id = who.organization_id AND m.donor_id = who.donor_id AND m.deleted_at IS NULL AND m.currency = who.currency
        AND m.donated_at >= who.day - ${daysApart}::integer AND m.donated_at < who.day + ${daysApart + 1}::integer
        AND coalesce(m.own_cents, m.amount_cents)
          BETWEEN who.amount_cents / ${largestShare}::numeric AND who.amount_cents * ${largestShare}::numeric
      OFFSET 0) d
    WHERE (NOT who.is_of_mailbox OR d.gift_key = who.address_key)
      AND (who.transaction_id IS NULL OR d.transaction_id IS DISTINCT FROM who.transaction_id)
      AND NOT (d.transaction_id IS NULL AND d.import_id IS NULL
        AND (d.gift_key IN (SELECT o.facts_key FROM g o WHERE o.transaction_id IS NOT NULL)
          OR EXISTS (SELECT FROM requested_transactions r
            WHERE r.organization_id = d.organization_id AND r.donation_id = d.id AND r.claim_key = who.claim_key)))
    ORDER BY who.row, abs(coalesce(d.own_cents, d.amount_cents) - who.amount_cents), d.id`.rows(db)
}
