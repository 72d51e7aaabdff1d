import { type ImportWorker, runImport } from './run-import.ts'
import { importQueue } from './start-import.ts'

/** Takes queued imports, one at a time. Stopping waits for none: a job that was cut short runs again. */
export async function startImportWorker(worker: ImportWorker): Promise<{ stop: () => Promise<void> }> {
  await worker.platform.jobs.work(importQueue, (data, signal) => runImport(worker, data, signal))
  return { stop: () => worker.reader.close() }
}
