import {
  type Currency,
  describeEmployees,
  describeExceptions,
  describeNonprofits,
  formatDeadline,
  formatIsoDay,
  formatRatio,
  giftKindLabel,
  moneyText,
  type Policy,
  policyLevel,
} from '@twofold/matching'
import type { CompanyFacts, PolicyVersion } from './companies.queries.ts'
import { volunteerSentence } from './company-texts.ts'
import { ownNameOf, presentSource } from './present-source.ts'

type Fact = {
  readonly term: string
  readonly text: string
  readonly source: string
  readonly source_url: string | null
  readonly learned: string
}

const deductibles = {
  yes: 'Only the tax-deductible part of a gift counts',
  no: 'The full amount of a gift counts',
  unknown: '',
} as const

/** Columns that can have a source. Unknown values are ''. `secondCurrency` is the reader's currency. */
export function describePolicy(
  policy: Policy,
  more: Pick<CompanyFacts, 'verification' | 'volunteer_grant'>,
  secondCurrency?: Currency,
) {
  const limit = (cents: number | null): string =>
    cents === null ? '' : cents === 0 ? 'none' : moneyText(cents, policy.currency, secondCurrency)
  const facts: readonly (readonly [column: string, term: string, text: string])[] = [
    ['has_program', 'Program', programs[policyLevel(policy)]],
    ['ratio', 'Ratio', formatRatio(policy, secondCurrency)],
    ['min_amount', 'Minimum', `${limit(policy.minAmountCents)}${policy.minimumPerGift ? ' for each gift' : ''}`],
    ['max_per_gift', 'Maximum per gift', limit(policy.maxPerGiftCents)],
    ['max_amount_per_year', 'Maximum per year', limit(policy.maxPerYearCents)],
    ['max_lifetime', 'Lifetime maximum', limit(policy.maxLifetimeCents)],
    ['maximum_basis', 'Maximums limit', policy.maximumBasis === 'gift' ? 'the donor’s gifts' : ''],
    ['deductible_part_only', 'Deductible part only', deductibles[policy.deductiblePartOnly]],
    ['exceptions', 'Exceptions', describeExceptions(policy, secondCurrency)],
    ['eligible_employees', 'Who’s eligible', describeEmployees(policy, secondCurrency)],
    ['eligible_nonprofits', 'Which nonprofits', describeNonprofits(policy, secondCurrency)],
    ['gift_kinds', 'Also matched', policy.giftKinds.map(giftKindLabel).join(', ')],
    [
      'own_site_only',
      'Gifts made elsewhere',
      policy.ownSiteOnly ? 'Not matched: only gifts on its own site or through payroll' : '',
    ],
    ['deadline_rule', 'Deadline', formatDeadline(policy.deadlineRule)],
    ['match_method', 'How to request', policy.method === null ? '' : methods[policy.method]],
    ['csr_platform', 'CSR platform', policy.platform?.name ?? describePlatform(policy.csrPlatform)],
    ['submission_url', 'Address', policy.submissionUrl ?? policy.formUrl ?? policy.contactEmail ?? ''],
    ['guide_url', 'Program page', policy.guideUrl ?? ''],
    ['contact_address', 'Postal address', policy.contactAddress ?? ''],
    ['policy_year_start', 'Policy year starts', policy.policyYearStart === '01-01' ? '' : policy.policyYearStart],
    ['verification', 'How gifts are verified', more.verification === null ? '' : verifications[more.verification]],
    ['volunteer_grant', 'Volunteer grant', volunteerSentence(more.volunteer_grant, policy.currency, secondCurrency)],
  ]
  return [...facts, ['days', 'Applies to gifts', formatDays(policy)] as const].filter(([, , text]) => text !== '')
}

function formatDays({ validFrom, validTo }: Policy): string {
  return [validFrom && `from ${formatIsoDay(validFrom)}`, validTo && `until ${formatIsoDay(validTo)}`]
    .filter(Boolean)
    .join(' ')
}

const programs = {
  rules: 'Yes, rules known',
  program: 'Yes, rules unknown',
  none: 'No',
  unconfirmed: 'Not confirmed for employees',
} as const
const methods = {
  csr: 'Giving portal',
  form: 'Form',
  mail: 'Paper form by mail',
  contact: 'Email or letter',
} as const
const verifications = { both: 'By email and phone', email: 'By email', phone: 'By phone' } as const

const describePlatform = (id: string | null): string =>
  id === null ? '' : id === 'none' ? 'No portal' : id === 'other' ? 'Another portal' : id

/** Each fact has the column's own source, or else the main one. `among` limits the columns. */
export function factsOfPolicy(
  policy: Policy,
  facts: CompanyFacts,
  { among, secondCurrency }: { readonly among?: readonly string[]; readonly secondCurrency?: Currency } = {},
): Fact[] {
  const described = describePolicy(policy, facts, secondCurrency).filter(
    ([column]) => among === undefined || among.includes(column),
  )
  const about = ownNameOf(facts, policy)
  return described.map(([column, term, text]) => {
    // except for has_program, a further source that lists a column is the source of that cell
    const own = facts.further_sources.find(({ columns }) => column !== 'has_program' && columns.includes(column))
    const { source, learned } = presentSource(own?.source_url ?? policy.sourceUrl, own?.as_of ?? policy.asOf, about)
    return { term, text, source: source?.title ?? policy.sourceUrl, source_url: source?.url ?? null, learned }
  })
}

export type PolicyDifference = { readonly term: string; readonly from: string; readonly to: string }

export function compareVersions(
  before: PolicyVersion | undefined,
  now: PolicyVersion | undefined,
  secondCurrency?: Currency,
): PolicyDifference[] {
  const textsOf = (version: PolicyVersion | undefined) =>
    new Map(
      (version ? describePolicy(version.policy, version.terms, secondCurrency) : []).map(([, term, text]) => [
        term,
        text,
      ]),
    )
  const [former, latter] = [textsOf(before), textsOf(now)]
  return [...new Set([...former.keys(), ...latter.keys()])].flatMap((term) => {
    const [from, to] = [former.get(term) ?? '', latter.get(term) ?? '']
    return from === to ? [] : [{ term, from, to }]
  })
}
