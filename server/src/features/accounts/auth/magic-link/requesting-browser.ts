import type { FastifyReply, FastifyRequest } from 'fastify'
import { digestOf, randomToken } from '../../../../platform/security/secrets.ts'
import type { Platform } from '../../../../platform/services/platform.ts'

/**
 * A cookie of the browser that requests a sign-in link. Only in that browser is one click enough. Mail scanners and
 * the person's other devices have no such cookie and need the code.
 */
const name = 'twofold_asked'
const path = '/api/auth/otp'
// The mail may be delayed, and the link is valid for ten minutes from its sending.
const seconds = 3600

const cookieOf = (request: FastifyRequest): string | null =>
  /(?:^|;\s?)twofold_asked=([\w-]{43})(?:;|$)/.exec(request.headers.cookie ?? '')?.[1] ?? null

/** Returns the digest of the browser's cookie, or null. */
export function requestingBrowser(request: FastifyRequest): string | null {
  const cookie = cookieOf(request)
  return cookie === null ? null : digestOf(cookie).toString('base64url')
}

/** Sets the browser's cookie, existing or new, and returns its digest as text. */
export function markBrowser(
  platform: Pick<Platform, 'publicUrl'>,
  request: FastifyRequest,
  reply: FastifyReply,
): string {
  const value = cookieOf(request) ?? randomToken()
  const secure = platform.publicUrl().startsWith('https:') ? '; Secure' : ''
  reply.header('set-cookie', `${name}=${value}; Path=${path}; Max-Age=${seconds}; HttpOnly; SameSite=Strict${secure}`)
  return digestOf(value).toString('base64url')
}
