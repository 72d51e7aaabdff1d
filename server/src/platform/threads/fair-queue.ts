export type QueuedTask = { readonly owner: number; takesLong: boolean }

/** Fair between organizations, however many files each uploads. One thread is reserved for fast files, the majority. */
export function createFairQueue<T extends QueuedTask>(threads: number) {
  const waiting: T[] = []
  const running = new Set<T>()
  const served = new Map<number, number>()
  let turn = 0
  const maxLong = Math.max(1, threads - 1)
  const listRunningLong = () => [...running].filter(({ takesLong }) => takesLong)
  const runningOf = (owner: number) => [...running].filter((one) => one.owner === owner).length

  return {
    add: (task: T): void => {
      waiting.push(task)
    },
    remove: (task: T): boolean => {
      const at = waiting.indexOf(task)
      if (at >= 0) waiting.splice(at, 1)
      return at >= 0
    },
    clear: (): T[] => waiting.splice(0),
    /** Takes from the organization with the fewest files being read that was served longest ago. */
    take: (): T | null => {
      const isFull = listRunningLong().length >= maxLong
      const startable = waiting.filter(({ takesLong }) => !takesLong || !isFull)
      const [next] = startable.toSorted(
        (one, other) =>
          runningOf(one.owner) - runningOf(other.owner) ||
          (served.get(one.owner) ?? 0) - (served.get(other.owner) ?? 0),
      )
      if (!next) return null
      waiting.splice(waiting.indexOf(next), 1)
      running.add(next)
      turn++
      served.set(next.owner, turn)
      if (waiting.length === 0 && running.size === 1) forgetOthers(served, next.owner)
      return next
    },
    done: (task: T): void => {
      running.delete(task)
    },
    /** A slow item yields its thread to a waiting one and returns to the queue. */
    preemptLong: (): T | null => {
      const long = listRunningLong()
      const last = long.at(-1)
      if (long.length <= maxLong || !last) return null
      if (!waiting.some(({ takesLong }) => !takesLong)) return null
      running.delete(last)
      waiting.push(last)
      return last
    },
  }
}

function forgetOthers(served: Map<number, number>, owner: number) {
  for (const one of served.keys()) if (one !== owner) served.delete(one)
}
