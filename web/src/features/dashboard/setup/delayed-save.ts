/** What a person sees of a save that waits: it has been asked for, it is there, or it did not get there. */
export type SaveState = 'idle' | 'saving' | 'saved' | 'failed'

export const setupSaveDelayMs = 2_000

type Timers = {
  readonly later: (run: () => void, ms: number) => number
  readonly cancel: (timer: number) => void
}
const realTimers: Timers = {
  later: (run, ms) => Number(setTimeout(run, ms)),
  cancel: (timer) => clearTimeout(timer),
}

/**
 * One save, a while after it was last asked for. `leave` saves at once what still waits, by the way that outlives the page,
 * so that closing the tab loses nothing; a save under way is sent again by that way too, which changes nothing twice.
 */
export function createDelayedSave(
  save: (lasting: boolean) => Promise<unknown>,
  { later, cancel }: Timers = realTimers,
  delayMs: number = setupSaveDelayMs,
) {
  const listeners = new Set<() => void>()
  let state: SaveState = 'idle'
  let timer: number | null = null
  let attempt = 0

  const become = (next: SaveState) => {
    state = next
    for (const listener of listeners) listener()
  }
  const run = async (lasting: boolean): Promise<void> => {
    timer = null
    attempt += 1
    const mine = attempt
    try {
      await save(lasting)
      if (mine === attempt) become('saved')
    } catch {
      // An older attempt is not the last word: the newer one may get there.
      if (mine === attempt) become('failed')
    }
  }
  const stopTimer = () => {
    if (timer !== null) cancel(timer)
    timer = null
  }

  return {
    state: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    /** Saves after the delay; asked again meanwhile, the delay starts anew. */
    ask() {
      stopTimer()
      become('saving')
      timer = later(() => void run(false), delayMs)
    },
    /** Saves now what failed before. */
    retry() {
      if (state !== 'failed') return
      become('saving')
      void run(false)
    },
    /** The page may be gone in a moment. */
    leave() {
      if (state !== 'saving') return
      stopTimer()
      void run(true)
    },
  }
}
export type DelayedSave = ReturnType<typeof createDelayedSave>
