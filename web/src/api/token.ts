import { z } from 'zod'

const payload = z.object({
  iat: z.number().optional().describe('seconds since 1970'),
  exp: z.number().describe('seconds since 1970'),
  sub: z.string(),
  user: z.object({ id: z.number(), email: z.string(), name: z.string(), globalPermission: z.string().nullable() }),
})
export type TokenPayload = z.infer<typeof payload>

/** Reads a token without checking its signature, which only the server can; throws the spec's words. */
export function decodeToken(token: unknown): TokenPayload {
  if (typeof token !== 'string') throw new Error('Invalid token specified: must be a string')
  const part = token.split('.')[1]
  if (!part) throw new Error('Invalid token specified: missing part #2')
  try {
    return payload.parse(JSON.parse(textOf(part)))
  } catch (cause) {
    throw new Error('Invalid token specified: invalid json for part #2', { cause })
  }
}

function textOf(base64url: string): string {
  const bytes = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'))
  return new TextDecoder().decode(Uint8Array.from(bytes, (character) => character.charCodeAt(0)))
}

/** How far the server's clock is ahead of this one, in ms, by a token that was given out just now; 0 when it does not say. */
export function clockAhead(token: string, nowMs: number): number {
  try {
    const { iat } = decodeToken(token)
    return iat === undefined ? 0 : iat * 1000 - nowMs
  } catch {
    return 0
  }
}

/** The address of the person whose token it is; '' when it cannot be read. */
export function emailIn(token: string): string {
  try {
    return decodeToken(token).user.email
  } catch {
    return ''
  }
}

/** Whether it is one of our support's; the server asks again whatever is done with it. */
export function isOfSupport(token: string): boolean {
  try {
    return decodeToken(token).user.globalPermission === 'super'
  } catch {
    return false
  }
}

/** Seconds since 1970; 0 when it cannot be read. */
export function expiryOf(token: string): number {
  try {
    return decodeToken(token).exp
  } catch {
    return 0
  }
}

/** An unreadable token counts as expired: there is nothing else to do with it. */
export const isExpired = (token: string, nowMs: number): boolean => expiryOf(token) <= nowMs / 1000
