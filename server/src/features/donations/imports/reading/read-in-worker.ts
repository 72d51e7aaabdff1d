import { Worker } from 'node:worker_threads'
import type { ColumnMap } from '@twofold/contract'
import type { Description } from './describe-table.ts'
import { createFairQueue, type QueuedTask } from './fair-queue.ts'
import { FileRefused, type RefusalCode } from './file-refused.ts'
import type { ReadGifts, ReadOptions } from './gift.ts'
import { type PackedRows, unpackRows } from './packed-rows.ts'
import type { MappedOrganization, Proposal } from './propose-map.ts'
import type { Limits, Row, Table } from './table.ts'

export type FileSource = { path: string } | { bytes: Uint8Array }

/** `sheetRows`: the row in a spreadsheet program, by gift of the file. */
export type TableFacts = Omit<Table, 'rows'> & { rowCount: number; sheetRows: readonly number[] }

export type PreCheck = { table: TableFacts; proposal: Proposal; description: Description }
export type ReadFile = { table: TableFacts; result: ReadGifts }

export type Work = {
  owner: number
  fileName: string
  limits?: Limits
  sheet?: string
  timeoutMs?: number
  signal?: AbortSignal
}

type PreCheckWork = Work & { organization: MappedOrganization; today: string }
type ReadGiftsWork = Work & { map: ColumnMap; options: ReadOptions }

export type FileReader = {
  preCheck(source: FileSource, work: PreCheckWork): Promise<PreCheck>
  /** @throws FileRefused */
  readGifts(source: FileSource, work: ReadGiftsWork): Promise<ReadFile>
  readTable(source: FileSource, work: Work): Promise<Table>
  /** Files being read are refused as `cancelled`. */
  close(): Promise<void>
}

export type FileReaderOptions = {
  threads?: number
  /** A file then yields its thread to a waiting one and later restarts. */
  turnMs?: number
  /** Heap of one thread in megabytes. */
  memoryMb?: number
  /** Milliseconds of processor time, so that a busy machine does not refuse good files. */
  timeoutMs?: number
  idleMs?: number
}

export type WorkerTask =
  | { kind: 'preCheck'; source: FileSource; work: Omit<PreCheckWork, 'signal'> }
  | { kind: 'readGifts'; source: FileSource; work: Omit<ReadGiftsWork, 'signal'> }
  | { kind: 'readTable'; source: FileSource; work: Omit<Work, 'signal'> }

type PackedFile = {
  table: TableFacts
  result: Omit<ReadGifts, PackedPart> & { [Part in PackedPart]: PackedRows<ReadGifts[Part][number]> }
}
type PackedPart = 'gifts' | 'updates' | 'rejected' | 'unrecorded'
type PackedTable = Omit<Table, 'rows'> & { rows: PackedRows<Row> }

export type WorkerResult = PreCheck | PackedFile | PackedTable

/** `ready` is sent once, when the thread has loaded its modules. */
export type WorkerResponse =
  | 'ready'
  | { ok: true; value: WorkerResult }
  | { ok: false; code: RefusalCode; message: string | null; cause?: string }

type Job = QueuedTask & {
  task: WorkerTask
  timeoutMs: number
  resolve: (value: WorkerResult) => void
  reject: (error: Error) => void
}

type Thread = { worker: Worker; isReady: boolean; job: Job | null; lastOwner: number | null; timers: NodeJS.Timeout[] }

const refusals = {
  took_too_long: 'Reading this file took too long. Export it as .csv, or split it into smaller files.',
  took_too_much_memory:
    'This file needs too much memory to read. Please export it as .csv, or split it into smaller files.',
  cancelled: 'Reading this file was canceled. Please upload it again.',
  reader_failed: 'We couldn’t read this file. Export the table as .csv and try again.',
} as const

const refused = (code: keyof typeof refusals, cause?: unknown) =>
  Object.assign(new FileRefused(code, refusals[code]), { cause })

const checkEveryMs = 200
/** A thread that uses no processor time or does not respond ends after this multiple of the limit. */
const waitsTimes = 20

/**
 * Threads start with the first file and stay warm. A file that exceeds its time or memory ends its thread. Every
 * failure of a file is a FileRefused.
 */
