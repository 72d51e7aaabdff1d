/**
 * What a person sees of a save that waits: it was asked for, it is there, it could not get through and is tried again by
 * itself, or it was refused.
 */
export type SaveState = 'idle' | 'saving' | 'saved' | 'kept' | 'failed'

export const setupSaveDelayMs = 2_000
const tryAgainMs = 15_000

type Timers = {
  readonly later: (run: () => void, ms: number) => number
  readonly cancel: (timer: number) => void
}
const realTimers: Timers = {
  later: (run, ms) => Number(setTimeout(run, ms)),
  cancel: (timer) => clearTimeout(timer),
}

type Saving = {
  /** `lasting`: by the way that outlives the page. */
  readonly save: (lasting: boolean) => Promise<unknown>
  /** Whether the same may succeed later, and is kept until then. */
  readonly mayPass: (error: unknown) => boolean
  /** Remembers on this device that the save was asked for; told `false` once it is there or was refused. */
  readonly keep: (isWanted: boolean) => void
}

/**
 * One save, a while after it was last asked for. `leave` sends at once what still waits, so that closing the tab or signing
 * out loses nothing; a save under way is sent again by that way too, which changes nothing twice.
 */
export function createDelayedSave(
  { save, mayPass, keep }: Saving,
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
  const stopTimer = () => {
    if (timer !== null) cancel(timer)
    timer = null
  }
  const run = async (lasting: boolean): Promise<void> => {
    stopTimer()
    attempt += 1
    const mine = attempt
    try {
      await save(lasting)
      keep(false)
      if (mine === attempt) become('saved')
    } catch (error) {
      // An older attempt is not the last word: the newer one may get there.
      if (mine !== attempt) return
      const isKept = mayPass(error)
      if (isKept) timer = later(() => void run(false), tryAgainMs)
      else keep(false)
      become(isKept ? 'kept' : 'failed')
    }
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
      keep(true)
      become('saving')
      timer = later(() => void run(false), delayMs)
    },
    /** Saves now what did not get there before, in this page or in one that is gone. */
    retry() {
      if (state === 'saving' || state === 'saved') return
      keep(true)
      become('saving')
      void run(false)
    },
    /** The connection is back. */
    wake() {
      if (state === 'kept') void run(false)
    },
    /** The page may be gone in a moment. */
    leave(): Promise<void> {
      return state === 'saving' || state === 'kept' ? run(true) : Promise.resolve()
    },
    /** Nobody looks any more: what is kept waits for the next page. */
    end: stopTimer,
  }
}
export type DelayedSave = ReturnType<typeof createDelayedSave>
