import { z } from 'zod'
import { type Database, readAcrossOrganizations } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import { type Owner, toOwner } from '../../../platform/services/feature.ts'

const ownerRow = z.object({ organization_id: z.int(), parent_id: z.int().nullable(), is_closed: z.boolean() })

/** Their own or their common parent; null if there is none or one is missing. Crosses organizations. */
async function findOrganizationOfDonations(database: Database, ids: readonly number[]): Promise<Owner | null> {
  const distinct = [...new Set(ids)]
  const owners = await readAcrossOrganizations(
    database,
    sql.prepared(ownerRow)`
      SELECT o.id AS organization_id, o.parent_id, o.rule_deactivated OR o.cancelled_at IS NOT NULL AS is_closed
      FROM donations d JOIN organizations o ON o.id = d.organization_id
      WHERE d.id = ANY (${distinct}::bigint[]) AND d.deleted_at IS NULL`,
  )
  const [first] = owners
  if (!first || owners.length < distinct.length) return null
  if (owners.every(({ organization_id }) => organization_id === first.organization_id))
    return { organizationId: first.organization_id, isClosed: first.is_closed }
  const roots = new Set(owners.map(({ organization_id, parent_id }) => parent_id ?? organization_id))
  return toOwner(roots.size === 1 ? ([...roots][0] ?? null) : null)
}

const maxCached = 20_000

/** A gift's organization never changes, so it is cached. Reading or locking the gift detects its deletion. */
export function createOwnerReader(database: Database) {
  const cached = new Map<number, number>()
  const note = (id: number, organizationId: number): void => {
    if (cached.size >= maxCached) cached.clear()
    cached.set(id, organizationId)
  }
  const findCached = (ids: readonly number[]): number | undefined => {
    const [first, ...others] = new Set(ids.map((id) => cached.get(id)))
    return others.length === 0 ? first : undefined
  }
  return {
    note,
    organizationOf: async (ids: readonly number[], canCache: boolean): Promise<Owner | null> => {
      if (!canCache) return findOrganizationOfDonations(database, ids)
      const cachedOwner = findCached(ids)
      if (cachedOwner !== undefined) return toOwner(cachedOwner)
      const found = await findOrganizationOfDonations(database, ids)
      const [onlyId, ...others] = ids
      if (found && onlyId !== undefined && others.length === 0) note(onlyId, found.organizationId)
      return found
    },
  }
}

export type OwnerReader = ReturnType<typeof createOwnerReader>
