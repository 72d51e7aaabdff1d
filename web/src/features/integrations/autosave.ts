/** What a person sees of an edit that saves itself. 'saving' begins with the first key: it is not there yet. */
export type SaveState = 'idle' | 'saving' | 'saved' | 'failed'

type Timers = {
  readonly later: (run: () => void, ms: number) => number
  readonly cancel: (timer: number) => void
}
const realTimers: Timers = {
  later: (run, ms) => window.setTimeout(run, ms),
  cancel: (timer) => window.clearTimeout(timer),
}

/** `lasting`: the page is about to go, the browser must carry the call to its end. */
export type Send<Value> = (value: Value, lasting: boolean) => Promise<void>

/**
 * Saves the newest value once edits have stopped for `delayMs`, one save at a time, so that an older value never lands
 * after a newer one. A value that could not be saved is kept for `retry`.
 */
export function createAutosave<Value>(send: Send<Value>, delayMs: number, timers: Timers = realTimers) {
  const listeners = new Set<() => void>()
  let state: SaveState = 'idle'
  let unsaved: { readonly value: Value } | null = null
  let timer: number | null = null
  let isSending = false

  const show = (next: SaveState): void => {
    if (next === state) return
    state = next
    for (const listener of listeners) listener()
  }
  const stopTimer = (): void => {
    if (timer !== null) timers.cancel(timer)
    timer = null
  }
  const run = async (lasting: boolean): Promise<void> => {
    stopTimer()
    const sent = unsaved
    if (!sent || (isSending && !lasting)) return
    isSending = true
    await send(sent.value, lasting).then(
      () => {
        isSending = false
        if (unsaved === sent) {
          unsaved = null
          show('saved')
        } else if (timer === null) void run(false)
      },
      () => {
        isSending = false
        if (unsaved === sent) show('failed')
        else if (timer === null) void run(false)
      },
    )
  }

  return {
    state: (): SaveState => state,
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    edit: (value: Value): void => {
      unsaved = { value }
      show('saving')
      stopTimer()
      timer = timers.later(() => void run(false), delayMs)
    },
    /** The edit was taken back before it was sent. */
    forget: (): void => {
      if (isSending || !unsaved) return
      stopTimer()
      unsaved = null
      show('idle')
    },
    retry: (): void => {
      if (!unsaved) return
      show('saving')
      void run(false)
    },
    /** The screen or the page is left: what waits is sent at once. */
    leave: (): Promise<void> => run(true),
  }
}
