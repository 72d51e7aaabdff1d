import type { GiftKind } from '../shared/gift-kinds.ts'
import { type Currency, wholeCents } from '../shared/money.ts'

/** What the rules read: a company's policy as it was learned, an organization's campaign over it. Plain data. */

export type MatchMethod = 'csr' | 'contact' | 'form' | 'mail'

/**
 * One step of a ratio. Steps with the same employee type and category are one ladder: the gift's cents up to
 * `upToCents` at this ratio, the next cents at the next step's. Null has no end; beyond a last step that ends nothing
 * is matched.
 */
export type RatioTier = {
  readonly ratio: string
  readonly upToCents?: number | null | undefined
  /** As in `eligibleEmployees`: 'retirees'. Missing: everybody. */
  readonly employeeType?: string | null | undefined
  /** As in `eligibleNonprofits`: 'colleges and universities'. Missing: every nonprofit. */
  readonly category?: string | null | undefined
}

/** What holds for some people or some nonprofits only. What it does not say is as for everybody. */
export type PolicyException = {
  /** As in `eligibleEmployees`: 'retirees'. */
  readonly employeeType?: string | null | undefined
  /** As in `eligibleNonprofits`: 'colleges and universities'. */
  readonly category?: string | null | undefined
  readonly ratio?: string | null | undefined
  readonly minAmountCents?: number | null | undefined
  readonly maxPerGiftCents?: number | null | undefined
  readonly maxPerYearCents?: number | null | undefined
}

/** What a company's giving platform says to everybody, where the company's own address is not known. */
export type PolicyPlatform = {
  readonly id: string
  readonly name: string
  /** Where an employee of any company signs in; null where each company has an address of its own. */
  readonly employeeUrl: string | null
  /** How a match is requested for a gift made elsewhere. */
  readonly employeeSteps: readonly string[]
  readonly sourceUrl: string
  readonly asOf: string
}

/**
 * One version of a company's matching policy. Null or an empty list is unknown. A minimum or maximum has three values: a
 * number, none (0: the source says that there is no limit) and unknown (null).
 */
export type Policy = {
  /** Null: the directory has no entry, and only `own` is known. */
  readonly versionId: number | null
  readonly companyId: number
  /** Whose policy it is: the company's own, or its parent's. */
  readonly ownerId: number
  readonly companyName: string
  /** IANA name; deadlines are days of this zone. */
  readonly timeZone: string
  readonly program: 'yes' | 'no' | 'unknown'
  readonly method: MatchMethod | null
  readonly csrPlatform: string | null
  /** The entry of that platform, where we have one. */
  readonly platform: PolicyPlatform | null
  readonly submissionUrl: string | null
  /** The published rules of the program: its page or a guideline document. Matches are not requested there. */
  readonly guideUrl: string | null
  readonly formUrl: string | null
  /** Its form lies here, to be filled in and signed. */
  readonly hasForm: boolean
  readonly contactEmail: string | null
  readonly contactAddress: string | null
  /** company : donor, as '2:1'. */
  readonly ratio: string | null
  readonly ratioTiers: readonly RatioTier[]
  /** Do the steps begin anew with every gift, or run through the donor's gifts of the year? */
  readonly tiersRunThrough: 'gift' | 'year'
  readonly exceptions: readonly PolicyException[]
  readonly minAmountCents: number | null
  /** Every gift has to reach the minimum by itself: small gifts are not merged. */
  readonly minimumPerGift: boolean
  readonly maxPerGiftCents: number | null
  readonly maxPerYearCents: number | null
  readonly maxLifetimeCents: number | null
  /** What the maximums are of: the employer's match, or the donor's gifts that are matched. */
  readonly maximumBasis: 'match' | 'gift'
  /** Whether only the tax-deductible part of a gift is matched. Unknown counts as yes. */
  readonly deductiblePartOnly: 'yes' | 'no' | 'unknown'
  readonly currency: Currency
  readonly eligibleEmployees: readonly string[]
  readonly eligibleNonprofits: readonly string[]
  readonly excludedNonprofits: readonly string[]
  /** Kinds of gift that it names as matched, beside money and stock. */
  readonly giftKinds: readonly GiftKind[]
  /** Matches only gifts made on the company's own giving site or by payroll. */
  readonly ownSiteOnly: boolean
  readonly formNeedsNonprofit: boolean
  readonly deadlineRule: string | null
  /** 'MM-DD', the first day of the company's year for its yearly maximum. */
  readonly policyYearStart: string
  readonly sourceUrl: string
  readonly asOf: string
  /** The first and the last day of gifts for which it holds, 'YYYY-MM-DD'. Null or missing: from ever, until further notice. */
  readonly validFrom?: string | null | undefined
  readonly validTo?: string | null | undefined
  /** What the organization that the gift is for knows better. */
  readonly own?: OwnPolicy | undefined
}

