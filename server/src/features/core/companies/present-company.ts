import { type companies, toUnits } from '@twofold/contract'
import {
  type Currency,
  deadlineInWords,
  employeesInWords,
  matchSentence,
  nonprofitsInWords,
  type Policy,
  policyLevel,
  ratioInWords,
} from '@twofold/matching'
import { ownNameOf, presentSource } from './present-source.ts'

export function presentCompany(
  { id, name }: { readonly id: number; readonly name: string },
  policy: Policy | null,
  beside?: Currency,
): companies.CompanyRow {
  const { source } = presentSource(policy?.sourceUrl ?? '', policy?.asOf ?? '', ownNameOf({ id, name }, policy))
  const level = policyLevel(policy)
  const shown = level === 'rules' || level === 'program' ? policy : null
  return {
    id,
    name,
    level,
    has_program: programStatus(policy),
    ratio: (shown && ratioInWords(shown, beside)) || null,
    csr_platform: shown?.csrPlatform ?? null,
    platform_name: shown?.platform?.name ?? null,
    match_method: shown?.method ?? null,
    currency: policy?.currency ?? 'USD',
    min_amount: unitsOf(shown?.minAmountCents),
    max_amount: unitsOf(shown?.maxPerYearCents),
    text: matchSentence(name, policy, beside),
    who: policy ? employeesInWords(policy, beside) : '',
    nonprofits: shown ? nonprofitsInWords(shown, beside) : '',
    deadline: shown ? deadlineInWords(shown.deadlineRule) : '',
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
