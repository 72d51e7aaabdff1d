import { type Currency, employeeRule, generalTiers, type Policy, policyLevel, readToken } from '@twofold/matching'
import { asOfText, type Language, moneyText, type PageText } from '../../core/texts/index.ts'

export type PolicyReader = { readonly language: Language; readonly currency: Currency | undefined }

const filled = (value: string): 'yes' | 'no' => (value === '' ? 'no' : 'yes')

/** Whole amounts have no cents. `other` is the currency next to it. */
export const shortMoney = (cents: number, currency: Currency, { locale }: Language, other?: Currency): string =>
  moneyText(cents, currency, locale, other).replace(/[.,]00(?!\d)/, '')

const peopleTexts: Readonly<Record<string, PageText>> = {
  employees: 'token_employees',
  'full-time': 'token_full_time',
  'part-time': 'token_part_time',
  seasonal: 'token_seasonal',
  retirees: 'token_retirees',
  'board members': 'token_board_members',
  trustees: 'token_trustees',
  executives: 'token_executives',
  partners: 'token_partners',
  spouses: 'token_spouses',
  'surviving spouses': 'token_surviving_spouses',
  dependents: 'token_dependents',
}

/** General entries, such as '501(c)(3) organizations', are missing: they exclude few nonprofits. */
const nonprofitTexts: Readonly<Record<string, PageText>> = {
  'arts and culture': 'token_arts',
  'colleges and universities': 'token_colleges',
  'K-12 schools': 'token_schools',
  'educational institutions': 'token_education',
  hospitals: 'token_hospitals',
  'health and human services': 'token_health',
  environment: 'token_environment',
  'animal welfare': 'token_animals',
  'community and civic': 'token_community',
  'youth organizations': 'token_youth',
  'fire and rescue squads': 'token_fire',
  'United Way': 'token_united_way',
}

const listIn = ({ locale }: Language, texts: readonly string[]): string =>
  new Intl.ListFormat(locale).format(new Set(texts))

function peopleOf(policy: Policy, language: Language): string {
  const tokens = policy.eligibleEmployees.map((entry) => readToken(entry).token)
  return listIn(
    language,
    tokens.map((token) => {
      const name = peopleTexts[token.toLowerCase()]
      return name ? language.translateOnPage(name, {}) : token
    }),
  )
}

/** '' if any entry is general or unknown. */
function nonprofitsOf(policy: Policy, language: Language): string {
  const names = policy.eligibleNonprofits.map((entry) => nonprofitTexts[readToken(entry).token])
  return names.includes(undefined)
    ? ''
    : listIn(
        language,
        names.flatMap((name) => (name ? [language.translateOnPage(name, {})] : [])),
      )
}

/** Returns the policy in sentences. Unknown facts are omitted, never guessed. */
export function policyText(name: string, policy: Policy | null, { language, currency }: PolicyReader): string {
  const translate = (text: PageText, variables: Readonly<Record<string, string>> = {}): string =>
    language.translateOnPage(text, { matching_employer_name: name, ...variables })
  if (policy?.program === 'no') return translate('policy_none')
  if (policy?.program !== 'yes') return translate('policy_unknown')
  const people = peopleOf(policy, language)
  if (employeeRule(policy, null).isForLeadersOnly) return translate('policy_leaders', { people })
  const nonprofits = nonprofitsOf(policy, language)
  const isForEveryEmployee = people === translate('token_employees')
  return [
    policyLevel(policy) === 'program'
      ? translate('policy_program')
      : rulesSentence(name, policy, { language, currency }),
    people === '' || isForEveryEmployee ? '' : translate('policy_people', { people }),
    nonprofits === '' ? '' : translate('policy_nonprofits', { nonprofits }),
  ]
    .filter(Boolean)
    .join(' ')
}

function rulesSentence(name: string, policy: Policy, { language, currency }: PolicyReader): string {
  const money = (cents: number): string => shortMoney(cents, policy.currency, language, currency)
  const limit = (text: PageText, cents: number | null): string[] =>
    cents ? [language.translateOnPage(text, { amount: money(cents) })] : []
  const limits = listIn(language, [
    ...limit('policy_max_gift', policy.maxPerGiftCents),
    ...limit('policy_max_year', policy.maxPerYearCents),
    ...limit('policy_max_lifetime', policy.maxLifetimeCents),
  ])
  const ratio = ratioText(policy, language, money)
  return language.translateOnPage('policy_rules', {
    matching_employer_name: name,
    has_ratio: filled(ratio),
    ratio,
    has_min: policy.minAmountCents ? 'yes' : 'no',
    min_amount: money(policy.minAmountCents ?? 0),
    has_limits: filled(limits),
    limits,
    counts_gifts: limits !== '' && policy.maximumBasis === 'gift' ? 'yes' : 'no',
    own_site: policy.ownSiteOnly ? 'yes' : 'no',
  })
}

/** Returns a text such as '2:1 up to $500, then 1:1'. Empty if unknown. */
function ratioText(policy: Policy, language: Language, money: (cents: number) => string): string {
  const tiers = generalTiers(policy)
  if (tiers.length === 0) return localRatio(policy.ratio ?? '', language)
  return tiers
    .map(({ ratio, upToCents }) =>
      upToCents
        ? language.translateOnPage('policy_ratio_step', {
            step_ratio: localRatio(ratio, language),
            step_end: money(upToCents),
            each_year: policy.tiersRunThrough === 'year' ? 'yes' : 'no',
          })
        : localRatio(ratio, language),
    )
    .reduce((before, after) => language.translate('ratio_then', { before, after }))
}

const localRatio = (ratio: string, { locale }: Language): string =>
  ratio.replaceAll(/\d*\.?\d+/g, (number) =>
    new Intl.NumberFormat(locale, { maximumFractionDigits: 4 }).format(Number(number)),
  )

/** Returns title and date of a source. Empty if both are unknown. */
export function sourceText(publisher: string, asOf: string, language: Language): string {
  const as_of = asOfText(asOf, language.locale)
  return language.translateOnPage('policy_source', {
    has_publisher: filled(publisher),
    publisher,
    has_as_of: filled(as_of),
    as_of,
  })
}
