import type { GiftKind } from '../shared/gift-kinds.ts'
import { type Currency, wholeCents } from '../shared/money.ts'

/** Input of the rules: a company's policy and an organization's campaign that overrides it. Plain data. */

export type MatchMethod = 'csr' | 'contact' | 'form' | 'mail'

/**
 * One step of a ratio. Steps with the same employee type and category form one ladder: cents up to `upToCents` use this
 * ratio, and further cents use the next step. Null means no end. Nothing is matched beyond a last step that has an end.
 */
export type RatioTier = {
  readonly ratio: string
  readonly upToCents?: number | null | undefined
  /** As in `eligibleEmployees`, such as 'retirees'. Undefined for everyone. */
  readonly employeeType?: string | null | undefined
  /** As in `eligibleNonprofits`, such as 'colleges and universities'. Undefined for every nonprofit. */
  readonly category?: string | null | undefined
}

/** Terms for some people or nonprofits only. Missing fields use the general terms. */
export type PolicyException = {
  /** As in `eligibleEmployees`, such as 'retirees'. */
  readonly employeeType?: string | null | undefined
  /** As in `eligibleNonprofits`, such as 'colleges and universities'. */
  readonly category?: string | null | undefined
  readonly ratio?: string | null | undefined
  readonly minAmountCents?: number | null | undefined
  readonly maxPerGiftCents?: number | null | undefined
  readonly maxPerYearCents?: number | null | undefined
}

/** General information about a company's giving platform, used if the company's own address is unknown. */
export type PolicyPlatform = {
  readonly id: string
  readonly name: string
  /** Sign-in page for employees of any company. Null if the address depends on the company. */
  readonly employeeUrl: string | null
  /** Steps to request a match for a gift made elsewhere. */
  readonly employeeSteps: readonly string[]
  readonly sourceUrl: string
  readonly asOf: string
}

/**
 * One version of a company's matching policy. Null or an empty list means unknown. A minimum or maximum is a number,
 * none (0: the source states that there is no limit), or unknown (null).
 */
export type Policy = {
  /** Null if the directory has no entry and only `own` is known. */
  readonly versionId: number | null
  readonly companyId: number
  /** Owner of the policy: the company or its parent. */
  readonly ownerId: number
  readonly companyName: string
  /** IANA name. Deadlines are days in this zone. */
  readonly timeZone: string
  readonly program: 'yes' | 'no' | 'unknown'
  readonly method: MatchMethod | null
  readonly csrPlatform: string | null
  /** The directory entry of that platform, if available. */
  readonly platform: PolicyPlatform | null
  readonly submissionUrl: string | null
  /** The published rules of the program: its page or a guideline document. Matches are not requested there. */
  readonly guideUrl: string | null
  readonly formUrl: string | null
  /** The company's form is stored here and can be filled in and signed. */
  readonly hasForm: boolean
  readonly contactEmail: string | null
  readonly contactAddress: string | null
  /** company : donor, such as '2:1'. */
  readonly ratio: string | null
  readonly ratioTiers: readonly RatioTier[]
  /** Whether the steps restart with every gift or run through the donor's gifts of the year. */
  readonly tiersRunThrough: 'gift' | 'year'
  readonly exceptions: readonly PolicyException[]
  readonly minAmountCents: number | null
  /** Every gift must reach the minimum by itself, so small gifts are not merged. */
  readonly minimumPerGift: boolean
  readonly maxPerGiftCents: number | null
  readonly maxPerYearCents: number | null
  readonly maxLifetimeCents: number | null
  /** Whether the maximums apply to the employer's match or to the donor's matched gifts. */
  readonly maximumBasis: 'match' | 'gift'
  /** Whether only the tax-deductible part of a gift is matched. Unknown counts as yes. */
  readonly deductiblePartOnly: 'yes' | 'no' | 'unknown'
  readonly currency: Currency
  readonly eligibleEmployees: readonly string[]
  readonly eligibleNonprofits: readonly string[]
  readonly excludedNonprofits: readonly string[]
  /** Kinds of gift that the policy explicitly matches, in addition to money and stock. */
  readonly giftKinds: readonly GiftKind[]
  /** Matches only gifts made on the company's own giving site or by payroll. */
  readonly ownSiteOnly: boolean
  readonly formNeedsNonprofit: boolean
  readonly deadlineRule: string | null
  /** 'MM-DD', the first day of the company's year, used for the yearly maximum. */
  readonly policyYearStart: string
  readonly sourceUrl: string
  readonly asOf: string
  /** First and last day of the gifts that this version applies to, 'YYYY-MM-DD'. Null or undefined if unlimited. */
  readonly validFrom?: string | null | undefined
  readonly validTo?: string | null | undefined
  /** Overrides from the organization that receives the gift. */
  readonly own?: OwnPolicy | undefined
}

