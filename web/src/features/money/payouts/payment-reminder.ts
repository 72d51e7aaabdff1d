import type { Currency, expectedMoney } from '@twofold/contract'
import { formatCount, formatDay, formatMoney, plural } from '../../../ui/format.ts'

export type PaymentReminder = { readonly subject: string; readonly body: string }
export type ReminderLanguage = 'en' | 'fr'

type Gift = expectedMoney.Overdue['gifts'][number]
type Money = (amount: number) => string

/** `of`: the letter lists the gifts of one company, or of all companies that pay through its platform. */
type ReminderOptions = {
  readonly currency: Currency
  readonly language: ReminderLanguage
  readonly of: 'company' | 'platform'
}

/** Uses the letter's language, independent of the browser. */
export function paymentReminderOf(
  overdue: expectedMoney.Overdue,
  { currency, language, of }: ReminderOptions,
): PaymentReminder {
  const { company, platform } = overdue
  // A company that pays directly acts as its own platform.
  const payers =
    of === 'platform' && platform !== null ? { company: null, platform } : { company: company.name, platform }
  return language === 'fr'
    ? inFrench(overdue, payers, (amount) => formatMoney(amount, currency, 'fr-CA'))
    : inEnglish(overdue, payers, (amount) => formatMoney(amount, currency, 'en-US'))
}

type Payers = { readonly company: string | null; readonly platform: string | null }

function paymentState({ gifts }: expectedMoney.Overdue) {
  const partlyPaid = gifts.filter(({ received }) => received > 0).length
  return {
    paid: partlyPaid === 0 ? 'none' : partlyPaid === gifts.length ? 'part' : 'mixed',
    unknown: gifts.filter(({ matched }) => matched === 0).length,
  } as const
}

function inEnglish(overdue: expectedMoney.Overdue, { company, platform }: Payers, money: Money): PaymentReminder {
  const { organization, gifts, overdue: overdueSum, late_after_days, more } = overdue
  const { paid, unknown } = paymentState(overdue)
  const isOne = overdueSum.matches === 1
  const platformText = platform ? ` through ${platform}` : ''
  const days = plural(late_after_days, 'day')
  const day = (text: string) => formatDay(text, 'en-US')
  const giftsText = `${isOne ? 'A matching gift' : plural(overdueSum.matches, 'matching gift')}${company === null ? '' : ` from ${company}`} to ${nameWithEin(organization)} ${isOne ? 'was' : 'were'}`
  const requestSentence = {
    none: `${giftsText} requested${platformText} more than ${days} ago, and we haven’t received payment.`,
    part: `${giftsText} paid in part${platformText}, and we haven’t received anything more for more than ${days}.`,
    mixed: `${giftsText} requested${platformText} more than ${days} ago, and we haven’t received all of it.`,
  }[paid]
  const unknownText = unknown === 0 ? '' : `, plus ${plural(unknown, 'match', 'matches')} we can’t estimate`
  const sumSentence = {
    none: `We estimate ${isOne ? 'it at' : 'a total of'} ${money(overdueSum.sum)}${unknownText}.`,
    part: `The amount outstanding is ${money(overdueSum.sum)}.`,
    mixed: `We estimate that ${money(overdueSum.sum)} is outstanding${unknownText}.`,
  }[paid]
  const lineOf = (gift: Gift) => {
    const recipientText = gift.organization.ein === organization.ein ? '' : `, to ${nameWithEin(gift.organization)}`
    const matchText =
      gift.received > 0
        ? `${money(gift.received)} of the match paid${gift.received_on === null ? '' : ` by ${day(gift.received_on)}`}, ${money(gift.matched)} outstanding`
        : `match${gift.matched > 0 ? ` of ${money(gift.matched)}` : ''} requested on ${day(gift.submitted_on)}`
    const companyText = company === null ? `, ${gift.company_name}` : ''
    return `- ${gift.donor_name || 'A donor'}${companyText}: gift${gift.amount > 0 ? ` of ${money(gift.amount)}` : ''} on ${day(gift.given_on)}${recipientText}, ${matchText} (our reference ${gift.id})`
  }
  return {
    subject: `Matching gifts ${company === null ? `through ${platform}` : `from ${company}`} to ${nameWithEin(organization)}`,
    body: [
      'Hello,',
      overdueSum.sum > 0 ? `${requestSentence} ${sumSentence}` : requestSentence,
      gifts.map(lineOf).join('\n'),
      ...(more === 0 ? [] : [`These are the most overdue. ${describeMoreMatches(more, 'en-US')} also overdue.`]),
      isOne
        ? 'Could you tell us whether it was approved and when it will be paid? If it was already paid, please send us the payment number and date.'
        : 'Could you tell us whether they were approved and when they will be paid? If they were already paid, please send us the payment number and date.',
      `Thank you,\n${organization.name}`,
    ].join('\n\n'),
  }
}

