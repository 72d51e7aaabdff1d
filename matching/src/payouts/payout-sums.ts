/** A platform may pay two disbursements in one transfer, and a bank may book one payment in two lines. */

/** Parts of one payer; about 2,000 sums. */
const partsAtMost = 60
const sumsAtMost = 3

/** Returns at most three groups of two or three parts with exactly this sum, pairs first. */
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

export type UnpaidPayout = { readonly id: number; readonly grossCents: number; readonly feeCents: number }

/** Returns each payout's part of the line in order: its missing amount after fees, then the rest. */
export function allocateAmount(cents: number, payouts: readonly UnpaidPayout[]): Map<number, number> {
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
