import { dayInWords, readDay } from '../shared/calendar.ts'
import { type Currency, moneyText } from '../shared/money.ts'
import type { OwnPolicy, Policy } from './policy.ts'

/** The one that counts on the day: the organization's own go before its parent's, then the later start, then the newer. */
export function findOwnPolicy(
  lists: readonly (readonly OwnPolicy[])[],
  companyId: number,
  day: string,
): OwnPolicy | null {
  if (readDay(day) === null) return null
  const holds = (own: OwnPolicy): boolean =>
    own.companyId === companyId && own.startDate <= day && (own.endDate === null || day <= own.endDate)
  for (const list of lists) {
    const [best] = list
      .filter(holds)
      .sort((a, b) => (a.startDate === b.startDate ? b.id - a.id : a.startDate < b.startDate ? 1 : -1))
    if (best) return best
  }
  return null
}

/** Who is matched knows that there is a programme, and that it takes them in. */
export const withOwnPolicy = (policy: Policy, own: OwnPolicy): Policy => ({
  ...policy,
  program: 'yes',
  deadlineRule: own.deadlineRule ?? policy.deadlineRule,
  own,
})

/** Where the directory has no entry to lay it over. */
export const blankPolicy = (companyId: number, companyName: string): Policy => ({
  versionId: null,
  companyId,
  ownerId: companyId,
  companyName,
  timeZone: 'America/New_York',
  program: 'unknown',
  method: null,
  csrPlatform: null,
  platform: null,
  submissionUrl: null,
  guideUrl: null,
  formUrl: null,
  hasForm: false,
  contactEmail: null,
  contactAddress: null,
  ratio: null,
  ratioTiers: [],
  tiersRunThrough: 'gift',
  exceptions: [],
  minAmountCents: null,
  minimumPerGift: false,
  maxPerGiftCents: null,
  maxPerYearCents: null,
  maxLifetimeCents: null,
  maximumBasis: 'match',
  deductiblePartOnly: 'unknown',
  currency: 'USD',
  eligibleEmployees: [],
  eligibleNonprofits: [],
  excludedNonprofits: [],
  giftKinds: [],
  ownSiteOnly: false,
  formNeedsNonprofit: true,
  deadlineRule: null,
  policyYearStart: '01-01',
  sourceUrl: '',
  asOf: '',
})

/** '3:1, up to $5,000 a year, from January 1, 2026 to December 31, 2026'; `beside` is what the gifts are in. */
export function ownPolicyInWords(own: OwnPolicy, currency: Currency, beside: Currency = currency): string {
  const money = (cents: number, words: (amount: string) => string, none: string): string =>
    cents === 0 ? none : words(moneyText(cents, currency, beside))
  return [
    own.ratio,
    own.minAmountCents === null ? null : money(own.minAmountCents, (least) => `from ${least}`, 'without a minimum'),
    own.maxPerGiftCents === null
      ? null
      : money(own.maxPerGiftCents, (most) => `up to ${most} for one gift`, 'without a maximum for one gift'),
    own.maxPerYearCents === null
      ? null
      : money(own.maxPerYearCents, (most) => `up to ${most} a year`, 'without a yearly maximum'),
    `${own.endDate === null ? 'since' : 'from'} ${inWords(own.startDate)}${own.endDate === null ? '' : ` to ${inWords(own.endDate)}`}`,
  ]
    .filter(Boolean)
    .join(', ')
}

const inWords = (day: string): string => dayInWords(readDay(day) ?? 0)
