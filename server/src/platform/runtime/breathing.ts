import { setImmediate as turn } from 'node:timers/promises'

/** Whoever reads a page waits for two or three pieces of such work: until the call is taken, the session known, and the answer read. */
const holdAtMostMs = 2

/** When others were last let in, by whichever long work: a piece that begins where another ends has what that one left. */
let since = performance.now()

/**
 * For long work on the thread that answers everybody: called between its pieces, it lets the others' calls in whenever such
 * work has held the thread for 2 ms. Judging an upload of 4,000 gifts in one go kept everybody waiting for 190 ms.
 */
export async function breathe(): Promise<void> {
  if (performance.now() - since < holdAtMostMs) return
  await turn()
  since = performance.now()
}

/** The same as a value. */
export const createBreathing = (): (() => Promise<void>) => breathe
