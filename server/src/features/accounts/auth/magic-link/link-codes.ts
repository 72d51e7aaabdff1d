import { randomInt, timingSafeEqual } from 'node:crypto'
import { digestOf } from '../../../../platform/security/secrets.ts'
import type { Platform } from '../../../../platform/services/platform.ts'

export const newLinkCode = (): string => String(randomInt(1_000_000)).padStart(6, '0')

/** Contains the product's secret: a plain digest of six digits could be reversed with a million attempts. */
export const linkCodeHash = ({ secrets }: Pick<Platform, 'secrets'>, digest: Buffer, code: string): string =>
  digestOf(secrets.sign('sign-in-code', `${digest.toString('base64url')}:${code}`)).toString('base64url')

export const isSame = (a: string | null, b: string | null): boolean =>
  a !== null && b !== null && a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b))
