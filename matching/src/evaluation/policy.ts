import type { GiftKind } from '../shared/gift-kinds.ts'
import { type Currency, wholeCents } from '../shared/money.ts'

export type MatchMethod = 'csr' | 'contact' | 'form' | 'mail'

/**
 * Steps of the same employee type and category form a ladder: cents up to `upToCents`, null without end. Nothing is
 * matched beyond a last step with an end.
 */
export type RatioTier = {
  readonly ratio: string
  readonly upToCents?: number | null | undefined
  /** A token of `eligibleEmployees`; undefined for everyone. */
  readonly employeeType?: string | null | undefined
  /** A token of `eligibleNonprofits`; undefined for every nonprofit. */
  readonly category?: string | null | undefined
}

/** Exceptions apply to some people or nonprofits. Missing fields use the general terms. */
export type PolicyException = {
  readonly employeeType?: string | null | undefined
  readonly category?: string | null | undefined
  readonly ratio?: string | null | undefined
  readonly minAmountCents?: number | null | undefined
  readonly maxPerGiftCents?: number | null | undefined
  readonly maxPerYearCents?: number | null | undefined
}

/** The platform's address is used if the company's own is unknown. */
export type PolicyPlatform = {
  readonly id: string
  readonly name: string
  /** Employees of any company sign in there. Null if it depends on the company. */
  readonly employeeUrl: string | null
  readonly employeeSteps: readonly string[]
  readonly sourceUrl: string
  readonly asOf: string
}

/** Null or an empty list means unknown. A limit of 0 means that the source states none. */
export type Policy = {
  /** Null if only `own` is known. */
  readonly versionId: number | null
  readonly companyId: number
  readonly ownerId: number
  readonly companyName: string
  /** IANA name. Deadlines are days in this zone. */
  readonly timeZone: string
  readonly program: 'yes' | 'no' | 'unknown'
  readonly method: MatchMethod | null
  readonly csrPlatform: string | null
  readonly platform: PolicyPlatform | null
  readonly submissionUrl: string | null
  /** The address of the published rules. Matches are not requested there. */
  readonly guideUrl: string | null
  readonly formUrl: string | null
  /** Stored here, to be filled in and signed. */
  readonly hasForm: boolean
  readonly contactEmail: string | null
  readonly contactAddress: string | null
  /** company : donor, such as '2:1'. */
  readonly ratio: string | null
  readonly ratioTiers: readonly RatioTier[]
  /** The steps restart with every gift, or run through the gifts of the year. */
  readonly tiersRunThrough: 'gift' | 'year'
  readonly exceptions: readonly PolicyException[]
  readonly minAmountCents: number | null
  readonly minimumPerGift: boolean
  readonly maxPerGiftCents: number | null
  readonly maxPerYearCents: number | null
  readonly maxLifetimeCents: number | null
  /** The maximums limit the employer's match or the donor's gifts. */
  readonly maximumBasis: 'match' | 'gift'
  /** Unknown counts as yes. */
  readonly deductiblePartOnly: 'yes' | 'no' | 'unknown'
  readonly currency: Currency
  readonly eligibleEmployees: readonly string[]
  readonly eligibleNonprofits: readonly string[]
  readonly excludedNonprofits: readonly string[]
  /** Money and stock are always included. */
  readonly giftKinds: readonly GiftKind[]
  /** Payroll gifts match, too. */
  readonly ownSiteOnly: boolean
  readonly formNeedsNonprofit: boolean
  readonly deadlineRule: string | null
  /** 'MM-DD', the first day of the company's year. */
  readonly policyYearStart: string
  readonly sourceUrl: string
  readonly asOf: string
  /** 'YYYY-MM-DD', of gifts. Null or undefined if unlimited. */
  readonly validFrom?: string | null | undefined
  readonly validTo?: string | null | undefined
  readonly own?: OwnPolicy | undefined
}

/**
 * An organization's own terms, between policy and campaign. Days are inclusive 'YYYY-MM-DD'. Null keeps the company's
 * value, a limit of 0 means no limit. Cents of the policy's currency.
 */
