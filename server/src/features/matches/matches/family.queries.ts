import { z } from 'zod'
import type { Db } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import { notFound } from '../../../platform/runtime/errors.ts'

const familyRow = z.object({ family: z.array(z.int()), seen: z.array(z.int()) })

const heldFamilyRow = familyRow.pick({ family: true })

/** Organizations with their parents and all chapters of these, and the organizations that the transaction can see. */
export type FamilyScope = { readonly family: readonly number[]; readonly seen: readonly number[] }

export async function findFamilyScope(db: Db, organizationIds: readonly number[]): Promise<FamilyScope> {
  const { rows } = await sql.kept(familyRow)`
    SELECT coalesce(families_of(${[...organizationIds]}::bigint[]), '{}') AS family,
      coalesce(tenant_organizations(), '{}') AS seen`.execute(db)
  return rows[0] ?? { family: [], seen: [] }
}

/** Limits the rest of the transaction to these organizations. */
export function setVisibleOrganizations(db: Db, organizationIds: readonly number[]): void {
  sql.kept`SELECT FROM set_config('app.organizations', ${organizationIds.join(',')}, true)`.send(db)
}

/**
 * Locks a family until the transaction ends, so that one writer at a time evaluates its donations. Caps, merging, and
 * series depend on a person's other donations, which must not change during an evaluation. Locks are taken in a fixed
 * order to avoid deadlocks.
 */
export async function lockFamilyForEvaluation(db: Db, organizationIds: readonly number[]): Promise<void> {
  await sql.kept`SELECT lock_families(${[...organizationIds]}::bigint[])`.execute(db)
}

/**
 * Locks only some people of a family, so that others can work on different people at the same time. The transaction
 * must not request the family lock afterwards, because two such transactions would deadlock. Returns the family as of
 * the lock.
 */
export async function lockDonorsForEvaluation(
  db: Db,
  organizationIds: readonly number[],
  { donationIds, donorIds = [] }: { readonly donationIds: readonly number[]; readonly donorIds?: readonly number[] },
): Promise<readonly number[]> {
  const { rows } = await sql.kept(heldFamilyRow)`
    SELECT coalesce(hold_people(${[...organizationIds]}::bigint[], ${[...donationIds]}::bigint[], ${[...donorIds]}::bigint[]), '{}')
      AS family`.execute(db)
  return rows[0]?.family ?? []
}

const lockedRow = z.object({ is_here: z.boolean() })

/**
 * Locks people by their donor keys, because the donors of arriving gifts may not exist yet. Locks the gift keys too,
 * because a transaction is one gift, whichever donor it names.
 * @throws Refusal not_found if the organization was erased in the meantime
 */
export async function lockIncomingDonors(
  db: Db,
  organizationId: number,
  { donorKeys, giftKeys }: { readonly donorKeys: readonly string[]; readonly giftKeys: readonly string[] },
): Promise<void> {
  const { rows } = await sql.kept(lockedRow)`
    SELECT coalesce(lock_givers(${organizationId}::bigint, ${[...donorKeys]}::text[], ${[...giftKeys]}::uuid[]), false)
      AS is_here`.execute(db)
  if (!rows[0]?.is_here) throw notFound()
}
