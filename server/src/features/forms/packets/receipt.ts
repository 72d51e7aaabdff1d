import { oneLine } from '../../../platform/mail/address-text.ts'
import { startPdf } from '../../../platform/pdf/pdf-writer.ts'
import { dayText, type Language, moneyText, type PageText, type Variables } from '../../core/texts/index.ts'
import { employerLanguage, type MatchFacts, variablesOf } from '../../email/match-facts/index.ts'

/** The gift as recorded by the nonprofit. It states that it is no tax receipt, which would list benefits in return. */
export async function receiptFile(facts: MatchFacts, now: Date): Promise<Buffer> {
  const language = employerLanguage(facts)
  const variables = variablesOf(facts, language)
  const translate = (name: PageText) => language.translateOnPage(name, variables)
  const { organization } = facts
  const writer = await startPdf({
    title: translate('receipt_title'),
    author: oneLine(organization.name),
    locale: language.locale,
    madeAt: now,
  })
  writer.heading(translate('receipt_title'))
  writer.line(translate('receipt_text'))
  writer.facts([
    [translate('fact_nonprofit'), variables.receiving_org_name],
    [translate('fact_ein'), variables.receiving_org_ein],
    [translate('fact_address'), organization.addressLines.map((line) => oneLine(line)).join(', ')],
    [translate('fact_contact'), contactOf(facts)],
    [translate('fact_website'), variables.receiving_org_website],
  ])
  writer.facts([
    [translate('receipt_donor'), variables.donor_full_name],
    [translate('fact_gift'), variables.gift_amount],
    ...giftRows(facts, variables, language),
  ])
  writer.small(translate('receipt_taxes'))
  return writer.end()
}

export function giftRows({ donation }: MatchFacts, variables: Variables, language: Language): [string, string][] {
  if (donation.gifts.length > 1) {
    return donation.gifts.map(({ day, cents }) => [
      language.translateOnPage('receipt_gift', { ...variables, gift_day: dayText(day, language.locale) }),
      moneyText(cents, donation.currency, language.locale),
    ])
  }
  return [
    [language.translateOnPage('fact_date', variables), variables['donation_date'] ?? ''],
    [language.translateOnPage('fact_transaction', variables), variables['donation_transaction_id'] ?? ''],
  ]
}

export const contactOf = ({ organization }: MatchFacts): string =>
  [oneLine(organization.contactName), oneLine(organization.contactEmail)].filter((text) => text !== '').join(', ')
