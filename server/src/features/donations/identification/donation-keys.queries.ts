import { z } from 'zod'
import type { Db } from '../../../platform/database/database.ts'
import { recordset } from '../../../platform/database/recordset.ts'
import { sql } from '../../../platform/database/sql.ts'

const giftKeyTypes = { organization_id: 'bigint', gift_key: 'uuid' } as const
const factsKeyTypes = { organization_id: 'bigint', facts_key: 'uuid' } as const
const claimKeyTypes = { organization_id: 'bigint', claim_key: 'uuid' } as const

const knownKey = z.object({ organization_id: z.int(), gift_key: z.string() })

export async function findKnownDonations(
  db: Db,
  donations: readonly { organization_id: number; gift_key: string }[],
): Promise<Set<string>> {
  const rows = await sql.prepared(knownKey)`
    WITH g AS MATERIALIZED (SELECT * FROM ${recordset(giftKeyTypes, donations, 'g')})
    SELECT d.organization_id, d.gift_key
    FROM g JOIN donations d ON d.organization_id = g.organization_id AND d.gift_key = g.gift_key
    UNION ALL
    SELECT d.organization_id, d.key_before
    FROM g JOIN donations d ON d.organization_id = g.organization_id AND d.key_before = g.gift_key`.rows(db)
  return new Set(rows.map((row) => `${row.organization_id}:${row.gift_key}`))
}

const requestedDonation = z.object({
  organization_id: z.int(),
  facts_key: z.string(),
})
export type RequestedDonation = Readonly<z.infer<typeof requestedDonation>>

/** Returns `organization_id:facts_key` of gifts that are not uploaded yet. */
export async function findRequestedDonations(
  db: Db,
  donations: readonly RequestedDonation[],
  { unconfirmedOnly }: { readonly unconfirmedOnly: boolean },
): Promise<Set<string>> {
  if (donations.length === 0) return new Set()
  const rows = await sql.prepared(requestedDonation)`
    SELECT d.organization_id, d.gift_key AS facts_key
    FROM ${recordset(factsKeyTypes, donations, 'g')}
    JOIN donations d ON d.organization_id = g.organization_id AND d.gift_key = g.facts_key
    WHERE d.transaction_id IS NULL AND d.import_id IS NULL AND d.deleted_at IS NULL
      AND (d.unconfirmed OR NOT ${unconfirmedOnly}::boolean)`.rows(db)
  return new Set(rows.map((row) => `${row.organization_id}:${row.facts_key}`))
}

const claimedDonation = z.object({ organization_id: z.int(), claim_key: z.string(), facts_key: z.string() })

/** Maps `organization_id:claim_key` to the facts key. */
export async function findClaimedDonations(
  db: Db,
  claims: readonly { readonly organization_id: number; readonly claim_key: string | null }[],
): Promise<Map<string, string>> {
  if (claims.length === 0) return new Map()
  const rows = await sql.prepared(claimedDonation)`
    SELECT DISTINCT ON (r.organization_id, r.claim_key) r.organization_id, r.claim_key, d.gift_key AS facts_key
    FROM ${recordset(claimKeyTypes, claims, 'g')}
    JOIN requested_transactions r ON r.organization_id = g.organization_id AND r.claim_key = g.claim_key
    JOIN donations d ON d.organization_id = r.organization_id AND d.id = r.donation_id
    WHERE d.transaction_id IS NULL AND d.import_id IS NULL AND d.deleted_at IS NULL
    ORDER BY r.organization_id, r.claim_key, d.id`.rows(db)
  return new Map(rows.map((row) => [`${row.organization_id}:${row.claim_key}`, row.facts_key]))
}

const anyClaim = z.object({ is_found: z.boolean() })

export async function hasClaims(db: Db, organizationIds: readonly number[]): Promise<boolean> {
  return sql.prepared(anyClaim)`
    SELECT EXISTS (SELECT FROM unnest(${[...organizationIds]}::bigint[]) o (id)
      WHERE EXISTS (SELECT FROM requested_transactions r WHERE r.organization_id = o.id)) AS is_found`.value(
    db,
    'is_found',
    false,
  )
}

export async function insertClaim(
  db: Db,
  claim: { readonly organizationId: number; readonly donationId: number; readonly claimKey: string },
): Promise<void> {
  await sql.prepared`
    INSERT INTO requested_transactions (organization_id, donation_id, claim_key)
    VALUES (${claim.organizationId}, ${claim.donationId}, ${claim.claimKey}::uuid)
    ON CONFLICT (organization_id, donation_id) DO NOTHING`.execute(db)
}

const foundRow = z.object({ is_found: z.boolean() })

/** A former address leads to the donor's current record. */
export async function isKeyOfDonor(
  db: Db,
  gift: { readonly organizationId: number; readonly donorKey: string; readonly giftKey: string },
): Promise<boolean> {
  return sql.prepared(foundRow)`
    SELECT EXISTS (SELECT FROM donations d JOIN donors p ON p.organization_id = d.organization_id
      WHERE d.organization_id = ${gift.organizationId} AND d.gift_key = ${gift.giftKey}::uuid
        AND (p.donor_key = ${gift.donorKey} OR p.mailbox = ${gift.donorKey}) AND d.donor_id = coalesce(p.merged_into_id, p.id)
        AND d.deleted_at IS NULL) AS is_found`.value(db, 'is_found', false)
}