/**
 * What a company matches of one organization's gifts, as that organization knows it: "matches us 3:1 this year". It stands
 * over the directory's policy and under a campaign. Days are 'YYYY-MM-DD', both included. Null is the company's; a limit
 * of 0 is none. Cents of the policy's currency.
 */
export type OwnPolicy = {
  readonly id: number
  readonly companyId: number
  readonly startDate: string
  /** Null: until further notice. */
  readonly endDate: string | null
  readonly ratio: string | null
  readonly minAmountCents: number | null
  readonly maxPerGiftCents: number | null
  readonly maxPerYearCents: number | null
  readonly deadlineRule: string | null
}

/** A time-boxed override of a policy for one organization. Days are 'YYYY-MM-DD', both included. */
export type Campaign = {
  readonly id: number
  readonly name: string
  /** Null: every company. */
  readonly companyId: number | null
  readonly startDate: string
  readonly endDate: string
  /** Takes the place of the policy's minimum; 0 matches from the first cent, null leaves the policy's. */
  readonly minAmountCents: number | null
  /** Takes the place of the policy's maximum per gift; 0 is no maximum, null leaves the policy's. */
  readonly maxAmountCents: number | null
  /** Blank uses the company's own. */
  readonly matchRatio: string
  readonly groupSubmit: boolean
  readonly message?: string | undefined
}

/** Does the campaign cover a gift to this company on this day? A day that cannot be read is never covered. */
export function isCampaignActive(campaign: Campaign, companyId: number | null, day: string | null): boolean {
  if (day === null || companyId === null) return false
  if (campaign.companyId !== null && campaign.companyId !== companyId) return false
  return campaign.startDate <= day && day <= campaign.endDate
}

/**
 * The version that counts for a gift of the day. One that knows of a programme goes before one that does not; the company's
 * own goes before its parent's.
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
 * The campaign that counts: the first list is the organization's own and goes before its parent's. Within a list one
 * made for the company goes before one for all, then the later start, then the newer.
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

/** The part of a gift that a ratio, a minimum or a maximum is applied to, in cents. `deductibleCents` null: not known. */
export function matchableCents(
  policy: Pick<Policy, 'deductiblePartOnly'> | null,
  gift: { readonly amountCents: number; readonly deductibleCents?: number | null | undefined },
): number {
  if (policy?.deductiblePartOnly === 'no' || typeof gift.deductibleCents !== 'number') return gift.amountCents
  return Math.min(wholeCents(gift.deductibleCents), gift.amountCents)
}

const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/**
 * What the policy's method lacks before a donor can be told what to do; null when nothing. By mail it is the address
 * that counts: many companies hand out the paper form themselves.
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
      return 'how donors ask for the match'
    default:
      return 'how donors ask for the match'
  }
}

/** The platform's entry says what to do, also for companies whose own address there is not known. */
const leadsSomewhere = (platform: PolicyPlatform | null): boolean =>
  platform !== null && (platform.employeeUrl !== null || platform.employeeSteps.length > 0)
