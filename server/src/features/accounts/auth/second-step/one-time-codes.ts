import { randomBytes } from 'node:crypto'
import type { auth } from '@twofold/contract'
import { generateSecret, generateURI, verify } from 'otplib'
import QRCode from 'qrcode'
import { type Db, withoutTenant } from '../../../../platform/database/database.ts'
import { digestOf } from '../../../../platform/security/secrets.ts'
import type { Platform } from '../../../../platform/services/platform.ts'
import {
  claimTotpStep,
  findTotp,
  markRecoveryCodeUsed,
  replaceRecoveryCodes,
  saveTotpSecret,
} from './factors.queries.ts'

const sealContextOf = (userId: number) => ({ organizationId: -userId, column: 'totp_secrets.sealed_secret' })
/** Phone clocks are slightly off. */
const toleranceSeconds = 30
const codeCount = 10

export async function startTotpSetup(platform: Platform, user: auth.User): Promise<auth.TotpSecret | null> {
  const secret = generateSecret()
  const sealed = platform.secrets.seal(secret, sealContextOf(user.id))
  const isSaved = await withoutTenant(platform.database, (db) => saveTotpSecret(db, user.id, sealed, platform.clock()))
  if (!isSaved) return null
  const uri = generateURI({ issuer: 'Twofold', label: user.email, secret })
  return { secret, uri, qr: await QRCode.toString(uri, { type: 'svg', margin: 2 }) }
}

/** Accepts a code once. `mustBe` selects the app in use or the one to be confirmed. */
export async function redeemTotpCode(
  db: Db,
  platform: Pick<Platform, 'secrets' | 'clock'>,
  attempt: { readonly userId: number; readonly code: string; readonly mustBe: 'in use' | 'begun' },
): Promise<boolean> {
  const token = attempt.code.replaceAll(/\s/g, '')
  const found = await findTotp(db, attempt.userId)
  if (!found || found.confirmed !== (attempt.mustBe === 'in use') || !/^\d{6}$/.test(token)) return false
  const secret = platform.secrets.open(found.sealed, sealContextOf(attempt.userId))
  const epoch = Math.floor(platform.clock().getTime() / 1000)
  const result = await verify({ secret, token, epoch, epochTolerance: toleranceSeconds })
  return result.valid && 'timeStep' in result && claimTotpStep(db, attempt.userId, result.timeStep)
}

// No easily confused characters; 5 bits each.
const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789'
const characterOf = (byte: number): string => alphabet[byte % 32] ?? ''

/** `k7mp-2xqd-9fhz-w3ea-8cuv-n5rj`: 120 random bits, so a plain digest cannot be reversed (ASVS 5.0, 6.5.2). */
const newCode = (): string => (Array.from(randomBytes(24), characterOf).join('').match(/.{4}/g) ?? []).join('-')

const digestOfCode = (code: string): Buffer => digestOf(code.toLowerCase().replaceAll(/[^a-z0-9]/g, ''))

export async function regenerateRecoveryCodes(db: Db, userId: number): Promise<string[]> {
  const codes = Array.from({ length: codeCount }, newCode)
  await replaceRecoveryCodes(db, userId, codes.map(digestOfCode))
  return codes
}

export const redeemRecoveryCode = (db: Db, userId: number, code: string, now: Date): Promise<boolean> =>
  markRecoveryCodeUsed(db, userId, digestOfCode(code), now)
