import { grantTenant, type Tenant } from '../../../platform/database/database.ts'
import type { AccessLevel, Caller } from '../../../platform/http/serve.ts'
import type { Platform } from '../../../platform/services/platform.ts'
import { findAccess } from './organizations.queries.ts'

type Access = { readonly level: AccessLevel; readonly tenant: Tenant }
type Known = { readonly access: Access | null; readonly isOnly: boolean }

// As with sessions, a removed member loses access on every node within a second.
const trustMs = 500
const rememberedAtMost = 10_000

/** Null if the organization must seem not to exist. */
export function createAccessReader(platform: Platform) {
  const remembered = new Map<string, { access: Access | null; until: number }>()
  /**
   * For people who can write in exactly one organization. A read-only member's refusals differ between their own data
   * and others'.
   */
  const only = new Map<number, { readonly organizationId: number; readonly until: number }>()
  // Concurrent calls share one lookup, for no longer than its result would be trusted.
  const asking = new Map<string, { readonly found: Promise<Known>; readonly until: number }>()
  const ask = async ({ user }: Caller, organizationId: number): Promise<Known> => {
    const found = await findAccess(platform.database, user.id, organizationId)
    const level = user.globalPermission === 'super' ? 'super' : found?.level
    if (!(found && level)) return { access: null, isOnly: false }
    const mayWrite = level === 'write' || level === 'admin'
    return { access: { level, tenant: grantTenant(organizationId, found.family) }, isOnly: mayWrite && found.isOnly }
  }
  const remember = (caller: Caller, key: string, organizationId: number, { access, isOnly }: Known, until: number) => {
    if (remembered.size >= rememberedAtMost) remembered.clear()
    if (only.size >= rememberedAtMost) only.clear()
    remembered.set(key, { access, until })
    if (isOnly) only.set(caller.user.id, { organizationId, until })
    else only.delete(caller.user.id)
  }
  return {
    accessTo: async (caller: Caller, organizationId: number): Promise<Access | null> => {
      const key = `${caller.user.id}:${organizationId}:${caller.user.globalPermission ?? ''}`
      const now = platform.clock().getTime()
      const known = remembered.get(key)
      if (known && known.until > now) return known.access
      const running = asking.get(key)
      if (running && running.until > now) return (await running.found).access
      const looking = { found: ask(caller, organizationId), until: now + trustMs }
      asking.set(key, looking)
      try {
        const found = await looking.found
        if (asking.get(key) === looking) remember(caller, key, organizationId, found, looking.until)
        return found.access
      } finally {
        if (asking.get(key) === looking) asking.delete(key)
      }
    },
    /** Null unless it was looked up recently. All IDs that the caller can access belong to it. */
    onlyOrganizationOf: ({ user }: Caller): number | null => {
      const known = user.globalPermission === 'super' ? undefined : only.get(user.id)
      return known && known.until > platform.clock().getTime() ? known.organizationId : null
    },
    forget: (): void => {
      remembered.clear()
      only.clear()
      asking.clear()
    },
  }
}

export type AccessReader = ReturnType<typeof createAccessReader>
