import { z } from 'zod'
import { type ReviewWorker, runResolution } from './run-resolution.ts'
import { runUndo } from './run-undo.ts'

export const reviewQueue = 'employer-resolutions'

const jobData = z.object({ resolutionId: z.number(), undo: z.boolean().default(false) })

/** Resolves, or takes back what was resolved. May run again after a crash. */
export async function runReviewJob(worker: ReviewWorker, data: unknown, signal?: AbortSignal): Promise<void> {
  const { resolutionId, undo } = jobData.parse(data)
  await (undo ? runUndo(worker, resolutionId) : runResolution(worker, resolutionId, signal))
}
