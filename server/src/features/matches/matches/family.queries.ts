import { z } from 'zod'
import type { Db } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import { notFound } from '../../../platform/runtime/errors.ts'

const familyRow = z.object({ family: z.array(z.int()), seen: z.array(z.int()) })

const heldFamilyRow = familyRow.pick({ family: true })

/** Organizations with their parents and all chapters of these, and those that the transaction sees. */
export type Relatives = { readonly family: readonly number[]; readonly seen: readonly number[] }

export async function findRelatives(db: Db, organizationIds: readonly number[]): Promise<Relatives> {
  const { rows } = await sql.kept(familyRow)`
    SELECT coalesce(families_of(${[...organizationIds]}::bigint[]), '{}') AS family,
      coalesce(tenant_organizations(), '{}') AS seen`.execute(db)
  return rows[0] ?? { family: [], seen: [] }
}

/** From here on the transaction sees these organizations, and no other. */
export function seeOrganizations(db: Db, organizationIds: readonly number[]): void {
  sql.kept`SELECT FROM set_config('app.organizations', ${organizationIds.join(',')}, true)`.send(db)
}

/**
 * One writer at a time evaluates the donations of a family: caps, merging and series look at a person's other donations,
 * which must not change meanwhile. Held until the transaction ends; taken in one order, so that two uploads cannot block
 * each other.
 */
export async function lockEvaluating(db: Db, organizationIds: readonly number[]): Promise<void> {
  await sql.kept`SELECT lock_families(${[...organizationIds]}::bigint[])`.execute(db)
}

/**
 * The same for work on the gifts of a few people, which others do at the same time for other people of the family. Nothing that
 * comes after it in the transaction may ask for the whole family: two that did would wait for each other for ever. Answers the
 * family as it is under the lock.
 */
export async function lockPeople(
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
 * The same for gifts that are about to come: their donors may not be here yet, and are known by their keys. With each gift's own
 * key, because one transaction is one gift, whoever it is said to be of.
 * @throws Refusal not_found where the organization was erased meanwhile
 */
export async function lockGivers(
  db: Db,
  organizationId: number,
  { donorKeys, giftKeys }: { readonly donorKeys: readonly string[]; readonly giftKeys: readonly string[] },
): Promise<void> {
  const { rows } = await sql.kept(lockedRow)`
    SELECT coalesce(lock_givers(${organizationId}::bigint, ${[...donorKeys]}::text[], ${[...giftKeys]}::uuid[]), false)
      AS is_here`.execute(db)
  if (!rows[0]?.is_here) throw notFound()
}
