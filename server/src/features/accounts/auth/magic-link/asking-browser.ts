import type { FastifyReply, FastifyRequest } from 'fastify'
import { digestOf, randomToken } from '../../../../platform/security/secrets.ts'
import type { Platform } from '../../../../platform/services/platform.ts'

/**
 * The browser that asks for a sign-in link keeps a cookie, and only there one press is enough. A mail scanner that opens the
 * link and presses the button has no such cookie, and neither has the person's other device: that one types the code.
 */
const name = 'twofold_asked'
const path = '/api/auth/otp'
// The mail may take a while, and the link lives ten minutes from when it was sent.
const seconds = 3600

const cookieOf = (request: FastifyRequest): string | null =>
  /(?:^|;\s?)twofold_asked=([\w-]{43})(?:;|$)/.exec(request.headers.cookie ?? '')?.[1] ?? null

/** The digest by which the browser of this request is known, or null. */
export function askingBrowser(request: FastifyRequest): string | null {
  const cookie = cookieOf(request)
  return cookie === null ? null : digestOf(cookie).toString('base64url')
}

/** Gives the browser its cookie, the one it has or a new one, and answers the digest as text. */
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
