import { randomInt, timingSafeEqual } from 'node:crypto'
import type { Platform } from '../../../platform/platform.ts'
import { digestOf } from '../../../platform/secrets.ts'

/** Six digits from a good source. */
export const newLinkCode = (): string => String(randomInt(1_000_000)).padStart(6, '0')

/** A digest of six digits alone could be turned back by trying a million; this one needs the product's secret too. */
export const linkCodeHash = ({ secrets }: Pick<Platform, 'secrets'>, tokenHash: Buffer, code: string): Buffer =>
  digestOf(secrets.sign('sign-in-code', `${tokenHash.toString('base64url')}:${code}`))

export const isSame = (a: Buffer | null, b: Buffer | null): boolean =>
  a !== null && b !== null && a.length === b.length && timingSafeEqual(a, b)
