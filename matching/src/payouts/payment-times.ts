export const minPayments = 5
/** Platforms pay at the end of the month after approval, after some weeks of checks. */
export const defaultLateAfterDays = 120
/** Added to the duration of 90% of the payments, for mail and bank delays. */
const graceDays = 14
const slowShare = 0.9

export type PaymentTimes = {
  readonly payments: number
  readonly median: number | null
  /** Days after which a payment is overdue. Null if there are too few payments. */
  readonly lateAfter: number | null
}

/** Returns the median and the overdue limit of durations in days. */
export function paymentTimes(days: readonly number[]): PaymentTimes {
  const sorted = days.toSorted((a, b) => a - b)
  const payments = sorted.length
  const percentile = (share: number): number | undefined => sorted[Math.max(0, Math.ceil(share * payments) - 1)]
  const [middle, slow] = [percentile(0.5), percentile(slowShare)]
  if (payments < minPayments || middle === undefined || slow === undefined) {
    return { payments, median: null, lateAfter: null }
  }
  return { payments, median: middle, lateAfter: slow + graceDays }
}

/** Returns days, by the company's earlier payments, otherwise by its platform's. */
export const lateAfterDays = (ofCompany: PaymentTimes, ofPlatform: PaymentTimes): number =>
  ofCompany.lateAfter ?? ofPlatform.lateAfter ?? defaultLateAfterDays
