import { dayAt } from '@twofold/matching'
import { oneLine } from '../../../platform/mail/address-text.ts'
import { dayText, type Language } from '../../core/texts/index.ts'
import { employerLanguage, type MatchFacts, variablesOf } from '../../email/match-facts/index.ts'
import type { FormValues } from '../company-forms/index.ts'

/** Values are in the employer's language rather than the donor's. */
export function formValues(facts: MatchFacts, answers: Readonly<Record<string, string>>): FormValues {
  const { organization, donor, donation } = facts
  const language = employerLanguage(facts)
  const variables = variablesOf(facts, language)
  return {
    donor_name: oneLine(donor.name),
    donor_email: oneLine(donor.email),
    donor_phone: answers.donor_phone ?? '',
    donor_address: answers.donor_address ?? '',
    employee_id: answers.employee_id ?? '',
    gift_amount: variables.gift_amount ?? '',
    gift_date: giftDays(variables, language) || (variables.donation_date ?? ''),
    transaction_id: donation.gifts.length > 1 ? '' : (variables.donation_transaction_id ?? ''),
    match_id: String(donation.id),
    company_name: oneLine(facts.companyName),
    organization_name: oneLine(organization.name),
    organization_ein: variables.receiving_org_ein ?? '',
    organization_address: organization.addressLines.map((line) => oneLine(line)).join(', '),
    organization_contact: oneLine(organization.contactName),
    organization_email: oneLine(organization.contactEmail),
    organization_website: oneLine(organization.url),
  }
}

/** '' for a single gift. The days replace the number of one gift, which would not fit the total. */
function giftDays(variables: ReturnType<typeof variablesOf>, language: Language): string {
  const { gift_count, first_gift_date, last_gift_date } = variables
  return gift_count && first_gift_date && last_gift_date ? language.translate('gift_days_on_form', variables) : ''
}

/** The company's usual time zone applies, because the signer's is unknown. */
export const signatureDayText = (at: Date, { locale }: Pick<Language, 'locale'>): string =>
  dayText(dayAt(at, 'America/New_York'), locale)
