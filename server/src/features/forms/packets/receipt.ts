import { oneLine } from '../../../platform/mail/address-text.ts'
import { startPdf } from '../../../platform/pdf/pdf-writer.ts'
import { dayText, type Language, moneyText, type PageText, type Variables } from '../../core/texts/index.ts'
import { employerLanguage, type MatchFacts, variablesOf } from '../../email/notifications/index.ts'

/** The gift as recorded by the nonprofit. It states that it is no tax receipt, which would list benefits in return. */
export async function receiptFile(facts: MatchFacts, now: Date): Promise<Buffer> {
  const language = employerLanguage(facts)
  const variables = variablesOf(facts, language)
  const say = (name: PageText) => language.sayOnPage(name, variables)
  const { organization } = facts
  const writer = await startPdf({
    title: say('receipt_title'),
    author: oneLine(organization.name),
    locale: language.locale,
    madeAt: now,
  })
  writer.heading(say('receipt_title'))
  writer.line(say('receipt_text'))
  writer.facts([
    [say('fact_nonprofit'), variables.receiving_org_name],
    [say('fact_ein'), variables.receiving_org_ein],
    [say('fact_address'), organization.addressLines.map((line) => oneLine(line)).join(', ')],
    [say('fact_contact'), contactOf(facts)],
    [say('fact_website'), variables.receiving_org_website],
  ])
  writer.facts([
    [say('receipt_donor'), variables.donor_full_name],
    [say('fact_gift'), variables.gift_amount],
    ...giftRows(facts, variables, language),
  ])
  writer.small(say('receipt_taxes'))
  return writer.end()
}

export function giftRows({ donation }: MatchFacts, variables: Variables, language: Language): [string, string][] {
  if (donation.gifts.length > 1) {
    return donation.gifts.map(({ day, cents }) => [
      language.sayOnPage('receipt_gift', { ...variables, gift_day: dayText(day, language.locale) }),
      moneyText(cents, donation.currency, language.locale),
    ])
  }
  return [
    [language.sayOnPage('fact_date', variables), variables['donation_date'] ?? ''],
    [language.sayOnPage('fact_transaction', variables), variables['donation_transaction_id'] ?? ''],
  ]
}

export const contactOf = ({ organization }: MatchFacts): string =>
  [oneLine(organization.contactName), oneLine(organization.contactEmail)].filter((text) => text !== '').join(', ')
