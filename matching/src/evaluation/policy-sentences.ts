import { datePartsOf, dayOf, formatDay, readDay, readMonthDay } from '../shared/calendar.ts'
import { type Currency, moneyText } from '../shared/money.ts'
import { possessive } from '../shared/possessive.ts'
import { listOf } from '../shared/quoted.ts'
import { ratioForReaders } from '../shared/ratio.ts'
import { giftKindLabel } from './eligibility.ts'
import type { Policy, RatioTier } from './policy.ts'
import { employeeRule, readToken } from './policy-lists.ts'

/**
 * Sources confirm the rules, only the program, that there is none, or nothing. Programs for directors are unconfirmed.
 */
export const policyLevelIds = ['rules', 'program', 'none', 'unconfirmed'] as const
export type PolicyLevel = (typeof policyLevelIds)[number]

/** Returns how much sources confirm about a company's program. */
export function policyLevel(policy: Policy | null): PolicyLevel {
  if (policy?.program === 'no') return 'none'
  if (policy?.program !== 'yes' || employeeRule(policy, null).isForLeadersOnly) return 'unconfirmed'
  return hasNoKnownRule(policy) ? 'program' : 'rules'
}

/** Participants, deadline, and method do not determine the amount. */
const hasNoKnownRule = (policy: Policy): boolean =>
  policy.ratio === null &&
  policy.ratioTiers.length === 0 &&
  policy.exceptions.length === 0 &&
  policy.minAmountCents === null &&
  policy.maxPerGiftCents === null &&
  policy.maxPerYearCents === null &&
  policy.maxLifetimeCents === null &&
  !policy.ownSiteOnly

export type PolicySentence = {
  readonly about: 'match' | 'who' | 'nonprofits' | 'gifts' | 'deadline' | 'how'
  readonly text: string
}

/** Returns the policy in sentences. `readerCurrency` is the reader's. Unknown facts are omitted. */
export function policySentences(
  name: string,
  policy: Policy | null,
  readerCurrency?: Currency,
): readonly PolicySentence[] {
  const sentences: readonly (readonly [PolicySentence['about'], string])[] =
    policy?.program === 'yes' && policyLevel(policy) !== 'unconfirmed'
      ? [
          ['match', matchSentence(name, policy, readerCurrency)],
          ['match', labeledSentence('Exceptions', describeExceptions(policy, readerCurrency))],
          ['who', employeesSentence(policy, readerCurrency)],
          ['nonprofits', nonprofitsSentence(policy, readerCurrency)],
          ['gifts', giftsSentence(policy)],
          ['deadline', deadlineSentence(policy)],
          ['how', howSentence(name, policy)],
        ]
      : [['match', matchSentence(name, policy, readerCurrency)]]
  return sentences.flatMap(([about, text]) => (text === '' ? [] : [{ about, text }]))
}

/** Returns one sentence about the match, even if unknown. `readerCurrency` is the gift's. */
export function matchSentence(name: string, policy: Policy | null, readerCurrency = policy?.currency): string {
  if (policy?.program === 'no') return `${name} has no matching program.`
  if (policy?.program !== 'yes') return `We don’t know yet whether ${name} matches gifts.`
  if (employeeRule(policy, null).isForLeadersOnly)
    return `${name} is known to match gifts only from its ${listOf(policy.eligibleEmployees.map((entry) => readToken(entry).token))}, not from other employees.`
  if (hasNoKnownRule(policy)) return `${name} has a matching program, but we don’t know its rules yet.`
  const minimumText = policy.minAmountCents
    ? `, from ${moneyText(policy.minAmountCents, policy.currency, readerCurrency)}`
    : ''
  const limits = [
    ...describeLimit(policy, policy.maxPerGiftCents, 'per gift', readerCurrency),
    ...describeLimit(policy, policy.maxPerYearCents, 'a year', readerCurrency),
    ...describeLimit(policy, policy.maxLifetimeCents, 'in all', readerCurrency),
  ]
  const limitText = limits.length === 0 ? '' : `${minimumText ? '' : ','} up to ${listOf(limits)}`
  const basis = limits.length > 0 && policy.maximumBasis === 'gift' ? ' of each person’s gifts' : ''
  const siteText = policy.ownSiteOnly ? ', but only if made on its own giving site or through payroll' : ''
  const ratio = formatRatio(policy, readerCurrency)
  return `${name} matches employee gifts${ratio ? ` ${ratio}` : ''}${minimumText}${limitText}${basis}${siteText}.`
}

