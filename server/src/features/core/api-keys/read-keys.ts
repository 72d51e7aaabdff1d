import {
  acrossOrganizations,
  grantTenant,
  readAcrossOrganizations,
  type Tenant,
} from '../../../platform/database/database.ts'
import { clientKeyOf } from '../../../platform/http/client-key.ts'
import type { AccessLevel, Caller } from '../../../platform/http/serve.ts'
import { looksLikeKey, organizationInKey } from '../../../platform/security/api-key-text.ts'
import { digestOf } from '../../../platform/security/secrets.ts'
import type { Platform } from '../../../platform/services/platform.ts'
import { keyOfHash, keyOfId, updateKeyUse } from './api-keys.queries.ts'

type Key = NonNullable<Caller['apiKey']>
type Use = { readonly at: Date; readonly address: string; readonly network: string }

// As with sessions, a deleted key stops working on every node within a second.
const cacheMs = 500
const maxCachedKeys = 10_000
const writeUseEveryMs = 60_000
/** Per key, shared by all nodes. */
export const callsPerKey = { max: 600, seconds: 60 }

export function createKeyReader(platform: Platform) {
  const callers = new Map<string, { caller: Caller; until: number }>()
  const recordUse = createUseRecorder(platform)

  const findCaller = async (token: string): Promise<Caller | null> => {
    const organizationId = organizationInKey(token)
    if (organizationId === null) return null
    const [found] = await readAcrossOrganizations(platform.database, keyOfHash(organizationId, digestOf(token)))
    if (!found) return null
    const { id, chapters, level, userId, email, name } = found
    return {
      user: { id: userId, email, name, globalPermission: null },
      sessionId: `api-key-${organizationId}-${id}`,
      apiKey: { id, organizationId, chapters, level },
    }
  }

  /** Any organization except the key's own and its chapters seems not to exist. */
  const accessTo = (key: Key, organizationId: number): { level: AccessLevel; tenant: Tenant } | null => {
    if (organizationId === key.organizationId) {
      return { level: key.level, tenant: grantTenant(organizationId, [organizationId, ...key.chapters]) }
    }
    if (!key.chapters.includes(organizationId)) return null
    return { level: key.level, tenant: grantTenant(organizationId, [organizationId]) }
  }

  return {
    isKey: looksLikeKey,
    /** Refuses with 429 after too many calls. Without an address, neither counts nor records the use. */
    callerOf: async (token: string, address: string | null): Promise<Caller | null> => {
      const now = platform.clock().getTime()
      const cached = callers.get(token)
      const caller = cached && cached.until > now ? cached.caller : await findCaller(token)
      if (!caller?.apiKey) {
        callers.delete(token)
        return null
      }
      if (caller !== cached?.caller) {
        if (callers.size >= maxCachedKeys) callers.clear()
        callers.set(token, { caller, until: now + cacheMs })
      }
      if (address === null) return caller
      await platform.rates.take('api-key', callsPerKey, `${caller.apiKey.organizationId}:${caller.apiKey.id}`)
      recordUse(caller.apiKey, address)
      return caller
    },
    tenantOfKey: ({ organizationId, chapters }: Key): Tenant =>
      grantTenant(organizationId, [organizationId, ...chapters]),
    accessTo,
    onlyOrganizationOf: ({ organizationId, chapters, level }: Key): number | null =>
      chapters.length === 0 && level === 'write' ? organizationId : null,
    /** Null if the key has been deleted, or its owner has left, since its request. */
    accessForKey: async ({ organizationId, id }: Key, requestedId: number): Promise<ReturnType<typeof accessTo>> => {
      const [found] = await readAcrossOrganizations(platform.database, keyOfId(organizationId, id))
      return found ? accessTo({ organizationId, id, ...found }, requestedId) : null
    },
    forget: (): void => callers.clear(),
  }
}

export type KeyReader = ReturnType<typeof createKeyReader>

/** Writes the first use from a network immediately, later ones once a minute. */
function createUseRecorder(platform: Platform): (key: Key, address: string) => void {
  const pendingUses = new Map<string, { key: Key; latest: Use | null }>()

  const saveUse = (key: Key, use: Use): void => {
    acrossOrganizations(platform.database, (db) => updateKeyUse(db, key, use)).catch((error: Error) =>
      platform.log.warn({ problem: error.message }, 'the use of a key could not be recorded'),
    )
  }
  const scheduleNextWrite = (name: string, key: Key): void => {
    pendingUses.set(name, { key, latest: null })
    const timer = setTimeout(() => {
      const latest = pendingUses.get(name)?.latest
      pendingUses.delete(name)
      if (!latest) return
      saveUse(key, latest)
      scheduleNextWrite(name, key)
    }, writeUseEveryMs)
    timer.unref()
  }

  return (key, address) => {
    const network = clientKeyOf(address)
    const name = `${key.organizationId}:${key.id}:${network}`
    const use = { at: platform.clock(), address, network }
    const pending = pendingUses.get(name)
    if (pending) {
      pending.latest = use
      return
    }
    saveUse(key, use)
    scheduleNextWrite(name, key)
  }
}
