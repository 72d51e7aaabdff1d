import { currency, suppressions } from '@twofold/contract'
import { awaitingRequestStatusIds, voidedStatusIds, withEmployerStatusIds } from '@twofold/matching'
import { z } from 'zod'
import type { Db, Tenant } from '../../../platform/database/database.ts'
import { type Sql, sql } from '../../../platform/database/sql.ts'
import { stopsDonor, suppressionOrder } from '../../email/suppressions/index.ts'

const sumRow = z.object({
  currency,
  gifts: z.int(),
  given_cents: z.int(),
  could_be_matched_cents: z.int(),
  is_certain: z.boolean(),
  submitted_cents: z.int(),
})
export type SumRow = z.infer<typeof sumRow>

/** Not given. 'No charge' closes a match, but the gift still counts. A part has the status of its combined match. */
const refundedStatusIds = voidedStatusIds.filter((id) => id !== 13)
const askableStatusIds = [3, 22, ...awaitingRequestStatusIds]

const sumsOfDonor: Sql = sql`coalesce((
  SELECT json_agg(json_build_object('currency', s.currency, 'gifts', s.gifts, 'given_cents', s.given,
    'could_be_matched_cents', s.could, 'is_certain', s.certain, 'submitted_cents', s.submitted) ORDER BY s.gifts DESC, s.currency)
  FROM (
    SELECT d.currency, count(*) AS gifts,
      coalesce(sum(coalesce(d.own_cents, d.amount_cents))
        FILTER (WHERE NOT coalesce(w.status_id, d.status_id) = ANY (${refundedStatusIds}::smallint[])), 0) AS given,
      coalesce(sum(d.estimated_cents) FILTER (WHERE d.counted AND d.status_id = ANY (${askableStatusIds}::smallint[])), 0) AS could,
      coalesce(bool_and(d.estimate_is_certain) FILTER (WHERE d.counted AND d.status_id = ANY (${askableStatusIds}::smallint[])), true)
        AS certain,
      coalesce(sum(d.estimated_cents) FILTER (
        WHERE d.counted AND d.status_id = ANY (${[...withEmployerStatusIds]}::smallint[])), 0) AS submitted
    FROM donations d
    LEFT JOIN donations w ON w.organization_id = d.organization_id AND w.id = d.merged_into_id
    WHERE d.organization_id = p.organization_id AND d.donor_id = p.id AND d.deleted_at IS NULL AND NOT d.unconfirmed
    GROUP BY d.currency) s), '[]')`

const suppressionOfDonor: Sql = sql`(
  SELECT json_build_object('reason', s.reason, 'at', s.at, 'detail', s.detail) FROM suppressions s
  WHERE s.organization_id = p.organization_id AND ${stopsDonor('s', 'p')} ORDER BY ${suppressionOrder('s', 'p')} LIMIT 1)`

const giftDay = (which: 'min' | 'max'): Sql => sql`(
  SELECT ${sql.raw(which)}(d.donated_at)::date FROM donations d
  WHERE d.organization_id = p.organization_id AND d.donor_id = p.id AND d.deleted_at IS NULL AND NOT d.unconfirmed)`

export const donorFacts: Sql = sql`p.id, p.organization_id, p.name, p.email, p.city, p.state,
  ${sumsOfDonor} AS sums, ${suppressionOfDonor} AS suppression, ${giftDay('max')} AS last_gift`
export const firstGift: Sql = giftDay('min')

export const donorFactsRow = z.object({
  id: z.int(),
  organization_id: z.int(),
  name: z.string(),
  email: z.string(),
  city: z.string(),
  state: z.string(),
  sums: z.array(sumRow),
  suppression: suppressions.suppression.nullable(),
  last_gift: z.string().nullable(),
})
const listedRow = donorFactsRow.extend({ organization_name: z.string() })
export type ListedDonor = z.infer<typeof listedRow>

const displayName = sql`lower(coalesce(nullif(p.name, ''), p.email))`
const isListed = sql`p.merged_into_id IS NULL AND p.erased_at IS NULL`

const foundRow = z.object({ ids: z.array(z.int()).nullable() })

/** Null without search text. Former names and addresses count, too. */
export async function findDonors(db: Db, { family }: Tenant, text: string): Promise<number[] | null> {
  if (text === '') return null
  return sql(foundRow)`
    SELECT array_agg(found.id ORDER BY found.id) AS ids
    FROM unnest(${[...family]}::bigint[]) AS o (id), LATERAL donors_matching(o.id, ${text}) AS found (id)`.value(
    db,
    'ids',
    [],
  )
}

/** Without search text, excludes people of whom only unconfirmed requests are stored. */
const isFound = (family: Tenant['family'], ids: readonly number[] | null): Sql =>
  ids === null
    ? sql`AND (p.organization_id, p.id) NOT IN (SELECT r.organization_id, r.donor_id FROM donations r
        WHERE r.organization_id = ANY (${[...family]}::bigint[]) AND r.unconfirmed AND r.deleted_at IS NULL
          AND NOT EXISTS (SELECT FROM donations g
            WHERE g.organization_id = r.organization_id AND g.donor_id = r.donor_id AND NOT g.unconfirmed))`
    : sql`AND p.id = ANY (${[...ids]}::bigint[])`

export type DonorPage = { readonly offset: number; readonly limit: number }

/** Each organization of the family reads its index up to the end of the page. */
export async function listDonorPage(
  db: Db,
  { family }: Tenant,
  ids: readonly number[] | null,
  { offset, limit }: DonorPage,
): Promise<ListedDonor[]> {
  return sql(listedRow)`
    WITH found AS (
      SELECT walked.* FROM unnest(${[...family]}::bigint[]) AS asked (id) CROSS JOIN LATERAL (
        SELECT p.organization_id, p.id, ${displayName} AS name_key FROM donors p
        WHERE p.organization_id = asked.id AND ${isListed} ${isFound(family, ids)}
        ORDER BY ${displayName}, p.id LIMIT ${offset + limit}) walked
      ORDER BY walked.name_key, walked.id OFFSET ${offset} LIMIT ${limit})
    SELECT ${donorFacts}, o.name AS organization_name
    FROM found f JOIN donors p ON p.organization_id = f.organization_id AND p.id = f.id
    JOIN organizations o ON o.id = p.organization_id
    ORDER BY f.name_key, f.id`.rows(db)
}

const countRow = z.object({ donors: z.int() })

export async function countDonors(db: Db, { family }: Tenant, ids: readonly number[] | null): Promise<number> {
  return sql(countRow)`
    SELECT count(*) AS donors FROM donors p
    WHERE p.organization_id = ANY (${[...family]}::bigint[]) AND ${isListed} ${isFound(family, ids)}`.value(
    db,
    'donors',
    0,
  )
}