/**
 * An organization's own knowledge of how a company matches its gifts, such as "matches us 3:1 this year". It overrides
 * the directory's policy and is overridden by a campaign. Days are 'YYYY-MM-DD', both inclusive. Null keeps the
 * company's value, and a limit of 0 means no limit. Cents of the policy's currency.
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

/** A time-limited override of a policy for one organization. Days are 'YYYY-MM-DD', both inclusive. */
export type Campaign = {
  readonly id: number
  readonly name: string
  /** Null for every company. */
  readonly companyId: number | null
  readonly startDate: string
  readonly endDate: string
  /** Replaces the policy's minimum. 0 matches from the first cent, null keeps the policy's value. */
  readonly minAmountCents: number | null
  /** Replaces the policy's maximum per gift. 0 is no maximum, null keeps the policy's value. */
  readonly maxAmountCents: number | null
  /** Empty keeps the company's ratio. */
  readonly matchRatio: string
  readonly groupSubmit: boolean
  readonly message?: string | undefined
}

/** Returns whether the campaign covers a gift to this company on this day. An invalid day is never covered. */
export function isCampaignActive(campaign: Campaign, companyId: number | null, day: string | null): boolean {
  if (day === null || companyId === null) return false
  if (campaign.companyId !== null && campaign.companyId !== companyId) return false
  return campaign.startDate <= day && day <= campaign.endDate
}

/**
 * Returns the version that applies to a gift on the day. Versions with a known program take precedence, then the
 * company's own version over its parent's.
 */
export function policyOn(versions: readonly Policy[], day: string): Policy | null {
  const rank = ({ program, ownerId, companyId }: Policy): number =>
    (program === 'unknown' ? 2 : 0) + (ownerId === companyId ? 0 : 1)
  const [best] = versions
    .filter(({ validFrom, validTo }) => (!validFrom || validFrom <= day) && (!validTo || day <= validTo))
    .sort((a, b) => rank(a) - rank(b))
  return best ?? null
}

/**
 * Returns the campaign that applies. The first list is the organization's and precedes its parent's. Within a list,
 * campaigns for the company precede general ones, then later starts, then newer campaigns.
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

/** Returns the cents of a gift that ratios, minimums, and maximums apply to. `deductibleCents` is null if unknown. */
export function matchableCents(
  policy: Pick<Policy, 'deductiblePartOnly'> | null,
  gift: { readonly amountCents: number; readonly deductibleCents?: number | null | undefined },
): number {
  if (policy?.deductiblePartOnly === 'no' || typeof gift.deductibleCents !== 'number') return gift.amountCents
  return Math.min(wholeCents(gift.deductibleCents), gift.amountCents)
}

const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/**
 * Returns what is missing before a donor can be instructed, or null. For the mail method, only the address is required,
 * because many companies provide the paper form themselves.
 */
export function missingForMethod(policy: Policy): string | null {
  switch (policy.method) {
    case 'csr':
      return policy.submissionUrl || leadsSomewhere(policy.platform) ? null : 'the address of its giving portal'
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

/**
 * Returns whether the platform's entry contains instructions, which also help if the company's own address is unknown.
 */
const leadsSomewhere = (platform: PolicyPlatform | null): boolean =>
  platform !== null && (platform.employeeUrl !== null || platform.employeeSteps.length > 0)
