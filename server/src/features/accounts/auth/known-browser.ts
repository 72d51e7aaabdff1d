import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { randomToken, type SealContext } from '../../../platform/security/secrets.ts'
import type { Platform } from '../../../platform/services/platform.ts'

/**
 * A browser that completed a sign-in is counted separately from strangers, so they cannot use up its attempts.
 * The cookie alone grants no access and survives a sign-out.
 */
export type KnownBrowser = { readonly userId: number; readonly id: string }

const prefix = 'twofold_known_'
const path = '/api/auth'
// Browsers limit cookies to 400 days.
const days = 400
/** Further cookies of a request are ignored. */
const cookiesAtMost = 20

const sealContextOf = (userId: number): SealContext => ({ organizationId: -userId, column: 'known-browser' })

const cookieContent = z.tuple([z.string().regex(/^[\w-]{43}$/), z.coerce.number()])

export function knownBrowsers(platform: Pick<Platform, 'secrets' | 'clock'>, request: FastifyRequest): KnownBrowser[] {
  const cookies = (request.headers.cookie ?? '').split(';').map((cookie) => cookie.trim())
  return cookies
    .filter((cookie) => cookie.startsWith(prefix))
    .slice(0, cookiesAtMost)
    .flatMap((cookie) => readCookie(platform, cookie.slice(prefix.length)) ?? [])
}

export const knownBrowser = (
  platform: Pick<Platform, 'secrets' | 'clock'>,
  request: FastifyRequest,
  userId: number,
): KnownBrowser | null => knownBrowsers(platform, request).find((browser) => browser.userId === userId) ?? null

function readCookie(platform: Pick<Platform, 'secrets' | 'clock'>, cookie: string): KnownBrowser | null {
  const [idText = '', sealed = ''] = cookie.split('=')
  const userId = Number(idText)
  if (!Number.isSafeInteger(userId) || userId < 1) return null
  const [id, markedAt] = cookieContent.safeParse(unseal(platform, sealed, userId)?.split('.')).data ?? []
  if (id === undefined || markedAt === undefined) return null
  return platform.clock().getTime() - markedAt < days * 86_400_000 ? { userId, id } : null
}

function unseal({ secrets }: Pick<Platform, 'secrets'>, sealed: string, userId: number): string | null {
  try {
    return secrets.open(sealed, sealContextOf(userId))
  } catch {
    return null
  }
}

export function rememberBrowser(
  platform: Pick<Platform, 'secrets' | 'clock' | 'publicUrl'>,
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  userId: number,
): void {
  const id = knownBrowser(platform, request, userId)?.id ?? randomToken()
  const value = platform.secrets.seal(`${id}.${platform.clock().getTime()}`, sealContextOf(userId))
  const secure = platform.publicUrl().startsWith('https:') ? '; Secure' : ''
  const attributes = `Path=${path}; Max-Age=${days * 86_400}; HttpOnly; SameSite=Strict${secure}`
  reply.header('set-cookie', `${prefix}${userId}=${value}; ${attributes}`)
}
