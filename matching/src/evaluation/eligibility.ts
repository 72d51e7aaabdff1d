import { cleanText } from '../shared/clean-text.ts'
import type { Employment, GiftKind } from '../shared/gift-kinds.ts'
import { listOf } from '../shared/quoted.ts'
import type { Policy } from './policy.ts'
import { employeeRule, employeeTokens, exceptionsFor, readToken } from './policy-lists.ts'

export type NonprofitFacts = {
  readonly type: 'non-profit' | 'edu-pto' | 'chapter'
  /** ISO country, 'US' or 'CA'. */
  readonly country: string
  readonly categories: readonly string[]
}

/** A category name may map to several tokens of the directory. */
const kindsByWord: readonly (readonly [RegExp, readonly string[]])[] = [
  [/relig|church|faith|ministr|mosque|synagogue|temple/i, ['religious']],
  [/politic|lobby/i, ['political']],
  [/fratern/i, ['fraternal']],
  [/\blabor|\bunions?\b/i, ['labor']],
  [/athlet|sport/i, ['athletics']],
  [/united way/i, ['United Way']],
  [/hospital/i, ['hospitals', 'health and human services']],
  [/health|medic|human service|hunger|food|homeless|disaster|disabilit/i, ['health and human services']],
  [/animal|wildlife/i, ['animal welfare']],
  [/environment|conservation/i, ['environment']],
  [/\barts?\b|cultur|museum|librar/i, ['arts and culture']],
  [/youth|scout/i, ['youth organizations']],
  [/college|universit|higher ed/i, ['colleges and universities', 'educational institutions']],
  [/k-?12|elementary|grade ?school|high school|\bpta\b|\bschools?\b/i, ['K-12 schools', 'educational institutions']],
  [/education|stem\b/i, ['educational institutions']],
  [/communit|civic|housing|veteran/i, ['community and civic']],
  [/fire|rescue/i, ['fire and rescue squads']],
  [/private foundation/i, ['private foundations']],
  [/donor.advised/i, ['donor-advised funds']],
  [/social club/i, ['social clubs']],
  [/honor.*societ/i, ['honorary societies']],
]

type NonprofitTokens = {
  readonly tokens: readonly string[]
  /** False if a category maps to no token. Then a list of eligible kinds cannot exclude the organization. */
  readonly areAllKnown: boolean
}

/** Returns the directory's tokens that apply to the organization. */
export function nonprofitTokensOf(organization: NonprofitFacts): NonprofitTokens {
  const tokens = new Set<string>()
  let areAllKnown = organization.categories.length > 0
  for (const category of organization.categories) {
    const matchingEntries = kindsByWord.filter(([label]) => label.test(category.slice(0, 200)))
    // A policy may name the category itself, because super users choose from the same list.
    tokens.add(category)
    if (matchingEntries.length === 0) areAllKnown = false
    for (const [, kinds] of matchingEntries) for (const kind of kinds) tokens.add(kind)
  }
  if (organization.type === 'edu-pto') {
    tokens.add('K-12 schools').add('educational institutions')
    areAllKnown = true
  }
  return { tokens: [...tokens], areAllKnown }
}

export type Exclusion = {
  readonly reasonCode: 'nonprofit_excluded' | 'country_excluded' | 'gift_kind_excluded' | 'employee_type_excluded'
  readonly text: string
}

export type ExclusionFacts = {
  readonly organization: NonprofitFacts
  readonly giftKind?: GiftKind | null | undefined
  readonly deductibleCents?: number | null | undefined
  /** Null counts as employee. Undefined skips the check. */
  readonly employment?: Employment | null | undefined
}

/**
 * Returns why the policy excludes the gift, or null. People decide on entries with a qualifier. An empty list is
 * unknown.
 */
