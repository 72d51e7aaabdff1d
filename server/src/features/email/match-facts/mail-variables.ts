import { type DonorName, englishHousehold, type HouseholdWords, isForEmployees, readDonorName } from '@twofold/matching'
import { isPlainAddress, oneLine } from '../../../platform/mail/address-text.ts'
import { publisherOf } from '../../core/companies/index.ts'
import { asOfText, dayText, type Language, languageOf, moneyText, type Variables } from '../../core/texts/index.ts'
import type { MatchFacts } from './match-facts.queries.ts'
import type { GiftDeadline } from './step-facts.queries.ts'

const formatEin = (ein: string): string => ein.replace(/^(\d{2})-?(\d{7})$/, '$1-$2')

export function hostOf(address: string): string {
  try {
    return new URL(address).host.replace(/^www\./, '')
  } catch {
    return address
  }
}

/** Several people with one name. */
const householdWords: Readonly<Record<string, HouseholdWords>> = {
  en: englishHousehold,
  fr: { family: (lastName) => `famille ${lastName}`, and: 'et' },
  es: { family: (lastName) => `familia ${lastName}`, and: 'y' },
}

const parseDonorName = (name: string, locale: string): DonorName =>
  readDonorName(oneLine(name), householdWords[locale.slice(0, 2)] ?? englishHousehold)

/** Each `has_…` is 'yes' or 'no', because an ICU message cannot test for an empty text. */
export function variablesOf(facts: MatchFacts, language: Language): Variables {
  const { organization, donation, policy, campaign } = facts
  const { locale } = language
  const name = parseDonorName(facts.donor.name, locale)
  const formatPolicyMoney = (cents: number | null | undefined): string =>
    policy && cents ? moneyText(cents, policy.currency, locale, donation.currency) : ''
  const matched = donation.estimatedCents > 0 ? moneyText(donation.estimatedCents, donation.currency, locale) : ''
  const texts = {
    donor_first_name: name.greeting,
    donor_last_name: name.last,
    donor_full_name: oneLine(facts.donor.name),
    donation_transaction_id: oneLine(donation.transactionId),
    donation_date: dayText(donation.day, locale),
    gift_amount: moneyText(donation.amountCents, donation.currency, locale),
    match_amount: matched && !donation.estimateIsCertain ? language.translate('up_to', { amount: matched }) : matched,
    received_amount: donation.paidCents > 0 ? moneyText(donation.paidCents, donation.currency, locale) : '',
    match_ratio: formatRatios(facts, language),
    gift_count: donation.gifts.length > 1 ? new Intl.NumberFormat(locale).format(donation.gifts.length) : '',
    first_gift_date: dayText(donation.gifts.at(0)?.day ?? null, locale),
    last_gift_date: dayText(donation.gifts.at(-1)?.day ?? null, locale),
    deadline: dayText(donation.deadlineDay, locale),
    last_deadline: dayText(donation.giftDeadlines.at(-1)?.lastDay ?? null, locale),
    campaign_name: oneLine(campaign?.name ?? ''),
    campaign_msg: oneLine(campaign?.message ?? '', 2000),
    receiving_org_name: oneLine(organization.name),
    receiving_org_ein: formatEin(organization.ein),
    receiving_org_email: oneLine(organization.contactEmail),
    receiving_org_website: oneLine(organization.url),
    receiving_org_mission: oneLine(organization.mission, 2000),
    receiving_org_logo: '',
    matching_employer_name: oneLine(facts.companyName) || language.translate('your_employer', {}),
    matching_employer_min_match: formatPolicyMoney(policy?.minAmountCents),
    matching_employer_max_match: formatPolicyMoney(policy?.maxPerYearCents ?? policy?.maxPerGiftCents),
    max_per_gift: formatPolicyMoney(policy?.maxPerGiftCents),
    max_per_year: formatPolicyMoney(policy?.maxPerYearCents),
    matching_employer_contact_address: oneLine(policy?.contactAddress?.replaceAll('\n', ', ') ?? ''),
    later_gift_until: dayText(donation.laterDonationUntil, locale),
    matching_employer_contact_email: oneLine(policy?.contactEmail ?? ''),
    matching_employer_vendor: oneLine(policy?.platformName ?? ''),
    source_host: policy ? publisherOf(policy.sourceUrl) : '',
    as_of: asOfText(policy?.asOf ?? '', locale),
  }
  const values = {
    ...texts,
    gift_kind: donation.giftKind ?? 'money',
    only_employees: policy && isForEmployees(policy.eligibleEmployees) ? 'yes' : 'no',
    minimum_per_gift: policy?.minimumPerGift ? 'yes' : 'no',
    later_gift_joins: isFilledText(texts.later_gift_until),
    has_contact_address: isFilledText(texts.matching_employer_contact_address),
    can_write: canReceiveMail(facts) ? 'yes' : 'no',
    has_portal_link: isFilledText(policy?.submissionUrl || policy?.platformUrl || ''),
    has_filled_form: policy?.formOf == null ? 'no' : 'yes',
    has_form: policy?.formOf != null || /^https?:\/\//i.test(policy?.formUrl ?? '') ? 'yes' : 'no',
    has_first_name: isFilledText(texts.donor_first_name),
    has_donation_date: isFilledText(texts.donation_date),
    has_several: donation.gifts.length > 1 ? 'yes' : 'no',
    gift_days: texts.first_gift_date === texts.last_gift_date ? 'one' : 'several',
    has_match: isFilledText(texts.match_amount),
    has_deadline: texts.last_deadline === '' ? isFilledText(texts.deadline) : 'several',
    ...getDeadlineVariables(donation.giftDeadlines),
    has_min: isFilledText(texts.matching_employer_min_match),
    has_vendor: isFilledText(texts.matching_employer_vendor),
    has_contact: isFilledText(texts.matching_employer_contact_email),
    has_ein: isFilledText(texts.receiving_org_ein),
    has_campaign_msg: isFilledText(texts.campaign_msg),
    has_as_of: isFilledText(texts.as_of),
    has_reply: isFilledText(texts.receiving_org_email),
    has_employer: isFilledText(facts.companyName),
    has_received: isFilledText(texts.received_amount),
    more_to_come: donation.payment === 'part_paid' ? 'yes' : 'no',
  }
  return {
    ...values,
    gift_span: donation.gifts.length > 1 ? language.translate('gift_span', values) : '',
    reason_text: language.translate(getReasonPhrase(donation.reasonCode), values),
    missing_policy_block: policy ? language.translate('missing_policy', values) : '',
  }
}

