import type { Employment, GiftKind } from '../shared/gift-kinds.ts'
import { shownText } from '../shared/shown-text.ts'
import type { Policy } from './policy.ts'
import { employeeRule, employeeTokens, exceptionsFor, readToken } from './policy-lists.ts'

/** What a policy's lists of nonprofits are held against. */
export type NonprofitFacts = {
  readonly type: 'non-profit' | 'edu-pto' | 'chapter'
  /** ISO country, 'US' or 'CA'. */
  readonly country: string
  /** Names of the categories that the organization chose. */
  readonly categories: readonly string[]
}

/** Category names → tokens of the directory. A name may mean several. */
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

type Kinds = {
  /** Tokens that are true of the organization. */
  readonly tokens: readonly string[]
  /** False while some category has no token: then a list of eligible kinds cannot leave the organization out. */
  readonly areAllKnown: boolean
}

export function kindsOf(organization: NonprofitFacts): Kinds {
  const tokens = new Set<string>()
  let areAllKnown = organization.categories.length > 0
  for (const category of organization.categories) {
    const found = kindsByWord.filter(([words]) => words.test(category.slice(0, 200)))
    // A policy may name the category itself, as super users choose it from the same list.
    tokens.add(category)
    if (found.length === 0) areAllKnown = false
    for (const [, kinds] of found) for (const kind of kinds) tokens.add(kind)
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
  /** The tax-deductible part of the gift; null: not known. */
  readonly deductibleCents?: number | null | undefined
  /** Null counts as employee. Missing: not asked about. */
  readonly employment?: Employment | null | undefined
}

/**
 * Why the policy leaves the gift out, or null. Only what the policy says plainly excludes: an entry with a qualifier,
 * "religious (except humanitarian aid)", is a question for people, and an empty list is unknown.
 */
export function findExclusion(policy: Policy, facts: ExclusionFacts): Exclusion | null {
  // An organization that a company matches knows that it is not left out.
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
  const { tokens } = kindsOf(organization)
  const hit = policy.excludedNonprofits.find((entry) => {
    const { token, qualifier } = readToken(entry)
    return qualifier === null && tokens.includes(token)
  })
  if (!hit) return null
  return { reasonCode: 'nonprofit_excluded', text: `${policy.companyName} does not match gifts to: ${hit}.` }
}

const homeTokens: Record<string, string> = {
  US: '501(c)(3) organizations',
  CA: 'registered Canadian charities',
}
const abroadToken = 'nonprofits outside the US'
/** "nonprofits outside the US (UK)" says nothing of Canada; "(approved)" is a question for people. */
const otherCountries = /^(UK|United Kingdom|UK-registered.*|Europe|Australia|India)$/i

/** Who names another country's charities, and nothing that takes this country's in, leaves them out. */
function excludedCountry(policy: Policy, organization: NonprofitFacts): Exclusion | null {
  const country = organization.country.trim().toUpperCase() || 'US'
  const entries = policy.eligibleNonprofits.map(readToken)
  const own = homeTokens[country]
  const takesIn = entries.some(
    ({ token, qualifier }) =>
      token === own || (country !== 'US' && token === abroadToken && !otherCountries.test(qualifier ?? '')),
  )
  const others = entries.filter(({ token }) => token !== own && Object.values(homeTokens).includes(token))
  if (takesIn || others.length === 0) return null
  const only = others.map(({ token }) => token).join(', ')
  return { reasonCode: 'country_excluded', text: `${policy.companyName} matches gifts to ${only} only.` }
}

const generalTokens = new Set([...Object.values(homeTokens), abroadToken, 'company-selected charities'])

function notEligibleKind(policy: Policy, organization: NonprofitFacts): Exclusion | null {
  // What super users wrote is read back to people; an entry that says nothing is no kind.
  const eligible = policy.eligibleNonprofits.map((entry) => shownText(readToken(entry).token, 80)).filter(Boolean)
  if (eligible.length === 0 || eligible.some((token) => generalTokens.has(token))) return null
  const { tokens, areAllKnown } = kindsOf(organization)
  if (!areAllKnown || tokens.some((token) => eligible.includes(token))) return null
  return {
    reasonCode: 'nonprofit_excluded',
    text: `${policy.companyName} matches gifts to these kinds of nonprofit only: ${eligible.join(', ')}.`,
  }
}

/** Kinds of gift in sentences, and the token of `excludedNonprofits` that leaves them out. */
const kindWords: Record<GiftKind, { readonly words: string; readonly token?: string }> = {
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
  organization: { words: 'gifts of organizations' },
  deceased: { words: 'gifts of donors who died' },
}

export const giftKindWords = (kind: GiftKind): string => kindWords[kind].words

const usuallyMatched: readonly GiftKind[] = ['money', 'stock', 'payroll', 'dues']
/** Whatever a policy says, these are no gift of a donor. */
export const noDonations: Partial<Record<GiftKind, string>> = {
  pledge: 'A pledge is no gift yet. It can be matched when it is paid.',
  employer_match: 'This is what an employer paid, and no gift of a donor. It belongs to the payments received.',
  grant: 'A grant of a company, foundation or government is no gift of a donor.',
  organization: 'An organization gave this, not a person.',
  deceased: 'The donor died, so nobody can request a match.',
}

/** Why a gift of this kind is left out, for who reads the match; the trace says more of it. */
export function excludedKindInWords(company: string, kind: GiftKind | null): string {
  if (kind === null) return `As far as we know, ${company} doesn’t match this kind of gift.`
  if (kind === 'dues')
    return `As far as we know, ${company} doesn’t match these membership dues: at most their tax-deductible part counts.`
  return noDonations[kind] ?? `As far as we know, ${company} doesn’t match ${kindWords[kind].words}.`
}

function excludedDonation(policy: Policy, kind: GiftKind, deductibleCents: number | null): Exclusion | null {
  const because = (text: string): Exclusion => ({ reasonCode: 'gift_kind_excluded', text })
  const { words, token } = kindWords[kind]
  const noDonation = noDonations[kind]
  if (noDonation) return because(noDonation)
  const hit = token && policy.excludedNonprofits.find((entry) => readToken(entry).token === token)
  if (hit) return because(`${policy.companyName} does not match ${words} (${hit}).`)
  if (deductibleCents === 0 && policy.deductiblePartOnly !== 'no')
    return because(`Of ${words} only the tax-deductible part can be matched, and there is none.`)
  if (policy.giftKinds.includes(kind)) return null
  if (kind === 'event_ticket' && deductibleCents !== null) return null
  if (!usuallyMatched.includes(kind)) {
    return because(`Employers rarely match ${words}, and nothing that we know says that ${policy.companyName} does.`)
  }
  if (kind !== 'dues' || deductibleCents !== null || policy.deductiblePartOnly === 'no') return null
  return because('Of membership dues only the tax-deductible part can be matched, and it is not known.')
}

/** Tickets are matched on a known deductible part, but few sources say that an employer does so. */
export const isDoubtfulKind = (policy: Policy, kind: GiftKind | null | undefined): boolean =>
  kind === 'event_ticket' && !policy.giftKinds.includes(kind)

function excludedEmployee(policy: Policy, employment: Employment | null): Exclusion | null {
  const { isEligible, isForLeadersOnly, tokens } = employeeRule(policy, employment)
  if (isEligible) return null
  const donor =
    employment === null
      ? 'Nothing says what this donor is to the company, so they count as an employee.'
      : `This donor is ${employmentWords[employment]}.`
  const whom = isForLeadersOnly
    ? `As far as we know ${policy.companyName} matches gifts of its ${tokens.join(', ')} only, not of other employees.`
    : `${policy.companyName} matches gifts of: ${tokens.join(', ')}.`
  return { reasonCode: 'employee_type_excluded', text: `${whom} ${donor}` }
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

/** What people are asked for where the policy treats them differently. */
const askedAbout: readonly Employment[] = ['employee', 'part_time', 'retired', 'board', 'spouse']

/** Does it matter to this policy what the donor is to the company? Then the donor is asked. */
export function treatsPeopleDifferently(policy: Policy): boolean {
  const outcomes = askedAbout.map((employment) =>
    JSON.stringify([
      employeeRule(policy, employment).isEligible,
      exceptionsFor(policy, 'employeeType', employeeTokens(employment)),
    ]),
  )
  return new Set(outcomes).size > 1
}