export type OwnPolicy = {
  readonly id: number
  readonly companyId: number
  readonly startDate: string
  /** Null if open-ended. */
  readonly endDate: string | null
  readonly ratio: string | null
  readonly minAmountCents: number | null
  readonly maxPerGiftCents: number | null
  readonly maxPerYearCents: number | null
  readonly deadlineRule: string | null
}

/** Overrides a policy for one organization. Days are inclusive 'YYYY-MM-DD'. */
export type Campaign = {
  readonly id: number
  readonly name: string
  /** Null for every company. */
  readonly companyId: number | null
  readonly startDate: string
  readonly endDate: string
  /** 0 matches from the first cent, null keeps the policy's value. */
  readonly minAmountCents: number | null
  /** Limits each gift. 0 is no maximum, null keeps the policy's value. */
  readonly maxAmountCents: number | null
  /** Empty keeps the company's ratio. */
  readonly matchRatio: string
  readonly groupSubmit: boolean
  readonly message?: string | undefined
}

/** Returns whether the campaign covers a gift on this day; false for an invalid day. */
export function isCampaignActive(campaign: Campaign, companyId: number | null, day: string | null): boolean {
  if (day === null || companyId === null) return false
  if (campaign.companyId !== null && campaign.companyId !== companyId) return false
  return campaign.startDate <= day && day <= campaign.endDate
}

/** Returns the version for a gift on the day: known programs first, then the company's own before its parent's. */
export function policyOn(versions: readonly Policy[], day: string): Policy | null {
  const rank = ({ program, ownerId, companyId }: Policy): number =>
    (program === 'unknown' ? 2 : 0) + (ownerId === companyId ? 0 : 1)
  const [best] = versions
    .filter(({ validFrom, validTo }) => (!validFrom || validFrom <= day) && (!validTo || day <= validTo))
    .sort((a, b) => rank(a) - rank(b))
  return best ?? null
}

/**
 * Returns the campaign: the organization's (first list) before its parent's, for the company before general ones, then
 * newest.
 */
export function findCampaign(
  lists: readonly (readonly Campaign[])[],
  companyId: number | null,
  day: string | null,
): Campaign | null {
  for (const campaigns of lists) {
    const active = campaigns.filter((campaign) => isCampaignActive(campaign, companyId, day))
    const [best] = active.sort(
      (a, b) =>
        Number(b.companyId !== null) - Number(a.companyId !== null) ||
        compareText(b.startDate, a.startDate) ||
        b.id - a.id,
    )
    if (best) return best
  }
  return null
}

/** Returns the cents that ratios and limits apply to. `deductibleCents` is null if unknown. */
export function matchableCents(
  policy: Pick<Policy, 'deductiblePartOnly'> | null,
  gift: { readonly amountCents: number; readonly deductibleCents?: number | null | undefined },
): number {
  if (policy?.deductiblePartOnly === 'no' || typeof gift.deductibleCents !== 'number') return gift.amountCents
  return Math.min(wholeCents(gift.deductibleCents), gift.amountCents)
}

const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** Returns what is missing to instruct a donor, or null. By mail, companies often provide the form themselves. */
export function missingForMethod(policy: Policy): string | null {
  switch (policy.method) {
    case 'csr':
      return policy.submissionUrl || hasInstructions(policy.platform) ? null : 'the address of its giving portal'
    case 'form':
      return policy.formUrl || policy.hasForm ? null : 'its form'
    case 'contact':
      return policy.contactEmail || policy.contactAddress ? null : 'a contact for matching gifts'
    case 'mail':
      return policy.contactAddress ? null : 'the postal address for its forms'
    case null:
      return 'how donors request the match'
    default:
      return 'how donors request the match'
  }
}

/** Instructions also help if the company's own address is unknown. */
const hasInstructions = (platform: PolicyPlatform | null): boolean =>
  platform !== null && (platform.employeeUrl !== null || platform.employeeSteps.length > 0)
