import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/**
 * Collects garbage once, for moments after which a process rests: the collector itself waits until it needs room. As a last resort
 * it gives back the room of young objects as well, which an ordinary collection keeps. 50 to 100 ms. Compiled functions stay:
 * several collections in a row take those away that did not run between them, and whoever comes next would wait for the compiler.
 */
export function giveBackMemory(): void {
  setFlagsFromString('--expose-gc')
  const collect: unknown = runInNewContext('gc')
  setFlagsFromString('--no-expose-gc')
  if (typeof collect !== 'function') return
  setFlagsFromString('--no-flush-bytecode')
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' })
  setFlagsFromString('--flush-bytecode')
}

/** How long a process must have rested. Its own looks into queues take a hundredth of that, and five where others have the processors. */
const restMs = 30_000
const atRestTakesMs = restMs / 10

const usedMs = (): number => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}

/** Gives memory back whenever this process rests after work, once each time, and never while people are at work in numbers. */
export function giveBackMemoryAtRest(): void {
  setInterval(lookForRest(usedMs, giveBackMemory), restMs).unref()
}

/** A look, made once in a while: `begin` is called by the first of those since whose last one hardly any processor time went, after work. */
export function lookForRest(used: () => number, begin: () => void): () => void {
  let before = used()
  let hasWorked = false
  return () => {
    const now = used()
    const isAtWork = now - before > atRestTakesMs
    if (!isAtWork && hasWorked) begin()
    hasWorked = isAtWork
    before = used()
  }
}
