import type { Log } from '../runtime/log.ts'

export type Worker = { readonly stop: () => Promise<void> }

type PeriodicWork = {
  readonly name: string
  readonly everyMs: number
  /** Returns whether more work is due immediately. Long work checks the signal. */
  readonly work: (signal: AbortSignal) => Promise<boolean>
  readonly log: Log
}

/** Runs rounds until it is stopped. A failed round is logged, and the next one runs as usual. */
export function runEvery({ name, everyMs, work, log }: PeriodicWork): Worker {
  const stopping = new AbortController()
  const loop = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      const hasMore = await work(stopping.signal).catch((error: Error) => {
        log.error({ problem: error.message }, name)
        return false
      })
      if (!hasMore) await pause(everyMs, stopping.signal)
    }
  }
  const running = loop()
  return {
    stop: () => {
      stopping.abort()
      return running
    },
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve()
    const finish = (): void => {
      clearTimeout(timer)
      signal.removeEventListener('abort', finish)
      resolve()
    }
    const timer = setTimeout(finish, ms)
    signal.addEventListener('abort', finish)
  })
}
