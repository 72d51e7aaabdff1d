/** What the rules read: a company's policy as it was learned, an organization's campaign over it. Plain data. */

export type Currency = 'USD' | 'CAD'
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

/** One version of a company's matching policy. Null or an empty list is unknown. A maximum of 0 or null is no limit. */
export type Policy = {
  readonly versionId: number
  readonly companyId: number
  readonly companyName: string
  /** IANA name; deadlines are days of this zone. */
  readonly timeZone: string
  readonly program: 'yes' | 'no' | 'unknown'
  readonly method: MatchMethod | null
  readonly csrPlatform: string | null
  readonly submissionUrl: string | null
  readonly formUrl: string | null
  readonly contactEmail: string | null
  readonly contactAddress: string | null
  /** company : donor, as '2:1'. */
  readonly ratio: string | null
  readonly ratioTiers: readonly RatioTier[]
  readonly minAmountCents: number | null
  /** Every gift has to reach the minimum by itself: small gifts are not merged. */
  readonly minimumPerGift: boolean
  readonly maxPerGiftCents: number | null
  readonly maxPerYearCents: number | null
  readonly maxLifetimeCents: number | null
  readonly currency: Currency
  readonly eligibleEmployees: readonly string[]
  readonly eligibleNonprofits: readonly string[]
  readonly excludedNonprofits: readonly string[]
  /** Matches only gifts made on the company's own giving site or by payroll. */
  readonly ownSiteOnly: boolean
  readonly formNeedsNonprofit: boolean
  readonly deadlineRule: string | null
  /** 'MM-DD', the first day of the company's year for its yearly maximum. */
  readonly policyYearStart: string
  readonly sourceUrl: string
  readonly asOf: string
}

/** A time-boxed override of a policy for one organization. Days are 'YYYY-MM-DD', both included. */
export type Campaign = {
  readonly id: number
  readonly name: string
  /** Null: every company. */
  readonly companyId: number | null
  readonly startDate: string
  readonly endDate: string
  /** Takes the place of the policy's minimum; 0 matches from the first cent. */
  readonly minAmountCents: number
  /** Takes the place of the policy's maximum per gift; 0 is no maximum. */
  readonly maxAmountCents: number
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

const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/**
 * What the policy's method lacks before a donor can be told what to do; null when nothing. By mail it is the address
 * that counts: many companies hand out the paper form themselves.
 */
export function missingForMethod(policy: Policy): string | null {
  switch (policy.method) {
    case 'csr':
      return policy.submissionUrl ? null : 'the address of its giving portal'
    case 'form':
      return policy.formUrl ? null : 'its form'
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
