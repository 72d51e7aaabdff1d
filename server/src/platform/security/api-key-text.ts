import { randomToken } from './secrets.ts'

const form = /^tfk_([1-9]\d{0,14})_[\w-]{43}$/

/** Format: `tfk_`, the organization's ID, 256 random bits. The ID limits the lookup to one organization. */
export const makeKey = (organizationId: number): string => `tfk_${organizationId}_${randomToken()}`

/** Session tokens never start this way. */
export const looksLikeKey = (token: string): boolean => token.startsWith('tfk_')

export function organizationInKey(token: string): number | null {
  const digits = form.exec(token)?.[1]
  return digits === undefined ? null : Number(digits)
}

export const maskedKey = (organizationId: number, end: string): string => `tfk_${organizationId}_••••••••${end}`