export function findExclusion(policy: Policy, facts: ExclusionFacts): Exclusion | null {
  // An organization's own policy implies that the company matches it.
  const excludedNonprofit = policy.own
    ? null
    : (excludedKind(policy, facts.organization) ??
      excludedCountry(policy, facts.organization) ??
      notEligibleKind(policy, facts.organization))
  return (
    excludedNonprofit ??
    excludedDonation(policy, facts.giftKind ?? 'money', facts.deductibleCents ?? null) ??
    (facts.employment === undefined ? null : excludedEmployee(policy, facts.employment))
  )
}

function excludedKind(policy: Policy, organization: NonprofitFacts): Exclusion | null {
  const { tokens } = nonprofitTokensOf(organization)
  const hit = policy.excludedNonprofits.find((entry) => {
    const { token, qualifier } = readToken(entry)
    return qualifier === null && tokens.includes(token)
  })
  if (!hit) return null
  return { reasonCode: 'nonprofit_excluded', text: `${policy.companyName} doesn’t match gifts to: ${hit}.` }
}

const homeTokens: Record<string, string> = {
  US: '501(c)(3) organizations',
  CA: 'registered Canadian charities',
}
const abroadToken = 'nonprofits outside the US'
/** "nonprofits outside the US (UK)" does not mention Canada. People decide on "(approved)". */
const otherCountries = /^(UK|United Kingdom|UK-registered.*|Europe|Australia|India)$/i

/** The policy lists another country's charities and no entry includes the organization's. */
function excludedCountry(policy: Policy, organization: NonprofitFacts): Exclusion | null {
  const country = organization.country.trim().toUpperCase() || 'US'
  const entries = policy.eligibleNonprofits.map(readToken)
  const homeToken = homeTokens[country]
  const isIncluded = entries.some(
    ({ token, qualifier }) =>
      token === homeToken || (country !== 'US' && token === abroadToken && !otherCountries.test(qualifier ?? '')),
  )
  const otherEntries = entries.filter(({ token }) => token !== homeToken && Object.values(homeTokens).includes(token))
  if (isIncluded || otherEntries.length === 0) return null
  const acceptedTokens = otherEntries.map(({ token }) => token).join(', ')
  return { reasonCode: 'country_excluded', text: `${policy.companyName} only matches gifts to ${acceptedTokens}.` }
}

const generalTokens = new Set([...Object.values(homeTokens), abroadToken, 'company-selected charities'])

function notEligibleKind(policy: Policy, organization: NonprofitFacts): Exclusion | null {
  // People read this text, so entries are cleaned and empty ones are dropped.
  const eligible = policy.eligibleNonprofits.map((entry) => cleanText(readToken(entry).token, 80)).filter(Boolean)
  if (eligible.length === 0 || eligible.some((token) => generalTokens.has(token))) return null
  const { tokens, areAllKnown } = nonprofitTokensOf(organization)
  if (!areAllKnown || tokens.some((token) => eligible.includes(token))) return null
  return {
    reasonCode: 'nonprofit_excluded',
    text: `${policy.companyName} only matches gifts to: ${eligible.join(', ')}.`,
  }
}

const kindLabels: Record<GiftKind, { readonly words: string; readonly token?: string }> = {
  money: { words: 'gifts of money' },
  stock: { words: 'gifts of stock' },
  in_kind: { words: 'in-kind gifts' },
  donor_advised_fund: { words: 'gifts from a donor-advised fund', token: 'donor-advised funds' },
  payroll: { words: 'gifts through payroll' },
  event_ticket: { words: 'event tickets', token: 'event tickets' },
  dues: { words: 'membership dues', token: 'dues and tuition' },
  auction: { words: 'auction purchases' },
  pledge: { words: 'pledges' },
  employer_match: { words: 'an employer’s own match' },
  grant: { words: 'grants' },
  volunteer_hours: { words: 'volunteer hours' },
  organization: { words: 'gifts from organizations' },
  deceased: { words: 'gifts from deceased donors' },
}

/** Returns the name of a kind for use in sentences. */
export const giftKindLabel = (kind: GiftKind): string => kindLabels[kind].words

