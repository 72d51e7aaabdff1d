import { categories, type directory } from '@twofold/contract'
import type { PolicyVersion } from '../../companies/index.ts'
import type { CurrentVersion, FurtherSource, Said } from './policy.queries.ts'

/** A policy as people enter it, as the table holds it, and back. */

const centsOf = (units: number | null): number | null => (units === null ? null : Math.round(units * 100))
const unitsOf = (cents: number | null | undefined): number | null => (cents == null ? null : cents / 100)

export const saidBy = (terms: directory.PolicyTerms): Said => ({
  program: terms.program,
  method: terms.match_method,
  csr_platform: terms.csr_platform,
  verification: terms.verification,
  submission_url: terms.submission_url,
  guide_url: terms.guide_url,
  form_url: terms.form_url,
  contact_email: terms.contact_email,
  contact_address: terms.contact_address,
  ratio: terms.ratio,
  ratio_tiers: terms.ratio_tiers.map(({ ratio, up_to, employee_type, category }) => ({
    ratio,
    upToCents: centsOf(up_to),
    employeeType: employee_type,
    category,
  })),
  min_amount_cents: centsOf(terms.min_amount),
  minimum_per_gift: terms.minimum_per_gift,
  max_per_gift_cents: centsOf(terms.max_per_gift),
  max_per_year_cents: centsOf(terms.max_per_year),
  max_lifetime_cents: centsOf(terms.max_lifetime),
  currency: terms.currency,
  eligible_employees: terms.eligible_employees,
  eligible_nonprofits: terms.eligible_nonprofits,
  excluded_nonprofits: terms.excluded_nonprofits,
  own_site_only: terms.own_site_only,
  form_needs_nonprofit: terms.form_needs_nonprofit,
  deadline_rule: terms.deadline_rule,
  policy_year_start: terms.policy_year_start,
  volunteer_grant: terms.volunteer_grant,
  source_url: terms.source_url,
  as_of: terms.as_of,
  tiers_run_through: terms.tiers_run_through,
  exceptions: terms.exceptions.map((one) => ({
    employeeType: one.employee_type,
    category: one.category,
    ratio: one.ratio,
    minAmountCents: centsOf(one.min_amount),
    maxPerGiftCents: centsOf(one.max_per_gift),
    maxPerYearCents: centsOf(one.max_per_year),
  })),
  maximum_basis: terms.maximum_basis,
  deductible_part_only: terms.deductible_part_only,
  gift_kinds: terms.gift_kinds,
})

export function termsOfVersion({ policy, verification, volunteerGrant }: PolicyVersion): directory.PolicyTerms {
  return {
    program: policy.program,
    match_method: policy.method,
    csr_platform: policy.csrPlatform,
    verification,
    submission_url: policy.submissionUrl,
    guide_url: policy.guideUrl,
    form_url: policy.formUrl,
    contact_email: policy.contactEmail,
    contact_address: policy.contactAddress,
    ratio: policy.ratio,
    ratio_tiers: policy.ratioTiers.map(({ ratio, upToCents, employeeType, category }) => ({
      ratio,
      up_to: unitsOf(upToCents),
      employee_type: employeeType ?? null,
      category: category ?? null,
    })),
    tiers_run_through: policy.tiersRunThrough,
    exceptions: policy.exceptions.map((one) => ({
      employee_type: one.employeeType ?? null,
      category: one.category ?? null,
      ratio: one.ratio ?? null,
      min_amount: unitsOf(one.minAmountCents),
      max_per_gift: unitsOf(one.maxPerGiftCents),
      max_per_year: unitsOf(one.maxPerYearCents),
    })),
    min_amount: unitsOf(policy.minAmountCents),
    minimum_per_gift: policy.minimumPerGift,
    max_per_gift: unitsOf(policy.maxPerGiftCents),
    max_per_year: unitsOf(policy.maxPerYearCents),
    max_lifetime: unitsOf(policy.maxLifetimeCents),
    maximum_basis: policy.maximumBasis,
    deductible_part_only: policy.deductiblePartOnly,
    currency: policy.currency,
    eligible_employees: [...policy.eligibleEmployees],
    eligible_nonprofits: [...policy.eligibleNonprofits],
    excluded_nonprofits: [...policy.excludedNonprofits],
    gift_kinds: [...policy.giftKinds],
    own_site_only: policy.ownSiteOnly,
    form_needs_nonprofit: policy.formNeedsNonprofit,
    deadline_rule: policy.deadlineRule,
    policy_year_start: policy.policyYearStart,
    volunteer_grant: volunteerGrant,
    source_url: policy.sourceUrl,
    as_of: policy.asOf,
    valid_from: policy.validFrom ?? null,
    valid_to: policy.validTo ?? null,
  }
}

/** Where nothing is known yet. */
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

type How = Pick<directory.CompanyForm, 'category_ids' | 'csr_platform' | 'verification' | 'match_method'>

/** The part of a policy that the company's dialog has. Categories are the words of eligible nonprofits that are one's name. */
export const howOf = (terms: directory.PolicyTerms): How => ({
  category_ids: [...categories].flatMap(([id, name]) => (terms.eligible_nonprofits.includes(name) ? [id] : [])),
  csr_platform: terms.csr_platform,
  verification: terms.verification,
  match_method: terms.match_method,
})

const categoryNames = new Set(categories.values())

export const withHow = (terms: directory.PolicyTerms, { category_ids, ...how }: How): directory.PolicyTerms => ({
  ...terms,
  ...how,
  eligible_nonprofits: [
    ...terms.eligible_nonprofits.filter((entry) => !categoryNames.has(entry)),
    ...category_ids.flatMap((id) => categories.get(id) ?? []),
  ],
})

/** Columns of the table by the names that sources have for them. */
const sourced: Readonly<Record<string, keyof Said>> = {
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

const isSaid = (value: unknown): boolean => value !== null && !(Array.isArray(value) && value.length === 0)

/** What a new version says as the one before did is still known from where that one knew it. */
export function sourcesKept(former: CurrentVersion | null, said: Said): FurtherSource[] {
  if (!former) return []
  const kept = Object.entries(sourced)
    .filter(
      ([, column]) => isSaid(said[column]) && JSON.stringify(said[column]) === JSON.stringify(former.said[column]),
    )
    .map(([name]) => {
      const own = former.further_sources.find(({ columns }) => columns.includes(name))
      return { name, source_url: own?.source_url ?? former.source_url, as_of: own?.as_of ?? former.as_of }
    })
    .filter(({ source_url, as_of }) => source_url !== '' && (source_url !== said.source_url || as_of !== said.as_of))
  return [...Map.groupBy(kept, ({ source_url, as_of }) => JSON.stringify([source_url, as_of])).values()].flatMap(
    (same) =>
      same[0] ? [{ columns: same.map(({ name }) => name), source_url: same[0].source_url, as_of: same[0].as_of }] : [],
  )
}
