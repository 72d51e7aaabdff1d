import { randomUUID } from 'node:crypto'
import { auth } from '@twofold/contract'
import { jwtVerify, SignJWT } from 'jose'
import { z } from 'zod'
import { type Db, withoutTenant } from '../../../../platform/database/database.ts'
import type { Caller } from '../../../../platform/http/serve.ts'
import type { Platform } from '../../../../platform/services/platform.ts'
import { needsFactor } from '../second-step/needs-factor.ts'
import { extendSession, findLiveSession, insertSession, markSeen } from './sessions.queries.ts'

const { sessionHours } = auth
const markSeenEveryMs = 60_000
const issuer = 'twofold'
const audience = 'twofold-portal'
// "Revocation is effective within 1 s on every node."
const cacheMs = 500
const maxCachedTokens = 10_000
const sessionId = z.uuid()

const addHours = (from: Date, hours: number): Date => new Date(from.getTime() + hours * 3_600_000)

export async function openSession(
  db: Db,
  platform: Platform,
  user: auth.User,
  from: { readonly address: string; readonly userAgent: string },
): Promise<string> {
  const now = platform.clock()
  const expiresAt = addHours(now, sessionHours.first)
  const id = randomUUID()
  const { address } = from
  await insertSession(db, { id, userId: user.id, now, expiresAt, address, userAgent: from.userAgent.slice(0, 300) })
  return tokenFor(platform, { user, sessionId: id }, expiresAt)
}

/** Same session, up to a day from its start. */
export async function renewSession(platform: Platform, caller: Caller): Promise<string> {
  const now = platform.clock()
  const expiresAt = await withoutTenant(platform.database, (db) =>
    extendSession(db, caller.sessionId, {
      expiresAt: addHours(now, sessionHours.first),
      longestHours: sessionHours.longest,
      now,
    }),
  )
  return tokenFor(platform, caller, expiresAt)
}

async function tokenFor(
  platform: Platform,
  { user, sessionId }: Pick<Caller, 'user' | 'sessionId'>,
  expiresAt: Date,
): Promise<string> {
  const { id: userId, email, name, globalPermission } = user
  return new SignJWT({ sid: sessionId, user: { id: userId, email, name, globalPermission } })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setIssuer(issuer)
    .setAudience(audience)
    .setSubject(String(userId))
    .setIssuedAt(Math.floor(platform.clock().getTime() / 1000))
    .setExpirationTime(Math.floor(expiresAt.getTime() / 1000))
    .sign(platform.secrets.keyFor('session'))
}

export const idleSince = (now: Date): Date => new Date(now.getTime() - sessionHours.idle * 3_600_000)

type CachedCaller = { readonly caller: Caller; readonly until: number }
type VerifiedToken = { readonly sessionId: string; readonly until: number }
type PendingLookup = { readonly caller: Promise<Caller | null>; readonly until: number }

/** A token is valid while its signature, its expiry and its session row are. */
export function createSessionReader(platform: Platform) {
  const callers = new Map<string, CachedCaller>()
  // Concurrent calls with a token share one lookup, only as long as its result would be trusted: it may predate the end
  // of the session, or hang.
  const lookups = new Map<string, PendingLookup>()
  // Verifying a signature is expensive.
  const verifiedTokens = new Map<string, VerifiedToken>()
  const sessionIdOf = async (token: string, now: Date): Promise<string | null> => {
    const cached = verifiedTokens.get(token)
    if (cached) return cached.until > now.getTime() ? cached.sessionId : null
    const verified = await readToken(platform, token, now)
    if (verifiedTokens.size >= maxCachedTokens) verifiedTokens.clear()
    if (verified) verifiedTokens.set(token, verified)
    return verified?.sessionId ?? null
  }
  const lookUp = async (token: string, now: Date): Promise<Caller | null> => {
    const id = await sessionIdOf(token, now)
    return id ? liveCaller(platform, id, now) : null
  }
  const cache = (token: string, caller: Caller | null, now: Date): void => {
    if (callers.size >= maxCachedTokens) callers.clear()
    if (caller) callers.set(token, { caller, until: now.getTime() + cacheMs })
    else callers.delete(token)
  }
  return {
    callerOf: async (token: string): Promise<Caller | null> => {
      const now = platform.clock()
      const cached = callers.get(token)
      if (cached && cached.until > now.getTime()) return cached.caller
      const pending = lookups.get(token)
      if (pending && pending.until > now.getTime()) return pending.caller
      const lookup = { caller: lookUp(token, now), until: now.getTime() + cacheMs }
      lookups.set(token, lookup)
      try {
        const caller = await lookup.caller
        // The cache was cleared or a newer lookup started.
        if (lookups.get(token) === lookup) cache(token, caller, now)
        return caller
      } finally {
        if (lookups.get(token) === lookup) lookups.delete(token)
      }
    },
    forget: (): void => {
      callers.clear()
      lookups.clear()
    },
  }
}

export type SessionReader = ReturnType<typeof createSessionReader>

async function liveCaller(platform: Platform, sessionId: string, now: Date): Promise<Caller | null> {
  const found = await findLiveSession(platform.database, sessionId, now, idleSince(now))
  if (!found) return null
  // Opened before this person needed a second factor.
  if (!found.hasFactor && needsFactor(platform, found.caller.user)) return null
  // Once a minute, so that reads do not cause writes.
  if (now.getTime() - found.lastSeenAt.getTime() >= markSeenEveryMs) {
    await withoutTenant(platform.database, (db) => markSeen(db, sessionId, now))
  }
  return found.caller
}

async function readToken(platform: Platform, token: string, now: Date): Promise<VerifiedToken | null> {
  try {
    const { payload } = await jwtVerify(token, platform.secrets.keyFor('session'), {
      algorithms: ['HS256'],
      issuer,
      audience,
      typ: 'JWT',
      currentDate: now,
      requiredClaims: ['exp', 'sub', 'sid'],
    })
    const id = sessionId.safeParse(payload.sid).data
    return id && payload.exp !== undefined ? { sessionId: id, until: payload.exp * 1000 } : null
  } catch {
    return null
  }
}