const usuallyMatched: readonly GiftKind[] = ['money', 'stock', 'payroll', 'dues']
/** These are never a gift of a donor, whatever the policy. */
export const nonDonationReasons: Partial<Record<GiftKind, string>> = {
  pledge: 'A pledge isn’t a gift yet. It can be matched once it’s paid.',
  employer_match: 'This was paid by an employer, not a donor. Record it with the payments received.',
  grant: 'A grant from a company, foundation, or government isn’t a donor’s gift.',
  organization: 'An organization made this gift, not a person.',
  deceased: 'This donor is deceased, so no one can request a match.',
}

/** Returns a sentence on why the kind of gift is excluded. The trace contains more detail. */
export function describeExcludedKind(company: string, kind: GiftKind | null): string {
  if (kind === null) return `${company} doesn’t match this kind of gift.`
  if (kind === 'dues')
    return `${company} doesn’t match these membership dues. Only a tax-deductible part could be matched.`
  return nonDonationReasons[kind] ?? `${company} doesn’t match ${kindLabels[kind].words}.`
}

function excludedDonation(policy: Policy, kind: GiftKind, deductibleCents: number | null): Exclusion | null {
  const giftKindExclusion = (text: string): Exclusion => ({ reasonCode: 'gift_kind_excluded', text })
  const { words, token } = kindLabels[kind]
  const nonDonationReason = nonDonationReasons[kind]
  if (nonDonationReason) return giftKindExclusion(nonDonationReason)
  const hit = token && policy.excludedNonprofits.find((entry) => readToken(entry).token === token)
  if (hit) return giftKindExclusion(`${policy.companyName} doesn’t match ${words} (${hit}).`)
  if (deductibleCents === 0 && policy.deductiblePartOnly !== 'no')
    return giftKindExclusion(`Only the tax-deductible part of ${words} can be matched, and there is none.`)
  if (policy.giftKinds.includes(kind)) return null
  if (kind === 'event_ticket' && deductibleCents !== null) return null
  if (!usuallyMatched.includes(kind)) {
    return giftKindExclusion(`Employers rarely match ${words}, and ${policy.companyName} isn’t known to.`)
  }
  if (kind !== 'dues' || deductibleCents !== null || policy.deductiblePartOnly === 'no') return null
  return giftKindExclusion('Only the tax-deductible part of membership dues can be matched, and it’s unknown.')
}

/** Returns whether the kind is doubtful: few sources confirm that employers match tickets. */
export const isDoubtfulKind = (policy: Policy, kind: GiftKind | null | undefined): boolean =>
  kind === 'event_ticket' && !policy.giftKinds.includes(kind)

function excludedEmployee(policy: Policy, employment: Employment | null): Exclusion | null {
  const { isEligible, isForLeadersOnly, tokens } = employeeRule(policy, employment)
  if (isEligible) return null
  const donor =
    employment === null
      ? 'This donor’s relationship to the company is unknown, so we treat them as an employee.'
      : `This donor is ${employmentWords[employment]}.`
  const acceptedEmployees = isForLeadersOnly
    ? `${policy.companyName} only matches gifts from its ${listOf(tokens)}, not other employees.`
    : `${policy.companyName} only matches gifts from: ${listOf(tokens)}.`
  return { reasonCode: 'employee_type_excluded', text: `${acceptedEmployees} ${donor}` }
}

const employmentWords: Record<Employment, string> = {
  employee: 'an employee',
  part_time: 'a part-time employee',
  contractor: 'a contractor',
  retired: 'retired',
  board: 'a board member',
  spouse: 'an employee’s spouse',
  former: 'a former employee',
  none: 'not employed there',
}

/** Donors can choose from these. */
const offeredEmployments: readonly Employment[] = ['employee', 'part_time', 'retired', 'board', 'spouse']

/** Returns whether the donor's relation to the company affects the outcome and must be requested. */
export function dependsOnEmployment(policy: Policy): boolean {
  const outcomes = offeredEmployments.map((employment) =>
    JSON.stringify([
      employeeRule(policy, employment).isEligible,
      exceptionsFor(policy, 'employeeType', employeeTokens(employment)),
    ]),
  )
  return new Set(outcomes).size > 1
}
