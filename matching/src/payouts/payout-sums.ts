/** A platform may pay two disbursements in one transfer, and a bank may book one payment in two lines. */

/** Parts of one payer; about 2,000 sums. */
const maxParts = 60
const maxSums = 3

/** Returns at most three groups of two or three parts with exactly this sum, pairs first. */
export function findSums<Part extends { readonly cents: number }>(cents: number, parts: readonly Part[]): Part[][] {
  const usableParts = parts.filter((part) => part.cents > 0 && part.cents < cents).slice(0, maxParts)
  const indexesByCents = Map.groupBy(usableParts.keys(), (index) => usableParts[index]?.cents ?? 0)
  const found: Part[][] = []
  const addCompleted = (chosen: readonly Part[], lastIndex: number) => {
    const missing = cents - chosen.reduce((sum, part) => sum + part.cents, 0)
    for (const index of indexesByCents.get(missing) ?? []) {
      const part = usableParts[index]
      if (part && index > lastIndex && found.length < maxSums) found.push([...chosen, part])
    }
  }
  for (const [index, part] of usableParts.entries()) addCompleted([part], index)
  for (const [index, part] of usableParts.entries()) {
    for (const [otherIndex, other] of usableParts.entries()) {
      if (found.length === maxSums) return found
      if (otherIndex > index) addCompleted([part, other], otherIndex)
    }
  }
  return found
}

export type UnpaidPayout = { readonly id: number; readonly grossCents: number; readonly feeCents: number }

/** Returns each payout's part of the line in order: its missing amount after fees, then the rest. */
export function allocateAmount(cents: number, payouts: readonly UnpaidPayout[]): Map<number, number> {
  const shares = new Map<number, number>()
  let left = cents
  const allocate = (id: number, maxCents: number) => {
    const allocated = Math.min(left, maxCents)
    if (allocated <= 0) return
    shares.set(id, (shares.get(id) ?? 0) + allocated)
    left -= allocated
  }
  for (const { id, grossCents, feeCents } of payouts) allocate(id, grossCents - feeCents)
  for (const { id, grossCents } of payouts) allocate(id, grossCents - (shares.get(id) ?? 0))
  return shares
}
