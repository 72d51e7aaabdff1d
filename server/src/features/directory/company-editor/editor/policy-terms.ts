import { categories, type directory } from '@twofold/contract'
import type { PolicyColumns } from '../../../core/companies/index.ts'
import type { CurrentVersion, FurtherSource } from './policy.queries.ts'

const centsOf = (units: number | null): number | null => (units === null ? null : Math.round(units * 100))

export function policyColumnsOf(form: directory.PolicyForm): PolicyColumns {
  const { match_method, min_amount, max_per_gift, max_per_year, max_lifetime, ...terms } = form
  const { replaces: _, valid_from: _from, valid_to: _to, ...otherTerms } = terms
  return {
    ...otherTerms,
    method: match_method,
    ratio_tiers: terms.ratio_tiers.map(({ ratio, up_to, employee_type, category }) => ({
      ratio,
      upToCents: centsOf(up_to),
      employeeType: employee_type,
      category,
    })),
    min_amount_cents: centsOf(min_amount),
    max_per_gift_cents: centsOf(max_per_gift),
    max_per_year_cents: centsOf(max_per_year),
    max_lifetime_cents: centsOf(max_lifetime),
    exceptions: terms.exceptions.map((one) => ({
      employeeType: one.employee_type,
      category: one.category,
      ratio: one.ratio,
      minAmountCents: centsOf(one.min_amount),
      maxPerGiftCents: centsOf(one.max_per_gift),
      maxPerYearCents: centsOf(one.max_per_year),
    })),
  }
}

export const blankTerms: directory.PolicyTerms = {
  program: 'unknown',
  match_method: null,
  csr_platform: null,
  verification: null,
  submission_url: null,
  guide_url: null,
  form_url: null,
  contact_email: null,
  contact_address: null,
  ratio: null,
  ratio_tiers: [],
  tiers_run_through: 'gift',
  exceptions: [],
  min_amount: null,
  minimum_per_gift: false,
  max_per_gift: null,
  max_per_year: null,
  max_lifetime: null,
  maximum_basis: 'match',
  deductible_part_only: 'unknown',
  currency: 'USD',
  eligible_employees: [],
  eligible_nonprofits: [],
  excluded_nonprofits: [],
  gift_kinds: [],
  own_site_only: false,
  form_needs_nonprofit: true,
  deadline_rule: null,
  policy_year_start: '01-01',
  volunteer_grant: null,
  source_url: '',
  as_of: '',
  valid_from: null,
  valid_to: null,
}

export type BasicTerms = Pick<directory.CompanyForm, 'category_ids' | 'csr_platform' | 'verification' | 'match_method'>

/** The company's dialog has these. Categories are eligible nonprofits that match a category's name. */
export const basicTermsOf = (terms: directory.PolicyTerms): BasicTerms => ({
  category_ids: [...categories].flatMap(([id, name]) => (terms.eligible_nonprofits.includes(name) ? [id] : [])),
  csr_platform: terms.csr_platform,
  verification: terms.verification,
  match_method: terms.match_method,
})

export const hasBasicTerms = (terms: directory.PolicyTerms, basicTerms: BasicTerms): boolean =>
  JSON.stringify(basicTermsOf(terms)) === JSON.stringify(basicTermsOf(withBasicTerms(blankTerms, basicTerms)))

const categoryNames = new Set(categories.values())

export const withBasicTerms = (
  terms: directory.PolicyTerms,
  { category_ids, ...how }: BasicTerms,
): directory.PolicyTerms => ({
  ...terms,
  ...how,
  eligible_nonprofits: [
    ...terms.eligible_nonprofits.filter((entry) => !categoryNames.has(entry)),
    ...category_ids.flatMap((id) => categories.get(id) ?? []),
  ],
})

const columnOfSource: Readonly<Record<string, keyof PolicyColumns>> = {
  has_program: 'program',
  ratio: 'ratio',
  min_amount: 'min_amount_cents',
  max_amount_per_year: 'max_per_year_cents',
  max_per_gift: 'max_per_gift_cents',
  max_lifetime: 'max_lifetime_cents',
  maximum_basis: 'maximum_basis',
  deductible_part_only: 'deductible_part_only',
  eligible_employees: 'eligible_employees',
  eligible_nonprofits: 'eligible_nonprofits',
  excluded_nonprofits: 'excluded_nonprofits',
  match_method: 'method',
  csr_platform: 'csr_platform',
  verification: 'verification',
  submission_url: 'submission_url',
  guide_url: 'guide_url',
  deadline_rule: 'deadline_rule',
  volunteer_grant: 'volunteer_grant',
}

const hasValue = (value: unknown): boolean => value !== null && !(Array.isArray(value) && value.length === 0)

/** Unchanged terms keep their source. */
export function inheritedSources(former: CurrentVersion | null, columns: PolicyColumns): FurtherSource[] {
  if (!former) return []
  const inherited = Object.entries(columnOfSource)
    .filter(
      ([, column]) =>
        hasValue(columns[column]) && JSON.stringify(columns[column]) === JSON.stringify(former.said[column]),
    )
    .map(([name]) => {
      const own = former.further_sources.find(({ columns }) => columns.includes(name))
      return { name, source_url: own?.source_url ?? former.source_url, as_of: own?.as_of ?? former.as_of }
    })
    .filter(
      ({ source_url, as_of }) => source_url !== '' && (source_url !== columns.source_url || as_of !== columns.as_of),
    )
  return [...Map.groupBy(inherited, ({ source_url, as_of }) => JSON.stringify([source_url, as_of])).values()].flatMap(
    (same) =>
      same[0] ? [{ columns: same.map(({ name }) => name), source_url: same[0].source_url, as_of: same[0].as_of }] : [],
  )
}
