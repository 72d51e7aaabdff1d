/** Sums of a few: a platform pays two disbursements in one transfer, and a bank books one payment in two lines. */

/** More of one payer wait for the bank only where nobody looks; 60 are some 2,000 sums at most. */
const partsAtMost = 60
const sumsAtMost = 3

/** Two or three parts that are exactly the sum together, pairs first, at most three such groups. */
export function findSums<Part extends { readonly cents: number }>(cents: number, parts: readonly Part[]): Part[][] {
  const few = parts.filter((part) => part.cents > 0 && part.cents < cents).slice(0, partsAtMost)
  const places = Map.groupBy(few.keys(), (at) => few[at]?.cents ?? 0)
  const found: Part[][] = []
  const complete = (chosen: readonly Part[], last: number) => {
    const missing = cents - chosen.reduce((sum, part) => sum + part.cents, 0)
    for (const at of places.get(missing) ?? []) {
      const part = few[at]
      if (part && at > last && found.length < sumsAtMost) found.push([...chosen, part])
    }
  }
  for (const [at, part] of few.entries()) complete([part], at)
  for (const [at, part] of few.entries()) {
    for (const [further, other] of few.entries()) {
      if (found.length === sumsAtMost) return found
      if (further > at) complete([part, other], further)
    }
  }
  return found
}

export type Awaiting = { readonly id: number; readonly grossCents: number; readonly feeCents: number }

/**
 * What of a line's money is each payout's: each gets what it lacks after fees, in their order; what is left then goes to
 * those whose fees were not taken off. Payouts that get nothing are left out.
 */
export function shareOut(cents: number, payouts: readonly Awaiting[]): Map<number, number> {
  const shares = new Map<number, number>()
  let left = cents
  const give = (id: number, most: number) => {
    const given = Math.min(left, most)
    if (given <= 0) return
    shares.set(id, (shares.get(id) ?? 0) + given)
    left -= given
  }
  for (const { id, grossCents, feeCents } of payouts) give(id, grossCents - feeCents)
  for (const { id, grossCents } of payouts) give(id, grossCents - (shares.get(id) ?? 0))
  return shares
}
