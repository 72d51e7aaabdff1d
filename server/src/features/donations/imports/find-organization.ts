import type { imports } from '@twofold/contract'
import { organizationKey } from '../file-reading/index.ts'
import type { OrganizationFacts } from './imports.queries.ts'

/** '' if missing. */
export type OrganizationReference = {
  readonly organizationId: string
  readonly organizationName: string
  readonly ein: string
}

export type OrganizationNames = {
  readonly names: ReadonlyMap<string, imports.OrganizationMapping>
  readonly everyRow: number | null
}

export const noOrganizationNames: OrganizationNames = { names: new Map(), everyRow: null }

const digitsOf = (ein: string): string => ein.replaceAll(/\D/g, '')

/**
 * Finds by id, name, EIN, then chosen meanings. Null for an organization outside of the family; the organization itself
 * for a row without one.
 */
export function createOrganizationFinder(
  family: readonly OrganizationFacts[],
  { names, everyRow }: OrganizationNames = noOrganizationNames,
) {
  const ownOrganization = family[0]
  if (!ownOrganization) throw new Error('a family has at least its head')
  const byId = new Map(family.map((one) => [String(one.id), one]))
  // The parent comes first and wins over a chapter with the same name or EIN.
  const byName = firstOf(family, (one) => organizationKey(one.name))
  const byEin = firstOf(family, (one) => digitsOf(one.ein))
  const organizationOfAllRows = everyRow === null ? null : byId.get(String(everyRow))
  return ({ organizationId, organizationName, ein }: OrganizationReference): OrganizationFacts | 'leave_out' | null => {
    if (organizationOfAllRows) return organizationOfAllRows
    if (organizationId) return byId.get(organizationId) ?? null
    const key = organizationKey(organizationName)
    if (key) {
      const known = byName.get(key)
      if (known) return known
      const mapping = names.get(key)
      return mapping === 'leave_out' ? mapping : (byId.get(String(mapping ?? '')) ?? null)
    }
    if (digitsOf(ein)) return byEin.get(digitsOf(ein)) ?? null
    return ownOrganization
  }
}

function firstOf(family: readonly OrganizationFacts[], keyOf: (one: OrganizationFacts) => string) {
  const found = new Map<string, OrganizationFacts>()
  for (const one of family) {
    const key = keyOf(one)
    if (key && !found.has(key)) found.set(key, one)
  }
  return found
}

const namesShown = 100

export function unknownNames(
  rows: readonly OrganizationReference[],
  family: readonly OrganizationFacts[],
  { names, everyRow }: OrganizationNames,
) {
  if (everyRow !== null) return []
  const known = new Set(family.map(({ name }) => organizationKey(name)))
  const ids = new Set(family.map(({ id }) => id))
  const found = new Map<string, { name: string; rows: number; means: imports.OrganizationMapping | null }>()
  for (const { organizationId, organizationName } of rows) {
    const key = organizationKey(organizationName)
    if (organizationId || !key || known.has(key)) continue
    const mapping = names.get(key) ?? null
    const entry = found.get(key) ?? {
      name: organizationName.slice(0, 200),
      rows: 0,
      means: typeof mapping === 'number' && !ids.has(mapping) ? null : mapping,
    }
    entry.rows++
    found.set(key, entry)
  }
  return [...found.values()].toSorted((one, other) => other.rows - one.rows).slice(0, namesShown)
}
