/** Minimum number of emails for a rate. */
const minCount = 20
const z = 1.96

type Share = { readonly rate: number; readonly low: number; readonly high: number }

/** 95% Wilson interval; null for too few emails. */
export function confidenceInterval(count: number, total: number): Share | null {
  if (total < minCount) return null
  const rate = Math.min(1, count / total)
  const spread = (z * Math.sqrt((rate * (1 - rate)) / total + (z * z) / (4 * total * total))) / (1 + (z * z) / total)
  const middle = (rate + (z * z) / (2 * total)) / (1 + (z * z) / total)
  return { rate, low: Math.max(0, middle - spread), high: Math.min(1, middle + spread) }
}

type NamedShare = { readonly name: string; readonly share: Share | null }

/** There is no winner while intervals overlap. */
export function comparisonSentence(versions: readonly NamedShare[]): string {
  const known = versions.filter((version): version is { name: string; share: Share } => version.share !== null)
  if (known.length < 2) return `We’ll compare versions once two of them have ${minCount} emails each.`
  const [first, ...others] = known.toSorted((a, b) => b.share.rate - a.share.rate)
  if (first && others.every(({ share }) => share.high < first.share.low)) {
    return `${first.name} gets the most clicks (at least 95% certain).`
  }
  return 'No clear winner yet.'
}

export const percent = (share: number): string => `${Math.round(share * 100)}%`
