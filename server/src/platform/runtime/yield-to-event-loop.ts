import { setImmediate as nextTurn } from 'node:timers/promises'

/** A page request waits for two or three such slices. */
const maxBlockMs = 2

/** Shared by all long work, so that consecutive pieces have one time limit. */
let since = performance.now()

/** Yields if long work has held the thread for 2 ms. Call it between the pieces of the work. */
export async function yieldToEventLoop(): Promise<void> {
  if (performance.now() - since < maxBlockMs) return
  await nextTurn()
  since = performance.now()
}
