import type { Policy } from './policy.ts'
import { shownText } from './shown-text.ts'

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
    if (found.length === 0) areAllKnown = false
    for (const [, kinds] of found) for (const kind of kinds) tokens.add(kind)
  }
  if (organization.type === 'edu-pto') {
    tokens.add('K-12 schools').add('educational institutions')
    areAllKnown = true
  }
  return { tokens: [...tokens], areAllKnown }
}

/** 'retirees (1:1)' → token 'retirees', qualifier '1:1'. The brackets of '501(c)(3) organizations' are no qualifier. */
export function readToken(text: string): { token: string; qualifier: string | null } {
  const open = text.indexOf(' (')
  if (open < 0) return { token: text.trim(), qualifier: null }
  const close = text.lastIndexOf(')')
  return { token: text.slice(0, open).trim(), qualifier: text.slice(open + 2, close > open ? close : undefined).trim() }
}

export type Exclusion = {
  readonly reasonCode: 'nonprofit_excluded' | 'country_excluded' | 'gift_kind_excluded' | 'employee_type_excluded'
  readonly text: string
}

export type ExclusionFacts = {
  readonly organization: NonprofitFacts
  readonly giftKind?: string | null | undefined
  readonly employeeType?: string | null | undefined
}

/**
 * Why the policy leaves the gift out, or null. Only what the policy says plainly excludes: an entry with a qualifier,
 * "religious (except humanitarian aid)", is a question for people, and an empty list is unknown.
 */
export function findExclusion(policy: Policy, facts: ExclusionFacts): Exclusion | null {
  return (
    excludedKind(policy, facts.organization) ??
    excludedCountry(policy, facts.organization) ??
    notEligibleKind(policy, facts.organization) ??
    excludedGift(policy, facts.giftKind ?? null) ??
    excludedEmployee(policy, facts.employeeType ?? null)
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

/** A list that names one country's charities and nothing of this country leaves this country out. */
function excludedCountry(policy: Policy, organization: NonprofitFacts): Exclusion | null {
  const country = organization.country.trim().toUpperCase() || 'US'
  const tokens = policy.eligibleNonprofits.map((entry) => readToken(entry).token)
  const named = tokens.filter((token) => token === abroadToken || Object.values(homeTokens).includes(token))
  if (named.length === 0 || named.length < tokens.length) return null
  const own = homeTokens[country]
  if ((own && named.includes(own)) || (country !== 'US' && named.includes(abroadToken))) return null
  return { reasonCode: 'country_excluded', text: `${policy.companyName} matches gifts to ${tokens.join(', ')} only.` }
}

const generalTokens = new Set([...Object.values(homeTokens), abroadToken, 'company-selected charities'])

function notEligibleKind(policy: Policy, organization: NonprofitFacts): Exclusion | null {
  const eligible = policy.eligibleNonprofits.map((entry) => readToken(entry).token)
  if (eligible.length === 0 || eligible.some((token) => generalTokens.has(token))) return null
  const { tokens, areAllKnown } = kindsOf(organization)
  if (!areAllKnown || tokens.some((token) => eligible.includes(token))) return null
  return {
    reasonCode: 'nonprofit_excluded',
    text: `${policy.companyName} matches gifts to these kinds of nonprofit only: ${eligible.join(', ')}.`,
  }
}

function excludedGift(policy: Policy, giftKind: string | null): Exclusion | null {
  if (!giftKind) return null
  const kind = giftKind.trim().toLowerCase()
  const hit = policy.excludedNonprofits.find((entry) => readToken(entry).token.toLowerCase() === kind)
  if (!hit) return null
  return { reasonCode: 'gift_kind_excluded', text: `${policy.companyName} does not match this kind of gift: ${hit}.` }
}

/** 'employees' does not tell full-time from part-time, and takes in both. */
const wholeStaff = new Set(['full-time', 'part-time', 'seasonal', 'executives'])

function excludedEmployee(policy: Policy, employeeType: string | null): Exclusion | null {
  if (!employeeType || policy.eligibleEmployees.length === 0) return null
  const type = employeeType.trim().toLowerCase()
  const eligible = policy.eligibleEmployees.map((entry) => readToken(entry).token.toLowerCase())
  const isStaff = type === 'employees' || wholeStaff.has(type)
  const isMet =
    eligible.includes(type) ||
    (isStaff && eligible.includes('employees')) ||
    (type === 'employees' && eligible.some((token) => wholeStaff.has(token)))
  if (isMet) return null
  return {
    reasonCode: 'employee_type_excluded',
    text: `${policy.companyName} matches gifts of: ${eligible.join(', ')}. This donor is listed as: ${shownText(type, 40)}.`,
  }
}
