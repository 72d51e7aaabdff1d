import { z } from 'zod'
import type { Db } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'

const familyRow = z.object({ family: z.array(z.int()) })

/** With their parents and all chapters of these. */
export async function listFamilyOf(db: Db, organizationIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql.kept(
    familyRow,
  )`SELECT coalesce(families_of(${[...organizationIds]}::bigint[]), '{}') AS family`.execute(db)
  return rows[0]?.family ?? []
}

const seenRow = z.object({ seen: z.array(z.int()) })

/** From here on the transaction sees these organizations; answers which ones it saw. */
export async function seeOrganizations(db: Db, organizationIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql.kept(seenRow)`SELECT coalesce(tenant_organizations(), '{}') AS seen`.execute(db)
  await sql.kept`SELECT FROM set_config('app.organizations', ${organizationIds.join(',')}, true)`.execute(db)
  return rows[0]?.seen ?? []
}

/**
 * One writer at a time evaluates the donations of a family: caps, merging and series look at a person's other donations,
 * which must not change meanwhile. Held until the transaction ends; taken in one order, so that two uploads cannot block
 * each other.
 */
export async function lockEvaluating(db: Db, organizationIds: readonly number[]): Promise<void> {
  await sql.kept`SELECT lock_families(${[...organizationIds]}::bigint[])`.execute(db)
}
