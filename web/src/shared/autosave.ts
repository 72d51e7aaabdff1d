/** 'saving' starts with the first keystroke. 'kept' means unsent and retried; 'failed' means refused. */
export type SaveState = 'idle' | 'saving' | 'saved' | 'kept' | 'failed'

const retryMs = 15_000

type Timers = {
  readonly later: (run: () => void, ms: number) => number
  readonly cancel: (timer: number) => void
}
const realTimers: Timers = {
  later: (run, ms) => Number(setTimeout(run, ms)),
  cancel: (timer) => clearTimeout(timer),
}

/** `keepalive`: the page is about to unload, so the browser must complete the call. */
export type Send<Value> = (value: Value, keepalive: boolean) => Promise<unknown>

export type RetryOptions<Value> = {
  readonly isTemporary: (error: unknown) => boolean
  /** Stores the pending value on this device. Called with `null` after success or refusal. */
  readonly store: (value: Value | null) => void
}

/** Saves run one at a time, so an older value never follows a newer one. Keeps a failed value for `retry`. */
export function createAutosave<Value>(
  send: Send<Value>,
  delayMs: number,
  retryOptions: RetryOptions<Value> | null = null,
  timers: Timers = realTimers,
) {
  const listeners = new Set<() => void>()
  let state: SaveState = 'idle'
  let unsaved: { readonly value: Value } | null = null
  let timer: number | null = null
  /** When the page is left, a running save is sent again and the older attempt's result is ignored. */
  let attempt = 0
  let isSending = false

  const publish = (next: SaveState): void => {
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
  const run = async (keepalive: boolean): Promise<void> => {
    stopTimer()
    const pending = unsaved
    if (!pending || (isSending && !keepalive)) return
    isSending = true
    attempt += 1
    const ownAttempt = attempt
    try {
      await send(pending.value, keepalive)
      if (ownAttempt === attempt) isSending = false
      if (unsaved === pending) onSaved()
    } catch (error) {
      if (ownAttempt !== attempt) return
      isSending = false
      if (unsaved === pending) onRefused(error)
    }
    // A newer edit waits for its own delay.
    if (unsaved && unsaved !== pending && timer === null) void run(false)
  }
  const onSaved = (): void => {
    unsaved = null
    retryOptions?.store(null)
    publish('saved')
  }
  const onRefused = (error: unknown): void => {
    if (retryOptions?.isTemporary(error)) {
      runIn(retryMs)
      publish('kept')
      return
    }
    retryOptions?.store(null)
    publish('failed')
  }
  const begin = (value: Value): void => {
    unsaved = { value }
    retryOptions?.store(value)
    publish('saving')
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
      retryOptions?.store(null)
      publish('idle')
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
    leave: (): Promise<void> => (retryOptions && state === 'failed' ? Promise.resolve() : run(true)),
    /** A stored save waits for the next page. */
    end: stopTimer,
  }
}
