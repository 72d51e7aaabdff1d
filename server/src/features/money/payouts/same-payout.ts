import { readDay } from '@twofold/matching'

type PayoutDate = { readonly paidOn: string | null; readonly isTyped: boolean }
type RecordedPayout = { readonly paid_on: string | null; readonly is_typed: boolean }

/** Reports of the same payment may state different days: sent, cleared, or received. */
const daysApart = 60

/** Equal payer, number, and currency; the nearest day, then one without a day. Typed-in checks need the same day. */
export function findSamePayout<Payout extends RecordedPayout>(
  { paidOn, isTyped }: PayoutDate,
  payouts: readonly Payout[],
): Payout | undefined {
  const day = paidOn === null ? null : readDay(paidOn)
  if (day === null) return payouts[0]
  const candidates = payouts.flatMap((payout) => {
    const payoutDay = payout.paid_on === null ? null : readDay(payout.paid_on)
    if (payoutDay === null) return [{ one: payout, days: daysApart }]
    const days = Math.abs(payoutDay - day)
    const maxDays = isTyped && payout.is_typed ? 0 : daysApart
    return days <= maxDays ? [{ one: payout, days }] : []
  })
  return candidates.toSorted((a, b) => a.days - b.days)[0]?.one
}
