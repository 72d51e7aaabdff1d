/** How long companies take from a request to its money, and from when on money is overdue. Days. */

/** Of fewer payments nobody tells what is usual. */
export const paymentsToKnow = 5
/** Where nothing is known: platforms pay what was approved in a month at the end of the next, after some weeks of checking. */
export const waitWhereUnknown = 120
/** Beyond what all but a few payments took, since mail and banks take their time. */
const grace = 14
const allButFew = 0.9

export type PaymentTimes = {
  readonly payments: number
  /** Half of the payments came within it; null: too few are known. */
  readonly median: number | null
  /** Money that has not come after so many days is overdue; null: too few payments are known. */
  readonly lateAfter: number | null
}

export function paymentTimes(days: readonly number[]): PaymentTimes {
  const sorted = days.toSorted((one, other) => one - other)
  const payments = sorted.length
  const at = (share: number): number | undefined => sorted[Math.max(0, Math.ceil(share * payments) - 1)]
  const [middle, most] = [at(0.5), at(allButFew)]
  if (payments < paymentsToKnow || middle === undefined || most === undefined) {
    return { payments, median: null, lateAfter: null }
  }
  return { payments, median: middle, lateAfter: most + grace }
}

/** By what the company did before, else by what others on its platform did. */
export const lateAfterDays = (ofCompany: PaymentTimes, ofPlatform: PaymentTimes): number =>
  ofCompany.lateAfter ?? ofPlatform.lateAfter ?? waitWhereUnknown
