import { z } from 'zod'

const payload = z.object({
  iat: z.number().optional().describe('seconds since 1970'),
  exp: z.number().describe('seconds since 1970'),
  sub: z.string(),
  user: z.object({ id: z.number(), email: z.string(), name: z.string(), globalPermission: z.string().nullable() }),
})
export type TokenPayload = z.infer<typeof payload>

/**
 * Does not verify the signature: only the server can.
 * @throws Error with the spec's message if the token is malformed
 */
export function decodeToken(token: unknown): TokenPayload {
  if (typeof token !== 'string') throw new Error('Invalid token specified: must be a string')
  const payloadPart = token.split('.')[1]
  if (!payloadPart) throw new Error('Invalid token specified: missing part #2')
  try {
    return payload.parse(JSON.parse(textOf(payloadPart)))
  } catch (cause) {
    throw new Error('Invalid token specified: invalid json for part #2', { cause })
  }
}

function textOf(base64url: string): string {
  const bytes = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'))
  return new TextDecoder().decode(Uint8Array.from(bytes, (character) => character.charCodeAt(0)))
}

/** In ms, based on a token issued just now; 0 if unknown. */
export function clockAhead(token: string, nowMs: number): number {
  try {
    const { iat } = decodeToken(token)
    return iat === undefined ? 0 : iat * 1000 - nowMs
  } catch {
    return 0
  }
}

export function emailIn(token: string): string {
  try {
    return decodeToken(token).user.email
  } catch {
    return ''
  }
}

/** For display only: the server checks again on every request. */
export function isSupportToken(token: string): boolean {
  try {
    return decodeToken(token).user.globalPermission === 'super'
  } catch {
    return false
  }
}

/** Seconds since 1970; 0 if the token is unreadable. */
export function expiryOf(token: string): number {
  try {
    return decodeToken(token).exp
  } catch {
    return 0
  }
}

/** Unreadable tokens count as expired. */
export const isExpired = (token: string, nowMs: number): boolean => expiryOf(token) <= nowMs / 1000
