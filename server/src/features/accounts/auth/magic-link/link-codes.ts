import { randomInt, timingSafeEqual } from 'node:crypto'
import { digestOf } from '../../../../platform/security/secrets.ts'
import type { Platform } from '../../../../platform/services/platform.ts'

/** Six digits from a good source. */
export const newLinkCode = (): string => String(randomInt(1_000_000)).padStart(6, '0')

/** A digest of six digits alone could be turned back by trying a million; this one needs the product's secret too. */
export const linkCodeHash = ({ secrets }: Pick<Platform, 'secrets'>, digest: Buffer, code: string): string =>
  digestOf(secrets.sign('sign-in-code', `${digest.toString('base64url')}:${code}`)).toString('base64url')

export const isSame = (a: string | null, b: string | null): boolean =>
  a !== null && b !== null && a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b))
