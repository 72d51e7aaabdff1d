import type { Platform } from '../../../platform/services/platform.ts'

/** The digest is of the donor's address at that time; null in keys of the previous version. */
export type CorrectedGift = {
  readonly organizationId: number
  readonly donationId: number
  readonly donorId: number
  readonly addressDigest: string | null
}

const validityMs = 60 * 60_000

type SigningContext = Pick<Platform, 'secrets' | 'clock'>

/** Allows only the correction of one match, for an hour. */
export function matchRequestKey({ secrets, clock }: SigningContext, gift: CorrectedGift): string {
  const { organizationId, donationId, donorId, addressDigest } = gift
  const until = clock().getTime() + validityMs
  return secrets.sign('match-request', [organizationId, donationId, donorId, until, addressDigest].join('-'))
}

export function readMatchRequestKey({ secrets, clock }: SigningContext, key: string): CorrectedGift | null {
  const [ids, addressDigest] = parsePayload(secrets.verify('match-request', key) ?? '')
  const [organizationId, donationId, donorId, until = 0] = ids
  if (!organizationId || !donationId || !donorId || until <= clock().getTime()) return null
  return { organizationId, donationId, donorId, addressDigest }
}

function parsePayload(payload: string): [ids: number[], addressDigest: string | null] {
  const parts = payload.split('-')
  return [parts.slice(0, 4).map(Number), parts[4] || null]
}
