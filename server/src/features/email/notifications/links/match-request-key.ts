import type { Platform } from '../../../../platform/services/platform.ts'

/**
 * A gift, the donor whose it was when the key was made, and the digest of the address that they had then; null in a key of a node
 * of the version before, which is over within the hour.
 */
export type CorrectedGift = {
  readonly organizationId: number
  readonly donationId: number
  readonly donorId: number
  readonly addressDigest: string | null
}

const lifeMs = 60 * 60_000

type Signing = Pick<Platform, 'secrets' | 'clock'>

/** For who came by a one-time link: opens the correction of one match for an hour, and nothing else. */
export function matchRequestKey({ secrets, clock }: Signing, gift: CorrectedGift): string {
  const { organizationId, donationId, donorId, addressDigest } = gift
  const until = clock().getTime() + lifeMs
  return secrets.sign('match-request', [organizationId, donationId, donorId, until, addressDigest].join('-'))
}

/** Null for a key that was not made here, and for one whose hour is over. */
export function readMatchRequestKey({ secrets, clock }: Signing, key: string): CorrectedGift | null {
  const [ids, addressDigest] = partsOf(secrets.verify('match-request', key) ?? '')
  const [organizationId, donationId, donorId, until = 0] = ids
  if (!organizationId || !donationId || !donorId || until <= clock().getTime()) return null
  return { organizationId, donationId, donorId, addressDigest }
}

function partsOf(payload: string): [ids: number[], addressDigest: string | null] {
  const parts = payload.split('-')
  return [parts.slice(0, 4).map(Number), parts[4] || null]
}
