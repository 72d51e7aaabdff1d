import { voidedStatusIds } from '@twofold/matching'
import { z } from 'zod'
import type { Db } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import { type ChargeIds, chargeIdsShape, type MatchRow } from '../../matches/rows/index.ts'

type MatchKey = Pick<MatchRow, 'organization_id' | 'id'>

const foundRow = z.object({ is_found: z.boolean() })

export async function isDonorOf(db: Db, organizationId: number, donorId: number): Promise<boolean> {
  const rows = await sql(foundRow)`
    SELECT EXISTS (SELECT FROM donors WHERE organization_id = ${organizationId} AND id = ${donorId}) AS is_found
  `.rows(db)
  return rows[0]?.is_found === true
}

const laterChange = z.object({ field: z.string(), to: z.unknown(), by: z.string() })
const eventsAtMost = 100

/** Newest first, with their authors. */
export async function listFieldsChangedSince(
  db: Db,
  { organization_id, id }: MatchKey,
  version: number,
): Promise<z.infer<typeof laterChange>[]> {
  return sql(laterChange)`
    SELECT coalesce(c ->> 'field', '') AS field, c -> 'to' AS "to",
      coalesce(u.name, CASE e.actor WHEN 'donor' THEN 'the donor' WHEN 'import' THEN 'an upload' ELSE 'Twofold' END) AS by
    FROM (SELECT id, changes, actor, user_id FROM donation_events
      WHERE organization_id = ${organization_id} AND donation_id = ${id} AND version > ${version}
      ORDER BY id DESC LIMIT ${eventsAtMost}) e
    LEFT JOIN users u ON u.id = e.user_id CROSS JOIN LATERAL jsonb_array_elements(e.changes) AS c
    ORDER BY e.id DESC`.rows(db)
}

const chargesRow = z.object({ id: z.int(), ...chargeIdsShape })

export async function listChargeIds(
  db: Db,
  organizationIds: readonly number[],
  donationIds: readonly number[],
): Promise<Map<number, ChargeIds>> {
  if (donationIds.length === 0) return new Map()
  const rows = await sql.prepared(chargesRow)`
    SELECT id, refunded_bill_id, processed_bill_id, eligible_bill_id FROM donations
    WHERE organization_id = ANY (${[...organizationIds]}::bigint[])
      AND id = ANY (${[...donationIds]}::bigint[])`.rows(db)
  return new Map(rows.map((row) => [row.id, row]))
}

export async function markRefundedCharges(
  db: Db,
  organizationIds: readonly number[],
  donationIds: readonly number[],
): Promise<void> {
  const isListed = sql`organization_id = ANY (${[...organizationIds]}::bigint[]) AND id = ANY (${[...donationIds]}::bigint[])`
  await sql`
    UPDATE donations SET refunded_bill_id = coalesce(processed_bill_id, eligible_bill_id)
    WHERE ${isListed} AND status_id = 16 AND refunded_bill_id IS NULL`.execute(db)
  await sql`
    UPDATE donations SET refunded_bill_id = NULL
    WHERE ${isListed} AND status_id <> 16 AND refunded_bill_id IS NOT NULL`.execute(db)
}

const formerCombinedRow = z.object({ donation_id: z.int(), combined_match_id: z.int().nullable() })

/** Null for a gift that carried the others. Gifts whose last closure was not leaving a match are missing. */
export async function listLeftCombinedMatches(
  db: Db,
  organizationIds: readonly number[],
  donationIds: readonly number[],
): Promise<Map<number, number | null>> {
  const rows = await sql(formerCombinedRow)`
    SELECT d.id AS donation_id, l.combined_match_id
    FROM donations d
    CROSS JOIN LATERAL (
      SELECT e.id, coalesce(e.recorded_at, e.at) AS recorded_at FROM donation_events e
      WHERE e.organization_id = d.organization_id AND e.donation_id = d.id
        AND e.to_status_id = ANY (${[...voidedStatusIds]}::smallint[]) AND e.from_status_id <> e.to_status_id
      ORDER BY e.id DESC LIMIT 1) closed
    CROSS JOIN LATERAL (
      SELECT (c.change ->> 'from')::bigint AS combined_match_id FROM donation_events e
      LEFT JOIN LATERAL jsonb_array_elements(e.changes) AS c (change) ON c.change ->> 'field' = 'merged_into_id'
      WHERE e.organization_id = d.organization_id AND e.donation_id = d.id
        AND e.id < closed.id AND coalesce(e.recorded_at, e.at) = closed.recorded_at AND (c.change IS NOT NULL OR e.action = 'split')
      ORDER BY e.id DESC LIMIT 1) l
    WHERE d.organization_id = ANY (${[...organizationIds]}::bigint[])
      AND d.id = ANY (${[...donationIds]}::bigint[])`.rows(db)
  return new Map(rows.map((row) => [row.donation_id, row.combined_match_id]))
}
