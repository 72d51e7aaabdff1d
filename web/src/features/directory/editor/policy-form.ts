import { directory } from '@twofold/contract'
import { deadlineOf, type GiftKind } from '@twofold/matching'
import { formatDay } from '../../../ui/format.ts'
import { amountOf, linesOf, oneElse, oneOf, textOf, unitsText } from './lines.ts'

type Version = directory.PolicyVersion

export type Step = {
  readonly key: number
  readonly ratio: string
  readonly up_to: string
  readonly employee_type: string
  readonly category: string
}
export type Exception = {
  readonly key: number
  readonly employee_type: string
  readonly category: string
  readonly ratio: string
  readonly min_amount: string
  readonly max_per_gift: string
  readonly max_per_year: string
}

export type Values = {
  readonly program: string
  readonly match_method: string
  readonly csr_platform: string
  readonly verification: string
  readonly submission_url: string
  readonly guide_url: string
  readonly form_url: string
  readonly contact_email: string
  readonly contact_address: string
  readonly ratio: string
  readonly ratio_tiers: readonly Step[]
  readonly tiers_run_through: string
  readonly exceptions: readonly Exception[]
  readonly min_amount: string
  readonly minimum_per_gift: boolean
  readonly max_per_gift: string
  readonly max_per_year: string
  readonly max_lifetime: string
  readonly maximum_basis: string
  readonly deductible_part_only: string
  readonly currency: string
  readonly eligible_employees: string
  readonly eligible_nonprofits: string
  readonly excluded_nonprofits: string
  readonly gift_kinds: readonly GiftKind[]
  readonly own_site_only: boolean
  readonly form_needs_nonprofit: boolean
  readonly deadline_rule: string
  readonly policy_year_start: string
  readonly volunteer_grant: string
  readonly source_url: string
  readonly as_of: string
  readonly valid_from: string
  readonly valid_to: string
}

let keys = 0
export const blankStep = (): Step => ({ key: ++keys, ratio: '', up_to: '', employee_type: '', category: '' })
export const blankException = (): Exception => ({
  key: ++keys,
  employee_type: '',
  category: '',
  ratio: '',
  min_amount: '',
  max_per_gift: '',
  max_per_year: '',
})

/** What stands there now is where one begins, except for who says so: that is the new source's. */
export function startOf(version: Version | null, corrects: boolean): Values {
  return {
    program: version?.program ?? 'yes',
    match_method: version?.match_method ?? '',
    csr_platform: version?.csr_platform ?? '',
    verification: version?.verification ?? '',
    submission_url: version?.submission_url ?? '',
    guide_url: version?.guide_url ?? '',
    form_url: version?.form_url ?? '',
    contact_email: version?.contact_email ?? '',
    contact_address: version?.contact_address ?? '',
    ratio: version?.ratio ?? '',
    ratio_tiers: (version?.ratio_tiers ?? []).map((tier) => ({
      key: ++keys,
      ratio: tier.ratio,
      up_to: unitsText(tier.up_to),
      employee_type: tier.employee_type ?? '',
      category: tier.category ?? '',
    })),
    tiers_run_through: version?.tiers_run_through ?? 'gift',
    exceptions: (version?.exceptions ?? []).map((one) => ({
      key: ++keys,
      employee_type: one.employee_type ?? '',
      category: one.category ?? '',
      ratio: one.ratio ?? '',
      min_amount: unitsText(one.min_amount),
      max_per_gift: unitsText(one.max_per_gift),
      max_per_year: unitsText(one.max_per_year),
    })),
    min_amount: unitsText(version?.min_amount),
    minimum_per_gift: version?.minimum_per_gift ?? false,
    max_per_gift: unitsText(version?.max_per_gift),
    max_per_year: unitsText(version?.max_per_year),
    max_lifetime: unitsText(version?.max_lifetime),
    maximum_basis: version?.maximum_basis ?? 'match',
    deductible_part_only: version?.deductible_part_only ?? 'unknown',
    currency: version?.currency ?? 'USD',
    eligible_employees: textOf(version?.eligible_employees ?? []),
    eligible_nonprofits: textOf(version?.eligible_nonprofits ?? []),
    excluded_nonprofits: textOf(version?.excluded_nonprofits ?? []),
    gift_kinds: version?.gift_kinds ?? [],
    own_site_only: version?.own_site_only ?? false,
    form_needs_nonprofit: version?.form_needs_nonprofit ?? true,
    deadline_rule: version?.deadline_rule ?? '',
    policy_year_start: version?.policy_year_start ?? '01-01',
    volunteer_grant: version?.volunteer_grant ?? '',
    source_url: corrects ? (version?.source_url ?? '') : '',
    as_of: corrects ? (version?.as_of ?? '') : '',
    valid_from: corrects ? (version?.valid_from ?? '') : '',
    valid_to: corrects ? (version?.valid_to ?? '') : '',
  }
}