/** Are there two or more days, and do one or several gifts have the first and the last? */
function getDeadlineVariables(deadlines: readonly GiftDeadline[]) {
  const countGiftsUntil = (day: string | undefined) =>
    deadlines.filter(({ lastDay }) => lastDay === day).length > 1 ? 'several' : 'one'
  return {
    deadlines: new Set(deadlines.map(({ lastDay }) => lastDay)).size === 2 ? 'two' : 'many',
    first_gifts: countGiftsUntil(deadlines.at(0)?.lastDay),
    last_gifts: countGiftsUntil(deadlines.at(-1)?.lastDay),
  }
}

const canReceiveMail = ({ donor, donation, mail }: MatchFacts): boolean =>
  isPlainAddress(donor.email) && mail.suppressed === null && !donation.silenced

const formatNumber = (value: number, locale: string): string =>
  new Intl.NumberFormat(locale, { maximumFractionDigits: 4 }).format(value)

/** "2:1 up to $500.00, then 1:1", as applied to this gift. */
const formatRatios = ({ policy, donation }: MatchFacts, language: Language): string =>
  (policy?.ratios ?? [])
    .map(({ ratio, upToCents }) => {
      const step_ratio = ratio.replaceAll(/\d+(?:\.\d+)?|\.\d+/g, (numberPart) =>
        formatNumber(Number(numberPart), language.locale),
      )
      if (!policy || upToCents === null) return step_ratio
      return language.translate('ratio_step', {
        step_ratio,
        step_end: moneyText(upToCents, policy.currency, language.locale, donation.currency),
      })
    })
    .reduce((before, after) => (before === '' ? after : language.translate('ratio_then', { before, after })), '')

const isFilledText = (text: string): string => (text === '' ? 'no' : 'yes')

const reasonsWithPhrase = [
  'deadline_passed',
  'nonprofit_excluded',
  'country_excluded',
  'gift_kind_excluded',
  'employee_type_excluded',
  'yearly_maximum',
  'lifetime_maximum',
  'refused',
] as const

function getReasonPhrase(code: string) {
  const knownReason = reasonsWithPhrase.find((reason) => reason === code)
  return knownReason ? (`reason_${knownReason}` as const) : 'reason_other'
}

/** Canada Post: codes that start with G, H, or J are in Quebec. */
const quebecPattern = /\bQC\b|\bqu[eé]bec\b|\b[GHJ]\d[A-Z] ?\d[A-Z]\d\b/iu

/** French in Quebec, otherwise English, whatever the donor's language. */
export const employerLanguage = ({ policy }: Pick<MatchFacts, 'policy'>): Language =>
  languageOf(quebecPattern.test(policy?.contactAddress ?? '') ? 'fr' : 'en')
