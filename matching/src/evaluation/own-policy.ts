import { formatIsoDay, readDay } from '../shared/calendar.ts'
import { type Currency, moneyText } from '../shared/money.ts'
import type { OwnPolicy, Policy } from './policy.ts'

/** Returns the policy in effect: the organization's before its parent's, then later starts, then newer ones. */
export function findOwnPolicy(
  lists: readonly (readonly OwnPolicy[])[],
  companyId: number,
  day: string,
): OwnPolicy | null {
  if (readDay(day) === null) return null
  const isInEffect = (own: OwnPolicy): boolean =>
    own.companyId === companyId && own.startDate <= day && (own.endDate === null || day <= own.endDate)
  for (const list of lists) {
    const [best] = list
      .filter(isInEffect)
      .sort((a, b) => (a.startDate === b.startDate ? b.id - a.id : a.startDate < b.startDate ? 1 : -1))
    if (best) return best
  }
  return null
}

/** Returns the policy with the organization's overrides. An own policy implies that the program exists. */
export const withOwnPolicy = (policy: Policy, own: OwnPolicy): Policy => ({
  ...policy,
  program: 'yes',
  deadlineRule: own.deadlineRule ?? policy.deadlineRule,
  own,
})

/** Returns a policy for a company without a directory entry. */
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

/** Returns a text such as '3:1, up to $5,000 a year, from …'. `giftCurrency` is the currency of the gifts. */
export function describeOwnPolicy(own: OwnPolicy, currency: Currency, giftCurrency: Currency = currency): string {
  const money = (cents: number, words: (amount: string) => string, none: string): string =>
    cents === 0 ? none : words(moneyText(cents, currency, giftCurrency))
  return [
    own.ratio,
    own.minAmountCents === null ? null : money(own.minAmountCents, (minimum) => `from ${minimum}`, 'no minimum'),
    own.maxPerGiftCents === null
      ? null
      : money(own.maxPerGiftCents, (maximum) => `up to ${maximum} per gift`, 'no maximum per gift'),
    own.maxPerYearCents === null
      ? null
      : money(own.maxPerYearCents, (maximum) => `up to ${maximum} a year`, 'no yearly maximum'),
    `${own.endDate === null ? 'since' : 'from'} ${formatIsoDay(own.startDate)}${own.endDate === null ? '' : ` to ${formatIsoDay(own.endDate)}`}`,
  ]
    .filter(Boolean)
    .join(', ')
}