const orNull = (text: string): string | null => text.trim() || null

export const bodyOf = (values: Values, replaces: number | null) => ({
  ...values,
  replaces,
  program: oneElse('unknown', ['yes', 'no'], values.program),
  tiers_run_through: oneElse('gift', ['year'], values.tiers_run_through),
  maximum_basis: oneElse('match', ['gift'], values.maximum_basis),
  deductible_part_only: oneElse('unknown', ['yes', 'no'], values.deductible_part_only),
  currency: oneElse('USD', ['CAD'], values.currency),
  match_method: oneOf(directory.matchMethods, values.match_method),
  csr_platform: orNull(values.csr_platform),
  verification: oneOf(directory.verifications, values.verification),
  submission_url: orNull(values.submission_url),
  guide_url: orNull(values.guide_url),
  form_url: orNull(values.form_url),
  contact_email: orNull(values.contact_email),
  contact_address: orNull(values.contact_address),
  ratio: orNull(values.ratio),
  ratio_tiers: values.ratio_tiers.map(({ ratio, up_to, employee_type, category }) => ({
    ratio,
    up_to: amountOf(up_to),
    employee_type: orNull(employee_type),
    category: orNull(category),
  })),
  exceptions: values.exceptions.map((one) => ({
    employee_type: orNull(one.employee_type),
    category: orNull(one.category),
    ratio: orNull(one.ratio),
    min_amount: amountOf(one.min_amount),
    max_per_gift: amountOf(one.max_per_gift),
    max_per_year: amountOf(one.max_per_year),
  })),
  min_amount: amountOf(values.min_amount),
  max_per_gift: amountOf(values.max_per_gift),
  max_per_year: amountOf(values.max_per_year),
  max_lifetime: amountOf(values.max_lifetime),
  eligible_employees: linesOf(values.eligible_employees),
  eligible_nonprofits: linesOf(values.eligible_nonprofits),
  excluded_nonprofits: linesOf(values.excluded_nonprofits),
  gift_kinds: [...values.gift_kinds],
  deadline_rule: orNull(values.deadline_rule),
  volunteer_grant: orNull(values.volunteer_grant),
  valid_from: values.valid_from || null,
  valid_to: values.valid_to || null,
})

/** Gifts of the spring and of the end of a year show what a rule means. */
const exampleDays = (year: number): readonly string[] => [`${year}-03-03`, `${year}-11-20`]

/** By the rules that the matches go by: 'A gift of Mar 3, 2026 could be requested until Jan 31, 2027.' */
export function deadlineExamples(rule: string, timeZone: string, year: number): string[] {
  return exampleDays(year).flatMap((day) => {
    const deadline = deadlineOf({ deadlineRule: rule, timeZone }, day)
    return deadline ? [`A gift of ${formatDay(day)} could be requested until ${formatDay(deadline.day)}.`] : []
  })
}
