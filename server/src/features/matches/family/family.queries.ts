import { z } from 'zod'
import type { Db } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import { notFound } from '../../../platform/runtime/errors.ts'

const familyRow = z.object({ family: z.array(z.int()), seen: z.array(z.int()) })

const lockedFamilyRow = familyRow.pick({ family: true })

/** `family`: parents and all of their chapters. `seen`: what the transaction can see. */
export type FamilyScope = { readonly family: readonly number[]; readonly seen: readonly number[] }

export async function findFamilyScope(db: Db, organizationIds: readonly number[]): Promise<FamilyScope> {
  const rows = await sql.prepared(familyRow)`
    SELECT coalesce(families_of(${[...organizationIds]}::bigint[]), '{}') AS family,
      coalesce(tenant_organizations(), '{}') AS seen`.rows(db)
  return rows[0] ?? { family: [], seen: [] }
}

export function setVisibleOrganizations(db: Db, organizationIds: readonly number[]): void {
  sql.prepared`SELECT FROM set_config('app.organizations', ${organizationIds.join(',')}, true)`.send(db)
}

/**
 * One writer at a time evaluates a family: caps, merging, and series depend on all donations. Locked in a fixed order.
 */
export async function lockFamilyForEvaluation(db: Db, organizationIds: readonly number[]): Promise<void> {
  await sql.prepared`SELECT lock_families(${[...organizationIds]}::bigint[])`.execute(db)
}

/**
 * Locks people instead of the family. Never request the family lock afterwards: two such transactions would deadlock.
 */
export async function lockDonorsForEvaluation(
  db: Db,
  organizationIds: readonly number[],
  { donationIds, donorIds = [] }: { readonly donationIds: readonly number[]; readonly donorIds?: readonly number[] },
): Promise<readonly number[]> {
  return sql.prepared(lockedFamilyRow)`
    SELECT coalesce(hold_people(${[...organizationIds]}::bigint[], ${[...donationIds]}::bigint[], ${[...donorIds]}::bigint[]), '{}')
      AS family`.value(db, 'family', [])
}

const lockedRow = z.object({ is_here: z.boolean() })

/**
 * Locks donor keys, because the donors may not exist yet, and gift keys. @throws Refusal not_found for an erased
 * organization
 */
export async function lockIncomingDonors(
  db: Db,
  organizationId: number,
  { donorKeys, giftKeys }: { readonly donorKeys: readonly string[]; readonly giftKeys: readonly string[] },
): Promise<void> {
  const rows = await sql.prepared(lockedRow)`
    SELECT coalesce(lock_incoming_donors(${organizationId}::bigint, ${[...donorKeys]}::text[], ${[...giftKeys]}::uuid[]), false)
      AS is_here`.rows(db)
  if (!rows[0]?.is_here) throw notFound()
}
