import { type publicMatch, toUnits } from '@twofold/contract'
import { employeeRule, moneyText, type Policy, readToken } from '@twofold/matching'
import type { Preview } from '../matches/index.ts'

type Company = { readonly id: number; readonly name: string }

/** An employer's policy as anybody may read it. What is not known is left out, never guessed. */
export function presentPolicy(
  company: Company,
  policy: Policy | null,
  gift: publicMatch.EmployerPolicy['gift'],
): publicMatch.EmployerPolicy {
  const source = webAddress(policy?.sourceUrl)
  return {
    company: { id: company.id, name: company.name },
    // A match for directors is none that the people who read this could have.
    has_program: policy && isForLeadersOnly(policy) ? 'unknown' : (policy?.program ?? 'unknown'),
    ratio: policy?.ratio ?? null,
    min_amount: unitsOf(policy?.minAmountCents),
    max_amount: unitsOf(policy?.maxPerYearCents),
    currency: policy?.currency ?? 'USD',
    text: policySentence(company.name, policy),
    source_url: source?.href ?? null,
    source_text: sourceText(source, policy?.asOf ?? ''),
    as_of: policy?.asOf ?? '',
    gift,
  }
}

const unitsOf = (cents: number | null | undefined): number | null => (cents == null ? null : toUnits(cents))

function policySentence(name: string, policy: Policy | null): string {
  if (policy?.program === 'no') return `${name} has no matching program, as far as we know.`
  if (policy?.program !== 'yes') return `We do not know yet whether ${name} matches gifts.`
  const who = policy.eligibleEmployees.map((entry) => readToken(entry).token).join(', ')
  if (isForLeadersOnly(policy)) return `We know of a match at ${name} for ${who} only, and of none for everybody else.`
  if (knowsNoRule(policy)) {
    return `${name} has a matching program, but we do not know its rules yet.${who ? ` Who may take part: ${who}.` : ''}`
  }
  const money = (cents: number) => moneyText(cents, policy.currency)
  const from = policy.minAmountCents ? `, from ${money(policy.minAmountCents)}` : ''
  const upTo = policy.maxPerYearCents ? `${from ? '' : ','} up to ${money(policy.maxPerYearCents)} a year` : ''
  const where = policy.ownSiteOnly ? ', but only gifts made on its own giving site or through payroll' : ''
  return `${name} matches its people’s gifts${policy.ratio ? ` ${policy.ratio}` : ''}${from}${upTo}${where}.${who ? ` Who may take part: ${who}.` : ''}`
}

const isForLeadersOnly = (policy: Policy): boolean => employeeRule(policy, null).isForLeadersOnly

/** That there is a program is known, and nothing of what it gives. */
const knowsNoRule = ({ ratio, minAmountCents, maxPerYearCents, maxPerGiftCents, ownSiteOnly }: Policy): boolean =>
  ratio === null && minAmountCents === null && maxPerYearCents === null && maxPerGiftCents === null && !ownSiteOnly

function sourceText(source: URL | null, asOf: string): string {
  const when = learnedOn(asOf)
  const where = source ? `From ${sourceTitle(source)}` : ''
  return [where, when && `${where ? 'as of' : 'As of'} ${when}`].filter(Boolean).join(', ')
}

/** Where others keep copies the document is the source, not the place: 'AbbottLaboratories 20240315 DEF 14A.pdf'. */
const storehouses = /^(www\.)?(github\.com|huggingface\.co)$/

function sourceTitle({ host, pathname }: URL): string {
  const file = storehouses.test(host) ? (pathname.split('/').at(-1) ?? '').replaceAll(/%20|_/g, ' ') : ''
  return file || host.replace(/^www\./, '')
}

/** Sources are dated as exactly as they are: `2019`, `2024-05` or `2026-03-08`. */
function learnedOn(asOf: string): string {
  const [, year, month, day] = /^(\d{4})(?:-(\d{2}))?(?:-(\d{2}))?$/.exec(asOf) ?? []
  if (!year || !month) return year ?? ''
  const date = new Date(`${year}-${month}-${day ?? '01'}T00:00:00Z`)
  const parts = { timeZone: 'UTC', year: 'numeric', month: 'short', day: day ? 'numeric' : undefined } as const
  return Number.isNaN(date.getTime()) ? '' : new Intl.DateTimeFormat('en-US', parts).format(date)
}

/** Addresses in the directory are foreign: only the web is linked. */
function webAddress(address: string | undefined): URL | null {
  const url = URL.parse(address ?? '')
  return url && /^https?:$/.test(url.protocol) ? url : null
}

const verdicts: Readonly<Record<number, 'below_minimum' | 'own_site_only' | 'excluded' | 'no_program' | 'unknown'>> = {
  9: 'unknown',
  10: 'below_minimum',
  11: 'excluded',
  15: 'own_site_only',
  19: 'no_program',
}

/** What would become of the gift, as the rules see it. */
export function presentOutlook(
  company: Company,
  amountCents: number,
  { policy, currency, evaluation, estimate }: Preview,
): publicMatch.EmployerPolicy['gift'] {
  const money = (cents: number) => moneyText(cents, currency)
  // A program whose method is not known yet still tells what it comes to.
  const isExpected = evaluation.statusId === 9 && policy?.program === 'yes' && estimate?.isKnown === true
  const verdict = isExpected ? 'matched' : (verdicts[evaluation.statusId] ?? 'matched')
  const match = verdict === 'matched' ? (isExpected ? estimate.cents : evaluation.estimatedCents) : 0
  const isCertain = isExpected ? estimate.isCertain : evaluation.estimateIsCertain
  const sentences = {
    matched:
      match > 0
        ? `Your gift of ${money(amountCents)} could become ${isCertain ? '' : 'up to '}${money(amountCents + match)}.`
        : `${company.name} matches its people’s gifts. What it would add to your gift of ${money(amountCents)} we do not know.`,
    below_minimum: evaluation.trace.at(-1)?.text ?? `${company.name} matches larger gifts only.`,
    own_site_only: `${company.name} matches only gifts made on its own giving site or through payroll, so this gift cannot be matched afterwards.`,
    excluded: `This gift can probably not be matched: ${evaluation.trace.at(-1)?.text ?? 'the policy leaves it out.'}`,
    no_program: `${company.name} has no matching program, as far as we know.`,
    unknown: `We do not know yet how ${company.name} matches gifts. Ask anyway: we look into it and write to you.`,
  }
  const ask = isExpected ? ' How to ask for it is something we still have to find out.' : ''
  return {
    verdict,
    amount: toUnits(amountCents),
    match: toUnits(match),
    total: toUnits(amountCents + match),
    is_certain: isCertain,
    last_day: verdict === 'matched' ? evaluation.deadlineDay : null,
    text: `${sentences[verdict]}${ask}`,
  }
}
