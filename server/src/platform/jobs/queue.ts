import { setTimeout as wait } from 'node:timers/promises'
import type { Log } from '../runtime/log.ts'
import type { Worker } from './run-every.ts'

/**
 * A table of rows that workers claim by lease (`lease.queries.ts`). A dead worker's rows become available at its end.
 */
export type Queue<Row extends { readonly id: number }> = {
  readonly name: string
  /** `concurrency` rows are processed at once; `ahead` more are claimed. */
  readonly concurrency: number
  readonly ahead?: number
  /** Adds due rows; returns whether there are more. A failure does not delay other rows. */
  readonly fill?: (() => Promise<boolean>) | undefined
  readonly claim: (limit: number, claimedRows: readonly Row[]) => Promise<readonly Row[]>
  readonly renew: (claimedRows: readonly Row[]) => Promise<unknown>
  readonly work: (row: Row) => Promise<void>
  /** The longest wait of `stop` for the running rows. */
  readonly stopWithinMs?: number | undefined
}

const renewEveryMs = 10_000
const pollMs = 500
const fillEveryMs = 10_000
/** A process is killed after 30 s in any case. */
const defaultStopWithinMs = 20_000

/**
 * Processes a queue until `stop`, which waits for the running rows. A row that takes longer stays claimed while its
 * process is connected, and is marked if it ends. Several processes may run it.
 */
export function runQueue<Row extends { readonly id: number }>(queue: Queue<Row>, log: Log): Worker {
  const { concurrency, ahead = 0, stopWithinMs = defaultStopWithinMs } = queue
  const waiting: Row[] = []
  const running = new Map<Row, Promise<void>>()
  let stopping = false
  let fillAt = 0
  let wake: () => void = () => {}
  const report = (error: Error): void => log.error({ queue: queue.name, problem: error.message }, 'queue')
  const claimedRows = (): Row[] => [...waiting, ...running.keys()]

  const start = (row: Row): void => {
    const done = queue
      .work(row)
      .catch(report)
      .finally(() => {
        running.delete(row)
        wake()
      })
    running.set(row, done)
  }
  const processRound = async (): Promise<void> => {
    const limit = concurrency - running.size + ahead
    if (queue.fill && performance.now() >= fillAt) {
      const hasMore = await queue.fill().catch((error: Error) => {
        report(error)
        return false
      })
      if (!hasMore) fillAt = performance.now() + fillEveryMs
    }
    if (waiting.length === 0 && limit > 0) {
      const claimed = await queue.claim(limit, claimedRows()).catch((error: Error) => {
        report(error)
        return []
      })
      waiting.push(...claimed)
    }
    while (!stopping && running.size < concurrency) {
      const row = waiting.shift()
      if (!row) return
      start(row)
    }
  }
  const waitForWork = (): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, pollMs)
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  const loop = async (): Promise<void> => {
    while (!stopping) {
      await processRound()
      if (!stopping) await waitForWork()
    }
    await Promise.all(running.values())
  }
  const heartbeat = setInterval(() => {
    const rows = claimedRows()
    if (rows.length > 0) queue.renew(rows).catch(report)
  }, renewEveryMs)
  const finished = loop().finally(() => clearInterval(heartbeat))
  return {
    stop: async () => {
      stopping = true
      wake()
      await Promise.race([finished, wait(stopWithinMs, undefined, { ref: false })])
    },
  }
}
