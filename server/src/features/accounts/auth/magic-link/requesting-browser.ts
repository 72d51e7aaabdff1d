import type { FastifyReply, FastifyRequest } from 'fastify'
import { digestOf, randomToken } from '../../../../platform/security/secrets.ts'
import type { Platform } from '../../../../platform/services/platform.ts'

/** One click is enough only in the browser that requested the link. Mail scanners and other devices need the code. */
const name = 'twofold_asked'
const path = '/api/auth/otp'
// The email may be delayed; the link is valid for ten minutes from its sending.
const seconds = 3600

const cookieOf = (request: FastifyRequest): string | null =>
  /(?:^|;\s?)twofold_asked=([\w-]{43})(?:;|$)/.exec(request.headers.cookie ?? '')?.[1] ?? null

export function requestingBrowser(request: FastifyRequest): string | null {
  const cookie = cookieOf(request)
  return cookie === null ? null : digestOf(cookie).toString('base64url')
}

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
