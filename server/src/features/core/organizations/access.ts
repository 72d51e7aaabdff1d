import { grantTenant, type Tenant } from '../../../platform/database/database.ts'
import type { AccessLevel, Caller } from '../../../platform/http/serve.ts'
import type { Platform } from '../../../platform/services/platform.ts'
import { findAccess } from './organizations.queries.ts'

type Access = { readonly level: AccessLevel; readonly tenant: Tenant }
type Lookup = { readonly access: Access | null; readonly isOnly: boolean }

// As with sessions, a removed member loses access on every node within a second.
const cacheMs = 500
const maxCachedEntries = 10_000

/** Null if the organization must seem not to exist. */
export function createAccessReader(platform: Platform) {
  const accessByKey = new Map<string, { access: Access | null; until: number }>()
  /**
   * For people who can write in exactly one organization. A read-only member's refusals differ between their own data
   * and others'.
   */
  const onlyOrganizations = new Map<number, { readonly organizationId: number; readonly until: number }>()
  // Concurrent calls share one lookup, for no longer than its result would be trusted.
  const lookups = new Map<string, { readonly found: Promise<Lookup>; readonly until: number }>()
  const lookUp = async ({ user }: Caller, organizationId: number): Promise<Lookup> => {
    const found = await findAccess(platform.database, user.id, organizationId)
    const level = user.globalPermission === 'super' ? 'super' : found?.level
    if (!(found && level)) return { access: null, isOnly: false }
    const canWrite = level === 'write' || level === 'admin'
    return { access: { level, tenant: grantTenant(organizationId, found.family) }, isOnly: canWrite && found.isOnly }
  }
  const cache = (caller: Caller, key: string, organizationId: number, { access, isOnly }: Lookup, until: number) => {
    if (accessByKey.size >= maxCachedEntries) accessByKey.clear()
    if (onlyOrganizations.size >= maxCachedEntries) onlyOrganizations.clear()
    accessByKey.set(key, { access, until })
    if (isOnly) onlyOrganizations.set(caller.user.id, { organizationId, until })
    else onlyOrganizations.delete(caller.user.id)
  }
  return {
    accessTo: async (caller: Caller, organizationId: number): Promise<Access | null> => {
      const key = `${caller.user.id}:${organizationId}:${caller.user.globalPermission ?? ''}`
      const now = platform.clock().getTime()
      const cached = accessByKey.get(key)
      if (cached && cached.until > now) return cached.access
      const pending = lookups.get(key)
      if (pending && pending.until > now) return (await pending.found).access
      const lookup = { found: lookUp(caller, organizationId), until: now + cacheMs }
      lookups.set(key, lookup)
      try {
        const found = await lookup.found
        if (lookups.get(key) === lookup) cache(caller, key, organizationId, found, lookup.until)
        return found.access
      } finally {
        if (lookups.get(key) === lookup) lookups.delete(key)
      }
    },
    /** Null unless it was looked up recently. All IDs that the caller can access belong to it. */
    onlyOrganizationOf: ({ user }: Caller): number | null => {
      const cached = user.globalPermission === 'super' ? undefined : onlyOrganizations.get(user.id)
      return cached && cached.until > platform.clock().getTime() ? cached.organizationId : null
    },
    forget: (): void => {
      accessByKey.clear()
      onlyOrganizations.clear()
      lookups.clear()
    },
  }
}

export type AccessReader = ReturnType<typeof createAccessReader>
