/** What calls waited, in milliseconds. */
export type Waited = { readonly median: number; readonly p99: number; readonly most: number }

export function waited(taken: readonly number[]): Waited {
  const sorted = taken.toSorted((one, other) => one - other)
  const at = (part: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0
  return { median: at(0.5), p99: at(0.99), most: at(1) }
}

/** Reads again and again, one call after the other, until the work is over: milliseconds of each call. */
export async function readMeanwhile(
  work: Promise<unknown>,
  read: () => Promise<unknown>,
): Promise<{ readonly taken: readonly number[]; readonly perSecond: number }> {
  let isOver = false
  const ended = work.finally(() => {
    isOver = true
  })
  const taken: number[] = []
  const begun = performance.now()
  while (!isOver) {
    const since = performance.now()
    await read()
    taken.push(performance.now() - since)
  }
  await ended
  return { taken, perSecond: (taken.length * 1000) / (performance.now() - begun) }
}
