import { grantTenant, type Tenant } from '../../platform/database/database.ts'
import type { AccessLevel, Caller } from '../../platform/http/serve.ts'
import type { Platform } from '../../platform/platform.ts'
import { findAccess } from './organizations.queries.ts'

type Access = { readonly level: AccessLevel; readonly tenant: Tenant }

// As with sessions: a removed member is out within a second on every node.
const trustMs = 500
const rememberedAtMost = 10_000

/** Decides what a caller may do in an organization; null when it must look as if it did not exist. */
export function createAccessReader(platform: Platform) {
  const remembered = new Map<string, { access: Access | null; until: number }>()
  // As with sessions: calls that come in meanwhile wait for the same look, no longer than its answer would be trusted.
  const asking = new Map<string, { readonly access: Promise<Access | null>; readonly until: number }>()
  const ask = async (caller: Caller, organizationId: number): Promise<Access | null> => {
    const found = await findAccess(platform.database, caller.user.id, organizationId)
    const level = caller.user.globalPermission === 'super' ? 'super' : found?.level
    return found && level ? { level, tenant: grantTenant(organizationId, found.family) } : null
  }
  return {
    accessTo: async (caller: Caller, organizationId: number): Promise<Access | null> => {
      // Of the person as this call's session has them: who is made a super user meanwhile is asked for anew.
      const key = `${caller.user.id}:${organizationId}:${caller.user.globalPermission ?? ''}`
      const now = platform.clock().getTime()
      const known = remembered.get(key)
      if (known && known.until > now) return known.access
      const running = asking.get(key)
      if (running && running.until > now) return running.access
      const looking = { access: ask(caller, organizationId), until: now + trustMs }
      asking.set(key, looking)
      try {
        const access = await looking.access
        if (remembered.size >= rememberedAtMost) remembered.clear()
        if (asking.get(key) === looking) remembered.set(key, { access, until: looking.until })
        return access
      } finally {
        if (asking.get(key) === looking) asking.delete(key)
      }
    },
    forget: (): void => {
      remembered.clear()
      asking.clear()
    },
  }
}

export type AccessReader = ReturnType<typeof createAccessReader>
