/** Minimum number of emails for a rate. */
const saidFrom = 20
const z = 1.96

type Share = { readonly rate: number; readonly low: number; readonly high: number }

/** 95% Wilson interval; null for too few emails. */
export function confidenceInterval(count: number, of: number): Share | null {
  if (of < saidFrom) return null
  const rate = Math.min(1, count / of)
  const spread = (z * Math.sqrt((rate * (1 - rate)) / of + (z * z) / (4 * of * of))) / (1 + (z * z) / of)
  const middle = (rate + (z * z) / (2 * of)) / (1 + (z * z) / of)
  return { rate, low: Math.max(0, middle - spread), high: Math.min(1, middle + spread) }
}

type Named = { readonly name: string; readonly share: Share | null }

/** There is no winner while intervals overlap. */
export function comparisonSentence(versions: readonly Named[]): string {
  const known = versions.filter((one): one is { name: string; share: Share } => one.share !== null)
  if (known.length < 2) return `We’ll compare versions once two of them have ${saidFrom} emails each.`
  const [first, ...others] = known.toSorted((one, other) => other.share.rate - one.share.rate)
  if (first && others.every(({ share }) => share.high < first.share.low)) {
    return `${first.name} gets the most clicks (at least 95% certain).`
  }
  return 'No clear winner yet.'
}

export const percent = (share: number): string => `${Math.round(share * 100)}%`
