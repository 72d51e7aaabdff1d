import { type publicMatch, toUnits } from '@twofold/contract'
import { listOf, matchSentence, moneyText, type Policy, policyLevel, readToken } from '@twofold/matching'
import { ownNameOf, presentSource, programStatus } from '../../core/companies/index.ts'
import type { MatchPreview } from '../../matches/matches/index.ts'

type Company = { readonly id: number; readonly name: string }

/** Unknown facts are omitted, never guessed. */
export function presentPolicy(
  company: Company,
  policy: Policy | null,
  gift: publicMatch.EmployerPolicy['gift'],
  giftCurrency?: MatchPreview['currency'],
): publicMatch.EmployerPolicy {
  const { source, source_text } = presentSource(policy?.sourceUrl ?? '', policy?.asOf ?? '', ownNameOf(company, policy))
  return {
    company: { id: company.id, name: company.name },
    level: policyLevel(policy),
    has_program: programStatus(policy),
    ratio: policy?.ratio ?? null,
    min_amount: unitsOf(policy?.minAmountCents),
    max_amount: unitsOf(policy?.maxPerYearCents),
    currency: policy?.currency ?? 'USD',
    text: policyText(company.name, policy, giftCurrency),
    source_url: source?.url ?? null,
    source_text,
    as_of: policy?.asOf ?? '',
    gift,
  }
}

const unitsOf = (cents: number | null | undefined): number | null => (cents == null ? null : toUnits(cents))

function policyText(name: string, policy: Policy | null, giftCurrency?: MatchPreview['currency']): string {
  const sentence = matchSentence(name, policy, giftCurrency)
  const level = policyLevel(policy)
  const eligible = listOf(policy?.eligibleEmployees.map((entry) => readToken(entry).token) ?? [])
  return eligible && (level === 'rules' || level === 'program') ? `${sentence} Eligible: ${eligible}.` : sentence
}

const verdictsByStatus: Readonly<
  Record<number, 'below_minimum' | 'own_site_only' | 'excluded' | 'no_program' | 'unknown'>
> = {
  9: 'unknown',
  10: 'below_minimum',
  11: 'excluded',
  15: 'own_site_only',
  19: 'no_program',
}

export function presentOutlook(
  company: Company,
  amountCents: number,
  { policy, currency, evaluation: evaluatedNow, evaluationByContact }: MatchPreview,
): publicMatch.EmployerPolicy['gift'] {
  const money = (cents: number) => moneyText(cents, currency, policy?.currency)
  const evaluation = evaluationByContact ?? evaluatedNow
  const isPlain = evaluationByContact === null || evaluationByContact.estimateIsKnown
  const verdict = verdictsByStatus[evaluation.statusId] ?? (isPlain ? 'matched' : 'unknown')
  const match = verdict === 'matched' ? evaluation.estimatedCents : 0
  const isCertain = evaluation.estimateIsCertain
  const sentences = {
    matched:
      match > 0
        ? `Your gift of ${money(amountCents)} could become ${isCertain ? '' : 'up to '}${money(amountCents + match)}.`
        : `${company.name} matches its employees’ gifts. We don’t know how much it would add to your gift of ${money(amountCents)}.`,
    below_minimum: evaluation.trace.at(-1)?.text ?? `${company.name} only matches larger gifts.`,
    own_site_only: `${company.name} only matches gifts made on its own giving site or through payroll, so this gift can’t be matched.`,
    excluded: `This gift probably can’t be matched: ${evaluation.trace.at(-1)?.text ?? 'the policy doesn’t cover it.'}`,
    no_program: `We didn’t find a matching program at ${company.name}.`,
    unknown: `${unknownText(company.name, policy, evaluationByContact !== null)} Request it anyway, and we’ll look into it and email you.`,
  }
  const requestNote = evaluationByContact && verdict === 'matched' ? ' We don’t know yet how to request it.' : ''
  return {
    verdict,
    amount: toUnits(amountCents),
    match: toUnits(match),
    total: toUnits(amountCents + match),
    is_certain: isCertain,
    last_day: verdict === 'matched' || verdict === 'unknown' ? evaluation.deadlineDay : null,
    text: `${sentences[verdict]}${requestNote}`,
  }
}

/** Names only the missing part: the known rules are shown next to it. */
function unknownText(company: string, policy: Policy | null, isMethodUnknown: boolean): string {
  if (!isMethodUnknown || policyLevel(policy) !== 'rules') return `We don’t know yet how ${company} matches gifts.`
  return `We don’t know yet how much ${company} adds or how to request it.`
}
