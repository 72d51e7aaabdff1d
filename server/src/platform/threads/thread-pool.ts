import { Worker } from 'node:worker_threads'
import { createFairQueue, type QueuedTask } from './fair-queue.ts'

export type ThreadFailureCode = 'took_too_long' | 'took_too_much_memory' | 'cancelled' | 'failed'

/** A task ended without a result. */
export class ThreadFailure extends Error {
  readonly code: ThreadFailureCode
  constructor(code: ThreadFailureCode, cause?: unknown) {
    super(`a task in a thread: ${code}`, { cause })
    this.code = code
  }
}

export type ThreadPoolOptions = {
  threads?: number
  /** A task then yields its thread to a waiting one and later restarts. */
  turnMs?: number
  /** Megabytes of one thread, for its heap and again for its buffers. */
  memoryMb?: number
  /** Milliseconds of processor time, so that a busy machine does not refuse good files. */
  timeoutMs?: number
  idleMs?: number
}

export type Turn = { readonly owner: number; readonly timeoutMs?: number; readonly signal?: AbortSignal }

export type ThreadPool<Task, Result> = {
  /** @throws ThreadFailure */
  run(task: Task, turn: Turn): Promise<Result>
  /** Running and waiting tasks fail as `cancelled`. */
  close(): Promise<void>
}

type Job<Task, Result> = QueuedTask & {
  task: Task
  timeoutMs: number
  resolve: (value: Result) => void
  reject: (error: Error) => void
}

type Thread<Task, Result> = {
  worker: Worker
  isReady: boolean
  job: Job<Task, Result> | null
  lastOwner: number | null
  timers: NodeJS.Timeout[]
}

const checkEveryMs = 200
/** A thread that uses no processor time or does not respond ends after this multiple of the limit. */
const waitsTimes = 20

/**
 * `script` posts `ready` once its modules are loaded, then one result for each task. Threads start with the first task
 * and stay warm. A task that exceeds its time or memory ends its thread.
 */
export function createThreadPool<Task, Result>(script: URL, options: ThreadPoolOptions = {}): ThreadPool<Task, Result> {
  const { threads: maxThreads = 2, turnMs = 2_000, memoryMb = 320, timeoutMs = 15_000, idleMs = 30_000 } = options
  const threads = new Set<Thread<Task, Result>>()
  const fairQueue = createFairQueue<Job<Task, Result>>(maxThreads)
  let closed = false

  function start(): Thread<Task, Result> {
    const worker = new Worker(script, {
      // Excludes flags of the parent process, such as a test runner's loaders.
      execArgv: [],
      // Discards the parser's console warnings about unusual records.
      stdout: true,
      stderr: true,
      resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 },
    })
    const thread: Thread<Task, Result> = { worker, isReady: false, job: null, lastOwner: null, timers: [] }
    worker.stdout.resume()
    worker.stderr.resume()
    worker.unref()
    worker.on('message', (answer: 'ready' | Result) => (answer === 'ready' ? begin(thread) : settle(thread, answer)))
    worker.on('error', (error: Error & { code?: string }) => {
      const code = error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'took_too_much_memory' : 'failed'
      drop(thread, new ThreadFailure(code, error))
    })
    worker.on('exit', () => drop(thread, new ThreadFailure('failed')))
    threads.add(thread)
    return thread
  }

  function release(thread: Thread<Task, Result>): Job<Task, Result> | null {
    const { job } = thread
    for (const timer of thread.timers.splice(0)) clearTimeout(timer)
    thread.job = null
    if (job) fairQueue.done(job)
    return job
  }

  /** The time limit of a task excludes the start of its thread. */
  function begin(thread: Thread<Task, Result>) {
    thread.isReady = true
    const { job } = thread
    if (job) watch(thread, job)
  }

  function settle(thread: Thread<Task, Result>, result: Result) {
    const job = release(thread)
    if (!job) return
    thread.worker.unref()
    thread.timers.push(setTimeout(() => drop(thread, new ThreadFailure('cancelled')), idleMs).unref())
    job.resolve(result)
    next()
  }

  function drop(thread: Thread<Task, Result>, error: ThreadFailure) {
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
      // A thread may cache its last file, and users look at a file several times.
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

  function give(thread: Thread<Task, Result>, job: Job<Task, Result>) {
    for (const timer of thread.timers.splice(0)) clearTimeout(timer)
    thread.job = job
    thread.lastOwner = job.owner
    thread.worker.ref()
    thread.worker.postMessage(job.task)
    if (thread.isReady) watch(thread, job)
  }

  function watch(thread: Thread<Task, Result>, job: Job<Task, Result>) {
    const { worker } = thread
    const before = worker.cpuUsage()
    let checks = 0
    const check = async () => {
      checks++
      const { user, system } = await worker.cpuUsage(await before)
      // The limits of a thread exclude its buffers.
      const { external_memory: bufferBytes } = await worker.getHeapStatistics()
      if (thread.job !== job) return
      if ((user + system) / 1_000 > job.timeoutMs) drop(thread, new ThreadFailure('took_too_long'))
      else if (bufferBytes > memoryMb * 1_000_000) drop(thread, new ThreadFailure('took_too_much_memory'))
    }
    thread.timers.push(
      setInterval(() => {
        // Counts checks instead of elapsed time, which would include time while the process was frozen.
        if (checks * checkEveryMs > job.timeoutMs * waitsTimes) drop(thread, new ThreadFailure('took_too_long'))
        else check().catch(() => {}) // the thread has ended and reports that itself
      }, checkEveryMs),
      setTimeout(() => {
        job.takesLong = true
        next()
      }, turnMs),
    )
  }

  function run(task: Task, { owner, signal, timeoutMs: limitMs = timeoutMs }: Turn): Promise<Result> {
    if (closed || signal?.aborted) return Promise.reject(new ThreadFailure('cancelled'))
    return new Promise((resolve, reject) => {
      const ended = () => signal?.removeEventListener('abort', cancel)
      const job: Job<Task, Result> = {
        owner,
        takesLong: false,
        task,
        timeoutMs: limitMs,
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
        if (thread) drop(thread, new ThreadFailure('cancelled'))
        else if (fairQueue.remove(job)) job.reject(new ThreadFailure('cancelled'))
      }
      signal?.addEventListener('abort', cancel, { once: true })
      fairQueue.add(job)
      next()
    })
  }

  return {
    run,
    async close() {
      closed = true
      for (const job of fairQueue.clear()) job.reject(new ThreadFailure('cancelled'))
      const ending = [...threads].map(async (thread) => {
        drop(thread, new ThreadFailure('cancelled'))
        await thread.worker.terminate()
      })
      await Promise.all(ending)
    },
  }
}
