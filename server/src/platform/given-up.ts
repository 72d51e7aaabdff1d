/** As long as a mark keeps others from a row while its node lives (`is_held`). */
const markHoldsMs = 600_000

/** Rows of a queue that this node let go of before it handed them over, while its own mark may keep everybody else from them. */
export type GivenUp = {
  readonly add: (id: number) => void
  /** Those whose mark may still hold. */
  readonly ids: () => readonly number[]
  readonly forget: (ids: readonly number[]) => void
}

export function rememberGivenUp(): GivenUp {
  /** When each was given up, by a clock that nobody sets. */
  const atMs = new Map<number, number>()
  return {
    add: (id) => {
      atMs.set(id, performance.now())
    },
    ids: () => {
      for (const [id, at] of atMs) if (performance.now() - at > markHoldsMs) atMs.delete(id)
      return [...atMs.keys()]
    },
    forget: (ids) => {
      for (const id of ids) atMs.delete(id)
    },
  }
}
