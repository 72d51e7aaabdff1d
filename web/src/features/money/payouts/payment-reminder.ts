import type { Currency, expectedMoney } from '@twofold/contract'
import { formatCount, formatDay, formatMoney, plural } from '../../../ui/format.ts'

export type PaymentReminder = { readonly subject: string; readonly body: string }
export type ReminderLanguage = 'en' | 'fr'

type Gift = expectedMoney.Overdue['gifts'][number]
type Money = (amount: number) => string

/** `of`: the letter lists the gifts of one company, or of all companies that pay through its platform. */
type About = { readonly currency: Currency; readonly language: ReminderLanguage; readonly of: 'company' | 'platform' }

/** Uses the letter's language, independent of the browser. */
export function paymentReminderOf(overdue: expectedMoney.Overdue, { currency, language, of }: About): PaymentReminder {
  const { company, platform } = overdue
  // A company that pays directly acts as its own platform.
  const payers =
    of === 'platform' && platform !== null ? { company: null, platform } : { company: company.name, platform }
  return language === 'fr'
    ? inFrench(overdue, payers, (amount) => formatMoney(amount, currency, 'fr-CA'))
    : inEnglish(overdue, payers, (amount) => formatMoney(amount, currency, 'en-US'))
}

type Payers = { readonly company: string | null; readonly platform: string | null }

function standingOf({ gifts }: expectedMoney.Overdue) {
  const inPart = gifts.filter(({ received }) => received > 0).length
  return {
    paid: inPart === 0 ? 'none' : inPart === gifts.length ? 'part' : 'mixed',
    unknown: gifts.filter(({ matched }) => matched === 0).length,
  } as const
}

function inEnglish(overdue: expectedMoney.Overdue, { company, platform }: Payers, money: Money): PaymentReminder {
  const { organization, gifts, overdue: owed, late_after_days, more } = overdue
  const { paid, unknown } = standingOf(overdue)
  const isOne = owed.matches === 1
  const through = platform ? ` through ${platform}` : ''
  const days = plural(late_after_days, 'day')
  const day = (text: string) => formatDay(text, 'en-US')
  const these = `${isOne ? 'A matching gift' : plural(owed.matches, 'matching gift')}${company === null ? '' : ` from ${company}`} to ${named(organization)} ${isOne ? 'was' : 'were'}`
  const asked = {
    none: `${these} requested${through} more than ${days} ago, and we haven’t received payment.`,
    part: `${these} paid in part${through}, and we haven’t received anything more for more than ${days}.`,
    mixed: `${these} requested${through} more than ${days} ago, and we haven’t received all of it.`,
  }[paid]
  const beside = unknown === 0 ? '' : `, plus ${plural(unknown, 'match', 'matches')} we can’t estimate`
  const sum = {
    none: `We estimate ${isOne ? 'it at' : 'a total of'} ${money(owed.sum)}${beside}.`,
    part: `The amount outstanding is ${money(owed.sum)}.`,
    mixed: `We estimate that ${money(owed.sum)} is outstanding${beside}.`,
  }[paid]
  const lineOf = (gift: Gift) => {
    const to = gift.organization.ein === organization.ein ? '' : `, to ${named(gift.organization)}`
    const match =
      gift.received > 0
        ? `${money(gift.received)} of the match paid${gift.received_on === null ? '' : ` by ${day(gift.received_on)}`}, ${money(gift.matched)} outstanding`
        : `match${gift.matched > 0 ? ` of ${money(gift.matched)}` : ''} requested on ${day(gift.submitted_on)}`
    const whose = company === null ? `, ${gift.company_name}` : ''
    return `- ${gift.donor_name || 'A donor'}${whose}: gift${gift.amount > 0 ? ` of ${money(gift.amount)}` : ''} on ${day(gift.given_on)}${to}, ${match} (our reference ${gift.id})`
  }
  return {
    subject: `Matching gifts ${company === null ? `through ${platform}` : `from ${company}`} to ${named(organization)}`,
    body: [
      'Hello,',
      owed.sum > 0 ? `${asked} ${sum}` : asked,
      gifts.map(lineOf).join('\n'),
      ...(more === 0 ? [] : [`These are the most overdue. ${moreMatchesInWords(more, 'en-US')} also overdue.`]),
      isOne
        ? 'Could you tell us whether it was approved and when it will be paid? If it was already paid, please send us the payment number and date.'
        : 'Could you tell us whether they were approved and when they will be paid? If they were already paid, please send us the payment number and date.',
      `Thank you,\n${organization.name}`,
    ].join('\n\n'),
  }
}

