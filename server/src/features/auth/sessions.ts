import { randomUUID } from 'node:crypto'
import type { auth } from '@twofold/contract'
import { jwtVerify, SignJWT } from 'jose'
import { z } from 'zod'
import { inProduct } from '../../platform/database/database.ts'
import type { Caller } from '../../platform/http/serve.ts'
import type { Platform } from '../../platform/platform.ts'
import { findLiveSession, insertSession, markSeen } from './auth.queries.ts'

const sessionHours = 12
/** Who does nothing for this long has left the desk. */
const idleHours = 4
const seenEveryMs = 60_000
const issuer = 'twofold'
const audience = 'twofold-portal'
// "Revocation is effective within 1 s on every node": what was checked this recently is not asked again.
const trustMs = 500
const rememberedAtMost = 10_000
const sessionId = z.uuid()

/** Opens a session row and answers the bearer token for it. */
export async function openSession(
  platform: Platform,
  user: auth.User,
  address: string,
  userAgent: string,
): Promise<string> {
  const now = platform.clock()
  const expiresAt = new Date(now.getTime() + sessionHours * 3_600_000)
  const id = randomUUID()
  await inProduct(platform.database, (db) =>
    insertSession(db, { id, userId: user.id, now, expiresAt, address, userAgent: userAgent.slice(0, 300) }),
  )
  const { id: userId, email, name, globalPermission } = user
  return new SignJWT({ sid: id, user: { id: userId, email, name, globalPermission } })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setIssuer(issuer)
    .setAudience(audience)
    .setSubject(String(userId))
    .setIssuedAt(Math.floor(now.getTime() / 1000))
    .setExpirationTime(Math.floor(expiresAt.getTime() / 1000))
    .sign(platform.secrets.keyFor('session'))
}

export const idleSince = (now: Date): Date => new Date(now.getTime() - idleHours * 3_600_000)

type Remembered = { readonly caller: Caller; readonly until: number }

/** Reads bearer tokens. A token is good while its signature, its expiry and its session row are. */
export function createSessionReader(platform: Platform) {
  const remembered = new Map<string, Remembered>()
  return {
    callerOf: async (token: string): Promise<Caller | null> => {
      const now = platform.clock()
      const known = remembered.get(token)
      if (known && known.until > now.getTime()) return known.caller
      const id = await sessionIdIn(platform, token, now)
      const caller = id ? await liveCaller(platform, id, now) : null
      if (!caller) {
        remembered.delete(token)
        return null
      }
      if (remembered.size >= rememberedAtMost) remembered.clear()
      remembered.set(token, { caller, until: now.getTime() + trustMs })
      return caller
    },
    /** After a session has ended or a person has changed: this node asks again at once. */
    forget: (): void => remembered.clear(),
  }
}

export type SessionReader = ReturnType<typeof createSessionReader>

async function liveCaller(platform: Platform, sessionId: string, now: Date): Promise<Caller | null> {
  const found = await inProduct(platform.database, (db) => findLiveSession(db, sessionId, now, idleSince(now)))
  if (!found) return null
  // Written down once a minute: reading must not become writing.
  if (now.getTime() - found.lastSeenAt.getTime() >= seenEveryMs) {
    await inProduct(platform.database, (db) => markSeen(db, sessionId, now))
  }
  return found.caller
}

async function sessionIdIn(platform: Platform, token: string, now: Date): Promise<string | null> {
  try {
    const { payload } = await jwtVerify(token, platform.secrets.keyFor('session'), {
      algorithms: ['HS256'],
      issuer,
      audience,
      typ: 'JWT',
      currentDate: now,
      requiredClaims: ['exp', 'sub', 'sid'],
    })
    return sessionId.safeParse(payload.sid).data ?? null
  } catch {
    return null // forged, foreign or expired: all the same to the caller
  }
}
