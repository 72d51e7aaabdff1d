import type { Currency, expectedMoney } from '@twofold/contract'
import { formatDay, plural } from '../../ui/format.ts'
import { moneyWords } from './payout-words.ts'

export type Letter = { readonly subject: string; readonly body: string }

/** Names what is owed, gift by gift, and who asks. */
export function letterOf(overdue: expectedMoney.Overdue, currency: Currency): Letter {
  const { organization, company, platform, gifts } = overdue
  const several = plural(overdue.overdue.matches, 'matching gift')
  const sum = moneyWords(overdue.overdue.sum, currency)
  const through = platform ? ` through ${platform}` : ''
  return {
    subject: `Matching gifts from ${company.name} to ${organization.name}${einWords(organization.ein)}`,
    body: [
      'Hello,',
      `${several} of ${company.name} to ${organization.name}${einWords(organization.ein)} ${overdue.overdue.matches === 1 ? 'was' : 'were'} requested${through} more than ${plural(overdue.late_after_days, 'day')} ago, and no payment has reached us. By our estimate they come to ${sum}.`,
      gifts.map((gift) => giftLine(gift, organization.ein, currency)).join('\n'),
      'Could you tell us whether they were approved, and when they will be paid? If they were paid already, please send us the number and the date of that payment.',
      `With thanks,\n${organization.name}`,
    ].join('\n\n'),
  }
}

const einWords = (ein: string): string => (ein === '' ? '' : ` (EIN ${ein})`)

function giftLine(gift: expectedMoney.Overdue['gifts'][number], ownEin: string, currency: Currency): string {
  const to = gift.organization.ein === ownEin ? '' : `, to ${gift.organization.name}${einWords(gift.organization.ein)}`
  return `- ${gift.donor_name || 'A donor'}: gift of ${moneyWords(gift.amount, currency)} on ${formatDay(gift.given_on)}${to}, match of ${moneyWords(gift.matched, currency)} requested on ${formatDay(gift.submitted_on)} (our number ${gift.id})`
}

/** Mail programs cut longer addresses off; then the letter is pasted. */
const addressAtMost = 1_900

export function addressOfLetter(email: string | null, { subject, body }: Letter): string {
  const to = `mailto:${encodeURIComponent(email ?? '').replaceAll('%40', '@')}?subject=${encodeURIComponent(subject)}`
  const whole = `${to}&body=${encodeURIComponent(body.replaceAll('\n', '\r\n'))}`
  return whole.length <= addressAtMost ? whole : to
}
