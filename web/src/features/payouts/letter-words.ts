import type { Currency, expectedMoney } from '@twofold/contract'
import { formatDay, formatMoney, plural } from '../../ui/format.ts'

export type Letter = { readonly subject: string; readonly body: string }
export type LetterLanguage = 'en' | 'fr'

type Gift = expectedMoney.Overdue['gifts'][number]
type Money = (amount: number) => string

/** Names what is owed, gift by gift, and who asks; in the letter's language, whatever the browser speaks. */
export const letterOf = (overdue: expectedMoney.Overdue, currency: Currency, language: LetterLanguage): Letter =>
  language === 'fr'
    ? inFrench(overdue, (amount) => formatMoney(amount, currency, 'fr-CA'))
    : inEnglish(overdue, (amount) => formatMoney(amount, currency, 'en-US'))

function inEnglish(overdue: expectedMoney.Overdue, money: Money): Letter {
  const { organization, company, platform, gifts, overdue: owed } = overdue
  const isOne = owed.matches === 1
  const through = platform ? ` through ${platform}` : ''
  const lineOf = (gift: Gift) => {
    const to = gift.organization.ein === organization.ein ? '' : `, to ${named(gift.organization)}`
    const day = (text: string) => formatDay(text, 'en-US')
    return `- ${gift.donor_name || 'A donor'}: gift of ${money(gift.amount)} on ${day(gift.given_on)}${to}, match of ${money(gift.matched)} requested on ${day(gift.submitted_on)} (our number ${gift.id})`
  }
  return {
    subject: `Matching gifts from ${company.name} to ${named(organization)}`,
    body: [
      'Hello,',
      `${isOne ? 'A matching gift' : plural(owed.matches, 'matching gift')} of ${company.name} to ${named(organization)} ${isOne ? 'was' : 'were'} requested${through} more than ${plural(overdue.late_after_days, 'day')} ago, and no payment has reached us. By our estimate ${isOne ? 'it comes' : 'they come'} to ${money(owed.sum)}.`,
      gifts.map(lineOf).join('\n'),
      isOne
        ? 'Could you tell us whether it was approved, and when it will be paid? If it was paid already, please send us the number and the date of that payment.'
        : 'Could you tell us whether they were approved, and when they will be paid? If they were paid already, please send us the number and the date of that payment.',
      `With thanks,\n${organization.name}`,
    ].join('\n\n'),
  }
}

function inFrench(overdue: expectedMoney.Overdue, money: Money): Letter {
  const { organization, company, platform, gifts, overdue: owed, late_after_days: late } = overdue
  // 0 and 1 are singular in French
  const isOne = owed.matches < 2
  const asked = isOne
    ? `Un don de jumelage de ${company.name} à ${named(organization)} a été demandé`
    : `${owed.matches} dons de jumelage de ${company.name} à ${named(organization)} ont été demandés`
  const through = platform ? ` par l’entremise de ${platform}` : ''
  const sum = isOne ? 'il s’élève à' : 'ils s’élèvent à'
  const lineOf = (gift: Gift) => {
    const to = gift.organization.ein === organization.ein ? '' : `, à ${named(gift.organization)}`
    const day = (text: string) => formatDay(text, 'fr-CA')
    return `- ${gift.donor_name || 'Une personne'}\u00a0: don de ${money(gift.amount)} le ${day(gift.given_on)}${to}, jumelage de ${money(gift.matched)} demandé le ${day(gift.submitted_on)} (notre numéro ${gift.id})`
  }
  const questions = isOne
    ? 'Pourriez-vous nous dire si ce don a été approuvé et quand il sera payé? S’il l’a déjà été, veuillez nous indiquer le numéro et la date du paiement.'
    : 'Pourriez-vous nous dire si ces dons ont été approuvés et quand ils seront payés? S’ils l’ont déjà été, veuillez nous indiquer le numéro et la date du paiement.'
  return {
    subject: `Dons de jumelage de ${company.name} à ${named(organization)}`,
    body: [
      'Bonjour,',
      `${asked}${through} il y a plus de ${late} ${late < 2 ? 'jour' : 'jours'}, et aucun paiement ne nous est parvenu. Selon notre estimation, ${sum} ${money(owed.sum)}.`,
      gifts.map(lineOf).join('\n'),
      questions,
      `Merci,\n${organization.name}`,
    ].join('\n\n'),
  }
}

const named = ({ name, ein }: { readonly name: string; readonly ein: string }): string =>
  ein === '' ? name : `${name} (EIN ${ein})`

/** Mail programs cut longer addresses off; then the letter is pasted. */
const addressAtMost = 1_900

export function addressOfLetter(email: string | null, { subject, body }: Letter): string {
  const to = `mailto:${encodeURIComponent(email ?? '').replaceAll('%40', '@')}?subject=${encodeURIComponent(subject)}`
  const whole = `${to}&body=${encodeURIComponent(body.replaceAll('\n', '\r\n'))}`
  return whole.length <= addressAtMost ? whole : to
}
