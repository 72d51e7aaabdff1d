/** What calls waited, in milliseconds. */
export type Waited = { readonly median: number; readonly p99: number; readonly most: number }

export function waited(taken: readonly number[]): Waited {
  const sorted = taken.toSorted((one, other) => one - other)
  const at = (part: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0
  return { median: at(0.5), p99: at(0.99), most: at(1) }
}
