/** Chance that is the same on every machine. Mulberry32: small, fast, and good enough to look like life. */
export type Chance = {
  /** 0 up to but not 1. */
  readonly next: () => number
  /** Whole number from `least` to `most`, both included. */
  readonly between: (least: number, most: number) => number
  readonly pick: <T>(from: readonly T[]) => T
  /** The value whose weight the dice fell on. */
  readonly weighted: <T>(from: readonly (readonly [weight: number, value: T])[]) => T
  readonly happens: (probability: number) => boolean
}

export function createChance(seed: number): Chance {
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
    weighted: (from) => {
      let left = next() * from.reduce((sum, [weight]) => sum + weight, 0)
      for (const [weight, value] of from) {
        left -= weight
        if (left < 0) return value
      }
      return pick(from)[1]
    },
    happens: (probability) => next() < probability,
  }
}
