/** Mulberry32: deterministic, the same on every machine. */
export type Random = {
  /** Returns a number from 0 up to but excluding 1. */
  readonly next: () => number
  /** Inclusive. */
  readonly between: (least: number, most: number) => number
  readonly pick: <T>(from: readonly T[]) => T
  readonly weighted: <K extends string>(weights: Readonly<Partial<Record<K, number>>>) => K
  readonly happens: (probability: number) => boolean
}

export function createRandom(seed: number): Random {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const between = (least: number, most: number): number => least + Math.floor(next() * (most - least + 1))
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
      let left =
        next() * Object.values<number | undefined>(weights).reduce<number>((sum, weight = 0) => sum + weight, 0)
      for (const key in weights) {
        left -= weights[key] ?? 0
        if (left < 0) return key
      }
      throw new Error('no weights')
    },
    happens: (probability) => next() < probability,
  }
}
