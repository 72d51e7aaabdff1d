import { Worker } from 'node:worker_threads'
import type { ColumnMap } from '@twofold/contract'
import type { Description } from './describe-table.ts'
import { FileRefused, type RefusalCode } from './file-refused.ts'
import type { ReadGifts, ReadOptions } from './gift.ts'
import type { MappedOrganization, Proposal } from './propose-map.ts'
import type { Limits, Table } from './table.ts'

export type FileSource = { path: string } | { bytes: Uint8Array }

/** Everything of a table but its rows, which stay in the worker. */
export type TableFacts = Omit<Table, 'rows'> & { rowCount: number }

export type PreCheck = { table: TableFacts; proposal: Proposal; description: Description }
export type ReadFile = { table: TableFacts; result: ReadGifts }

export type Work = { fileName: string; limits?: Limits; sheet?: string; timeoutMs?: number; signal?: AbortSignal }

type PreCheckWork = Work & { organization: MappedOrganization; today: string }
type ReadGiftsWork = Work & { map: ColumnMap; options: ReadOptions }

/** A reader of uploaded files that runs outside of the request thread. */
export type FileReader = {
  /** `today` is 'YYYY-MM-DD' of the organization's wall clock. @throws FileRefused */
  preCheck(source: FileSource, work: PreCheckWork): Promise<PreCheck>
  /** @throws FileRefused */
  readGifts(source: FileSource, work: ReadGiftsWork): Promise<ReadFile>
  /** Ends the threads; what is under way is refused as `cancelled`. */
  close(): Promise<void>
}

export type FileReaderOptions = {
  /** Files read at the same time; the rest waits in line. */
  threads?: number
  /** Heap of one thread, in megabytes. */
  memoryMb?: number
  /** For one file, from the moment that a thread takes it. */
  timeoutMs?: number
  /** A thread without work ends after this time and gives its memory back. */
  idleMs?: number
}

export type WorkerTask =
  | { kind: 'preCheck'; source: FileSource; work: Omit<PreCheckWork, 'signal'> }
  | { kind: 'readGifts'; source: FileSource; work: Omit<ReadGiftsWork, 'signal'> }

export type WorkerAnswer =
  | { ok: true; value: PreCheck | ReadFile }
  | { ok: false; code: RefusalCode; message: string | null; cause?: string }

type Job = {
  task: WorkerTask
  timeoutMs: number
  signal: AbortSignal | undefined
  resolve: (value: PreCheck | ReadFile) => void
  reject: (error: Error) => void
}

type Thread = { worker: Worker; job: Job | null; idle: NodeJS.Timeout | null }

const refusals = {
  took_too_long: 'Reading this file took too long. Please export it as .csv, or split it into smaller files.',
  took_too_much_memory:
    'This file needs too much memory to read. Please export it as .csv, or split it into smaller files.',
  cancelled: 'Reading this file was cancelled. Please upload it again.',
  reader_failed: 'We could not read this file. Please export the donations as .csv and try again.',
} as const

const refused = (code: keyof typeof refusals, cause?: unknown) =>
  Object.assign(new FileRefused(code, refusals[code]), { cause })

/**
 * Threads start with the first file and stay warm for a while. A file that takes too long or too much memory costs its
 * thread, never the process. Every failure of a file is a FileRefused.
 */
export function createFileReader(options: FileReaderOptions = {}): FileReader {
  const { threads: most = 1, memoryMb = 320, timeoutMs = 20_000, idleMs = 30_000 } = options
  const threads = new Set<Thread>()
  const waiting: Job[] = []
  let closed = false

  function start(): Thread {
    const worker = new Worker(new URL('./worker.ts', import.meta.url), {
      // Flags of the process that started this one (a test runner's loaders) are not for the thread.
      execArgv: [],
      // The parser complains about odd records on the console; nobody can act on it.
      stdout: true,
      stderr: true,
      resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 },
    })
    const thread: Thread = { worker, job: null, idle: null }
    worker.stdout.resume()
    worker.stderr.resume()
    worker.unref()
    worker.on('message', (answer: WorkerAnswer) => settle(thread, answer))
    worker.on('error', (error: Error & { code?: string }) => {
      const code = error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'took_too_much_memory' : 'reader_failed'
      drop(thread, refused(code, error))
    })
    worker.on('exit', () => drop(thread, refused('reader_failed')))
    threads.add(thread)
    return thread
  }

  function settle(thread: Thread, answer: WorkerAnswer) {
    const { job } = thread
    thread.job = null
    if (!job) return
    thread.worker.unref()
    thread.idle = setTimeout(() => drop(thread, refused('cancelled')), idleMs).unref()
    if (answer.ok) job.resolve(answer.value)
    else if (answer.message !== null) job.reject(new FileRefused(answer.code, answer.message))
    else job.reject(refused('reader_failed', answer.cause))
    next()
  }

  function drop(thread: Thread, error: FileRefused) {
    if (!threads.delete(thread)) return
    if (thread.idle) clearTimeout(thread.idle)
    thread.job?.reject(error)
    thread.job = null
    void thread.worker.terminate()
    next()
  }

  function next() {
    while (waiting.length > 0 && !closed) {
      const thread = [...threads].find(({ job }) => job === null) ?? (threads.size < most ? start() : null)
      if (!thread) return
      const job = waiting.shift()
      if (job) give(thread, job)
    }
  }

  function give(thread: Thread, job: Job) {
    if (thread.idle) clearTimeout(thread.idle)
    thread.job = job
    thread.worker.ref()
    const timer = setTimeout(() => drop(thread, refused('took_too_long')), job.timeoutMs)
    const cancel = () => drop(thread, refused('cancelled'))
    job.signal?.addEventListener('abort', cancel, { once: true })
    const done = () => {
      clearTimeout(timer)
      job.signal?.removeEventListener('abort', cancel)
    }
    const { resolve, reject } = job
    job.resolve = (value) => {
      done()
      resolve(value)
    }
    job.reject = (error) => {
      done()
      reject(error)
    }
    thread.worker.postMessage(job.task)
  }

  function submit(task: WorkerTask, signal: AbortSignal | undefined): Promise<PreCheck | ReadFile> {
    if (closed || signal?.aborted) return Promise.reject(refused('cancelled'))
    return new Promise((resolve, reject) => {
      const job: Job = { task, timeoutMs: task.work.timeoutMs ?? timeoutMs, signal, resolve, reject }
      waiting.push(job)
      signal?.addEventListener(
        'abort',
        () => {
          const at = waiting.indexOf(job)
          if (at < 0) return
          waiting.splice(at, 1)
          reject(refused('cancelled'))
        },
        { once: true },
      )
      next()
    })
  }

  return {
    async preCheck(source, { signal, ...work }) {
      const value = await submit({ kind: 'preCheck', source, work }, signal)
      if ('proposal' in value) return value
      throw refused('reader_failed')
    },
    async readGifts(source, { signal, ...work }) {
      const value = await submit({ kind: 'readGifts', source, work }, signal)
      if ('result' in value) return value
      throw refused('reader_failed')
    },
    async close() {
      closed = true
      for (const job of waiting.splice(0)) job.reject(refused('cancelled'))
      const ending = [...threads].map(async (thread) => {
        drop(thread, refused('cancelled'))
        await thread.worker.terminate()
      })
      await Promise.all(ending)
    },
  }
}
