import type { bankLines, Currency, payouts } from '@twofold/contract'
import { formatCount, formatDay, formatMoney, plural } from '../../../ui/format.ts'

type Payout = payouts.Payout
type Line = payouts.PayoutLine
type Report = payouts.PayoutReport

export const isFinished = ({ state }: Report): boolean => !['queued', 'running', 'undoing'].includes(state)

/** The payment date, or the end of the covered period. */
export function describeDay({ paid_on, period_end }: Pick<Payout, 'paid_on' | 'period_end'>): string {
  if (paid_on) return formatDay(paid_on)
  return period_end ? `Through ${formatDay(period_end)}` : 'Date not provided'
}

export const describePayer = ({ payer }: Pick<Payout, 'payer'>): string => payer || 'Unknown payer'

/** "Harborlight Software, number 88, $206.40". Omits the payout's sum if the check is only part of the payout. */
export const describePaperCheck = (
  payout: Pick<Payout, 'payer' | 'reference' | 'gross' | 'currency'>,
  { isWholePayout }: { isWholePayout: boolean },
): string =>
  [
    describePayer(payout),
    payout.reference && `number ${payout.reference}`,
    isWholePayout && describeMoney(payout.gross, payout.currency),
  ]
    .filter(Boolean)
    .join(', ')

export function describeResult(report: Report): string {
  const { lines, tied, doubtful, unmatched, own_gifts: own, added, known, refused_count: refused, thanks } = report
  // Payment lists have no donor lines.
  const payments = lines - tied - doubtful - unmatched - own - added - known - refused
  const parts = [
    [payments, 'without a donor'],
    [tied, 'matched'],
    [doubtful, doubtful === 1 ? 'needs review' : 'need review'],
    [unmatched, 'didn’t match any gift'],
    [added, 'added as new'],
    [own, own === 1 ? 'is a donor’s own gift' : 'are donors’ own gifts'],
    [known, 'already here'],
    [refused, 'skipped'],
  ] as const
  const nonZeroParts = parts.filter(([count]) => count > 0)
  const [singlePart, ...others] = nonZeroParts
  const list = nonZeroParts.map(([count, label]) => `${formatCount(count)} ${label}`).join(', ')
  const lineCount = plural(lines, 'line')
  const result = !singlePart
    ? 'No lines'
    : others.length === 0
      ? `${lineCount} ${singlePart[1]}`
      : `${lineCount}: ${list}`
  return thanks > 0 ? `${result} · ${plural(thanks, 'thank-you email')} to release` : result
}

export function describeProgress({ state, lines, done, waits_for_undo }: Report): string {
  if (state === 'undoing') {
    // `done` counts matches; their total is unknown.
    return done === 0 ? 'Undoing…' : `${plural(done, 'match', 'matches')} undone…`
  }
  if (waits_for_undo) return 'Waiting for an earlier report to be undone…'
  if (lines === 0) return 'Reading the report…'
  if (done === 0) return `Matching ${plural(lines, 'line')} to gifts…`
  return `${formatCount(done)} of ${plural(lines, 'line')} done…`
}

export function describeAdded({ added, back, known, removed, left_out, tied }: bankLines.AddedBankLines): string {
  const parts = [
    [added, `${plural(added, 'line')} added`],
    [back, `${plural(back, 'line')} restored`],
    [tied, `${tied} matched to ${tied === 1 ? 'a payout' : 'payouts'}`],
    [known, `${known} already here`],
    [
      removed,
      `${plural(removed, 'line')} skipped because you removed ${removed === 1 ? 'it' : 'them'} before (enter by hand to add)`,
    ],
    [left_out, `${plural(left_out, 'row')} skipped: not a deposit in US or Canadian dollars`],
  ] as const
  const nonZeroTexts = parts.filter(([count]) => count > 0).map(([, label]) => label)
  return nonZeroTexts.length > 0 ? nonZeroTexts.join(' · ') : 'No money received'
}

export function describeKept({ linked, elsewhere }: Pick<bankLines.BankStatement, 'linked' | 'elsewhere'>): string[] {
  return [
    ...(linked > 0
      ? [
          `${plural(linked, 'line stays', 'lines stay')} because payouts are linked to ${linked === 1 ? 'it' : 'them'}. Unlink or remove ${linked === 1 ? 'it' : 'them'} one by one.`,
        ]
      : []),
    ...(elsewhere > 0
      ? [
          `${plural(elsewhere, 'line stays', 'lines stay')} because ${elsewhere === 1 ? 'it’s' : 'they’re'} on another statement or ${elsewhere === 1 ? 'was' : 'were'} entered by hand.`,
        ]
      : []),
  ]
}

/** Includes the amount still missing; null if the bank has not booked the payout. */
export function describeArrival({ arrived_on, arrived, not_arrived, currency }: Payout): string | null {
  if (!arrived_on) return null
  if (not_arrived === 0) return formatDay(arrived_on)
  return `${formatMoney(arrived, currency)} by ${formatDay(arrived_on)}; ${formatMoney(not_arrived, currency)} not deposited`
}

const kinds: Readonly<Record<Line['kind'], string>> = {
  match: 'Company’s match',
  gift: 'Donor’s own gift',
  gift_and_match: 'Gift and match',
  reward: 'Volunteer grant',
}
export const describeKind = ({ kind }: Pick<Line, 'kind'>): string => kinds[kind]

const linkReasonTexts: Readonly<Record<NonNullable<Line['tied_by']>, string>> = {
  id: 'By gift ID',
  email_amount_date: 'By email, amount and date',
  expected: 'By donor, company and expected amount',
  earlier_line: 'Same as an earlier line',
  person: 'Matched by hand',
  new: 'Added as a new match',
}
export function describeMatch({
  tied_by,
  state,
  unmatched,
  repeats,
}: Pick<Line, 'tied_by' | 'state' | 'unmatched' | 'repeats'>): string {
  if (tied_by) return linkReasonTexts[tied_by]
  if (state === 'own_gift') return 'The donor’s own gift'
  if (state === 'same') return repeats ? `Counted as ${repeats.text}` : 'Counted as another payment'
  if (state === 'voided') return 'Payment voided, not counted'
  return unmatched ? 'Doesn’t match any gift' : 'Needs review'
}

export const describeDonor = ({ donor_name, donor_email }: Pick<Line, 'donor_name' | 'donor_email'>): string =>
  donor_name || donor_email || 'Unknown donor'

export const lineMoney = ({ gift, match, currency }: Pick<Line, 'gift' | 'match' | 'currency'>): string =>
  formatMoney(gift + match, currency)

export const describeMoney = (amount: number, currency: Currency): string => formatMoney(amount, currency)
