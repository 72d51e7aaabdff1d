/** Mulberry32: deterministic, the same on every machine. */
export type Random = {
  /** Returns a number from 0 up to but excluding 1. */
  readonly next: () => number
  /** Inclusive. */
  readonly between: (min: number, max: number) => number
  readonly pick: <T>(from: readonly T[]) => T
  readonly weighted: <K extends string>(weights: Readonly<Partial<Record<K, number>>>) => K
  readonly happens: (probability: number) => boolean
}

export function createRandom(seed: number): Random {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let hash = Math.imul(state ^ (state >>> 15), 1 | state)
    hash = (hash + Math.imul(hash ^ (hash >>> 7), 61 | hash)) ^ hash
    return ((hash ^ (hash >>> 14)) >>> 0) / 2 ** 32
  }
  const between = (min: number, max: number): number => min + Math.floor(next() * (max - min + 1))
  const pick = <T>(from: readonly T[]): T => {
    const value = from[between(0, from.length - 1)]
    if (value === undefined) throw new Error('nothing to pick from')
    return value
  }
  return {
    next,
    between,
    pick,
    weighted: (weights) => {
      let remainder =
        next() * Object.values<number | undefined>(weights).reduce<number>((sum, weight = 0) => sum + weight, 0)
      for (const key in weights) {
        remainder -= weights[key] ?? 0
        if (remainder < 0) return key
      }
      throw new Error('no weights')
    },
    happens: (probability) => next() < probability,
  }
}
