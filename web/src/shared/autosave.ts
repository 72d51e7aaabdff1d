/** 'saving' starts with the first keystroke. 'kept' means unsent and retried; 'failed' means refused. */
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

/** `lasting`: the page is about to unload, so the browser must complete the call. */
export type Send<Value> = (value: Value, lasting: boolean) => Promise<unknown>

export type RetryOptions<Value> = {
  readonly mayPass: (error: unknown) => boolean
  /** Stores the pending value on this device. Called with `null` after success or refusal. */
  readonly keep: (value: Value | null) => void
}

/** Saves run one at a time, so an older value never follows a newer one. Keeps a failed value for `retry`. */
export function createAutosave<Value>(
  send: Send<Value>,
  delayMs: number,
  keeping: RetryOptions<Value> | null = null,
  timers: Timers = realTimers,
) {
  const listeners = new Set<() => void>()
  let state: SaveState = 'idle'
  let unsaved: { readonly value: Value } | null = null
  let timer: number | null = null
  /** When the page is left, a running save is sent again and the older attempt's result is ignored. */
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
    // A newer edit waits for its own delay.
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
    /** For a value that a closed page could not send. */
    now: (value: Value): void => {
      begin(value)
      void run(false)
    },
    /** For an edit that was reverted before it was sent. */
    forget: (): void => {
      if (isSending || !unsaved) return
      stopTimer()
      unsaved = null
      keeping?.keep(null)
      show('idle')
    },
    retry: (): void => {
      if (unsaved) begin(unsaved.value)
      void run(false)
    },
    /** Call when the connection returns. */
    wake: (): void => {
      if (state === 'kept') void run(false)
    },
    /** Call when the screen or page is left. A refused save is not repeated. */
    leave: (): Promise<void> => (keeping && state === 'failed' ? Promise.resolve() : run(true)),
    /** A stored save waits for the next page. */
    end: stopTimer,
  }
}