function inFrench(overdue: expectedMoney.Overdue, { company, platform }: Payers, money: Money): PaymentReminder {
  const { organization, gifts, overdue: owed, late_after_days: late, more } = overdue
  const { paid, unknown } = standingOf(overdue)
  // French uses the singular for 0 and 1.
  const isOne = owed.matches < 2
  const ofCompany = company === null ? '' : ` de ${company}`
  const these = isOne
    ? `Un don de jumelage${ofCompany} à ${named(organization)} a été`
    : `${owed.matches} dons de jumelage${ofCompany} à ${named(organization)} ont été`
  const asked = isOne ? 'demandé' : 'demandés'
  const through = platform ? ` par l’entremise de ${platform}` : ''
  const days = `${late} ${late < 2 ? 'jour' : 'jours'}`
  const day = (text: string) => formatDay(text, 'fr-CA')
  const stands = {
    none: `${these} ${asked}${through} il y a plus de ${days}, et aucun paiement ne nous est parvenu.`,
    part: `${these} ${isOne ? 'payé' : 'payés'} en partie${through}, et rien d’autre ne nous est parvenu depuis plus de ${days}.`,
    mixed: `${these} ${asked}${through} il y a plus de ${days}, et une partie ne nous est pas parvenue.`,
  }[paid]
  const beside =
    unknown === 0
      ? ''
      : `, sans compter ${unknown} ${unknown < 2 ? 'jumelage' : 'jumelages'} que nous ne pouvons estimer`
  const sum = {
    none: `Selon notre estimation, ${isOne ? 'il s’élève à' : 'ils s’élèvent à'} ${money(owed.sum)}${beside}.`,
    part: `Il manque ${money(owed.sum)}.`,
    mixed: `Selon notre estimation, il manque ${money(owed.sum)}${beside}.`,
  }[paid]
  const lineOf = (gift: Gift) => {
    const to = gift.organization.ein === organization.ein ? '' : `, à ${named(gift.organization)}`
    const match =
      gift.received > 0
        ? `${money(gift.received)} du jumelage payés${gift.received_on === null ? '' : ` au ${day(gift.received_on)}`}, ${money(gift.matched)} à venir`
        : `jumelage${gift.matched > 0 ? ` de ${money(gift.matched)}` : ''} demandé le ${day(gift.submitted_on)}`
    const whose = company === null ? `, ${gift.company_name}` : ''
    return `- ${gift.donor_name || 'Une personne'}${whose}\u00a0: don${gift.amount > 0 ? ` de ${money(gift.amount)}` : ''} le ${day(gift.given_on)}${to}, ${match} (notre numéro ${gift.id})`
  }
  const questions = isOne
    ? 'Pourriez-vous nous dire si ce don a été approuvé et quand il sera payé? S’il l’a déjà été, veuillez nous indiquer le numéro et la date du paiement.'
    : 'Pourriez-vous nous dire si ces dons ont été approuvés et quand ils seront payés? S’ils l’ont déjà été, veuillez nous indiquer le numéro et la date du paiement.'
  return {
    subject: `Dons de jumelage ${company === null ? `par l’entremise de ${platform}` : `de ${company}`} à ${named(organization)}`,
    body: [
      'Bonjour,',
      owed.sum > 0 ? `${stands} ${sum}` : stands,
      gifts.map(lineOf).join('\n'),
      ...(more === 0
        ? []
        : [
            `Ce sont ceux qui attendent depuis le plus longtemps. ${more === 1 ? '1 autre est aussi en retard' : `${formatCount(more, 'fr-CA')} autres sont aussi en retard`}.`,
          ]),
      questions,
      `Merci,\n${organization.name}`,
    ].join('\n\n'),
  }
}

export const moreMatchesInWords = (more: number, language?: string): string =>
  more === 1 ? '1 more is' : `${formatCount(more, language)} more are`

const named = ({ name, ein }: { readonly name: string; readonly ein: string }): string =>
  ein === '' ? name : `${name} (EIN ${ein})`

/** Email clients truncate longer mailto addresses; longer letters must be pasted. */
const addressAtMost = 1_900

export function mailtoUrlOf(email: string | null, { subject, body }: PaymentReminder): string {
  const to = `mailto:${encodeURIComponent(email ?? '').replaceAll('%40', '@')}?subject=${encodeURIComponent(subject)}`
  const whole = `${to}&body=${encodeURIComponent(body.replaceAll('\n', '\r\n'))}`
  return whole.length <= addressAtMost ? whole : to
}
