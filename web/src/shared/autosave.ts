/**
 * What a person sees of an edit that saves itself. 'saving' begins with the first key: it is not there yet. 'kept' could not
 * get through and is tried again by itself, 'failed' was refused.
 */
export type SaveState = 'idle' | 'saving' | 'saved' | 'kept' | 'failed'

const tryAgainMs = 15_000

type Timers = {
  readonly later: (run: () => void, ms: number) => number
  readonly cancel: (timer: number) => void
}
const realTimers: Timers = {
  later: (run, ms) => Number(setTimeout(run, ms)),
  cancel: (timer) => clearTimeout(timer),
}

/** `lasting`: the page is about to go, the browser must carry the call to its end. */
export type Send<Value> = (value: Value, lasting: boolean) => Promise<unknown>

/** For a save that must get there, if not now then later. */
export type Keeping<Value> = {
  /** Whether the same may succeed later, and is kept until then. */
  readonly mayPass: (error: unknown) => boolean
  /** Remembers on this device what is to be saved; told `null` once it is there or was refused. */
  readonly keep: (value: Value | null) => void
}

/**
 * Saves the newest value once edits have stopped for `delayMs`, one save at a time, so that an older value never lands
 * after a newer one. A value that could not be saved is held for `retry`.
 */
export function createAutosave<Value>(
  send: Send<Value>,
  delayMs: number,
  keeping: Keeping<Value> | null = null,
  timers: Timers = realTimers,
) {
  const listeners = new Set<() => void>()
  let state: SaveState = 'idle'
  let unsaved: { readonly value: Value } | null = null
  let timer: number | null = null
  /** One under way is sent again when the page is left; the older attempt is not the last word then. */
  let attempt = 0
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
  const runIn = (ms: number): void => {
    stopTimer()
    timer = timers.later(() => void run(false), ms)
  }
  const run = async (lasting: boolean): Promise<void> => {
    stopTimer()
    const sent = unsaved
    if (!sent || (isSending && !lasting)) return
    isSending = true
    attempt += 1
    const mine = attempt
    try {
      await send(sent.value, lasting)
      if (mine === attempt) isSending = false
      if (unsaved === sent) saved()
    } catch (error) {
      if (mine !== attempt) return
      isSending = false
      if (unsaved === sent) refused(error)
    }
    // What was edited meanwhile goes next, unless it waits for more keys.
    if (unsaved && unsaved !== sent && timer === null) void run(false)
  }
  const saved = (): void => {
    unsaved = null
    keeping?.keep(null)
    show('saved')
  }
  const refused = (error: unknown): void => {
    if (keeping?.mayPass(error)) {
      runIn(tryAgainMs)
      show('kept')
      return
    }
    keeping?.keep(null)
    show('failed')
  }
  const begin = (value: Value): void => {
    unsaved = { value }
    keeping?.keep(value)
    show('saving')
  }

  return {
    state: (): SaveState => state,
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    edit: (value: Value): void => {
      begin(value)
      runIn(delayMs)
    },
    /** Saves without waiting for more keys: what a page that is gone could not send. */
    now: (value: Value): void => {
      begin(value)
      void run(false)
    },
    /** The edit was taken back before it was sent. */
    forget: (): void => {
      if (isSending || !unsaved) return
      stopTimer()
      unsaved = null
      keeping?.keep(null)
      show('idle')
    },
    /** Saves now what did not get there before. */
    retry: (): void => {
      if (unsaved) begin(unsaved.value)
      void run(false)
    },
    /** The connection is back. */
    wake: (): void => {
      if (state === 'kept') void run(false)
    },
    /** The screen or the page is left: what waits is sent at once. What was refused for good is not asked again. */
    leave: (): Promise<void> => (keeping && state === 'failed' ? Promise.resolve() : run(true)),
    /** Nobody looks any more: what is kept waits for the next page. */
    end: stopTimer,
  }
}