export function createFileReader(options: FileReaderOptions = {}): FileReader {
  const { threads: maxThreads = 2, turnMs = 2_000, memoryMb = 320, timeoutMs = 15_000, idleMs = 30_000 } = options
  const threads = new Set<Thread>()
  const fairQueue = createFairQueue<Job>(maxThreads)
  let closed = false

  function start(): Thread {
    const worker = new Worker(new URL('./worker.ts', import.meta.url), {
      // Excludes flags of the parent process, such as a test runner's loaders.
      execArgv: [],
      // Discards the parser's console warnings about unusual records.
      stdout: true,
      stderr: true,
      resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 },
    })
    const thread: Thread = { worker, isReady: false, job: null, lastOwner: null, timers: [] }
    worker.stdout.resume()
    worker.stderr.resume()
    worker.unref()
    worker.on('message', (answer: WorkerResponse) => (answer === 'ready' ? begin(thread) : settle(thread, answer)))
    worker.on('error', (error: Error & { code?: string }) => {
      const code = error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'took_too_much_memory' : 'reader_failed'
      drop(thread, refused(code, error))
    })
    worker.on('exit', () => drop(thread, refused('reader_failed')))
    threads.add(thread)
    return thread
  }

  function release(thread: Thread): Job | null {
    const { job } = thread
    for (const timer of thread.timers.splice(0)) clearTimeout(timer)
    thread.job = null
    if (job) fairQueue.done(job)
    return job
  }

  /** The time limit of a file excludes the start of its thread. */
  function begin(thread: Thread) {
    thread.isReady = true
    const { job } = thread
    if (job) watch(thread, job)
  }

  function settle(thread: Thread, answer: Exclude<WorkerResponse, 'ready'>) {
    const job = release(thread)
    if (!job) return
    thread.worker.unref()
    thread.timers.push(setTimeout(() => drop(thread, refused('cancelled')), idleMs).unref())
    if (answer.ok) job.resolve(answer.value)
    else if (answer.message !== null) job.reject(new FileRefused(answer.code, answer.message))
    else job.reject(refused('reader_failed', answer.cause))
    next()
  }

  function drop(thread: Thread, error: FileRefused) {
    if (!threads.delete(thread)) return
    release(thread)?.reject(error)
    void thread.worker.terminate()
    next()
  }

  function next() {
    while (!closed) {
      const idleThreads = [...threads].filter(({ job }) => job === null)
      if (idleThreads.length === 0 && threads.size >= maxThreads && !makeRoom()) return
      const job = fairQueue.take()
      if (!job) return
      // A thread caches its last table, and users look at a file several times.
      give(idleThreads.find(({ lastOwner }) => lastOwner === job.owner) ?? idleThreads[0] ?? start(), job)
    }
  }

  function makeRoom(): boolean {
    const job = fairQueue.preemptLong()
    const thread = job && [...threads].find((one) => one.job === job)
    if (!thread) return false
    thread.job = null
    for (const timer of thread.timers.splice(0)) clearTimeout(timer)
    threads.delete(thread)
    void thread.worker.terminate()
    return true
  }

  function give(thread: Thread, job: Job) {
    for (const timer of thread.timers.splice(0)) clearTimeout(timer)
    thread.job = job
    thread.lastOwner = job.owner
    thread.worker.ref()
    thread.worker.postMessage(job.task)
    if (thread.isReady) watch(thread, job)
  }

  function watch(thread: Thread, job: Job) {
    const { worker } = thread
    const before = worker.cpuUsage()
    let checks = 0
    const checkCpuTime = async () => {
      checks++
      const { user, system } = await worker.cpuUsage(await before)
      if (thread.job === job && (user + system) / 1_000 > job.timeoutMs) drop(thread, refused('took_too_long'))
    }
    thread.timers.push(
      setInterval(() => {
        // Counts checks instead of elapsed time, which would include time while the process was frozen.
        if (checks * checkEveryMs > job.timeoutMs * waitsTimes) drop(thread, refused('took_too_long'))
        else checkCpuTime().catch(() => {}) // the thread has ended and reports that itself
      }, checkEveryMs),
      setTimeout(() => {
        job.takesLong = true
        next()
      }, turnMs),
    )
  }

  function submit(task: WorkerTask, { signal, ...work }: Work): Promise<WorkerResult> {
    if (closed || signal?.aborted) return Promise.reject(refused('cancelled'))
    return new Promise((resolve, reject) => {
      const ended = () => signal?.removeEventListener('abort', cancel)
      const job: Job = {
        owner: work.owner,
        takesLong: false,
        task,
        timeoutMs: work.timeoutMs ?? timeoutMs,
        resolve: (value) => {
          ended()
          resolve(value)
        },
        reject: (error) => {
          ended()
          reject(error)
        },
      }
      function cancel() {
        const thread = [...threads].find((one) => one.job === job)
        if (thread) drop(thread, refused('cancelled'))
        else if (fairQueue.remove(job)) job.reject(refused('cancelled'))
      }
      signal?.addEventListener('abort', cancel, { once: true })
      fairQueue.add(job)
      next()
    })
  }

  return {
    async preCheck(source, { signal, ...work }) {
      const value = await submit({ kind: 'preCheck', source, work }, { ...work, ...(signal && { signal }) })
      if ('proposal' in value) return value
      throw refused('reader_failed')
    },
    async readGifts(source, { signal, ...work }) {
      const value = await submit({ kind: 'readGifts', source, work }, { ...work, ...(signal && { signal }) })
      if ('result' in value) return unpackFile(value)
      throw refused('reader_failed')
    },
    async readTable(source, { signal, ...work }) {
      const value = await submit({ kind: 'readTable', source, work }, { ...work, ...(signal && { signal }) })
      if ('rows' in value) return { ...value, rows: await unpackRows(value.rows) }
      throw refused('reader_failed')
    },
    async close() {
      closed = true
      for (const job of fairQueue.clear()) job.reject(refused('cancelled'))
      const ending = [...threads].map(async (thread) => {
        drop(thread, refused('cancelled'))
        await thread.worker.terminate()
      })
      await Promise.all(ending)
    },
  }
}

async function unpackFile({ table, result }: PackedFile): Promise<ReadFile> {
  return {
    table,
    result: {
      ...result,
      gifts: await unpackRows(result.gifts),
      updates: await unpackRows(result.updates),
      rejected: await unpackRows(result.rejected),
      unrecorded: await unpackRows(result.unrecorded),
    },
  }
}
