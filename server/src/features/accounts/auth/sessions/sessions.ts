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
const seenEveryMs = 60_000
const issuer = 'twofold'
const audience = 'twofold-portal'
// "Revocation is effective within 1 s on every node."
const trustMs = 500
const rememberedAtMost = 10_000
const sessionId = z.uuid()

const inHours = (from: Date, hours: number): Date => new Date(from.getTime() + hours * 3_600_000)

export async function openSession(
  db: Db,
  platform: Platform,
  user: auth.User,
  from: { readonly address: string; readonly userAgent: string },
): Promise<string> {
  const now = platform.clock()
  const expiresAt = inHours(now, sessionHours.first)
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
      wanted: inHours(now, sessionHours.first),
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

type Remembered = { readonly caller: Caller; readonly until: number }
type Signed = { readonly sessionId: string; readonly until: number }
type Looking = { readonly caller: Promise<Caller | null>; readonly until: number }

/** A token is valid while its signature, its expiry and its session row are. */
export function createSessionReader(platform: Platform) {
  const remembered = new Map<string, Remembered>()
  // Concurrent calls with a token share one lookup, only as long as its result would be trusted: it may predate the end
  // of the session, or hang.
  const asking = new Map<string, Looking>()
  // Verifying a signature is expensive.
  const signed = new Map<string, Signed>()
  const sessionIdOf = async (token: string, now: Date): Promise<string | null> => {
    const known = signed.get(token)
    if (known) return known.until > now.getTime() ? known.sessionId : null
    const read = await readToken(platform, token, now)
    if (signed.size >= rememberedAtMost) signed.clear()
    if (read) signed.set(token, read)
    return read?.sessionId ?? null
  }
  const ask = async (token: string, now: Date): Promise<Caller | null> => {
    const id = await sessionIdOf(token, now)
    return id ? liveCaller(platform, id, now) : null
  }
  const remember = (token: string, caller: Caller | null, now: Date): void => {
    if (remembered.size >= rememberedAtMost) remembered.clear()
    if (caller) remembered.set(token, { caller, until: now.getTime() + trustMs })
    else remembered.delete(token)
  }
  return {
    callerOf: async (token: string): Promise<Caller | null> => {
      const now = platform.clock()
      const known = remembered.get(token)
      if (known && known.until > now.getTime()) return known.caller
      const running = asking.get(token)
      if (running && running.until > now.getTime()) return running.caller
      const looking = { caller: ask(token, now), until: now.getTime() + trustMs }
      asking.set(token, looking)
      try {
        const caller = await looking.caller
        // The cache was cleared or a newer lookup started.
        if (asking.get(token) === looking) remember(token, caller, now)
        return caller
      } finally {
        if (asking.get(token) === looking) asking.delete(token)
      }
    },
    forget: (): void => {
      remembered.clear()
      asking.clear()
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
  if (now.getTime() - found.lastSeenAt.getTime() >= seenEveryMs) {
    await withoutTenant(platform.database, (db) => markSeen(db, sessionId, now))
  }
  return found.caller
}

async function readToken(platform: Platform, token: string, now: Date): Promise<Signed | null> {
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