function inFrench(overdue: expectedMoney.Overdue, { company, platform }: Payers, money: Money): PaymentReminder {
  const { organization, gifts, overdue: overdueSum, late_after_days: lateDays, more } = overdue
  const { paid, unknown } = paymentState(overdue)
  // French uses the singular for 0 and 1.
  const isOne = overdueSum.matches < 2
  const companySuffix = company === null ? '' : ` de ${company}`
  const giftsText = isOne
    ? `Un don de jumelage${companySuffix} à ${nameWithEin(organization)} a été`
    : `${overdueSum.matches} dons de jumelage${companySuffix} à ${nameWithEin(organization)} ont été`
  const requestedWord = isOne ? 'demandé' : 'demandés'
  const platformText = platform ? ` par l’entremise de ${platform}` : ''
  const days = `${lateDays} ${lateDays < 2 ? 'jour' : 'jours'}`
  const day = (text: string) => formatDay(text, 'fr-CA')
  const requestSentence = {
    none: `${giftsText} ${requestedWord}${platformText} il y a plus de ${days}, et aucun paiement ne nous est parvenu.`,
    part: `${giftsText} ${isOne ? 'payé' : 'payés'} en partie${platformText}, et rien d’autre ne nous est parvenu depuis plus de ${days}.`,
    mixed: `${giftsText} ${requestedWord}${platformText} il y a plus de ${days}, et une partie ne nous est pas parvenue.`,
  }[paid]
  const unknownText =
    unknown === 0
      ? ''
      : `, sans compter ${unknown} ${unknown < 2 ? 'jumelage' : 'jumelages'} que nous ne pouvons estimer`
  const sumSentence = {
    none: `Selon notre estimation, ${isOne ? 'il s’élève à' : 'ils s’élèvent à'} ${money(overdueSum.sum)}${unknownText}.`,
    part: `Il manque ${money(overdueSum.sum)}.`,
    mixed: `Selon notre estimation, il manque ${money(overdueSum.sum)}${unknownText}.`,
  }[paid]
  const lineOf = (gift: Gift) => {
    const recipientText = gift.organization.ein === organization.ein ? '' : `, à ${nameWithEin(gift.organization)}`
    const matchText =
      gift.received > 0
        ? `${money(gift.received)} du jumelage payés${gift.received_on === null ? '' : ` au ${day(gift.received_on)}`}, ${money(gift.matched)} à venir`
        : `jumelage${gift.matched > 0 ? ` de ${money(gift.matched)}` : ''} demandé le ${day(gift.submitted_on)}`
    const companyText = company === null ? `, ${gift.company_name}` : ''
    return `- ${gift.donor_name || 'Une personne'}${companyText}\u00a0: don${gift.amount > 0 ? ` de ${money(gift.amount)}` : ''} le ${day(gift.given_on)}${recipientText}, ${matchText} (notre numéro ${gift.id})`
  }
  const questions = isOne
    ? 'Pourriez-vous nous dire si ce don a été approuvé et quand il sera payé? S’il l’a déjà été, veuillez nous indiquer le numéro et la date du paiement.'
    : 'Pourriez-vous nous dire si ces dons ont été approuvés et quand ils seront payés? S’ils l’ont déjà été, veuillez nous indiquer le numéro et la date du paiement.'
  return {
    subject: `Dons de jumelage ${company === null ? `par l’entremise de ${platform}` : `de ${company}`} à ${nameWithEin(organization)}`,
    body: [
      'Bonjour,',
      overdueSum.sum > 0 ? `${requestSentence} ${sumSentence}` : requestSentence,
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

export const describeMoreMatches = (more: number, language?: string): string =>
  more === 1 ? '1 more is' : `${formatCount(more, language)} more are`

const nameWithEin = ({ name, ein }: { readonly name: string; readonly ein: string }): string =>
  ein === '' ? name : `${name} (EIN ${ein})`

/** Email clients truncate longer mailto addresses; longer letters must be pasted. */
const maxAddressLength = 1_900

export function mailtoUrlOf(email: string | null, { subject, body }: PaymentReminder): string {
  const addressWithSubject = `mailto:${encodeURIComponent(email ?? '').replaceAll('%40', '@')}?subject=${encodeURIComponent(subject)}`
  const fullAddress = `${addressWithSubject}&body=${encodeURIComponent(body.replaceAll('\n', '\r\n'))}`
  return fullAddress.length <= maxAddressLength ? fullAddress : addressWithSubject
}
