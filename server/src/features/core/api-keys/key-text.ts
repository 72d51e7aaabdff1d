import { randomToken } from '../../../platform/security/secrets.ts'

const form = /^tfk_([1-9]\d{0,14})_[\w-]{43}$/

/** `tfk_`, the organization's id, 256 random bits. The id lets a key be looked for in one organization only. */
export const makeKey = (organizationId: number): string => `tfk_${organizationId}_${randomToken()}`

/** A session's token never looks like this. */
export const looksLikeKey = (token: string): boolean => token.startsWith('tfk_')

export function organizationInKey(token: string): number | null {
  const digits = form.exec(token)?.[1]
  return digits === undefined ? null : Number(digits)
}

/** What lists show of a key. */
export const maskedKey = (organizationId: number, end: string): string => `tfk_${organizationId}_••••••••${end}`
