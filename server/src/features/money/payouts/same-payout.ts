import { readDay } from '@twofold/matching'

type Paid = { readonly paidOn: string | null; readonly isTyped: boolean }
type Known = { readonly paid_on: string | null; readonly is_typed: boolean }

/** Reports of the same payment may state different days: sent, cleared, or received. */
const daysApart = 60

/** Equal payer, number, and currency; the nearest day, then one without a day. Typed-in checks need the same day. */
export function findSamePayout<One extends Known>({ paidOn, isTyped }: Paid, named: readonly One[]): One | undefined {
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
