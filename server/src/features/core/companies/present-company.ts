import { type companies, toUnits } from '@twofold/contract'
import {
  type Currency,
  describeEmployees,
  describeNonprofits,
  formatDeadline,
  formatRatio,
  matchSentence,
  type Policy,
  policyLevel,
} from '@twofold/matching'
import { ownNameOf, presentSource } from './present-source.ts'

export function presentCompany(
  { id, name }: { readonly id: number; readonly name: string },
  policy: Policy | null,
  secondCurrency?: Currency,
): companies.CompanyRow {
  const { source } = presentSource(policy?.sourceUrl ?? '', policy?.asOf ?? '', ownNameOf({ id, name }, policy))
  const level = policyLevel(policy)
  const shownPolicy = level === 'rules' || level === 'program' ? policy : null
  return {
    id,
    name,
    level,
    has_program: programStatus(policy),
    ratio: (shownPolicy && formatRatio(shownPolicy, secondCurrency)) || null,
    csr_platform: shownPolicy?.csrPlatform ?? null,
    platform_name: shownPolicy?.platform?.name ?? null,
    match_method: shownPolicy?.method ?? null,
    currency: policy?.currency ?? 'USD',
    min_amount: unitsOf(shownPolicy?.minAmountCents),
    max_amount: unitsOf(shownPolicy?.maxPerYearCents),
    text: matchSentence(name, policy, secondCurrency),
    who: policy ? describeEmployees(policy, secondCurrency) : '',
    nonprofits: shownPolicy ? describeNonprofits(shownPolicy, secondCurrency) : '',
    deadline: shownPolicy ? formatDeadline(shownPolicy.deadlineRule) : '',
    source,
    source_url: policy?.sourceUrl ?? '',
    as_of: policy?.asOf ?? '',
  }
}

const unitsOf = (cents: number | null | undefined): number | null => (cents == null ? null : toUnits(cents))

/** A program for directors only counts as none: readers of these pages cannot use it. */
export function programStatus(policy: Policy | null): 'yes' | 'no' | 'unknown' {
  const level = policyLevel(policy)
  return level === 'none' ? 'no' : level === 'unconfirmed' ? 'unknown' : 'yes'
}
