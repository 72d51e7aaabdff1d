import {
  acrossOrganizations,
  grantTenant,
  readAcrossOrganizations,
  type Tenant,
} from '../../../platform/database/database.ts'
import type { AccessLevel, Caller } from '../../../platform/http/serve.ts'
import { digestOf } from '../../../platform/security/secrets.ts'
import type { Platform } from '../../../platform/services/platform.ts'
import { keyOfHash, keyOfId, updateKeyUse } from './api-keys.queries.ts'
import { looksLikeKey, organizationInKey } from './key-text.ts'

type Key = NonNullable<Caller['apiKey']>
type Use = { readonly at: Date; readonly address: string }

// As with sessions, a deleted key stops working on every node within a second.
const trustMs = 500
const rememberedAtMost = 10_000
const usesWrittenEveryMs = 60_000
/** Per key, shared by all nodes. */
export const callsPerKey = { max: 600, seconds: 60 }

export function createKeyReader(platform: Platform) {
  const remembered = new Map<string, { caller: Caller; until: number }>()
  const noteUse = createUseNotes(platform)

  const find = async (token: string): Promise<Caller | null> => {
    const organizationId = organizationInKey(token)
    if (organizationId === null) return null
    const [found] = await readAcrossOrganizations(platform.database, keyOfHash(organizationId, digestOf(token)))
    if (!found) return null
    const { id, chapters, userId, email, name } = found
    return {
      user: { id: userId, email, name, globalPermission: null },
      sessionId: `api-key-${organizationId}-${id}`,
      apiKey: { id, organizationId, chapters },
    }
  }

  /** Any organization except the key's own and its chapters seems not to exist. */
  const accessTo = (key: Key, organizationId: number): { level: AccessLevel; tenant: Tenant } | null => {
    if (organizationId === key.organizationId) {
      return { level: 'write', tenant: grantTenant(organizationId, [organizationId, ...key.chapters]) }
    }
    if (!key.chapters.includes(organizationId)) return null
    return { level: 'write', tenant: grantTenant(organizationId, [organizationId]) }
  }

  return {
    isKey: looksLikeKey,
    /** Refuses with 429 after too many calls. Without an address, neither counts nor records the use. */
    callerOf: async (token: string, address: string | null): Promise<Caller | null> => {
      const now = platform.clock().getTime()
      const known = remembered.get(token)
      const caller = known && known.until > now ? known.caller : await find(token)
      if (!caller?.apiKey) {
        remembered.delete(token)
        return null
      }
      if (caller !== known?.caller) {
        if (remembered.size >= rememberedAtMost) remembered.clear()
        remembered.set(token, { caller, until: now + trustMs })
      }
      if (address === null) return caller
      await platform.rates.take('api-key', callsPerKey, `${caller.apiKey.organizationId}:${caller.apiKey.id}`)
      noteUse(caller.apiKey, address)
      return caller
    },
    homeOf: ({ organizationId, chapters }: Key): Tenant => grantTenant(organizationId, [organizationId, ...chapters]),
    accessTo,
    onlyOrganizationOf: ({ organizationId, chapters }: Key): number | null =>
      chapters.length === 0 ? organizationId : null,
    /** Null if the key has been deleted since its request. */
    accessOfFormer: async ({ organizationId, id }: Key, wanted: number): Promise<ReturnType<typeof accessTo>> => {
      const [found] = await readAcrossOrganizations(platform.database, keyOfId(organizationId, id))
      return found ? accessTo({ organizationId, id, chapters: found.chapters }, wanted) : null
    },
    forget: (): void => remembered.clear(),
  }
}

export type KeyReader = ReturnType<typeof createKeyReader>

/** Writes the first use immediately, later ones once a minute. */
function createUseNotes(platform: Platform): (key: Key, address: string) => void {
  const waiting = new Map<string, { key: Key; latest: Use | null }>()

  const write = (key: Key, use: Use): void => {
    acrossOrganizations(platform.database, (db) => updateKeyUse(db, key, use)).catch((error: Error) =>
      platform.log.warn({ problem: error.message }, 'the use of a key could not be noted'),
    )
  }
  const pause = (name: string, key: Key): void => {
    waiting.set(name, { key, latest: null })
    const timer = setTimeout(() => {
      const latest = waiting.get(name)?.latest
      waiting.delete(name)
      if (!latest) return
      write(key, latest)
      pause(name, key)
    }, usesWrittenEveryMs)
    timer.unref()
  }

  return (key, address) => {
    const name = `${key.organizationId}:${key.id}`
    const use = { at: platform.clock(), address }
    const pausing = waiting.get(name)
    if (pausing) {
      pausing.latest = use
      return
    }
    write(key, use)
    pause(name, key)
  }
}
