import { policyYearOf } from '../shared/calendar.ts'
import type { Currency } from '../shared/money.ts'
import { sumCents } from '../shared/money.ts'
import type { StatusId } from '../statuses/statuses.ts'
import type { UsedAmounts } from './estimate.ts'

/** The same person and company, in any organization of the family. */
export type OtherMatch = {
  readonly statusId: StatusId
  readonly donatedAt: string
  readonly amountCents: number
  readonly estimatedCents: number
  readonly currency: Currency
  readonly isPaid: boolean
}

/** Employers may count these: submitted, approved, paid, or open for the donor. */
const countedStatusIds: readonly StatusId[] = [1, 3, 4, 5, 6, 7, 8, 22, 25, 28]

/** Returns whether a match counts toward a maximum. Declined, unanswered, canceled, and refunded ones do not. */
export const countsTowardMaximum = ({ statusId, isPaid }: Pick<OtherMatch, 'statusId' | 'isPaid'>): boolean =>
  isPaid || countedStatusIds.includes(statusId)

/**
 * Returns what other matches use of the maximums, or undefined for an invalid day. `inPolicyCurrency` converts cents.
 */
export function usedAmounts(
  policy: { readonly policyYearStart: string; readonly currency: Currency },
  donatedAt: string,
  others: readonly OtherMatch[],
  inPolicyCurrency: (cents: number, currency: Currency, donatedAt: string) => number = (cents) => cents,
): UsedAmounts | undefined {
  const year = policyYearOf(donatedAt, policy.policyYearStart)
  if (!year) return undefined
  const counted = others.filter(countsTowardMaximum)
  const countedOfYear = counted.filter((other) => {
    const day = other.donatedAt.slice(0, 10)
    return year.firstDay <= day && day <= year.lastDay
  })
  const sum = (matches: readonly OtherMatch[], field: 'amountCents' | 'estimatedCents'): number =>
    sumCents(
      matches.map((match) =>
        match.currency === policy.currency
          ? match[field]
          : inPolicyCurrency(match[field], match.currency, match.donatedAt),
      ),
    )
  return {
    yearCents: sum(countedOfYear, 'estimatedCents'),
    lifetimeCents: sum(counted, 'estimatedCents'),
    yearDonationCents: sum(countedOfYear, 'amountCents'),
    lifetimeDonationCents: sum(counted, 'amountCents'),
  }
}
