import type { Platform } from '../../../platform/platform.ts'

/** A gift, and the donor whose it was when the link went out. */
export type CorrectedGift = { readonly organizationId: number; readonly donationId: number; readonly donorId: number }

const lifeMs = 60 * 60_000

type Signing = Pick<Platform, 'secrets' | 'clock'>

/** For who came by a one-time link: opens the correction of one match for an hour, and nothing else. */
export function matchRequestKey({ secrets, clock }: Signing, gift: CorrectedGift): string {
  const until = clock().getTime() + lifeMs
  return secrets.sign('match-request', [gift.organizationId, gift.donationId, gift.donorId, until].join('-'))
}

/** Null for a key that was not made here, and for one whose hour is over. */
export function readMatchRequestKey({ secrets, clock }: Signing, key: string): CorrectedGift | null {
  const payload = secrets.verify('match-request', key) ?? ''
  const [organizationId, donationId, donorId, until = 0] = payload.split('-').map(Number)
  if (!organizationId || !donationId || !donorId || until <= clock().getTime()) return null
  return { organizationId, donationId, donorId }
}
