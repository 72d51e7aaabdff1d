import { readDay } from '@twofold/matching'

type Paid = { readonly paidOn: string | null; readonly isTyped: boolean }
type Known = { readonly paid_on: string | null; readonly is_typed: boolean }

/** A payer writes one day and another report of the same payment a later one: sent, cleared, received. */
const daysApart = 60

/**
 * Which of the payouts with the same payer, number and currency it is: that of its day, else one whose day is not known. Two
 * checks that somebody typed in have the days of the checks, so another day is another check; days of reports are a few apart.
 */
export function samePayout<One extends Known>({ paidOn, isTyped }: Paid, named: readonly One[]): One | undefined {
  const day = paidOn === null ? null : readDay(paidOn)
  if (day === null) return named[0]
  const apart = named.flatMap((one) => {
    const its = one.paid_on === null ? null : readDay(one.paid_on)
    if (its === null) return [{ one, days: daysApart }]
    const days = Math.abs(its - day)
    const most = isTyped && one.is_typed ? 0 : daysApart
    return days <= most ? [{ one, days }] : []
  })
  return apart.toSorted((one, other) => one.days - other.days)[0]?.one
}