const describeLimit = (
  { currency }: Policy,
  cents: number | null,
  span: string,
  readerCurrency?: Currency,
): string[] => (cents ? [`${moneyText(cents, currency, readerCurrency)} ${span}`] : [])

/** Returns the tiers for everyone, by rising limit. */
export const generalTiers = ({ ratioTiers }: Policy): readonly RatioTier[] =>
  ratioTiers
    .filter(({ employeeType, category }) => !employeeType && !category)
    .toSorted((a, b) => (a.upToCents || Number.POSITIVE_INFINITY) - (b.upToCents || Number.POSITIVE_INFINITY))

/** Returns a text such as '2:1 up to $500, then 1:1'. Empty if unknown. */
export function formatRatio(policy: Policy, readerCurrency?: Currency): string {
  const tiers = generalTiers(policy)
  if (tiers.length === 0) return ratioForReaders(policy.ratio ?? '')
  const yearText = policy.tiersRunThrough === 'year' ? ' a year' : ''
  return tiers
    .map(({ ratio, upToCents }) => {
      const shown = ratioForReaders(ratio)
      return upToCents ? `${shown} up to ${moneyText(upToCents, policy.currency, readerCurrency)}${yearText}` : shown
    })
    .join(', then ')
}

const labeledSentence = (label: string, words: string): string => (words === '' ? '' : `${label}: ${words}.`)

/** Returns a text such as 'retirees: 1:1, up to $5,000 a year'. Empty if there are no exceptions. */
export function describeExceptions(policy: Policy, readerCurrency?: Currency): string {
  const dollars = (cents: number): string => moneyText(cents, policy.currency, readerCurrency)
  const tiers = policy.ratioTiers.flatMap(({ employeeType, category, ratio, upToCents }) =>
    employeeType || category ? [{ employeeType, category, ratio, maxPerYearCents: null, upToCents }] : [],
  )
  const words = [...policy.exceptions, ...tiers].flatMap((exception) => {
    const people = [exception.employeeType, exception.category].filter(Boolean).join(', ')
    const limits = [
      ratioForReaders(exception.ratio ?? ''),
      'upToCents' in exception && exception.upToCents ? `for the first ${dollars(exception.upToCents)}` : '',
      'minAmountCents' in exception && exception.minAmountCents ? `from ${dollars(exception.minAmountCents)}` : '',
      'maxPerGiftCents' in exception && exception.maxPerGiftCents
        ? `up to ${dollars(exception.maxPerGiftCents)} per gift`
        : '',
      exception.maxPerYearCents ? `up to ${dollars(exception.maxPerYearCents)} a year` : '',
    ].filter(Boolean)
    return people && limits.length > 0 ? [`${people}: ${limits.join(', ')}`] : []
  })
  return words.join('; ')
}

/** Returns a text such as 'full-time, retirees (1:1, up to $5,000)'. Empty if unknown. */
export const describeEmployees = (
  { eligibleEmployees, currency }: Pick<Policy, 'eligibleEmployees' | 'currency'>,
  readerCurrency?: Currency,
): string => listOf(eligibleEmployees.map((entry) => describeEntry(entry, currency, readerCurrency)))

/** The rules read '(5000 cap)' as an amount in dollars. */
const describeEntry = (entry: string, currency: Currency, readerCurrency?: Currency): string =>
  entry.replaceAll(
    /\b(\d{1,9}) cap\b/g,
    (_, units: string) => `up to ${moneyText(Number(units) * 100, currency, readerCurrency)}`,
  )

