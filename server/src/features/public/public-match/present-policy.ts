import { type publicMatch, toUnits } from '@twofold/contract'
import { type Policy, policyLevel } from '@twofold/matching'
import { ownNameOf, presentSource, programStatus } from '../../core/companies/index.ts'
import { dayText, type Language, type PageText } from '../../core/texts/index.ts'
import type { MatchPreview } from '../../matches/matches/index.ts'
import { policyText, shortMoney, sourceText } from './policy-texts.ts'

type Company = { readonly id: number; readonly name: string }

export function presentPolicy(
  company: Company,
  policy: Policy | null,
  gift: publicMatch.EmployerPolicy['gift'],
  language: Language,
  giftCurrency?: MatchPreview['currency'],
): publicMatch.EmployerPolicy {
  const { source } = presentSource(policy?.sourceUrl ?? '', policy?.asOf ?? '', ownNameOf(company, policy))
  return {
    company: { id: company.id, name: company.name },
    level: policyLevel(policy),
    has_program: programStatus(policy),
    ratio: policy?.ratio ?? null,
    min_amount: unitsOf(policy?.minAmountCents),
    max_amount: unitsOf(policy?.maxPerYearCents),
    currency: policy?.currency ?? 'USD',
    text: policyText(company.name, policy, { language, currency: giftCurrency ?? policy?.currency }),
    source_url: source?.url ?? null,
    source_text: sourceText(source?.title ?? '', policy?.asOf ?? '', language),
    as_of: policy?.asOf ?? '',
    gift,
  }
}

const unitsOf = (cents: number | null | undefined): number | null => (cents == null ? null : toUnits(cents))

const verdictsByStatus: Readonly<
  Record<number, 'below_minimum' | 'own_site_only' | 'excluded' | 'no_program' | 'unknown'>
> = {
  9: 'unknown',
  10: 'below_minimum',
  11: 'excluded',
  15: 'own_site_only',
  19: 'no_program',
}

/** Donors read the text, so it is not the trace, which is written for staff. */
export function presentOutlook(
  company: Company,
  amountCents: number,
  { policy, currency, evaluation: evaluatedNow, evaluationByContact }: MatchPreview,
  language: Language,
): publicMatch.EmployerPolicy['gift'] {
  const money = (cents: number) => shortMoney(cents, currency, language, policy?.currency)
  const evaluation = evaluationByContact ?? evaluatedNow
  const isPlain = evaluationByContact === null || evaluationByContact.estimateIsKnown
  const verdict = verdictsByStatus[evaluation.statusId] ?? (isPlain ? 'matched' : 'unknown')
  const match = verdict === 'matched' ? evaluation.estimatedCents : 0
  const isCertain = evaluation.estimateIsCertain
  const minCents = policy?.minAmountCents ?? 0
  const variables = {
    matching_employer_name: company.name,
    gift_amount: money(amountCents),
    total_amount: money(amountCents + match),
    is_certain: isCertain ? 'yes' : 'no',
    has_min: minCents > 0 ? 'yes' : 'no',
    min_amount: shortMoney(minCents, policy?.currency ?? currency, language, currency),
    unknown_part: unknownPart(policy, evaluationByContact !== null),
  }
  const translate = (name: PageText, more: Readonly<Record<string, string>> = {}): string =>
    language.translateOnPage(name, { ...variables, ...more })
  const texts = {
    matched: () => translate(match > 0 ? 'preview_matched' : 'preview_amount_unknown'),
    below_minimum: () => translate('preview_below_minimum'),
    own_site_only: () => translate('preview_own_site'),
    excluded: () =>
      translate('preview_excluded', {
        reason: exclusionReason(evaluation.reasonCode, company.name, evaluation.deadlineDay, language),
      }),
    no_program: () => translate('preview_no_program'),
    unknown: () => translate('preview_unknown'),
  }
  const isMethodMissing = evaluationByContact !== null && verdict === 'matched'
  return {
    verdict,
    amount: toUnits(amountCents),
    match: toUnits(match),
    total: toUnits(amountCents + match),
    is_certain: isCertain,
    last_day: verdict === 'matched' || verdict === 'unknown' ? evaluation.deadlineDay : null,
    text: [texts[verdict](), isMethodMissing ? translate('preview_method_unknown') : ''].filter(Boolean).join(' '),
  }
}

/** Names only the missing part: the known rules are shown next to it. */
function unknownPart(policy: Policy | null, isMethodUnknown: boolean): 'amount' | 'rules' | 'program' {
  if (isMethodUnknown && policyLevel(policy) === 'rules') return 'amount'
  return policy?.program === 'yes' ? 'rules' : 'program'
}

function exclusionReason(reasonCode: string, company: string, deadlineDay: string | null, language: Language): string {
  const deadline = dayText(deadlineDay, language.locale)
  const variables = {
    matching_employer_name: company,
    has_several: 'no',
    has_deadline: deadline === '' ? 'no' : 'yes',
    deadline,
  }
  switch (reasonCode) {
    case 'nonprofit_excluded':
      return language.translateOnPage('preview_nonprofits', variables)
    case 'employee_type_excluded':
      return language.translateOnPage('preview_people', variables)
    case 'deadline_passed':
      return language.translate('reason_deadline_passed', variables)
    case 'country_excluded':
      return language.translate('reason_country_excluded', variables)
    default:
      return language.translate('reason_other', variables)
  }
}
