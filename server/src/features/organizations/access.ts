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
  return {
    accessTo: async (caller: Caller, organizationId: number): Promise<Access | null> => {
      const key = `${caller.user.id}:${organizationId}`
      const now = platform.clock().getTime()
      const known = remembered.get(key)
      if (known && known.until > now) return known.access
      const found = await findAccess(platform.database, caller.user.id, organizationId)
      const level = caller.user.globalPermission === 'super' ? 'super' : found?.level
      const access = found && level ? { level, tenant: grantTenant(organizationId, found.family) } : null
      if (remembered.size >= rememberedAtMost) remembered.clear()
      remembered.set(key, { access, until: now + trustMs })
      return access
    },
    forget: (): void => remembered.clear(),
  }
}

export type AccessReader = ReturnType<typeof createAccessReader>