const employeesSentence = (policy: Policy, readerCurrency?: Currency): string =>
  policy.eligibleEmployees.length === 0 ? '' : `Eligible: ${describeEmployees(policy, readerCurrency)}.`

/** Returns a text such as 'colleges and universities; not religious'. Empty if unknown. */
export function describeNonprofits(policy: Policy, readerCurrency?: Currency): string {
  const { eligible, excluded } = nonprofitLists(policy, readerCurrency)
  return [eligible, excluded && `not ${excluded}`].filter(Boolean).join('; ')
}

function nonprofitsSentence(policy: Policy, readerCurrency?: Currency): string {
  const { eligible, excluded } = nonprofitLists(policy, readerCurrency)
  const sentences = [eligible && `Eligible nonprofits: ${eligible}.`, excluded && `Excluded: ${excluded}.`]
  return sentences.filter(Boolean).join(' ')
}

const nonprofitLists = ({ eligibleNonprofits, excludedNonprofits, currency }: Policy, readerCurrency?: Currency) => ({
  eligible: eligibleNonprofits.map((entry) => describeEntry(entry, currency, readerCurrency)).join(', '),
  excluded: excludedNonprofits.map((entry) => describeEntry(entry, currency, readerCurrency)).join(', '),
})

const giftsSentence = ({ giftKinds }: Policy): string =>
  giftKinds.length === 0 ? '' : `Also matched: ${giftKinds.map(giftKindLabel).join(', ')}.`

function deadlineSentence({ deadlineRule }: Policy): string {
  const words = formatDeadline(deadlineRule)
  return words === '' ? '' : `The match must be requested ${words}.`
}

/** Returns a text such as 'within 90 days of the gift'. Empty if unknown or invalid. */
export function formatDeadline(rule: string | null): string {
  const [kind = '', first = '', extra = ''] = (rule ?? '').trim().split(/[:+]/)
  const dayCount = (words: string): string => `${Number(words)} day${Number(words) === 1 ? '' : 's'}`
  switch (kind) {
    case 'days':
      return first === '365' ? 'within a year of the gift' : `within ${dayCount(first)} of the gift`
    case 'months':
      return `within ${Number(first)} month${first === '1' ? '' : 's'} of the gift`
    case 'year_end':
      return first
        ? `by ${formatMonthDay(dayOf(2025, 12, 31) + Number(first))} of the year after the gift`
        : 'by December 31 of the year of the gift'
    case 'quarter_end':
      return first
        ? `within ${dayCount(first)} after the quarter of the gift ends`
        : 'by the last day of the quarter of the gift'
    case 'fiscal_year_end': {
      const end = readMonthDay(first)
      if (!end) return ''
      const day = formatMonthDay(dayOf(2025, end.month, end.day))
      return extra
        ? `within ${dayCount(extra)} after the company’s year ends on ${day}`
        : `by ${day}, the end of its year`
    }
    case 'date': {
      const date = readMonthDay(first)
      return date ? `by the next ${formatMonthDay(dayOf(2025, date.month, date.day))} after the gift` : ''
    }
    case 'window': {
      const day = readDay(first)
      return day === null ? '' : `by ${formatDay(day)}`
    }
    default:
      return ''
  }
}

const formatMonthDay = (day: number): string => formatDay(day).replace(`, ${datePartsOf(day).year}`, '')

function howSentence(name: string, policy: Policy): string {
  switch (policy.method) {
    case 'csr': {
      const platform = policy.platform ? ` on ${policy.platform.name}` : ''
      return `The donor requests the match in ${possessive(name)} giving portal${platform}.`
    }
    case 'form':
      return `The donor fills out and signs ${possessive(name)} form.`
    case 'mail':
      return `The donor signs a paper form and mails it to ${name}.`
    case 'contact':
      return `The donor writes to ${name} about the gift.`
    default:
      return ''
  }
}
