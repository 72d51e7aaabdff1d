import { instructedStatusIds } from '@twofold/matching'
import { grantTenant, inTenant, readOnly } from '../../../platform/database/database.ts'
import type { Platform } from '../../../platform/services/platform.ts'
import { type MatchPreview, previewMatch } from '../../matches/matches/index.ts'
import { findCompanyName } from './public-match.queries.ts'

export type ReportedGift = {
  readonly organizationId: number
  readonly companyId: number
  readonly amountCents: number
  readonly day: string
  readonly transactionId: string
}

/** Signed, so that others cannot make us show their texts. Gives no access to stored gifts or people. */
export function givingPath({ secrets }: Pick<Platform, 'secrets'>, gift: ReportedGift): string {
  const { organizationId, companyId, amountCents, day, transactionId } = gift
  const encodedId = Buffer.from(transactionId).toString('base64url')
  return `/match-steps/${secrets.sign('giving', [organizationId, companyId, amountCents, day.replaceAll('-', ''), encodedId].join('-'))}`
}

/** Null for a token that we did not sign. */
export function readGivingToken({ secrets }: Pick<Platform, 'secrets'>, token: string): ReportedGift | null {
  const payload = secrets.verify('giving', token)
  const [organizationId, companyId, amountCents, day = '', ...words] = payload?.split('-') ?? []
  if (!organizationId || !companyId || !amountCents || day.length !== 8) return null
  return {
    organizationId: Number(organizationId),
    companyId: Number(companyId),
    amountCents: Number(amountCents),
    day: `${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)}`,
    transactionId: Buffer.from(words.join('-'), 'base64url').toString(),
  }
}

const requestableStatusIds: readonly number[] = instructedStatusIds

export type ReportedGiftPreview = { readonly companyName: string; readonly preview: MatchPreview }

/** Null if the donor cannot act now. */
export async function previewReportedGift(platform: Platform, gift: ReportedGift): Promise<ReportedGiftPreview | null> {
  return inTenant(readOnly(platform.database), grantTenant(gift.organizationId, [gift.organizationId]), async (db) => {
    const name = await findCompanyName(db, gift)
    if (name === null) return null
    const preview = await previewMatch(db, { ...gift, company: { id: gift.companyId, name }, now: platform.clock() })
    return requestableStatusIds.includes(preview.evaluation.statusId) ? { companyName: name, preview } : null
  })
}
